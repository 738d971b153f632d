"""Readers of posts, pings and direct messages, and a restart, for the tests of reminders."""

from __future__ import annotations

import random

import discord
from simcord import MemberActor

from bot.__main__ import make_app
from tests.support.clock import Clock
from tests.support.world import World, asleep, config

GAME = "Carcassonne: Hunters and Gatherers"


def posts_since(world: World, since: int) -> list[str]:
    """The channel's posts after the first ones."""
    return world.posts()[since:]


def pinged_users(world: World) -> list[int]:
    """The users that the newest post pings."""
    return [int(user) for user in world.sent()[-1]["allowed_mentions"].get("users", ())]


def direct_messages(who: MemberActor) -> list[discord.Message]:
    """The direct messages that a member has received."""
    return list(who.user.dm_channel.history())


async def set_preference(world: World, who: MemberActor, key: str, value: str) -> None:
    await world.app.context.people.preferences.set(who.id, key, value)


async def restart(world: World, clock: Clock, *, killed: bool = False) -> None:
    """Start another process of the bot on the same file, with the same clock."""
    if killed:
        world.dropped.append(world.env.bot)
    else:
        await world.env.bot.close()
    app = make_app(config(world.folder), random.Random(99), clock=clock, sleep=asleep)
    await world.env.restart_bot(app)
