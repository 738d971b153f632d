"""Whatever fails: players are told privately and play on; the channel is told when it can be."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, InteractionResult

from bot.client.discord_io import rendering, sending
from bot.client.interactions.replies import NEEDED, NEEDED_IN_THREADS, PERMISSIONS
from bot.client.posting.retries import REFUSED_RETRY_SECONDS, RETRY_SECONDS
from tests.support.legal_turns import any_turn, asking
from tests.support.slow_cases import rest_slow
from tests.support.world import World, answer, buttons_of, dealt, private, silent

POST = "/channels/*/messages"
EDIT = "/channels/*/messages/*"
HOUR = 3600.0
AWAY = "I post it as soon as Discord takes it"
FORBIDDEN = "Discord does not let me post here"
LOCKED = 160005
ARCHIVED = 50083
NO_CHANNEL = 10003
NO_MESSAGE = 10008


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The pauses between the tries of one post, but short."""
    monkeypatch.setattr(sending, "RETRY_SECONDS", 0.0)
    yield


def down(world: World) -> None:
    """Discord takes nothing in its channels; interactions still come and are answered."""
    for method, path in (("POST", POST), ("PATCH", EDIT), ("GET", POST)):
        world.env.inject_error(method, path, status=503, times=None)


def refusing(world: World, status: int = 403, code: int = 50013) -> None:
    """Discord refuses what the bot sends."""
    for method, path in (("POST", POST), ("PATCH", EDIT)):
        world.env.inject_error(method, path, status=status, code=code, times=None)


def well(world: World) -> None:
    """Discord fails no more."""
    world.env.backend.faults.clear()


async def overdue(world: World) -> None:
    """So long that whatever is due has been tried again."""
    await world.later(max(RETRY_SECONDS[-1], REFUSED_RETRY_SECONDS[-1]))


async def changed(world: World, channel: ChannelHandle | None = None) -> None:
    """Discord tells that something about a channel is different."""
    world.env.backend.announce_channel_update((channel or world.channel).id)
    await world.env.settle()


async def thread_of(world: World) -> ChannelHandle:
    """A thread of the channel."""
    parent = world.app.get_channel(world.channel.id)
    assert isinstance(parent, discord.TextChannel)
    await parent.create_thread(name="game", type=discord.ChannelType.public_thread)
    await world.env.settle()
    [thread] = world.channel.threads
    return thread


async def moved(world: World) -> InteractionResult:
    """The next move of a game, by a command."""
    return await world.place(any_turn(await world.game(), random.Random(3)))


# -- permissions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lacking", NEEDED)
@pytest.mark.parametrize("does", rest_slow(["place", "new", "undo", "film"]))
async def test_each_permission_that_is_missing_is_named_and_nothing_is_done(
    world: World, lacking: str, does: str
) -> None:
    await world.dealt(dealt(2))
    if does != "new":
        await world.place(asking(await world.game()))
    post, before, turn = (
        world.post(),
        await world.log(),
        any_turn(await world.game(), random.Random(3)),
    )
    role = world.guild.roles["TestBot"]
    world.env.backend.set_overwrite(
        world.channel.id, overwrite(role.id, deny=discord.Permissions(**{lacking: True}))
    )
    await world.env.settle()
    match does:
        case "new":
            told = private(await world.cleo.slash(world.channel, does, game="hunters", seats=2))
        case "place":
            told = private(await world.place(turn))
        case "undo":
            told = private(await world.ana.click(post, label="Take back"))
        case _:
            board = answer(await world.bo.slash(world.channel, "board"))
            told = private(await world.bo.click(board, label="Film"))
    assert told.startswith("I may not post here. I need these permissions")
    assert told.endswith(f"in this channel: {said(lacking)}.")
    assert await world.log() == before


@pytest.mark.parametrize("lacking", NEEDED_IN_THREADS)
async def test_refusal_in_a_thread_names_the_missing_thread_permission(
    world: World, lacking: str
) -> None:
    thread = await thread_of(world)
    role = world.guild.roles["TestBot"]
    world.env.backend.set_overwrite(
        world.channel.id, overwrite(role.id, deny=discord.Permissions(**{lacking: True}))
    )
    told = private(await world.ana.slash(thread, "new", game="hunters", seats=2))
    assert told.endswith(f"in this channel: {said(lacking)}.")
    assert await world.log(thread) == ()


async def test_waiting_posts_are_sent_when_a_permission_is_restored(world: World) -> None:
    """Taken away between the look at it and the post: the move is made, and its maker is told."""
    await world.dealt(dealt(2))
    posts = len(world.messages())
    refusing(world)
    told = await world.place(asking(await world.game()))
    assert FORBIDDEN in private(told)
    assert list(buttons_of(answer(told))) == ["Take back", "Settings"], "with the receipt"
    await changed(world)
    assert len(world.messages()) == posts, "tried again, and refused again"
    assert FORBIDDEN in private(await moved(world))
    well(world)
    await changed(world)
    assert len(world.messages()) == posts + 1
    told_of = world.posts()[-1]
    assert told_of.index("**Ana** lays a tile") < told_of.index("**Bo** lays a tile")
    await overdue(world)
    assert len(world.messages()) == posts + 1, "once"


@pytest.mark.parametrize("by", ["role", "member"])
async def test_waiting_posts_are_sent_when_a_role_grants_the_permission(
    world: World, by: str
) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    refusing(world)
    assert FORBIDDEN in private(await moved(world))
    well(world)
    guild = world.app.get_guild(world.guild.id)
    assert guild is not None
    if by == "role":
        await world.app.on_guild_role_update(guild.default_role, guild.default_role)
    else:
        await world.app.on_member_update(guild.me, guild.me)
    assert len(world.messages()) == posts + 1


async def test_a_channel_in_which_nothing_is_due_is_not_asked_about_when_it_changes(
    world: World,
) -> None:
    await world.dealt(dealt(2))
    asked = len(world.env.http_requests)
    await changed(world)
    assert len(world.env.http_requests) == asked


# -- threads ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "code"), [(403, LOCKED), (400, ARCHIVED)])
async def test_moves_in_a_locked_thread_are_posted_after_it_is_unlocked(
    world: World, status: int, code: int
) -> None:
    thread = await thread_of(world)
    await world.started(2, thread)
    posts = len(world.messages(thread))
    refusing(world, status, code)
    world.env.inject_error("PATCH", "/channels/*", status=403, code=50013, times=None)
    for number in range(2):
        table = await world.table(thread)
        player = next(p for p in world.players if p.id == table.to_move)
        turn = any_turn(table.running_game, random.Random(number))
        assert FORBIDDEN in private(await player.slash(thread, "place", **turn.options))
    assert len(world.messages(thread)) == posts
    well(world)
    await changed(world, thread)
    assert len(world.messages(thread)) == posts + 1
    assert world.posts(thread)[-1].count("lays a tile") == 2
    await overdue(world)
    assert len(world.messages(thread)) == posts + 1


async def test_an_archived_thread_is_taken_out_of_the_archive_and_posted_in(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await thread_of(world)
    await world.started(2, thread)
    posts, woken = len(world.messages(thread)), []

    async def edit(channel: int, **options: Any) -> None:
        woken.append((channel, options))
        well(world)

    monkeypatch.setattr(world.app.http, "edit_channel", edit)
    refusing(world, 400, ARCHIVED)
    table = await world.table(thread)
    player = next(p for p in world.players if p.id == table.to_move)
    assert silent(
        await player.slash(
            thread, "place", **any_turn(table.running_game, random.Random(3)).options
        )
    )
    assert woken == [(thread.id, {"archived": False})]
    assert len(world.messages(thread)) == posts + 1


async def test_a_card_in_an_archived_thread_is_brought_up_to_date_where_it_is(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await thread_of(world)
    await world.ana.slash(thread, "new", game="hunters", seats=3)

    async def edit(channel: int, **options: Any) -> None:
        well(world)

    monkeypatch.setattr(world.app.http, "edit_channel", edit)
    world.env.inject_error("PATCH", EDIT, status=400, code=ARCHIVED, times=None)
    assert silent(await world.press(world.bo, "join", thread))
    [card] = world.posts(thread)
    assert "**Bo**" in card


# -- posts that are gone ---------------------------------------------------------------------------


async def deleted(world: World, message: discord.Message) -> None:
    """A moderator takes a post away."""
    await world.app.http.delete_message(message.channel.id, message.id)
    await world.env.settle()


async def test_a_turn_whose_post_was_deleted_is_taken_from_the_board(world: World) -> None:
    await world.dealt(dealt(2))
    await world.place(asking(await world.game()))
    for message in world.messages():
        await deleted(world, message)
    board = answer(await world.bo.slash(world.channel, "board"))
    assert "Place my tile" in buttons_of(board)
    assert "Your tile at" in private(await world.bo.click(board, label="Place my tile"))
    assert silent(await moved(world))
    assert len(world.messages()) == 1, "old posts that are gone are in nobody's way"


async def test_deleted_lobby_card_is_shown_again_and_posted_with_the_next_change(
    world: World,
) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    await deleted(world, world.post())
    found = await world.bo.slash(world.channel, "new", game="hunters", seats=2)
    assert "A table is open in this channel already" in private(found)
    assert silent(await world.bo.click(answer(found), label="Join"))
    [card] = world.posts()
    assert "**Bo**" in card and "Join" in buttons_of(world.post())


async def asked_back(world: World) -> discord.Message:
    """The post in which Ana asks to take back what Bo has played on."""
    await world.dealt(dealt(3))
    await world.place(asking(await world.game()))
    await world.place(asking(await world.game(), 1))
    wondering = answer(await world.ana.slash(world.channel, "undo"))
    await world.ana.click(wondering, label=next(iter(buttons_of(wondering))))
    return world.post()


async def test_deleted_undo_question_is_shown_again_and_posted_with_the_next_answer(
    world: World,
) -> None:
    await deleted(world, await asked_back(world))
    posts = len(world.messages())
    for who in (world.ana, world.cleo):
        again = await who.slash(world.channel, "undo")
        assert "asked" in private(again) and "with all that came of them" in private(again)
        assert list(buttons_of(answer(again)))[:2] == ["Agree", "Refuse"]
    assert silent(await world.cleo.click(answer(again), label="Agree"))
    assert len(world.messages()) == posts + 1
    assert f"<@{world.bo.id}>" in world.posts()[-1], "whose answer is still missing"
    assert silent(await world.bo.click(world.post(), label="Agree"))
    assert "All agreed that **Ana** takes it back" in "\n".join(world.posts()[posts:])


async def test_a_question_that_is_deleted_under_the_press_is_put_anew(world: World) -> None:
    question = await asked_back(world)
    posts = len(world.messages())
    world.env.inject_error("PATCH", EDIT, status=404, code=NO_MESSAGE, times=None)
    assert silent(await world.bo.click(question, label="Agree"))
    assert len(world.messages()) == posts + 1
    assert f"<@{world.cleo.id}>" in world.posts()[-1], "whose answer is still missing"


# -- Discord away for an hour ----------------------------------------------------------------------


async def test_turns_of_an_hour_without_discord_are_sent_in_one_post(world: World) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    down(world)
    for _ in range(4):
        told = await moved(world)
        assert AWAY in private(told) and "Take back" in buttons_of(answer(told))
        await world.later(HOUR / 4)
    assert len(world.messages()) == posts
    well(world)
    await world.later(RETRY_SECONDS[-1])
    assert len(world.messages()) == posts + 1
    told_of = world.posts()[-1]
    assert told_of.index("**Ana** lays a tile") < told_of.index("**Bo** lays a tile")
    assert f"<@{world.ana.id}>, your turn" in told_of
    await overdue(world)
    assert len(world.messages()) == posts + 1
    assert await world.app.log.unposted() == ()


async def test_lobby_changed_during_an_outage_is_posted_in_its_current_state(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    card = world.post()
    down(world)
    assert AWAY in private(await world.bo.click(card, label="Join"))
    assert AWAY in private(await world.cleo.click(card, label="Join"))
    await world.later(HOUR)
    well(world)
    await world.later(RETRY_SECONDS[-1])
    assert len(world.messages()) == 2
    assert "**Bo**" in world.posts()[-1] and "**Cleo**" in world.posts()[-1]
    assert silent(await world.ana.click(world.post(), label="Start"))


async def test_undo_question_asked_during_an_outage_is_posted_afterwards(world: World) -> None:
    await world.dealt(dealt(3))
    await world.place(asking(await world.game()))
    await world.place(asking(await world.game(), 1))
    posts = len(world.messages())
    down(world)
    wondering = answer(await world.ana.slash(world.channel, "undo"))
    told = await world.ana.click(wondering, label=next(iter(buttons_of(wondering))))
    assert AWAY in private(told)
    again = answer(await world.cleo.slash(world.channel, "undo"))
    assert AWAY in private(await world.cleo.click(again, label="Agree"))
    await world.later(HOUR)
    well(world)
    await world.later(RETRY_SECONDS[-1])
    question = world.post()
    assert len(world.messages()) == posts + 1 and "Agree" in buttons_of(question)
    assert silent(await world.bo.click(question, label="Agree"))


async def test_a_table_that_ended_and_the_next_one_come_in_order(world: World) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    down(world)
    asked = answer(await world.ana.slash(world.channel, "end"))
    assert AWAY in private(await world.ana.click(asked, label="End without scoring"))
    told = private(await world.bo.slash(world.channel, "new", game="hunters", seats=2))
    assert AWAY in told
    await world.later(HOUR)
    well(world)
    await world.later(RETRY_SECONDS[-1])
    ended, opened = world.posts()[posts:]
    assert "ended the game early" in ended and "Bo" in opened


async def test_an_answer_that_discord_does_not_take_is_no_bug_and_the_move_is_safe(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    world.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=503, times=6)
    told = await world.place(asking(await world.game()))
    assert len(world.messages()) == posts + 1
    assert not [r for r in caplog.records if r.levelno >= logging.ERROR]
    well(world)
    assert told.acknowledged and silent(await moved(world))


# -- films -----------------------------------------------------------------------------------------


async def filmed(world: World) -> InteractionResult:
    board = answer(await world.dan.slash(world.channel, "board"))
    return await world.dan.click(board, label="Film")


async def drawn(*_: object) -> bytes:
    """A film of nothing, at once."""
    return b"RIFFwebp"


async def test_film_refused_by_the_channel_is_sent_privately_to_the_user(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "render_animation", drawn)
    await world.dealt(dealt(2))
    await moved(world)
    posts = len(world.messages())
    down(world)
    told = await filmed(world)
    assert private(told).startswith("This channel did not take the film")
    [film] = answer(told).attachments
    assert film.filename.endswith(".webp") and film.description
    well(world)
    assert len(world.messages()) == posts
    assert silent(await filmed(world)), "another press posts it"
    assert len(world.messages()) == posts + 1
    assert "filmed" not in world.posts()[-1]


# -- channels that are gone ------------------------------------------------------------------------


async def test_a_channel_deleted_while_the_bot_was_away_ends_its_game_at_the_first_post(
    world: World,
) -> None:
    other = world.guild.create_text_channel("other")
    await world.started(2)
    await world.started(2, other)
    row = await world.app.log.running(world.channel.id)
    assert row is not None
    await world.forward([any_turn(await world.game(), random.Random(3))], posted=False)
    gone(world)
    await world.app.context.posting.outbox.catch_up()
    rows = {row.channel: row for row in await world.app.log.games()}
    assert rows[world.channel.id].finished and not rows[other.id].finished
    assert await world.app.log.unposted() == ()
    tried = len(world.sent())
    await overdue(world)
    assert len(world.sent()) == tried, "and nobody knocks there any more"


async def test_a_channel_that_only_seems_gone_keeps_its_game_and_is_tried_again(
    world: World,
) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    world.env.inject_error("POST", POST, status=404, code=NO_CHANNEL)
    private(await world.place(asking(await world.game())))
    row = await world.app.log.running(world.channel.id)
    assert row is not None, "asked about the channel itself, Discord knows it"
    await world.later(REFUSED_RETRY_SECONDS[0])
    assert len(world.messages()) == posts + 1


async def test_game_is_not_given_up_while_discord_cannot_confirm_the_deletion(world: World) -> None:
    await world.dealt(dealt(2))
    world.env.inject_error("POST", POST, status=404, code=NO_CHANNEL)
    world.env.inject_error("GET", "/channels/*", status=503)
    private(await world.place(asking(await world.game())))
    assert await world.app.log.running(world.channel.id) is not None


# -- helpers of the simulated Discord --------------------------------------------------------------


def gone(world: World) -> None:
    """The channel is deleted without a word to the bot."""
    for method in ("GET", "POST"):
        for path in (f"/channels/{world.channel.id}", f"/channels/{world.channel.id}/*"):
            world.env.inject_error(method, path, status=404, code=NO_CHANNEL, times=None)


def said(permission: str) -> str:
    """A permission as players are told of it."""
    return PERMISSIONS[permission]


def overwrite(role: int, deny: discord.Permissions) -> Any:
    """What a channel denies a role."""
    from simcord.backend.models import Overwrite
    from simcord.enums import OverwriteType

    return Overwrite(target_id=role, type=OverwriteType.ROLE, allow=0, deny=deny.value)
