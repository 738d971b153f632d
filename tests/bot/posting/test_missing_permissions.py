"""Missing permissions, refused channels, locked threads: refusals name them, posts follow later."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, InteractionResult

from bot.cups.service import CupRequest
from bot.discord_io import rendering
from bot.discord_io.rendering import Attachment
from bot.interactions.replies import NEEDED, NEEDED_IN_THREADS, PERMISSIONS
from bot.text.message import Message
from tests.support.bot_in_process import wait_until
from tests.support.cup_matches import GAME, loaded
from tests.support.discord_faults import (
    EDIT_PATH,
    announce_channel_update,
    clear_faults,
    pass_retry_time,
    play_next_move,
    refuse_posts,
    take_discord_down,
)
from tests.support.legal_turns import any_turn, turn_with_figure_choice
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private
from tests.support.world import World, shuffled_header

FORBIDDEN = "Your move is saved, but I can't post here"
LOCKED = 160005
ARCHIVED = 50083
pytestmark = pytest.mark.usefixtures("no_retry_pauses")


async def open_thread(world: World) -> ChannelHandle:
    parent = world.app.get_channel(world.channel.id)
    assert isinstance(parent, discord.TextChannel)
    await parent.create_thread(name="game", type=discord.ChannelType.public_thread)
    await world.env.settle()
    [thread] = world.channel.threads
    return thread


# -- permissions ----------------------------------------------------------------------------------


async def deny(world: World, permission: str) -> None:
    """Take one permission away from the bot in the channel, and only this one."""
    role = world.guild.roles["TestBot"]
    denied = discord.Permissions(**{permission: True})
    world.env.backend.set_overwrite(world.channel.id, overwrite(role.id, deny=denied))
    await world.env.settle()


async def test_command_with_a_missing_permission_names_it_and_does_nothing(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    post, before = world.post(), await world.log()
    turn = any_turn(await world.game(), random.Random(3))
    for lacking in NEEDED:
        await deny(world, lacking)
        board = answer(await world.bo.slash(world.channel, "board"))
        for result in (
            await world.cleo.slash(world.channel, "new", game="hunters", seats=2),
            await world.place(turn),
            await world.ana.click(post, label="Undo"),
            await world.bo.click(board, label="Film"),
        ):
            reply = private(result)
            assert reply.startswith("I can't post here. I need these permissions")
            assert reply.endswith(f"in this channel: {PERMISSIONS[lacking]}.")
        assert await world.log() == before


async def test_refusal_in_a_thread_names_the_missing_thread_permission(world: World) -> None:
    thread = await open_thread(world)
    for lacking in NEEDED_IN_THREADS:
        await deny(world, lacking)
        reply = private(await world.ana.slash(thread, "new", game="hunters", seats=2))
        assert reply.endswith(f"in this channel: {PERMISSIONS[lacking]}.")
        assert await world.log(thread) == ()


async def test_waiting_posts_are_sent_when_a_permission_is_restored(world: World) -> None:
    """The permission is lost between the check and the post; the move is made all the same."""
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    refuse_posts(world)
    answered = await world.place(turn_with_figure_choice(await world.game()))
    assert FORBIDDEN in private(answered)
    assert list(buttons_of(answer(answered))) == ["Undo", "Settings"], "with the receipt"
    await announce_channel_update(world)
    assert len(world.messages()) == posts, "tried again, and refused again"
    assert FORBIDDEN in private(await play_next_move(world))
    clear_faults(world)
    await announce_channel_update(world)
    assert len(world.messages()) == posts + 1
    told_of = world.posts()[-1]
    assert told_of.index("**Ana** placed a tile") < told_of.index("**Bo** placed a tile")
    await pass_retry_time(world)
    assert len(world.messages()) == posts + 1, "once"


async def test_waiting_posts_are_sent_when_a_role_grants_the_permission(world: World) -> None:
    await world.start_with(shuffled_header(2))
    guild = world.app.get_guild(world.guild.id)
    assert guild is not None
    for granted in (
        partial(world.app.on_guild_role_update, guild.default_role, guild.default_role),
        partial(world.app.on_member_update, guild.me, guild.me),
    ):
        posts = len(world.messages())
        refuse_posts(world)
        assert FORBIDDEN in private(await play_next_move(world))
        clear_faults(world)
        await granted()
        assert len(world.messages()) == posts + 1


# -- threads --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "code"), [(403, LOCKED), (400, ARCHIVED)])
async def test_moves_in_a_locked_thread_are_posted_after_it_is_unlocked(
    world: World, status: int, code: int
) -> None:
    thread = await open_thread(world)
    await world.start_game(2, thread)
    posts = len(world.messages(thread))
    refuse_posts(world, status, code)
    world.env.inject_error("PATCH", "/channels/*", status=403, code=50013, times=None)
    for number in range(2):
        table = await world.table(thread)
        player = next(p for p in world.players if p.id == table.to_move)
        turn = any_turn(table.running_game, random.Random(number))
        assert FORBIDDEN in private(await player.slash(thread, "place", **turn.options))
    assert len(world.messages(thread)) == posts
    clear_faults(world)
    await announce_channel_update(world, thread)
    assert len(world.messages(thread)) == posts + 1
    assert world.posts(thread)[-1].count("placed a tile") == 2
    await pass_retry_time(world)
    assert len(world.messages(thread)) == posts + 1


async def test_archived_thread_is_unarchived_for_a_post(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await open_thread(world)
    await world.start_game(2, thread)
    posts, woken = len(world.messages(thread)), []

    async def edit(channel: int, **options: Any) -> None:
        woken.append((channel, options))
        clear_faults(world)

    monkeypatch.setattr(world.app.http, "edit_channel", edit)
    refuse_posts(world, 400, ARCHIVED)
    table = await world.table(thread)
    player = next(p for p in world.players if p.id == table.to_move)
    assert has_no_reply(
        await player.slash(
            thread, "place", **any_turn(table.running_game, random.Random(3)).options
        )
    )
    assert woken == [(thread.id, {"archived": False})]
    assert len(world.messages(thread)) == posts + 1


async def test_card_in_an_archived_thread_is_edited_in_place(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await open_thread(world)
    await world.ana.slash(thread, "new", game="hunters", seats=3)

    async def edit(channel: int, **options: Any) -> None:
        clear_faults(world)

    monkeypatch.setattr(world.app.http, "edit_channel", edit)
    world.env.inject_error("PATCH", EDIT_PATH, status=400, code=ARCHIVED, times=None)
    assert has_no_reply(await world.press(world.bo, "join", thread))
    [card] = world.posts(thread)
    assert "**Bo**" in card


# -- replays --------------------------------------------------------------------------------------


async def request_replay(world: World) -> InteractionResult:
    board = answer(await world.dan.slash(world.channel, "board"))
    return await world.dan.click(board, label="Film")


async def drawn_replay(*_: object) -> bytes:
    return b"RIFFwebp"


async def test_replay_refused_by_the_channel_is_sent_privately_to_the_user(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "render_animation", drawn_replay)
    await world.start_with(shuffled_header(2))
    await play_next_move(world)
    posts = len(world.messages())
    take_discord_down(world)
    answered = await request_replay(world)
    assert private(answered).startswith("I can't post the film in this channel")
    [replay] = answer(answered).attachments
    assert replay.filename.endswith(".webp") and replay.description
    clear_faults(world)
    assert len(world.messages()) == posts
    assert has_no_reply(await request_replay(world)), "another press posts it"
    assert len(world.messages()) == posts + 1
    assert "film" not in world.posts()[-1]


# -- helpers of the simulated Discord -------------------------------------------------------------


def overwrite(role: int, deny: discord.Permissions) -> Any:
    from simcord.backend.models import Overwrite
    from simcord.enums import OverwriteType

    return Overwrite(target_id=role, type=OverwriteType.ROLE, allow=0, deny=deny.value)


async def play_into_refusal(world: World) -> int:
    """Play a move whose post Discord refuses. Return the number of posts so far."""
    await world.start_with(shuffled_header(2))
    posts = len(world.messages())
    refuse_posts(world)
    reply = private(await world.place(turn_with_figure_choice(await world.game())))
    assert reply.startswith("Your move is saved, but I can't post here")
    return posts


async def test_command_in_a_refused_channel_sends_its_missed_post_at_once(world: World) -> None:
    posts = await play_into_refusal(world)
    await world.advance_outbox_time(30)
    clear_faults(world)
    await world.dan.slash(world.channel, "board")
    await world.env.settle()
    assert len(world.messages()) == posts + 1


async def test_somebody_typing_in_a_refused_channel_sends_its_missed_post_at_once(
    world: World,
) -> None:
    posts = await play_into_refusal(world)
    await world.advance_outbox_time(30)
    clear_faults(world)
    world.env.backend.emit(
        "TYPING_START",
        {
            "channel_id": str(world.channel.id),
            "guild_id": str(world.guild.id),
            "user_id": str(world.dan.id),
            "timestamp": 1,
        },
    )
    await world.env.settle()
    assert len(world.messages()) == posts + 1


@pytest.mark.parametrize("kind", ["server", "cup"])
async def test_other_post_that_a_refused_channel_takes_sends_its_missed_post_at_once(
    world: World, kind: str
) -> None:
    await world.ana.slash(world.channel, "cup", game=GAME)
    posts = await play_into_refusal(world)
    await world.advance_outbox_time(30)
    clear_faults(world)
    if kind == "cup":
        cup, services = (await loaded(world)).row.id, world.app.services
        await services.cups.end(CupRequest(world.ana.id, cup), manager=True)
        await services.cup_posts.tell(cup)
    else:
        sender = world.app.services.digests.sender
        place = (world.guild.id, world.channel.id)
        assert await sender.once("a digest", "digest", *place, compose_digest)
    # The test itself has sent it, so the simulated Discord waits for nothing.
    await wait_until(lambda: len(world.messages()) == posts + 2)


async def compose_digest() -> list[tuple[Message, list[Attachment]]]:
    return [(Message("The week"), [])]
