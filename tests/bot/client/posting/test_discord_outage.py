"""An hour without Discord: missed turns, lobbies and questions are posted in their latest state."""

from __future__ import annotations

import logging

import pytest

from bot.client.posting.retries import CHANNEL_RETRY_SECONDS
from tests.support.discord_faults import (
    HOUR_SECONDS,
    POST_DELAYED,
    clear_faults,
    pass_retry_time,
    play_next_move,
    take_discord_down,
)
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


async def test_turns_of_an_hour_without_discord_are_sent_in_one_post(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    take_discord_down(world)
    for _ in range(4):
        answered = await play_next_move(world)
        assert POST_DELAYED in private(answered) and "Undo" in buttons_of(answer(answered))
        await world.advance_outbox_time(HOUR_SECONDS / 4)
    assert len(world.messages()) == posts
    clear_faults(world)
    await world.advance_outbox_time(CHANNEL_RETRY_SECONDS[-1])
    assert len(world.messages()) == posts + 1
    told_of = world.posts()[-1]
    assert told_of.index("**Ana** placed a tile") < told_of.index("**Bo** placed a tile")
    assert f"<@{world.ana.id}>, your turn" in told_of
    await pass_retry_time(world)
    assert len(world.messages()) == posts + 1
    assert await world.app.game_log.unposted() == ()


async def test_lobby_changed_during_an_outage_is_posted_in_its_current_state(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    card = world.post()
    take_discord_down(world)
    assert POST_DELAYED in private(await world.bo.click(card, label="Join"))
    assert POST_DELAYED in private(await world.cleo.click(card, label="Join"))
    await world.advance_outbox_time(HOUR_SECONDS)
    clear_faults(world)
    await world.advance_outbox_time(CHANNEL_RETRY_SECONDS[-1])
    assert len(world.messages()) == 2
    assert "**Bo**" in world.posts()[-1] and "**Cleo**" in world.posts()[-1]
    assert has_no_reply(await world.ana.click(world.post(), label="Start"))


async def test_undo_question_asked_during_an_outage_is_posted_afterwards(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.place(turn_with_figure_choice(await world.game()))
    await world.place(turn_with_figure_choice(await world.game(), 1))
    posts = len(world.messages())
    take_discord_down(world)
    wondering = answer(await world.ana.slash(world.channel, "undo"))
    answered = await world.ana.click(wondering, label=next(iter(buttons_of(wondering))))
    assert POST_DELAYED in private(answered)
    again = answer(await world.cleo.slash(world.channel, "undo"))
    assert POST_DELAYED in private(await world.cleo.click(again, label="Agree"))
    await world.advance_outbox_time(HOUR_SECONDS)
    clear_faults(world)
    await world.advance_outbox_time(CHANNEL_RETRY_SECONDS[-1])
    question = world.post()
    assert len(world.messages()) == posts + 1 and "Agree" in buttons_of(question)
    assert has_no_reply(await world.bo.click(question, label="Agree"))


async def test_ended_table_is_posted_before_the_next_table(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    take_discord_down(world)
    asked = answer(await world.ana.slash(world.channel, "end"))
    assert POST_DELAYED in private(await world.ana.click(asked, label="End without scoring"))
    reply = private(await world.bo.slash(world.channel, "new", game="hunters", seats=2))
    assert POST_DELAYED in reply
    await world.advance_outbox_time(HOUR_SECONDS)
    clear_faults(world)
    await world.advance_outbox_time(CHANNEL_RETRY_SECONDS[-1])
    ended, opened = world.posts()[posts:]
    assert "ended the game without final scoring" in ended and "Bo" in opened


async def test_answer_refused_by_discord_is_no_bug_and_the_move_is_kept(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    world.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=503, times=6)
    answer = await world.place(turn_with_figure_choice(await world.game()))
    assert len(world.messages()) == posts + 1
    assert not [r for r in caplog.records if r.levelno >= logging.ERROR]
    clear_faults(world)
    assert answer.acknowledged and has_no_reply(await play_next_move(world))
