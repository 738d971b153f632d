"""Each saved entry is posted exactly once and in order, however often Discord fails."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import discord
import pytest
from simcord import ChannelHandle

from bot.discord_io import sending
from bot.posting.outbox import PROBE_SECONDS, Occasion, Posted
from storage import Log, NewEntry, StorageError
from tests.support.discord_faults import POST_PATH, SAVED, play_with_failing_post, save_move
from tests.support.legal_turns import any_turn, turn_with_figure_choice
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


async def tables_with_missed_posts(world: World, channels: list[ChannelHandle]) -> list[int]:
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
        world.app.services.outbox.after_post += ((posts.append, {occasion}),)
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


async def test_end_of_a_game_is_posted_before_the_channels_next_table(world: World) -> None:
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


async def test_catch_up_sends_a_waiting_post_exactly_once(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts, where = len(world.messages()), await save_move(world)
    await world.app.services.outbox.catch_up()
    assert len(world.messages()) == posts + 1
    assert await world.app.services.outbox.post(*where)
    assert len(world.messages()) == posts + 1


async def test_sent_post_that_could_not_be_marked_is_not_sent_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The simulated Discord recognises no nonce, as the real one some minutes later."""
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    await play_without_mark(world, monkeypatch)
    assert len(world.messages()) == posts + 1
    assert len(await world.app.game_log.unposted()) == 1
    await world.advance_outbox_time(PROBE_SECONDS)
    assert len(world.messages()) == posts + 1
    assert await world.app.game_log.unposted() == ()
    # It is known by now: it loses its buttons as any other.
    await world.place(turn_with_figure_choice(await world.game()))
    assert buttons_of(world.messages()[-2]) == {}


async def test_sent_post_without_buttons_is_not_repeated_after_a_crash(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two cancelled tables is still posted, once."""
    for _ in range(2):
        await world.ana.slash(world.channel, "new", game="hunters", seats=2)
        posts = len(world.messages())
        asked = answer(await world.ana.slash(world.channel, "end"))
        with monkeypatch.context() as patch:
            patch.setattr(Log, "mark_posted", raise_locked)
            await world.ana.click(asked, label=next(iter(buttons_of(asked))))
        assert len(world.messages()) == posts + 1 and "was cancelled" in world.posts()[-1]
        await world.kill_and_restart()
        assert len(world.messages()) == posts + 1
        assert await world.app.game_log.unposted() == ()
        world.env.inject_error("POST", POST_PATH, status=503, times=sending.MAX_TRIES)
        await world.ana.slash(world.channel, "new", game="hunters", seats=2)
        asked = answer(await world.ana.slash(world.channel, "end"))
        world.env.inject_error("POST", POST_PATH, status=503, times=sending.MAX_TRIES)
        await world.ana.click(asked, label=next(iter(buttons_of(asked))))
        await world.advance_outbox_time(PROBE_SECONDS)
        assert len(world.messages()) == posts + 2, "the same words about another table"


async def test_retry_posts_without_a_search_when_the_history_cannot_be_read(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    await play_with_failing_post(world)
    world.env.inject_error("GET", POST_PATH, status=403, code=50013)
    await world.advance_outbox_time(PROBE_SECONDS)
    assert len(world.messages()) == posts + 1


async def test_retry_waits_when_the_search_for_an_earlier_post_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_with(shuffled_header(2))
    await play_without_mark(world, monkeypatch)
    posts = len(world.messages())
    world.env.inject_error("GET", POST_PATH, status=500)
    await world.kill_and_restart()
    assert len(world.messages()) == posts and len(await world.app.game_log.unposted()) == 1
    await world.advance_outbox_time(PROBE_SECONDS)
    assert len(world.messages()) == posts and await world.app.game_log.unposted() == ()


async def raise_locked(*_: object, **__: object) -> None:
    raise StorageError("database is locked")


async def play_without_mark(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a move whose post is sent but cannot be marked in the log."""
    with monkeypatch.context() as patch:
        patch.setattr(Log, "mark_posted", raise_locked)
        await world.place(turn_with_figure_choice(await world.game()))


async def test_edited_card_that_could_not_be_marked_is_not_posted_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    with monkeypatch.context() as patch:
        patch.setattr(Log, "mark_posted", raise_locked)
        assert has_no_reply(await world.press(world.bo, "join"))
    await world.advance_outbox_time(PROBE_SECONDS)
    assert len(world.messages()) == 1 and "**Bo**" in world.posts()[0]
    assert await world.app.game_log.unposted() == ()


async def test_post_that_fails_once_is_retried(world: World) -> None:
    await world.start_with(shuffled_header(2))
    posts, tried = len(world.messages()), len(world.sent())
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=2)
    assert has_no_reply(await world.place(turn_with_figure_choice(await world.game())))
    assert len(world.messages()) == posts + 1
    nonces = [body["nonce"] for body in world.sent()[tried:]]
    assert len(nonces) == 3 and len(set(nonces)) == 1, "so that none can arrive twice"
    assert all(body["enforce_nonce"] for body in world.sent()[tried:])
    assert all(len(str(nonce)) <= 25 for nonce in nonces)
    assert await world.app.game_log.unposted() == ()


async def test_each_post_has_a_nonce_of_its_own(world: World) -> None:
    """Discord takes a second post with the same nonce for the first, and drops it."""
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    nonces = [body["nonce"] for body in world.sent()]
    assert len(set(nonces)) == len(nonces) > 1


async def test_deleted_channel_and_unreadable_game_do_not_stop_posts_of_other_games(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    deleted, last = (world.guild.create_text_channel(name) for name in ("deleted", "last"))
    channels = (world.channel, deleted, last)
    for channel, text in zip(channels, ("nonsense", "join", "join"), strict=True):
        entries = [NewEntry(world.ana.id, "new hunters 2"), NewEntry(world.bo.id, text)]
        await world.app.game_log.begin(guild=world.guild.id, channel=channel.id, entries=entries)
    world.env.inject_error("POST", f"/channels/{deleted.id}/messages", status=404, code=10003)
    await world.kill_and_restart()
    assert [len(world.messages(channel)) for channel in channels] == [0, 0, 1]
    reply = private(await world.bo.slash(world.channel, "board"))
    assert "I can't read this game's log" in reply and "nonsense" in reply
    logged = [r.getMessage() for r in caplog.records if r.levelno >= 40]
    assert len(logged) == 1 and "nonsense" in logged[0]
    caplog.clear()
    assert "All seats are taken" in private(await world.bo.slash(last, "board"))


async def test_server_manager_closes_an_unreadable_game(world: World) -> None:
    await world.open(2)
    lobby = world.post()
    await world.write([(world.ana.id, f"start\norder: 0 1\n{shuffled_header(2).text()}")])
    await world.place(turn_with_figure_choice(await world.game()))
    post = world.post()
    row = await world.app.game_log.unfinished(world.channel.id)
    assert row is not None
    nonsense = [NewEntry(world.bo.id, "nonsense")]
    await world.app.game_log.append(row.id, after=row.last, entries=nonsense)
    await world.app.game_log.mark_posted(row.id, row.last + 1)
    before = len(await world.app.game_log.read(row.id))
    for reply in (
        *[private(await world.bo.slash(world.channel, c)) for c in ("board", "undo")],
        private(await world.bo.slash(world.channel, "place", move="0 1 rot0")),
        private(await world.bo.slash(world.channel, "place", move="pass")),
        private(await world.bo.slash(world.channel, "end")),
        private(await world.bo.slash(world.channel, "new", game="hunters", seats=2)),
        private(await world.bo.click(post, label="Undo")),
        private(await world.press_old(world.dan, lobby, "Leave")),
        private(await world.dan.click(post, label="Board")),
    ):
        assert "I can't read this game's log" in reply and "nonsense" in reply and "`/end`" in reply
    assert await world.bo.autocomplete(world.channel, "place", "move", "") == []
    assert await world.bo.autocomplete(world.channel, "ark", "move", "") == []
    assert await world.app.game_log.unfinished(world.channel.id) is not None
    assert "I closed the game" in private(await world.ana.slash(world.channel, "end"))
    assert len(await world.app.game_log.read(row.id)) == before, "nothing of it is lost"
    assert has_no_reply(await world.bo.slash(world.channel, "new", game="hunters", seats=2))
    assert (await world.table()).host == world.bo.id
