"""Buttons pressed in another place than their table's channel are carried out in that channel."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, InteractionResult, MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.cluster.guilds import Guilds
from bot.interactions import remote
from bot.interactions.call import Call
from bot.interactions.remote import ChannelAccess
from bot.table.refusals import Refusal
from bot.table.store import Request
from tests.support.legal_turns import any_turn
from tests.support.shown_messages import RECEIPT, action_ids_of, answer, private
from tests.support.world import World

HERE = "-# ["


async def at_home(player: MemberActor) -> InteractionResult:
    """The user's list of tables as shown in a direct message."""
    return await player.user.slash("games")


async def played(world: World, player: MemberActor) -> InteractionResult:
    """Play the first table of a user's home in a direct message; return the receipt."""
    panel = answer(
        await player.user.click(answer(await at_home(player)), label="Play #carcassonne, Meadow")
    )
    panel = answer(await player.user.click(panel, label="1"))
    action = next(action for action in action_ids_of(panel) if action.startswith("place "))
    return await player.user.click(panel, custom_id=action_ids_of(panel)[action])


async def test_a_move_in_a_direct_message_is_posted_in_the_channel(world: World) -> None:
    await world.start_game(3)
    player, posts = await world.to_move(), len(world.posts())
    result = await played(world, player)
    reply = private(result)
    assert reply.startswith(f"{HERE}\\#carcassonne, Meadow](https://discord.com/channels/")
    assert RECEIPT in reply
    assert len(world.posts()) == posts + 1 and player.name.title() in world.posts()[-1]
    assert (await world.log())[-1].user == player.id


async def test_move_played_from_another_channel_is_taken_back_from_that_channel(
    world: World,
) -> None:
    await world.start_game(3)
    player = await world.to_move()
    receipt = answer(await played(world, player))
    answered = await player.user.click(receipt, label="Undo")
    assert "↩️" in world.posts()[-1]
    assert private(answered).startswith(HERE)
    assert (await world.to_move()).id == player.id
    again = await player.user.click(answer(answered), label="Place my tile")
    assert "**Choose a space.**" in private(again)


async def press(
    world: World, who: MemberActor, action: str, channel: ChannelHandle
) -> InteractionResult:
    """A button of the table as it stands, pressed in another channel."""
    game, version = await world.game_id(), (await world.table()).version
    return await world.press_id(who, f"carc:{game}:{version}:{action}", channel)


async def test_user_cannot_look_at_a_table_in_a_channel_hidden_from_them(world: World) -> None:
    await world.start_game(2)
    other = world.guild.create_text_channel("pub")
    hide(world, world.channel, world.dan)
    reply = private(await press(world, world.dan, "board", other))
    assert "You can't see that game's channel" in reply and "`/games`" in reply


async def test_player_who_left_the_server_or_channel_cannot_play_there(world: World) -> None:
    await world.start_game(2)
    player, before = await world.to_move(), await world.log()
    home = answer(await at_home(player))
    hide(world, world.channel, player)
    reply = private(await player.user.click(home, label="Play #carcassonne, Meadow"))
    assert "You can't see that game's channel" in reply
    assert await world.log() == before


async def test_manager_of_another_server_cannot_end_games_here(world: World) -> None:
    """Ana may end games in her server, and here only as a host."""
    await world.bo.slash(world.channel, "new", game="hunters", seats=2)
    await world.press(world.cleo, "join")
    far = world.env.create_guild("Far away")
    pub = far.create_text_channel("pub")
    boss = far.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    dan = far.add_member(world.dan.user, roles=[boss])
    ana = far.add_member(world.ana.user)
    await world.env.settle()
    reply = private(await press(world, dan, "end", pub))
    assert "Only the host, **Bo**" in reply
    assert (await world.entries())[-1] == "join 1"
    await press(world, ana, "end", pub)
    assert (await world.entries())[-1] == "end", "who manages the server of the table"


async def test_a_permission_that_the_bot_lacks_at_the_table_is_named(world: World) -> None:
    await world.start_game(2)
    other = world.guild.create_text_channel("pub")
    player = await world.to_move()
    bot = world.env.backend.bot_user.id
    deny(world, world.channel, bot, OverwriteType.MEMBER, "attach_files")
    await world.env.settle()
    turn = any_turn(await world.game(), random.Random(1))
    reply = private(await press(world, player, f"place {turn.text}", other))
    assert "attach files" in reply
    assert len(await world.log()) == 3


@pytest.mark.parametrize("status", [500, 503])
async def test_player_plays_on_when_discord_does_not_return_the_member(
    world: World, status: int
) -> None:
    await world.start_game(2)
    player = await world.to_move()
    home = answer(await at_home(player))
    world.env.inject_error("GET", f"/guilds/{world.guild.id}/members/*", status=status, times=99)
    panel = await player.user.click(home, label="Play #carcassonne, Meadow")
    assert "**Choose a space.**" in private(panel)
    other = world.guild.create_text_channel("pub")
    reply = private(await press(world, world.dan, "board", other))
    assert "You can't see that game's channel" in reply, "and nobody else"


async def test_hanging_lookup_is_not_awaited(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.start_game(2)

    async def hang(*_: object) -> None:
        await asyncio.Event().wait()

    assert remote.LOOKUP_SECONDS <= 2, "of the fifteen minutes an answer has, a player waits little"
    monkeypatch.setattr(remote, "LOOKUP_SECONDS", 0.05)
    monkeypatch.setattr(discord.Guild, "fetch_member", hang)
    access = ChannelAccess(Guilds(world.app), world.app.services.tables)
    game = await world.game_id()

    async def pressed_by(player: MemberActor) -> Call:
        user = SimpleNamespace(id=player.id)
        asking: Any = SimpleNamespace(channel_id=1, guild_id=None, user=user)
        return await access.call(asking, game)

    there = await pressed_by(await world.to_move())
    assert there.channel_id == world.channel.id
    assert not there.place.permissions.manage_guild, "nothing that only Discord could say"
    with pytest.raises(Refusal, match="not-there"):
        await pressed_by(world.dan)
    assert (
        await access.visible_channels(world.dan.id, [(world.guild.id, world.channel.id)])
        == frozenset()
    )


def hide(world: World, channel: ChannelHandle, who: MemberActor) -> None:
    deny(world, channel, who.id, OverwriteType.MEMBER, "view_channel")


def deny(
    world: World, channel: ChannelHandle, who: int, kind: OverwriteType, permission: str
) -> None:
    denied = discord.Permissions(**{permission: True}).value
    world.env.backend.set_overwrite(channel.id, Overwrite(who, kind, 0, denied))


async def test_table_in_a_private_thread_is_only_for_its_members(world: World) -> None:
    parent = world.app.get_channel(world.channel.id)
    assert isinstance(parent, discord.TextChannel)
    made = await parent.create_thread(name="secret", type=discord.ChannelType.private_thread)
    await made.add_user(discord.Object(world.bo.id))
    await world.env.settle()
    [thread] = world.channel.threads
    services = world.app.services
    await services.table_service.open(Request(world.bo.id, world.guild.id, thread.id), "hunters", 2)
    access = ChannelAccess(Guilds(world.app), services.tables)

    async def welcome(who: MemberActor) -> bool:
        asking: Any = SimpleNamespace(channel_id=1, guild_id=None, user=SimpleNamespace(id=who.id))
        try:
            there = await access.call(asking, 1)
        except Refusal:
            return False
        return there.user.id == who.id and there.guild_id == world.guild.id

    assert await welcome(world.bo) and not await welcome(world.cleo)
    place = (world.guild.id, thread.id)
    assert await access.visible_channels(world.bo.id, [place]) == frozenset(), "nor is it told of"
