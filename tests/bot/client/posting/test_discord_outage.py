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
