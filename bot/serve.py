"""Run the bot in Discord or, without a token, the playground: process lock, limits, signals."""

import asyncio
import ctypes
import gc
import logging
import os
import random
import signal
import sys
import threading
import time
from argparse import Namespace
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import aiohttp
import discord

try:
    import fcntl
    import resource
except ModuleNotFoundError:  # Windows
    fcntl = resource = None  # type: ignore[assignment]

from bot.app import App, AppCommand
from bot.check import run_checks
from bot.commands import all_commands, all_menus, run_press
from bot.config import Config, ConfigError, env_file_warning
from bot.core import logs
from bot.core.durations import Sleep
from bot.discord_io.errors import downgrade_outages, login_refusal
from bot.discord_io.rendering import warm_up
from bot.installation import has_playground, missing_token_text
from bot.playground import local_discord, server
from bot.runtime.heartbeat import Heartbeat, heartbeat_file
from bot.runtime.metrics_page import MetricsPage
from renderer.sprite_files import FOLDER_VARIABLE
from storage import StorageError
from storage.opening import prepare
from storage.sqlite.backups import empty_start_warning

log = logging.getLogger("bot")

M_MMAP_THRESHOLD: Final = -3
M_ARENA_MAX: Final = -8
"""Parameters of glibc's `mallopt`."""
MAPPED_BYTES: Final = 512 << 10
"""Blocks from this size on, such as a whole board, go back to the system when they are freed."""
SWITCH_INTERVAL_SECONDS: Final = 0.0005
"""Seconds after which a thread that draws or reads a log lets the event loop run.

A move goes to the database and back some twenty times, and would wait for 5 ms each time.
"""
ALREADY_SERVED: Final = (
    "Another process of the bot uses %s. Stop one of them: each would answer every command."
)
FIRST_PAUSE_SECONDS: Final = 5.0
LONGEST_PAUSE_SECONDS: Final = 300.0


def run(given: Namespace) -> int:
    """Join Discord, or without a token open the playground, until SIGTERM or SIGINT."""
    config = read_config()
    if config.token is None and not has_playground():
        raise ConfigError(missing_token_text())
    return _serve_process(config, given.env_file)


def playground(given: Namespace) -> int:
    return _serve_process(
        replace(read_config(), token=None, language=given.language), given.env_file
    )


def check(given: Namespace) -> int:
    config = read_config()
    return asyncio.run(run_checks(config, given.env_file, make_app(config, random.Random())))


def read_config() -> Config:
    """Read the settings; a named test server replaces Discord."""
    config = Config.read(os.environ)
    if (elsewhere := local_discord.read_address(os.environ)) is not None:
        local_discord.redirect_discord(elsewhere)
        if (apart := local_discord.read_identify_spacing(os.environ)) is not None:
            config = replace(config, spacing=apart)
    return config


def _serve_process(config: Config, env_file: Path | None) -> int:
    logs.start_logging(config.level, config.log, *config.secrets, log_filter=downgrade_outages)
    if warning := env_file_warning(env_file):
        log.warning("%s", warning)
    # The bot uses no voice: no warnings about missing voice libraries.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    if (elsewhere := local_discord.read_address(os.environ)) is not None:
        log.warning("connecting to a test server instead of Discord: %s", elsewhere)
    # Exclude startup objects from garbage collection.
    gc.freeze()
    keep_one_heap()
    raise_open_files_limit()
    sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
    if isinstance(config.database, Path) and not os.environ.get(FOLDER_VARIABLE):
        os.environ[FOLDER_VARIABLE] = f"{config.database.absolute()}.sprites"
    with ExitStack() as locks:
        if isinstance(config.database, Path) and not locks.enter_context(
            hold_process_lock(config.database)
        ):
            log.warning(ALREADY_SERVED, config.database)
        try:
            asyncio.run(serve(config))
        except server.PlaygroundError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


@contextmanager
def hold_process_lock(database: Path) -> Iterator[bool]:
    """Lock a file beside the database; yield False if another process has it.

    The system unlocks it when a process dies. True where files cannot be locked.
    """
    if fcntl is None:
        yield True
        return
    try:
        file = os.open(database.with_name(f"{database.name}.lock"), os.O_CREAT | os.O_RDWR, 0o600)
    except OSError:  # Opening the database says what is wrong with the folder.
        yield True
        return
    try:
        yield _is_locked_now(file)
    finally:
        os.close(file)


def _is_locked_now(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # A file system without locks.
        return True
    return True


def keep_one_heap() -> bool:
    """Share one heap among threads; return False where the C library cannot.

    By default each drawing thread gets a heap, and memory freed in one is not used by another: a
    hundred MiB after an hour of play.
    """
    if sys.platform != "linux":
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):  # Another C library, such as musl.
        return False
    return bool(mallopt(M_ARENA_MAX, 1)) and bool(mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES))


def raise_open_files_limit() -> None:
    """Raise the limit to the hard one, where the system allows it."""
    if resource is None:
        return
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    # macOS reports no hard limit, and refuses to have none.
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def make_app(
    config: Config,
    chance: random.Random,
    *,
    clock: Callable[[], float] = time.time,
    sleep: Sleep = asyncio.sleep,
    metrics: MetricsPage | None = None,
) -> App:
    commands: list[AppCommand] = [*all_commands(), *all_menus()]
    return App(config, chance, commands, run_press, clock=clock, sleep=sleep, metrics=metrics)


@asynccontextmanager
async def metrics_page(config: Config) -> AsyncIterator[MetricsPage | None]:
    """Serve the page if a port is set, whether or not Discord is connected."""
    if config.metrics is None:
        yield None
        return
    page = MetricsPage(downgrade_outages)
    await page.serve(config.metrics, config.metrics_host)
    try:
        yield page
    finally:
        await page.close()


def set_on_signal(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))


def wait_to_be_stopped(_given: Namespace) -> int:
    async def wait() -> None:
        stop = asyncio.Event()
        set_on_signal(stop)
        await stop.wait()

    asyncio.run(wait())
    return 0


async def serve(config: Config) -> None:
    """Join Discord or open the playground, until SIGTERM or SIGINT."""
    if config.token is None:
        # Visitors of the playground share one server, of this process alone.
        config = replace(config, limits=config.limits * server.RATE_LIMIT_FACTOR, shards=None)
    stop = asyncio.Event()
    set_on_signal(stop)
    heartbeat = Heartbeat(heartbeat_file(config))
    async with metrics_page(config) as page:

        def make_client(
            clock: Callable[[], float] = time.time, sleep: Sleep = asyncio.sleep
        ) -> App:
            app = make_app(config, random.SystemRandom(), clock=clock, sleep=sleep, metrics=page)
            heartbeat.is_alive = app.is_alive
            return app

        # Before connecting: a database error needs no Discord to be reported.
        if isinstance(config.database, Path) and (
            warning := empty_start_warning(config.database, config.backups)
        ):
            log.warning("%s", warning)
        await prepare(config.database)
        if config.warm:
            threading.Thread(target=warm_up, daemon=True, name="warm-up").start()
        if config.token is None:
            await server.run(make_client, port=config.port, language=config.language, stop=stop)
        else:
            async with heartbeat:
                await join_discord(make_client, config.token, stop)


async def join_discord(
    make_client: Callable[[], discord.Client], token: str, stop: asyncio.Event
) -> None:
    """Stay connected until ``stop`` is set; retry a failed first connection with growing pauses.

    discord.py itself reconnects later. A *first* connection may raise any of RETRIED,
    AttributeError among them. Each try needs a new client: a closed one cannot be reopened.
    """
    pause = FIRST_PAUSE_SECONDS
    stopping = asyncio.create_task(stop.wait())
    try:
        while not stop.is_set():
            client = make_client()
            running = asyncio.create_task(client.start(token))
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
            was_ready = client.is_ready()
            await client.close()
            if stop.is_set() and not was_ready:
                running.cancel()  # it may still wait for the database, or for another process
            try:
                await running
            except asyncio.CancelledError:
                if not running.cancelled():
                    raise
            except StorageError:
                raise
            except RETRIED as error:
                if final := login_refusal(error):
                    raise final from error
                log.warning("no connection to Discord: %r", error)
            if stop.is_set():
                break
            if was_ready:
                pause = FIRST_PAUSE_SECONDS
            log.info("trying again in %.0f s", pause)
            await asyncio.wait({stopping}, timeout=pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
    finally:
        stopping.cancel()


RETRIED: Final = (discord.DiscordException, aiohttp.ClientError, OSError, AttributeError)
