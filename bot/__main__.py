"""``python -m bot``: the wiring. With a token it joins Discord, else it opens the playground."""

import asyncio
import gc
import logging
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

import aiohttp
import discord
from dotenv import load_dotenv

from bot import logs, playground
from bot.client.app import App
from bot.client.rendering import warm_up
from bot.client.waiting import Sleep
from bot.commands import all_commands, press
from bot.config import Config, ConfigError
from storage import StorageError

log = logging.getLogger("bot")

FIRST_PAUSE: Final = 5.0
LONGEST_PAUSE: Final = 300.0


def main() -> int:
    """Runs until it is told to stop; 0 after that, 1 when it cannot run."""
    load_dotenv()
    try:
        config = Config.read(os.environ)
        logs.begin(config.level, config.log, config.token or "")
        # A game of tiles needs no voice, and nobody needs to be told that it is not there.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        # What is loaded by now stays for ever: the collector need not look at it again.
        gc.freeze()
        asyncio.run(serve(config))
    except (ConfigError, StorageError, discord.LoginFailure, playground.PlaygroundError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return 0


def make_app(
    config: Config,
    chance: random.Random,
    *,
    clock: Callable[[], float] = time.time,
    sleep: Sleep = asyncio.sleep,
) -> App:
    """The bot with its commands."""
    return App(config, chance, all_commands(), press, clock=clock, sleep=sleep)


async def serve(config: Config) -> None:
    """Joins Discord or opens the playground, until SIGTERM or SIGINT."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)

    def make_client(clock: Callable[[], float] = time.time, sleep: Sleep = asyncio.sleep) -> App:
        return make_app(config, random.SystemRandom(), clock=clock, sleep=sleep)

    threading.Thread(target=warm_up, daemon=True, name="warm-up").start()
    if config.token is None:
        await playground.run(make_client, port=config.port, stop=stop)
    else:
        await join_discord(make_client, config.token, stop)


async def join_discord(
    make_client: Callable[[], discord.Client], token: str, stop: asyncio.Event
) -> None:
    """Stays connected until told to stop; a failed connection is tried again, ever more slowly.

    discord.py reconnects by itself once it was connected; a *first* connect that fails raises
    whatever went wrong, an AttributeError among it. A new client each time: a closed one stays so.
    """
    pause = FIRST_PAUSE
    stopping = asyncio.create_task(stop.wait())
    try:
        while not stop.is_set():
            client = make_client()
            running = asyncio.create_task(client.start(token))
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
            was_ready = client.is_ready()
            await client.close()
            try:
                await running
            except (discord.LoginFailure, StorageError):
                raise
            except RETRIED as error:
                log.warning("no connection to Discord: %r", error)
            if stop.is_set():
                break
            if was_ready:
                pause = FIRST_PAUSE
            log.info("trying again in %.0f s", pause)
            await asyncio.wait({stopping}, timeout=pause)
            pause = min(2 * pause, LONGEST_PAUSE)
    finally:
        stopping.cancel()


RETRIED: Final = (discord.DiscordException, aiohttp.ClientError, OSError, AttributeError)

if __name__ == "__main__":
    sys.exit(main())
