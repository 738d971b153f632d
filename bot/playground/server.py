"""Run the bot against simcord, a simulated Discord in the browser, with three players."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import discord

from bot.app import App, Demo
from bot.core.durations import Sleep
from bot.installation import has_playground, install_command
from bot.playground.channels import PlaygroundChannels
from bot.playground.clock import PlaygroundClock
from bot.playground.patches import (
    START_SECONDS,
    PlaygroundError,
    patch_languages,
    patch_preview,
    patch_start,
)
from bot.text.i18n import ALL_LANGUAGES

if TYPE_CHECKING:
    from simcord import ChannelHandle, Env, GuildHandle, MemberActor, Preview

__all__ = ["PlaygroundError", "run"]

SERVER_NAME, PLAYER_NAMES = "Prehistoric Meadow", ("Ana", "Bo", "Cleo")
CHANNEL_NAMES = ("carcassonne", "meadow", "valley")
CHANNEL_TOPIC = "Type / to see the commands."
AHEAD_SETTING = "seconds ahead"
"""The setting that stores the seconds by which the playground is ahead; they never decrease."""
RATE_LIMIT_FACTOR = 20
"""The factor of the rate limits here: a visitor opens table after table."""
READING_TEXT = "Reading the games of the database, which takes up to a minute."
UNREADABLE_TEXT = (
    "{games} of the database cannot be read: `carcassonne verify` names them. The others can "
    "be played."
)
MISSING_MODULES_TEXT = "The playground needs simcord with its preview: {command}"


async def run(
    make_client: Callable[[Callable[[], float], Sleep], App],
    *,
    port: int = 8765,
    language: str = "",
    stop: asyncio.Event,
    announce: Callable[[str], None] = print,
) -> None:
    """Serve until `stop` is set; announce the address once the page answers.

    ``language`` is that of all players and the server. By default all but one are English, so that
    a visitor sees two languages.
    """
    if not has_playground():
        raise PlaygroundError(MISSING_MODULES_TEXT.format(command=install_command("playground")))
    with _quiet("discord.state"):  # simcord tries out a client that discord.py warns of
        import simcord

    days = PlaygroundClock()
    client = make_client(days.now, days.sleep)
    try:
        # A command may draw several pictures; simcord's default of 5 s is for tests.
        env = simcord.Env(client, settle_timeout=60, shard_count=1)
        guild, channels, players = _build_world(env, language)
        patch_languages(_client_languages(players, language))

        async def restore_clock() -> None:
            days.skipped_seconds = float(await client.game_log.setting(AHEAD_SETTING) or 0)
            days.advance_to_now()

        async def store_clock(seconds: float) -> None:
            await client.game_log.set_setting(AHEAD_SETTING, str(seconds))

        client.demo = Demo(
            tuple(channel.id for channel in channels),
            guild.id,
            tuple(player.id for player in players),
            restore_clock,
        )
        days.drive(env)
        with patch_start(env, lambda: announce(READING_TEXT)):
            await env.start()
        try:
            # The simulated Discord forgets the commands that the bot may recall having synced.
            if not await client.tree.fetch_commands():
                await client.tree.sync()
            preview = env.preview(channels[0], viewers=players, layout="channel", port=port)
            patch_preview(preview)
            rooms = PlaygroundChannels(preview, channels, days, store_clock)
            rooms.open()
            await _wait_for_summaries(days, client)
            if unreadable := client.services.summary_index.unreadable:
                games = "1 game" if unreadable == 1 else f"{unreadable:,} games"
                announce(UNREADABLE_TEXT.format(games=games))
            async with preview:
                if f":{port}/" not in preview.url:
                    announce(f"Port {port} is taken, so this one takes the next free one.")
                announce(f"Playground: {preview.url}")
                announce("Open this address in a browser. Ctrl-C ends it; its games are kept.")
                sys.stdout.flush()  # a pipe would hold the address back
                await _run_until_stopped(days, rooms, preview, stop)
            with contextlib.suppress(TimeoutError):
                await env.settle()
        finally:
            await env.shutdown()
    finally:
        await client.close()


@contextlib.contextmanager
def _quiet(name: str) -> Iterator[None]:
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


def _build_world(
    env: Env, language: str
) -> tuple[GuildHandle, list[ChannelHandle], list[MemberActor]]:
    # Ids count up from a fixed instant. Everything a game in the database refers to is made
    # before the bot starts, so that neither its commands nor its version can shift an id.
    guild = env.create_guild(SERVER_NAME, preferred_locale=language or None)
    first, *others = CHANNEL_NAMES
    channels = [guild.create_text_channel(first, topic=CHANNEL_TOPIC)]
    host = guild.create_role("host", permissions=discord.Permissions(manage_guild=True))
    users = [env.create_user(name.lower(), global_name=name) for name in PLAYER_NAMES]
    players = [guild.add_member(user, roles=[host] if user is users[0] else []) for user in users]
    # Newer channels come last: databases contain the older ids.
    channels += [guild.create_text_channel(name, topic=CHANNEL_TOPIC) for name in others]
    for user in users:
        env.backend.get_dm_channel(user.id)
    env.backend.edit_bot_profile("Carcassonne")
    return guild, channels, players


def _client_languages(players: list[MemberActor], language: str) -> dict[int, str]:
    """The languages by user id, where not English."""
    if language:
        return {player.id: language for player in players}
    *_others, last = (code for code, known in ALL_LANGUAGES.items() if known.is_complete)
    return {players[-1].id: last}


async def _wait_for_summaries(days: PlaygroundClock, client: App) -> None:
    """Wait until the bot has looked at all its games, up to START_SECONDS."""
    until = time.monotonic() + START_SECONDS
    while not client.services.summary_index.complete and time.monotonic() < until:
        days.advance_to_now()
        await asyncio.sleep(0.02)


async def _run_until_stopped(
    days: PlaygroundClock, rooms: PlaygroundChannels, preview: Preview, stop: asyncio.Event
) -> None:
    ended = asyncio.create_task(preview.wait_closed())
    while not (stop.is_set() or ended.done()):
        days.advance_to_now()
        rooms.refresh()
        await asyncio.wait({ended}, timeout=0.25)
