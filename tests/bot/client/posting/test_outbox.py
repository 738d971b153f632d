"""Each saved entry is posted exactly once and in order, however often Discord fails."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Any

import discord
import pytest
from simcord import ChannelHandle

from bot.client.discord_io import sending
from bot.client.posting import retries
from bot.client.posting.posted import Occasion, Posted
from bot.client.posting.retries import PROBE_SECONDS
from storage import Log, NewEntry
from tests.support.discord_faults import (
    POST_PATH,
    SAVED,
    clear_faults,
    failing_messages,
    pass_retry_time,
    play_next_move,
    play_with_failing_post,
    save_move,
    take_discord_down,
)
from tests.support.legal_turns import any_turn, turn_with_figure_choice
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private
from tests.support.world import World, shuffled_header

OUTAGE_SECONDS = 600.0
pytestmark = pytest.mark.usefixtures("no_retry_pauses")


async def tables_with_missed_posts(world: World, channels: list[ChannelHandle]) -> list[int]:
    """A lobby in each channel that has not been posted; the posts there are."""
    entries = [NewEntry(world.ana.id, "new hunters 2"), NewEntry(world.bo.id, "join")]
    for channel in channels:
        await world.app.game_log.begin(guild=world.guild.id, channel=channel.id, entries=entries)
    return [len(world.messages(channel)) for channel in channels]


async def test_failed_post_is_sent_seconds_later_without_a_restart(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    assert (await play_with_failing_post(world)).startswith(SAVED)
    assert len(world.messages()) == posts
    await world.advance_outbox_time(PROBE_SECONDS - 1)
    assert len(world.messages()) == posts
    await world.advance_outbox_time(1)
    assert len(world.messages()) == posts + 1
    assert "**Ana** placed a tile" in world.posts()[-1]
    assert f"<@{world.bo.id}>, your turn" in world.posts()[-1]
    assert world.sent()[-1]["allowed_mentions"]["users"] == [world.bo.id]
    assert "Place my tile" in buttons_of(world.post())
    assert await world.app.game_log.unposted() == ()
    await world.advance_outbox_time(10_000)
    assert len(world.messages()) == posts + 1, "once"


async def test_subscribers_hear_of_posts_of_their_occasion_only(world: World) -> None:
    await world.start_with(shuffled_header(2))
    heard: dict[Occasion, list[Posted]] = {occasion: [] for occasion in Occasion}
    for occasion, posts in heard.items():
        world.app.services.outbox.after_post(posts.append, occasion)
    await world.place(any_turn(await world.game(), random.Random(1)))
    assert [post.outcome.after.ended for post in heard[Occasion.ANY]] == [False]
    assert not heard[Occasion.POINTS] and not heard[Occasion.END] and not heard[Occasion.CUP]
    await world.end_game()
    assert [post.outcome.after.ended for post in heard[Occasion.END]] == [True]
    assert len(heard[Occasion.ANY]) == 2


async def test_post_of_the_next_move_includes_the_missed_move(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await play_with_failing_post(world)
    posts = len(world.messages())
    assert has_no_reply(await world.place(any_turn(await world.game(), random.Random(3))))
    assert len(world.messages()) == posts + 1
    post = world.posts()[-1]
    assert post.index("**Ana** placed a tile") < post.index("**Bo** placed a tile")
    assert f"<@{world.ana.id}>, your turn" in post
    await world.advance_outbox_time(10_000)
    assert len(world.messages()) == posts + 1, "nothing is due any more"
    # A post that tells of two moves loses its buttons as any other does, and none of its words.
    await world.place(any_turn(await world.game(), random.Random(4)))
    assert world.posts()[posts] == post and buttons_of(world.messages()[posts]) == {}


async def test_missed_undo_question_is_posted_after_the_current_turn(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.place(turn_with_figure_choice(await world.game()))
    await play_with_failing_post(world)
    world.env.inject_error("POST", POST_PATH, status=503, times=sending.MAX_TRIES)
    wondering = answer(await world.ana.slash(world.channel, "undo"))
    await world.ana.click(wondering, label=next(iter(buttons_of(wondering))))
    await world.advance_outbox_time(PROBE_SECONDS)
    turn, question = world.messages()[-2:]
    assert "Place my tile" in buttons_of(turn) and "Agree" in buttons_of(question)


async def test_end_of_a_game_is_posted_before_the_channels_next_table(
    world: World,
) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    posts = len(world.messages())
    world.env.inject_error("POST", POST_PATH, status=503, times=sending.MAX_TRIES)
    await world.end_game()
    assert len(world.messages()) == posts
    assert has_no_reply(await world.bo.slash(world.channel, "new", game="hunters", seats=2))
    ended, lobby = world.messages()[posts:]
    assert "**Ana** ended the game without final scoring" in world.posts()[-2]
    assert "Join" in buttons_of(lobby) and buttons_of(ended) == {}
    assert await world.app.game_log.unposted() == ()
    await world.advance_outbox_time(10_000)
    assert len(world.messages()) == posts + 2


async def test_failed_end_and_new_table_are_both_retried_in_order(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    world.env.inject_error("POST", POST_PATH, status=503, times=2 * sending.MAX_TRIES)
    await world.end_game()
    reply = private(await world.bo.slash(world.channel, "new", game="hunters", seats=2))
    assert reply.startswith(SAVED)
    assert len(world.messages()) == posts
    await world.advance_outbox_time(PROBE_SECONDS)
    assert "ended the game without final scoring" in world.posts()[posts]
    assert "Join" in buttons_of(world.messages()[posts + 1])
    assert len(world.messages()) == posts + 2


async def test_end_of_a_game_is_posted_at_the_next_start_although_another_table_is_open(
    world: World,
) -> None:
    """The missed end is hidden from `/new`, as after a crash."""
    await world.start_with(shuffled_header(2))
    with failing_messages("ended the game", 503):
        await world.end_game()
        first = await world.game_id()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Log, "unposted", no_rows)
            await world.bo.slash(world.channel, "new", game="hunters", seats=2)
    assert await world.game_id() != first
    posts = len(world.messages())
    await world.kill_and_restart()
    assert len(world.messages()) == posts + 1
    assert "ended the game without final scoring" in world.posts()[-1]
    assert "Join" in buttons_of(world.messages()[-2]), "the newest table keeps its buttons"
    await world.kill_and_restart()
    assert len(world.messages()) == posts + 1


async def no_rows(*_: object) -> tuple[()]:
    return ()


async def test_channel_with_a_hanging_request_delays_no_other_channel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    channels = [world.channel, *(world.guild.create_text_channel(f"t{n}") for n in range(3))]
    before = await tables_with_missed_posts(world, channels)
    free = asyncio.Event()
    send = discord.PartialMessageable.send

    async def hanging(channel: discord.PartialMessageable, *given: Any, **more: Any) -> Any:
        if channel.id == channels[0].id:
            await free.wait()
        message = await send(channel, *given, **more)
        if [len(world.messages(c)) for c in channels[1:]] == [n + 1 for n in before[1:]]:
            sent.set()
        return message

    monkeypatch.setattr(discord.PartialMessageable, "send", hanging)
    sent = asyncio.Event()
    catching_up = asyncio.create_task(world.app.services.outbox.catch_up())
    await sent.wait()
    assert len(world.messages(channels[0])) == before[0] and not catching_up.done()
    free.set()
    await catching_up
    assert [len(world.messages(c)) for c in channels] == [n + 1 for n in before]


async def test_number_of_channels_caught_up_at_once_is_limited(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = retries.MAX_PARALLEL_GAMES
    channels = [world.guild.create_text_channel(f"t{n}") for n in range(most + 3)]
    before = await tables_with_missed_posts(world, channels)
    sending_now, full, free = 0, asyncio.Event(), asyncio.Event()
    send = discord.PartialMessageable.send

    async def counted(channel: discord.PartialMessageable, *given: Any, **more: Any) -> Any:
        nonlocal sending_now
        sending_now += 1
        if sending_now == most:
            full.set()
        await free.wait()
        return await send(channel, *given, **more)

    monkeypatch.setattr(discord.PartialMessageable, "send", counted)
    catching_up = asyncio.create_task(world.app.services.outbox.catch_up())
    await full.wait()
    for _turn in range(most):
        await world.app.game_log.unposted()  # the others would read, too, and come to send
    assert sending_now == most
    free.set()
    await catching_up
    assert [len(world.messages(c)) for c in channels] == [n + 1 for n in before]


async def test_catch_up_sends_a_waiting_post_exactly_once(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts, where = len(world.messages()), await save_move(world)
    await world.app.services.outbox.catch_up()
    assert len(world.messages()) == posts + 1
    assert await world.app.services.outbox.post(*where)
    assert len(world.messages()) == posts + 1


async def test_turns_of_ten_minutes_without_discord_are_sent_in_one_post(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    take_discord_down(world)
    for _ in range(4):
        answered = await play_next_move(world)
        assert SAVED in private(answered) and "Undo" in buttons_of(answer(answered))
        await world.advance_outbox_time(OUTAGE_SECONDS / 4)
    assert len(world.messages()) == posts
    clear_faults(world)
    await world.advance_outbox_time(PROBE_SECONDS)
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
