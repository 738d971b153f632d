"""Failed and hanging posts: pauses between retries, time limits, posts that cannot succeed."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.discord_io import sending
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.posting import outbox
from bot.posting.outbox import FAILED_RETRY_SECONDS
from bot.table.store import Request
from tests.support.discord_faults import (
    POST_PATH,
    SAVED,
    clear_faults,
    failing_messages,
    play_with_failing_post,
    save_move,
)
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import answer, buttons_of, private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


async def test_caller_waits_no_longer_than_the_post_timeout_when_discord_hangs(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The post goes on its way meanwhile, and arrives once, before that of the next move."""
    await world.start_with(shuffled_header(2))
    posts, free = len(world.messages()), asyncio.Event()
    send, box = discord.PartialMessageable.send, world.app.services.outbox
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
    assert len(world.messages()) == posts + 2
    assert not box.is_posting_or_retrying(world.channel.id)
    assert (
        "**Ana** placed a tile" in world.posts()[-2] and "**Bo** placed a tile" in world.posts()[-1]
    )


async def test_post_that_hangs_is_cancelled_and_retried_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_with(shuffled_header(2))
    posts, box = len(world.messages()), world.app.services.outbox
    monkeypatch.setattr(sending, "REQUEST_SECONDS", 0.1)
    with monkeypatch.context() as patch:
        patch.setattr(discord.PartialMessageable, "send", hang)
        assert not await box.post(*(await save_move(world)))
    assert box.is_posting_or_retrying(world.channel.id) and len(world.messages()) == posts
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
    outcome = await world.app.services.table_service.join(request)
    box, card = world.app.services.outbox, world.post()
    with monkeypatch.context() as patch:
        patch.setattr(discord.PartialMessage, "edit", hang)
        with pytest.raises(TRANSPORT_ERRORS):
            await box.update(world.channel.id, world.guild.id, outcome, card.id)
    assert await box.post(world.channel.id, world.guild.id, outcome)
    assert len(world.messages()) == 2 and "**Bo**" in world.posts()[-1]


async def test_post_answered_with_the_page_of_a_proxy_is_found_or_sent_a_minute_later(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_with(shuffled_header(2))
    posts, send = len(world.messages()), discord.http.HTTPClient.send_message
    for has_arrived in (False, True):

        async def answer_html(*given: Any, has_arrived: bool = has_arrived, **more: Any) -> Any:
            if has_arrived:
                await send(*given, **more)
            return "<html>Bad gateway</html>"

        with monkeypatch.context() as patch:
            patch.setattr(discord.http.HTTPClient, "send_message", answer_html)
            turn = turn_with_figure_choice(await world.game())
            assert private(await world.place(turn)).startswith(SAVED)
        assert len(world.messages()) == posts + has_arrived
        await world.advance_outbox_time(FAILED_RETRY_SECONDS[0])
        posts += 1
        assert len(world.messages()) == posts
        assert await world.app.game_log.unposted() == ()
    logged = [r.getMessage() for r in caplog.records if r.levelno >= 40]
    assert ["saved, but not posted" in text for text in logged] == [True, True]
    caplog.clear()


async def test_post_that_discord_calls_invalid_is_sent_in_plain_words_at_the_third_try(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    world.env.inject_error("POST", POST_PATH, status=400, code=50035, times=2)
    reply = private(await world.place(turn_with_figure_choice(await world.game())))
    assert reply.startswith("Your move is saved, but Discord won't let me post it: error 50035")
    await world.advance_outbox_time(FAILED_RETRY_SECONDS[0])
    assert len(world.messages()) == posts
    assert [bool(body.get("attachments")) for body in world.sent()[-2:]] == [True, True]
    await world.advance_outbox_time(FAILED_RETRY_SECONDS[1])
    assert len(world.messages()) == posts + 1
    assert not world.post().attachments and "Place my tile" in buttons_of(world.post())
    assert f"<@{world.bo.id}>, your turn" in world.posts()[-1]
    assert world.sent()[-1]["allowed_mentions"]["users"] == [world.bo.id]
    logged = [r.getMessage() for r in caplog.records if r.levelno >= 40]
    assert len(logged) == 1 and "50035" in logged[0]
    caplog.clear()
    await world.place(turn_with_figure_choice(await world.game()))
    assert world.post().attachments, "the next post has its picture again"


@pytest.mark.parametrize(
    ("status", "code", "reason"),
    [
        (400, 200000, "Discord won't let me post it: this server's AutoMod blocks it"),
        (400, 240000, "Discord won't let me post it: Discord blocks a link in it"),
        (403, 20009, "Discord won't let me post it: Discord takes it for explicit content"),
        (413, 0, "Discord won't let me post it: it is too large"),
        (403, 50013, "I can't post here"),
    ],
)
async def test_refused_last_post_of_a_game_is_named_and_stops_no_post_of_the_next_game(
    world: World, status: int, code: int, reason: str
) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    with failing_messages("ended the game", status, code):
        asked = answer(await world.ana.slash(world.channel, "end"))
        ended = await world.ana.click(asked, label="End without scoring")
        assert private(ended).startswith(f"Your move is saved, but {reason}")
        await world.ana.slash(world.channel, "new", game="hunters", seats=2)
        assert "Join" in buttons_of(world.post()) and len(world.messages()) == posts + 1
        await world.press(world.bo, "join")
        await world.press(world.ana, "start")
        assert len(await world.app.game_log.unposted()) == 1
    await world.advance_outbox_time(FAILED_RETRY_SECONDS[1])
    assert "ended the game without final scoring" in world.posts()[-1]
    assert await world.app.game_log.unposted() == ()


async def test_closing_bot_does_not_wait_for_retries(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    await play_with_failing_post(world, times=None)
    box = world.app.services.outbox
    assert box.is_posting_or_retrying(world.channel.id)
    async with asyncio.timeout(5):
        await world.app.close()
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "outbox"]
    clear_faults(world)
    await world.restart()
    assert len(world.messages()) == posts + 1, "the next start posts it"


async def test_new_session_retries_waiting_posts_at_once(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    await play_with_failing_post(world)
    await world.app.on_ready()
    assert len(world.messages()) == posts + 1
    await world.advance_outbox_time(10_000)
    assert len(world.messages()) == posts + 1
