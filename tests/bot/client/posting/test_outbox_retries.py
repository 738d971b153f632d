"""Failed and hanging posts: pauses between retries, time limits, posts that cannot succeed."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.client.discord_io import sending
from bot.client.discord_io.sending import TRANSPORT_ERRORS
from bot.client.posting import outbox
from bot.client.posting.retries import CHANNEL_RETRY_SECONDS, REFUSED_RETRY_SECONDS, retry_seconds
from bot.table.store import Request
from tests.support.discord_faults import (
    POST_PATH,
    SAVED,
    clear_faults,
    play_with_failing_post,
    save_move,
)
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import has_no_reply, private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


async def test_retry_pauses_grow_to_the_longest_while_discord_fails(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await play_with_failing_post(world, times=None)
    tried = []
    for seconds in (*CHANNEL_RETRY_SECONDS, CHANNEL_RETRY_SECONDS[-1], CHANNEL_RETRY_SECONDS[-1]):
        before = len(world.sent())
        await world.advance_outbox_time(seconds - 1)
        assert len(world.sent()) == before, "not before its time"
        await world.advance_outbox_time(1)
        tried.append(len(world.sent()) - before)
    assert tried == [sending.MAX_TRIES] * (len(CHANNEL_RETRY_SECONDS) + 2)
    clear_faults(world)
    posts = len(world.messages())
    await world.advance_outbox_time(CHANNEL_RETRY_SECONDS[-1])
    assert len(world.messages()) == posts + 1
    assert (
        list(CHANNEL_RETRY_SECONDS) == sorted(CHANNEL_RETRY_SECONDS)
        and len(set(CHANNEL_RETRY_SECONDS)) > 3
    )


def test_network_failure_is_retried_like_a_failure_of_discord() -> None:
    for error in (ConnectionResetError("gone"), TimeoutError(), OSError(104, "reset")):
        assert [retry_seconds(error, tries) for tries in range(7)] == [
            *CHANNEL_RETRY_SECONDS,
            CHANNEL_RETRY_SECONDS[-1],
            CHANNEL_RETRY_SECONDS[-1],
        ]


async def test_caller_waits_no_longer_than_the_post_timeout_when_discord_hangs(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The post goes on its way meanwhile, and arrives once, before that of the next move."""
    await world.start_with(shuffled_header(2))
    posts, free = len(world.messages()), asyncio.Event()
    send, box = discord.PartialMessageable.send, world.app.context.posting.outbox
    begun: list[object] = []

    async def hanging(*given: Any, **more: Any) -> Any:
        begun.append(given)
        if len(begun) == 1:
            await free.wait()
        return await send(*given, **more)

    monkeypatch.setattr(outbox, "POST_TIMEOUT_SECONDS", 0.1)
    monkeypatch.setattr(discord.PartialMessageable, "send", hanging)
    where = await save_move(world)
    async with asyncio.timeout(30):
        assert not await box.post(*where)
        assert not await box.post(*(await save_move(world))), "nor does the lock of the channel"
    assert len(world.messages()) == posts
    free.set()
    await asyncio.gather(*box._posting)
    assert len(world.messages()) == posts + 2 and not box._retries._waiting
    assert (
        "**Ana** placed a tile" in world.posts()[-2] and "**Bo** placed a tile" in world.posts()[-1]
    )


async def test_post_that_hangs_is_cancelled_and_retried_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_with(shuffled_header(2))
    posts, box = len(world.messages()), world.app.context.posting.outbox
    monkeypatch.setattr(sending, "REQUEST_SECONDS", 0.1)
    with monkeypatch.context() as patch:
        patch.setattr(discord.PartialMessageable, "send", hang)
        assert not await box.post(*(await save_move(world)))
    assert box._retries._waiting and not box._posting and len(world.messages()) == posts
    await box.catch_up()
    assert len(world.messages()) == posts + 1


async def hang(*_: Any, **__: Any) -> Any:
    """Never return."""
    await asyncio.Event().wait()


async def test_card_with_a_hanging_edit_is_posted_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    monkeypatch.setattr(outbox, "EDIT_SECONDS", 0.1)
    request = Request(world.bo.id, world.guild.id, world.channel.id)
    outcome = await world.app.context.table.service.join(request)
    box, card = world.app.context.posting.outbox, world.post()
    with monkeypatch.context() as patch:
        patch.setattr(discord.PartialMessage, "edit", hang)
        with pytest.raises(TRANSPORT_ERRORS):
            await box.update(world.channel.id, world.guild.id, outcome, card.id)
    assert await box.post(world.channel.id, world.guild.id, outcome)
    assert len(world.messages()) == 2 and "**Bo**" in world.posts()[-1]


async def test_post_that_discord_calls_invalid_is_logged_once_and_blocks_no_later_post(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_with(shuffled_header(2))
    world.env.inject_error("POST", POST_PATH, status=400, code=50035, times=None)
    assert private(await world.place(turn_with_figure_choice(await world.game()))).startswith(SAVED)
    await world.advance_outbox_time(REFUSED_RETRY_SECONDS[0])
    tried = len(world.sent())
    await world.advance_outbox_time(10_000)
    assert len(world.sent()) == tried
    logged = [r.getMessage() for r in caplog.records if r.levelno >= 40]
    assert len(logged) == 1 and "cannot be posted as it stands" in logged[0]
    caplog.clear()
    clear_faults(world)
    assert has_no_reply(await world.place(turn_with_figure_choice(await world.game())))
    await world.end_game()
    assert has_no_reply(await world.bo.slash(world.channel, "new", game="hunters", seats=2))


async def test_closing_bot_does_not_wait_for_retries(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    await play_with_failing_post(world, times=None)
    box = world.app.context.posting.outbox
    assert list(box._retries._waiting) == [world.channel.id]
    async with asyncio.timeout(5):
        await world.app.close()
    assert not box._retries._waiting and not box._retries.trying and not box._posting
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "outbox"]
    clear_faults(world)
    await world.restart()
    assert len(world.messages()) == posts + 1, "the next start posts it"


async def test_retry_pauses_restart_after_a_successful_post(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await play_with_failing_post(world, times=4 * sending.MAX_TRIES)
    await world.advance_outbox_time(sum(CHANNEL_RETRY_SECONDS[:3]))
    assert list(world.app.context.posting.outbox._retries._waiting) == [world.channel.id]
    assert has_no_reply(await world.place(turn_with_figure_choice(await world.game())))
    assert not world.app.context.posting.outbox._retries._waiting
    await play_with_failing_post(world)
    posts = len(world.messages())
    await world.advance_outbox_time(CHANNEL_RETRY_SECONDS[0])
    assert len(world.messages()) == posts + 1


async def test_new_session_retries_waiting_posts_at_once(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    await play_with_failing_post(world)
    await world.app.on_ready()
    assert len(world.messages()) == posts + 1
    await world.advance_outbox_time(10_000)
    assert len(world.messages()) == posts + 1


async def test_posts_of_a_deleted_channel_are_not_retried(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await play_with_failing_post(world, times=None)
    channel = world.app.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.delete()
    await world.env.settle()
    tried = len(world.sent())
    await world.advance_outbox_time(CHANNEL_RETRY_SECONDS[0])
    assert len(world.sent()) == tried and not world.app.context.posting.outbox._retries._waiting
