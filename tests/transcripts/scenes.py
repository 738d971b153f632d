"""Scenes and places in which a user acts, without any time passing: each in a fresh world.

Ana opened the table. In a running game it is Bo's turn unless a situation says otherwise.
"""

import random
from collections.abc import Awaitable, Callable
from typing import Final

import discord
from simcord import ChannelHandle, MemberActor

from tests.support.legal_turns import any_turn, played_turns
from tests.support.world import World, shuffled_header
from tests.transcripts.unrestricted_user import UnrestrictedUser

DEAL: Final = 4
"""A seed of a deal in which the first tile may be laid at 0 1 as it is."""


Scene = Callable[[World], Awaitable[UnrestrictedUser]]


def here(find: Callable[[World], Awaitable[MemberActor]]) -> Scene:
    """A user who acts in the table's channel."""

    async def scene(world: World) -> UnrestrictedUser:
        who = await find(world)
        return UnrestrictedUser(world, who, world.channel)

    return scene


# -- no game -----------------------------------------------------------------------------------


async def nothing(world: World) -> MemberActor:
    return world.bo


async def called_off(world: World) -> MemberActor:
    await world.bo.slash(world.channel, "new", game="hunters", seats=3)
    await world.press(world.bo, "leave")
    return world.bo


async def passer_by(world: World) -> MemberActor:
    await world.ana.slash(world.channel, "new", game="base", seats=3)
    await world.press(world.bo, "join")
    return world.cleo


async def player(world: World) -> MemberActor:
    await passer_by(world)
    return world.bo


async def host_alone(world: World) -> MemberActor:
    await world.ana.slash(world.channel, "new", game="base", seats=3)
    return world.ana


async def full(world: World) -> MemberActor:
    await world.open(3, game="base")
    return world.dan


# -- a game that runs --------------------------------------------------------------------------


async def begun(world: World) -> None:
    """Ana's table, at which Bo is to move, then Cleo, then Ana."""
    header = shuffled_header(3, DEAL)
    await world.open(3)
    await world.write([(world.ana.id, f"start\norder: 1 2 0\n{header.text()}")])


async def on_turn(world: World) -> MemberActor:
    await begun(world)
    return world.bo


async def waiting(world: World) -> MemberActor:
    await begun(world)
    return world.cleo


async def watching(world: World) -> MemberActor:
    await begun(world)
    return world.dan


async def host(world: World) -> MemberActor:
    await begun(world)
    world.env.backend.get_guild(world.guild.id).members[world.ana.id].role_ids.clear()
    return world.ana


async def manager(world: World) -> MemberActor:
    await begun(world)
    boss = world.guild.roles["boss"]
    return world.guild.add_member(world.env.create_user("eve", global_name="Eve"), roles=[boss])


async def just_played(world: World) -> MemberActor:
    await begun(world)
    await play(world, 1)
    return world.bo


async def overtaken(world: World) -> MemberActor:
    await begun(world)
    await play(world, 2)
    return world.bo


async def resigned(world: World) -> MemberActor:
    await begun(world)
    await play(world, 1)
    await world.write([(world.cleo.id, "resign 1")])
    return world.cleo


async def play(world: World, number: int) -> None:
    for seed in range(1, number + 1):  # By which nobody plays twice.
        await world.write_turns([any_turn(await world.game(), random.Random(seed))])


# -- other places ------------------------------------------------------------------------------


async def in_a_message(world: World) -> UnrestrictedUser:
    await begun(world)
    return UnrestrictedUser(world, world.bo.user, world.bo.user.dm_channel)


async def gone(world: World) -> UnrestrictedUser:
    await begun(world)
    world.guild.remove_member(world.bo)
    await world.env.settle()
    return UnrestrictedUser(world, world.bo.user, world.bo.user.dm_channel)


async def in_another_server(world: World) -> UnrestrictedUser:
    await begun(world)
    far = world.env.create_guild("Far away")
    pub = far.create_text_channel("pub")
    boss = far.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    bo, *_ = (
        far.add_member(player.user, roles=[boss]) for player in (world.bo, world.ana, world.dan)
    )
    await world.env.settle()
    return UnrestrictedUser(world, bo, pub)


def inside(room: Callable[[World], ChannelHandle]) -> Scene:
    """Bo is to move at a table in a channel of another kind."""

    async def scene(world: World) -> UnrestrictedUser:
        world.channel = room(world)
        await world.env.settle()
        await begun(world)
        return UnrestrictedUser(world, world.bo, world.channel)

    return scene


def thread(world: World) -> ChannelHandle:
    made = world.env.backend.create_thread(world.channel.id, "corner", world.ana.id)
    return ChannelHandle(world.env, world.guild, made)


def forum_post(world: World) -> ChannelHandle:
    forum = world.guild.create_forum_channel("games")
    made = world.env.backend.create_thread(forum.id, "A game?", world.ana.id, broadcast=False)
    world.env.backend.announce_thread_create(made)
    return ChannelHandle(world.env, world.guild, made)


def voice_text(world: World) -> ChannelHandle:
    return world.guild.create_voice_channel("parlour")


# -- a game that is over -----------------------------------------------------------------------


async def over(world: World) -> MemberActor:
    header = shuffled_header(3)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 1)])
    last = (await world.table()).lines[-1].user
    return next(player for player in (world.ana, world.bo, world.cleo) if player.id != last)


async def over_for_dan(world: World) -> MemberActor:
    await over(world)
    return world.dan


async def stopped(world: World) -> MemberActor:
    await world.start_with(shuffled_header(3))
    await play(world, 1)
    await world.write([(world.ana.id, "end")])
    return world.ana


async def scored(world: World) -> MemberActor:
    await world.start_with(shuffled_header(3))
    await play(world, 1)
    await world.write([(world.ana.id, "end score")])
    return world.ana


SCENES: Final[dict[str, Scene]] = {
    "no table": here(nothing),
    "lobby, a passer-by": here(passer_by),
    "lobby, a player": here(player),
    "lobby, its host alone": here(host_alone),
    "full lobby, a passer-by": here(full),
    "called-off lobby": here(called_off),
    "running, to move": here(on_turn),
    "running, another player": here(waiting),
    "running, a spectator": here(watching),
    "running, the host": here(host),
    "running, who manages the server": here(manager),
    "running, has just played": here(just_played),
    "running, the next has played": here(overtaken),
    "running, resigned": here(resigned),
    "has left the server": gone,
    "in another server": in_another_server,
    "in a direct message": in_a_message,
    "in a thread": inside(thread),
    "in a forum post": inside(forum_post),
    "in a voice channel": inside(voice_text),
    "over, a player": here(over),
    "over, a passer-by": here(over_for_dan),
    "ended early": here(stopped),
    "ended early and scored": here(scored),
}
