"""Readers of posts, pings and direct messages, and a restart, for the tests of reminders."""

import random
from typing import Final

import discord
from simcord import MemberActor

from bot.reminders.policy import DEFAULT_PREFERENCES, QUESTION_SECONDS
from bot.serve import make_app
from bot.table import settings
from tests.support.clock import Clock
from tests.support.world import World, slow_sleep

REMINDER_TIMES: Final = DEFAULT_PREFERENCES.reminder_times(QUESTION_SECONDS)
"""Seconds of waiting until each reminder of a player who chose nothing; a test pins them."""
FIRST, SECOND = REMINDER_TIMES[:2]


def count_posts(world: World) -> int:
    """The number of posts that the channel has had, those counted that were deleted again."""
    path = f"/channels/{world.channel.id}/messages/"
    deleted = [h for h in world.env.http_requests if h.method == "DELETE" and path in h.path]
    return len(world.messages()) + len(deleted)


def posted_since(world: World, before: int) -> int:
    """The number of posts after the first ones, those counted that were deleted again."""
    return count_posts(world) - before


def standing_posts(world: World, before: int) -> list[str]:
    """The posts after the first ones, where none was deleted since."""
    newer = posted_since(world, before)
    return world.posts()[-newer:] if newer else []


def pinged_users(world: World) -> list[int]:
    return [int(user) for user in world.sent()[-1]["allowed_mentions"].get("users", ())]


def direct_messages(who: MemberActor) -> list[discord.Message]:
    return list(who.user.dm_channel.history())


async def set_preference(world: World, who: MemberActor, key: str, value: str) -> None:
    await world.app.services.preferences.set(who.id, key, value)


async def choose_interval(world: World, who: MemberActor, hours: int) -> None:
    action = f"habits {settings.REMIND} {hours}"
    await world.press_id(who, f"carc:{await world.game_id()}:0:{action}")


async def restart(world: World, clock: Clock, *, killed: bool = False) -> None:
    """Start another process of the bot on the same database, with the same clock."""
    if killed:
        world.dropped.append(world.env.bot)
    else:
        await world.env.bot.close()
    app = make_app(world.app._config, random.Random(99), clock=clock, sleep=slow_sleep)
    await world.env.restart_bot(app)
