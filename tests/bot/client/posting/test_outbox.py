"""What was saved is posted once and in order, whatever fails meanwhile and without a restart."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from simcord import ChannelHandle

from bot.client.discord_io import sending
from bot.client.discord_io.sending import TRANSPORT_ERRORS
from bot.client.posting import outbox
from bot.client.posting.retries import REFUSED_RETRY_SECONDS, RETRY_SECONDS, retry_seconds
from bot.table.store import Request
from bot.table.table import Outcome
from storage import Log, NewEntry, StorageError
from tests.support.legal_turns import any_turn, asking
from tests.support.world import World, answer, buttons_of, dealt, private, silent

POST = "/channels/*/messages"
SAVED = "Your move is saved; I post it as soon as Discord takes it."


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The pauses between the tries of one post, but short."""
    monkeypatch.setattr(sending, "RETRY_SECONDS", 0.0)
    yield


async def failing(world: World, times: int | None = sending.MAX_TRIES) -> str:
    """A move whose post Discord does not take; the private answer."""
    world.env.inject_error("POST", POST, status=503, times=times)
    return private(await world.place(asking(await world.game())))


def well(world: World) -> None:
    """Discord fails no more."""
    world.env.backend.faults.clear()


async def behind(world: World, channels: list[ChannelHandle]) -> list[int]:
    """A table in each channel, of which the last entry has not been posted; the posts there are."""
    for channel in channels:
        await world.ana.slash(channel, "new", game="hunters", seats=2)
        row = await world.app.log.running(channel.id)
        assert row is not None
        await world.app.log.append(row.id, after=row.last, entries=[NewEntry(world.bo.id, "join")])
    return [len(world.messages(channel)) for channel in channels]


async def test_a_post_that_failed_is_out_seconds_later_without_a_restart(world: World) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    assert (await failing(world)).startswith(SAVED)
    assert len(world.messages()) == posts
    await world.later(RETRY_SECONDS[0] - 1)
    assert len(world.messages()) == posts
    await world.later(1)
    assert len(world.messages()) == posts + 1
    assert "**Ana** lays a tile" in world.posts()[-1]
    assert f"<@{world.bo.id}>, your turn" in world.posts()[-1]
    assert world.sent()[-1]["allowed_mentions"]["users"] == [world.bo.id]
    assert "Place my tile" in buttons_of(world.post())
    assert await world.app.log.unposted() == ()
    await world.later(10_000)
    assert len(world.messages()) == posts + 1, "once"


async def test_retry_pauses_grow_to_the_longest_while_discord_fails(world: World) -> None:
    await world.dealt(dealt(2))
    await failing(world, times=None)
    tried = []
    for seconds in (*RETRY_SECONDS, RETRY_SECONDS[-1], RETRY_SECONDS[-1]):
        before = len(world.sent())
        await world.later(seconds - 1)
        assert len(world.sent()) == before, "not before its time"
        await world.later(1)
        tried.append(len(world.sent()) - before)
    assert tried == [sending.MAX_TRIES] * (len(RETRY_SECONDS) + 2)
    well(world)
    posts = len(world.messages())
    await world.later(RETRY_SECONDS[-1])
    assert len(world.messages()) == posts + 1
    assert list(RETRY_SECONDS) == sorted(RETRY_SECONDS) and len(set(RETRY_SECONDS)) > 3


async def test_refused_post_is_retried_with_longer_pauses(world: World) -> None:
    """A permission that is missing, a thread that is locked: somebody has to do something."""
    await world.dealt(dealt(2))
    posts, tried = len(world.messages()), len(world.sent())
    world.env.inject_error("POST", POST, status=403, code=50013)
    told = private(await world.place(asking(await world.game())))
    assert told.startswith("Your move is saved, but Discord does not let me post here")
    await world.later(REFUSED_RETRY_SECONDS[0] - 1)
    assert len(world.sent()) == tried + 1
    await world.later(1)
    assert len(world.messages()) == posts + 1
    assert min(REFUSED_RETRY_SECONDS) > min(RETRY_SECONDS)


@pytest.mark.parametrize(
    "error", [ConnectionResetError("gone"), TimeoutError(), OSError(104, "reset")]
)
def test_a_network_that_is_gone_is_tried_again_like_a_discord_that_fails(error: Exception) -> None:
    assert [retry_seconds(error, tries) for tries in range(7)] == [
        *RETRY_SECONDS,
        RETRY_SECONDS[-1],
        RETRY_SECONDS[-1],
    ]


async def test_post_of_the_next_move_includes_the_missed_move(world: World) -> None:
    await world.dealt(dealt(2))
    await failing(world)
    posts = len(world.messages())
    assert silent(await world.place(any_turn(await world.game(), random.Random(3))))
    assert len(world.messages()) == posts + 1
    told = world.posts()[-1]
    assert told.index("**Ana** lays a tile") < told.index("**Bo** lays a tile")
    assert f"<@{world.ana.id}>, your turn" in told
    await world.later(10_000)
    assert len(world.messages()) == posts + 1, "nothing is due any more"
    # A post that tells of two moves loses its buttons as any other does, and none of its words.
    await world.place(any_turn(await world.game(), random.Random(4)))
    assert world.posts()[posts] == told and buttons_of(world.messages()[posts]) == {}


async def test_moves_missed_one_after_the_other_are_told_in_one_post(world: World) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    for _ in range(2):
        await failing(world)
    await world.later(RETRY_SECONDS[0])
    assert len(world.messages()) == posts + 1
    told = world.posts()[-1]
    assert told.index("**Ana** lays a tile") < told.index("**Bo** lays a tile")


async def test_missed_post_of_an_undo_is_sent_as_an_undo(world: World) -> None:
    await world.dealt(dealt(2))
    await world.place(asking(await world.game()))
    world.env.inject_error("POST", POST, status=503, times=sending.MAX_TRIES)
    assert private(await world.ana.click(world.post(), label="Take back")).startswith(SAVED)
    await world.later(RETRY_SECONDS[0])
    assert "**Ana** took back the last move" in world.posts()[-1]


async def test_missed_move_and_its_undo_are_replaced_by_a_post_of_the_current_turn(
    world: World,
) -> None:
    await world.dealt(dealt(2))
    await world.place(asking(await world.game()))
    await failing(world)
    world.env.inject_error("POST", POST, status=503, times=sending.MAX_TRIES)
    await world.bo.slash(world.channel, "undo")
    posts = len(world.messages())
    await world.later(RETRY_SECONDS[0])
    assert len(world.messages()) == posts + 1
    assert f"<@{world.bo.id}>, your turn" in world.posts()[-1]
    assert await world.app.log.unposted() == ()


async def test_missed_undo_question_is_posted_after_the_current_turn(world: World) -> None:
    await world.dealt(dealt(3))
    await world.place(asking(await world.game()))
    await failing(world)
    world.env.inject_error("POST", POST, status=503, times=sending.MAX_TRIES)
    wondering = answer(await world.ana.slash(world.channel, "undo"))
    await world.ana.click(wondering, label=next(iter(buttons_of(wondering))))
    await world.later(RETRY_SECONDS[0])
    turn, question = world.messages()[-2:]
    assert "Place my tile" in buttons_of(turn) and "Agree" in buttons_of(question)


async def test_the_end_of_a_game_comes_before_the_table_that_its_channel_opens_next(
    world: World,
) -> None:
    await world.dealt(dealt(2))
    await world.place(asking(await world.game()))
    posts = len(world.messages())
    world.env.inject_error("POST", POST, status=503, times=sending.MAX_TRIES)
    await world.called_off()
    assert len(world.messages()) == posts
    assert silent(await world.bo.slash(world.channel, "new", game="hunters", seats=2))
    ended, lobby = world.messages()[posts:]
    assert "**Ana** ended the game early" in world.posts()[-2]
    assert "Join" in buttons_of(lobby) and buttons_of(ended) == {}
    assert await world.app.log.unposted() == ()
    await world.later(10_000)
    assert len(world.messages()) == posts + 2


async def test_failed_end_and_new_table_are_both_retried_in_order(world: World) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    world.env.inject_error("POST", POST, status=503, times=2 * sending.MAX_TRIES)
    await world.called_off()
    told = private(await world.bo.slash(world.channel, "new", game="hunters", seats=2))
    assert told.startswith(SAVED)
    assert len(world.messages()) == posts
    await world.later(RETRY_SECONDS[0])
    assert "ended the game early" in world.posts()[posts]
    assert "Join" in buttons_of(world.messages()[posts + 1])
    assert len(world.messages()) == posts + 2


async def test_the_end_of_a_game_is_posted_at_the_next_start_though_another_is_open(
    world: World,
) -> None:
    """As after a crash, before which the new table was even posted."""
    await world.dealt(dealt(2))
    world.env.inject_error("POST", POST, status=503, times=sending.MAX_TRIES)
    await world.called_off()
    first = await world.game_id()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Log, "unposted", no_rows)
        await world.bo.slash(world.channel, "new", game="hunters", seats=2)
    assert await world.game_id() != first
    posts = len(world.messages())
    await world.killed()
    assert len(world.messages()) == posts + 1
    assert "ended the game early" in world.posts()[-1]
    assert "Join" in buttons_of(world.messages()[-2]), "the newest table keeps its buttons"
    await world.killed()
    assert len(world.messages()) == posts + 1


async def no_rows(*_: object) -> tuple[()]:
    return ()


async def test_a_channel_in_which_discord_hangs_holds_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    channels = [world.channel, *(world.guild.create_text_channel(f"t{n}") for n in range(3))]
    before = await behind(world, channels)
    free = asyncio.Event()
    send = discord.PartialMessageable.send

    async def hanging(channel: discord.PartialMessageable, *given: Any, **more: Any) -> Any:
        if channel.id == channels[0].id:
            await free.wait()
        return await send(channel, *given, **more)

    monkeypatch.setattr(discord.PartialMessageable, "send", hanging)
    catching_up = asyncio.create_task(world.app.context.posting.outbox.catch_up())
    while [len(world.messages(c)) for c in channels[1:]] != [n + 1 for n in before[1:]]:
        await asyncio.sleep(0.01)
    assert len(world.messages(channels[0])) == before[0] and not catching_up.done()
    free.set()
    await catching_up
    assert [len(world.messages(c)) for c in channels] == [n + 1 for n in before]


async def test_number_of_channels_caught_up_at_once_is_limited(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    channels = [
        world.guild.create_text_channel(f"t{n}") for n in range(outbox.MAX_PARALLEL_CHANNELS + 3)
    ]
    before = await behind(world, channels)
    sending_now, most = 0, 0
    send = discord.PartialMessageable.send

    async def counted(channel: discord.PartialMessageable, *given: Any, **more: Any) -> Any:
        nonlocal sending_now, most
        sending_now += 1
        most = max(most, sending_now)
        await asyncio.sleep(0.02)
        sending_now -= 1
        return await send(channel, *given, **more)

    monkeypatch.setattr(discord.PartialMessageable, "send", counted)
    await world.app.context.posting.outbox.catch_up()
    assert [len(world.messages(c)) for c in channels] == [n + 1 for n in before]
    assert 1 < most <= outbox.MAX_PARALLEL_CHANNELS


async def test_sent_post_that_could_not_be_marked_is_not_sent_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The simulated Discord recognises no nonce, as the real one some minutes later."""
    await world.dealt(dealt(2))
    posts = len(world.messages())
    await unnoted(world, monkeypatch)
    assert len(world.messages()) == posts + 1
    assert len(await world.app.log.unposted()) == 1
    await world.later(RETRY_SECONDS[0])
    assert len(world.messages()) == posts + 1
    assert await world.app.log.unposted() == ()
    # It is known by now: it loses its buttons as any other.
    await world.place(asking(await world.game()))
    assert buttons_of(world.messages()[-2]) == {}


async def test_sent_post_is_not_repeated_after_a_crash_before_its_mark(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    await unnoted(world, monkeypatch)
    await world.killed()
    assert len(world.messages()) == posts + 1
    assert await world.app.log.unposted() == ()


async def test_sent_post_without_buttons_is_not_repeated_after_a_crash(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two tables that were called off, the second is told all the same, and once."""
    for _ in range(2):
        await world.ana.slash(world.channel, "new", game="hunters", seats=2)
        posts = len(world.messages())
        asked = answer(await world.ana.slash(world.channel, "end"))
        with monkeypatch.context() as patch:
            patch.setattr(Log, "mark_posted", locked)
            await world.ana.click(asked, label=next(iter(buttons_of(asked))))
        assert len(world.messages()) == posts + 1 and "was called off" in world.posts()[-1]
        await world.killed()
        assert len(world.messages()) == posts + 1
        assert await world.app.log.unposted() == ()
        world.env.inject_error("POST", POST, status=503, times=sending.MAX_TRIES)
        await world.ana.slash(world.channel, "new", game="hunters", seats=2)
        asked = answer(await world.ana.slash(world.channel, "end"))
        world.env.inject_error("POST", POST, status=503, times=sending.MAX_TRIES)
        await world.ana.click(asked, label=next(iter(buttons_of(asked))))
        await world.later(RETRY_SECONDS[0])
        assert len(world.messages()) == posts + 2, "the same words about another table"


async def test_retry_posts_without_a_search_when_the_history_cannot_be_read(
    world: World,
) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    await failing(world)
    world.env.inject_error("GET", POST, status=403, code=50013)
    await world.later(RETRY_SECONDS[0])
    assert len(world.messages()) == posts + 1


async def test_retry_waits_when_the_search_for_an_earlier_post_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.dealt(dealt(2))
    await unnoted(world, monkeypatch)
    posts = len(world.messages())
    world.env.inject_error("GET", POST, status=500)
    await world.killed()
    assert len(world.messages()) == posts and len(await world.app.log.unposted()) == 1
    await world.later(RETRY_SECONDS[0])
    assert len(world.messages()) == posts and await world.app.log.unposted() == ()


async def locked(*_: object, **__: object) -> None:
    raise StorageError("database is locked")


async def unnoted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move whose post is out, of which the log could not be told."""
    with monkeypatch.context() as patch:
        patch.setattr(Log, "mark_posted", locked)
        await world.place(asking(await world.game()))


async def test_edited_card_that_could_not_be_marked_is_not_posted_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    with monkeypatch.context() as patch:
        patch.setattr(Log, "mark_posted", locked)
        assert silent(await world.press(world.bo, "join"))
    await world.later(RETRY_SECONDS[0])
    assert len(world.messages()) == 1 and "**Bo**" in world.posts()[0]
    assert await world.app.log.unposted() == ()


async def move(world: World) -> tuple[int, int, Outcome]:
    """A move that is saved, and where its post belongs."""
    player, turn = await world.to_move(), asking(await world.game())
    request = Request(player.id, world.guild.id, world.channel.id)
    outcome = await world.app.context.table.service.play(request, turn.moves)
    return world.channel.id, world.guild.id, outcome


async def test_caller_waits_no_longer_than_the_post_timeout_when_discord_hangs(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The post goes on its way meanwhile, and arrives once."""
    await world.dealt(dealt(2))
    posts, free = len(world.messages()), asyncio.Event()
    send, box = discord.PartialMessageable.send, world.app.context.posting.outbox

    async def hanging(*given: Any, **more: Any) -> Any:
        await free.wait()
        return await send(*given, **more)

    monkeypatch.setattr(outbox, "POST_TIMEOUT_SECONDS", 0.1)
    monkeypatch.setattr(discord.PartialMessageable, "send", hanging)
    where = await move(world)
    async with asyncio.timeout(5):
        assert not await box.post(*where)
        assert not await box.post(*(await move(world))), "nor does the lock of the channel"
    assert len(world.messages()) == posts
    free.set()
    while box._posting:
        await asyncio.sleep(0.01)
    assert len(world.messages()) == posts + 2 and not box._retries._due
    assert "**Ana** lays a tile" in world.posts()[-2] and "**Bo** lays a tile" in world.posts()[-1]


async def test_post_that_hangs_is_cancelled_and_retried_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.dealt(dealt(2))
    posts, box = len(world.messages()), world.app.context.posting.outbox
    monkeypatch.setattr(sending, "REQUEST_SECONDS", 0.1)
    with monkeypatch.context() as patch:
        patch.setattr(discord.PartialMessageable, "send", forever)
        assert not await box.post(*(await move(world)))
    assert box._retries._due and not box._posting and len(world.messages()) == posts
    await box.catch_up()
    assert len(world.messages()) == posts + 1


async def forever(*_: Any, **__: Any) -> Any:
    """What never comes to an end."""
    await asyncio.Event().wait()


async def test_a_card_whose_edit_hangs_is_posted_anew(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    monkeypatch.setattr(outbox, "EDIT_SECONDS", 0.1)
    request = Request(world.bo.id, world.guild.id, world.channel.id)
    outcome = await world.app.context.table.service.join(request)
    box, card = world.app.context.posting.outbox, world.post()
    with monkeypatch.context() as patch:
        patch.setattr(discord.PartialMessage, "edit", forever)
        with pytest.raises(TRANSPORT_ERRORS):
            await box.update(world.channel.id, world.guild.id, outcome, card.id)
    assert await box.post(world.channel.id, world.guild.id, outcome)
    assert len(world.messages()) == 2 and "**Bo**" in world.posts()[-1]


async def test_post_that_discord_calls_invalid_is_logged_once_and_blocks_no_later_post(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.dealt(dealt(2))
    world.env.inject_error("POST", POST, status=400, code=50035, times=None)
    assert private(await world.place(asking(await world.game()))).startswith(SAVED)
    await world.later(REFUSED_RETRY_SECONDS[0])
    tried = len(world.sent())
    await world.later(10_000)
    assert len(world.sent()) == tried
    logged = [r.getMessage() for r in caplog.records if r.levelno >= 40]
    assert len(logged) == 1 and "cannot be posted as it stands" in logged[0]
    caplog.clear()
    well(world)
    assert silent(await world.place(asking(await world.game())))
    await world.called_off()
    assert silent(await world.bo.slash(world.channel, "new", game="hunters", seats=2))


async def test_a_bot_that_is_closed_waits_for_no_retry(world: World) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    await failing(world, times=None)
    box = world.app.context.posting.outbox
    assert list(box._retries._due) == [world.channel.id]
    async with asyncio.timeout(5):
        await world.app.close()
    assert not box._retries._due and not box._retries.trying and not box._posting
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "outbox"]
    well(world)
    await world.restart()
    assert len(world.messages()) == posts + 1, "the next start posts it"


async def test_retry_pauses_begin_anew_after_a_successful_post(world: World) -> None:
    await world.dealt(dealt(2))
    await failing(world, times=4 * sending.MAX_TRIES)
    await world.later(sum(RETRY_SECONDS[:3]))
    assert list(world.app.context.posting.outbox._retries._due) == [world.channel.id]
    assert silent(await world.place(asking(await world.game())))
    assert not world.app.context.posting.outbox._retries._due
    await failing(world)
    posts = len(world.messages())
    await world.later(RETRY_SECONDS[0])
    assert len(world.messages()) == posts + 1


async def test_catch_up_sends_a_waiting_post_exactly_once(world: World) -> None:
    await world.dealt(dealt(2))
    posts, where = len(world.messages()), await move(world)
    await world.app.context.posting.outbox.catch_up()
    assert len(world.messages()) == posts + 1
    assert await world.app.context.posting.outbox.post(*where)
    assert len(world.messages()) == posts + 1


async def test_new_session_retries_waiting_posts_at_once(world: World) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    await failing(world)
    await world.app.on_ready()
    assert len(world.messages()) == posts + 1
    await world.later(10_000)
    assert len(world.messages()) == posts + 1


async def test_posts_of_a_deleted_channel_are_not_retried(world: World) -> None:
    await world.dealt(dealt(2))
    await failing(world, times=None)
    channel = world.app.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.delete()
    await world.env.settle()
    tried = len(world.sent())
    await world.later(RETRY_SECONDS[0])
    assert len(world.sent()) == tried and not world.app.context.posting.outbox._retries._due
