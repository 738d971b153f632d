"""Posts that fail, hang or are deleted, with their messages or their channels."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import discord
import pytest

from bot.discord_io import sending
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.posting import outbox
from bot.posting.outbox import FAILED_RETRY_SECONDS, REFUSED_RETRY_SECONDS
from bot.table.store import Request
from tests.support.discord_faults import (
    POST_PATH,
    SAVED,
    UNKNOWN_CHANNEL_CODE,
    clear_faults,
    failing_messages,
    pass_retry_time,
    play_next_move,
    play_with_failing_post,
    save_move,
)
from tests.support.legal_turns import any_turn, turn_with_figure_choice
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private
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


# -- posts that are gone --------------------------------------------------------------------------


async def delete_message(world: World, message: discord.Message) -> None:
    """A moderator takes a post away."""
    await world.app.http.delete_message(message.channel.id, message.id)
    await world.env.settle()


async def test_turn_with_a_deleted_post_is_played_from_the_board(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    for message in world.messages():
        await delete_message(world, message)
    board = answer(await world.bo.slash(world.channel, "board"))
    assert "Place my tile" in buttons_of(board)
    assert "Your tile fits in" in private(await world.bo.click(board, label="Place my tile"))
    assert has_no_reply(await play_next_move(world))
    assert len(world.messages()) == 1, "old posts that are gone are in nobody's way"


async def test_deleted_lobby_card_is_shown_again_and_posted_with_the_next_change(
    world: World,
) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    await delete_message(world, world.post())
    result = await world.bo.slash(world.channel, "new", game="hunters", seats=2)
    assert "There's already a game to join in this channel." in private(result)
    assert has_no_reply(await world.bo.click(answer(result), label="Join"))
    [card] = world.posts()
    assert "**Bo**" in card and "Join" in buttons_of(world.post())


# -- channels that are gone -----------------------------------------------------------------------


async def test_game_of_a_channel_deleted_during_downtime_ends_at_the_first_post(
    world: World,
) -> None:
    other = world.guild.create_text_channel("other")
    await world.start_game(2)
    await world.start_game(2, other)
    row = await world.app.game_log.unfinished(world.channel.id)
    assert row is not None
    await world.write_turns([any_turn(await world.game(), random.Random(3))], posted=False)
    delete_channel_silently(world)
    await world.app.services.outbox.catch_up()
    rows = {row.channel: row for row in await world.app.game_log.games()}
    assert rows[world.channel.id].finished and not rows[other.id].finished
    assert await world.app.game_log.unposted() == ()
    tried = len(world.sent())
    await pass_retry_time(world)
    assert len(world.sent()) == tried, "and nobody knocks there any more"


async def test_channel_that_only_seems_deleted_keeps_its_game_and_is_retried(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    world.env.inject_error("GET", "/channels/*", status=503, times=sending.MAX_TRIES)
    for _doubt in ("Discord cannot confirm it", "asked about the channel itself, it knows it"):
        world.env.inject_error("POST", POST_PATH, status=404, code=UNKNOWN_CHANNEL_CODE)
        private(await world.place(turn_with_figure_choice(await world.game())))
        assert await world.app.game_log.unfinished(world.channel.id) is not None
        clear_faults(world)
    await world.advance_outbox_time(REFUSED_RETRY_SECONDS[0])
    assert len(world.messages()) == posts + 1


# -- helpers of the simulated Discord -------------------------------------------------------------


def delete_channel_silently(world: World) -> None:
    """The channel is deleted without a word to the bot."""
    for method in ("GET", "POST"):
        for path in (f"/channels/{world.channel.id}", f"/channels/{world.channel.id}/*"):
            world.env.inject_error(method, path, status=404, code=UNKNOWN_CHANNEL_CODE, times=None)
