"""``carcassonne check``, a health check: settings, database, disk, backups, token, permissions."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
import stat
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

import aiohttp
import discord
from discord.http import Route
from yarl import URL

from bot.app import COMMANDS_DIGEST_SETTING, App, commands_digest
from bot.config import Config, Shards, env_file_warning
from bot.core.durations import HOUR
from bot.discord_io.errors import TOKEN_REFUSED
from bot.discord_io.links import INVITE_PERMISSIONS, OPTIONAL_PERMISSIONS, invite_link
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.installation import missing_token_text
from storage import StorageError
from storage.errors import ASYNCPG_MISSING, PoolerRefused
from storage.schema import newest_version
from storage.sqlite.backups import newest_backup_at
from storage.sqlite.files import HAS_FILE_MODES, connect, read_only, storage_error_at, verify

if TYPE_CHECKING:
    from storage.postgres.diagnostics import DatabaseState


class Grade(Enum):
    """Fine, worth knowing, or to be fixed."""

    OK = "ok"
    NOTE = "note"
    WRONG = "WRONG"

    def coloured(self) -> str:
        """Coloured and five columns wide."""
        number = {Grade.OK: 32, Grade.NOTE: 33, Grade.WRONG: 31}[self]
        return f"\x1b[{number}m{self.value:<5}\x1b[0m"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result for one subject, in one or several lines."""

    grade: Grade
    subject: str
    text: str
    more: Sequence[str] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        return self.text, *self.more


def first_lines(lines: Sequence[str], most: int) -> tuple[str, ...]:
    """The first lines, and the number left out."""
    rest = len(lines) - most
    return (*lines[:most], *([f"and {rest} more"] if rest > 0 else []))


async def check_postgres(address: str) -> Finding:
    """Check that the database answers; tell its schema version and number of games.

    Raise PoolerRefused: no start can succeed behind such a pooler.
    """
    try:
        state = await _read_state(address)
    except PoolerRefused:
        raise
    except StorageError as error:
        return Finding(Grade.WRONG, "database", str(error))
    if state.version == 0:
        return Finding(Grade.NOTE, "database", f"{state.name}: empty; the first start fills it")
    if state.version < state.newest:
        later = f"of schema version {state.version}; the next start brings it to {state.newest}"
        return Finding(Grade.NOTE, "database", f"{state.name}: reached, {later}: copy it first")
    games = _games_text(state.games, state.unfinished)
    return Finding(Grade.OK, "database", f"{state.name}: reached, takes writes, {games}")


async def read_setting(address: str, key: str) -> str | None:
    """A setting in the database; None if it cannot be read."""
    try:
        state = await _read_state(address)
    except StorageError:
        return None
    return (state.settings or {}).get(key)


async def _read_state(address: str) -> DatabaseState:
    """Raise StorageError."""
    try:
        from storage.postgres.diagnostics import read_state
    except ModuleNotFoundError as error:
        raise StorageError(ASYNCPG_MISSING) from error
    return await read_state(address)


BACKUP_STALE_SECONDS: Final = 30 * HOUR
"""The greatest age of the newest backup."""
MEGABYTE_BYTES: Final = 1_000_000
MIN_FREE_BYTES: Final = 200 * MEGABYTE_BYTES
"""Free bytes below which writes will soon fail: a backup needs as much as the file."""
NO_BACKUP_FOLDER: Final = (
    "CARCASSONNE_BACKUPS names no folder, so none are made: name one (docs/hosting.md, 4)"
)
NO_BACKUPS_OF_SERVER: Final = (
    "the bot makes none of a database server: have pg_dump make them (docs/hosting-more.md, Backups"
    " of PostgreSQL)"
)
METRICS_TIMEOUT_SECONDS: Final = 3.0
LOW_FREE_BYTES: Final = 1_000 * MEGABYTE_BYTES


async def check_machine(config: Config, settings: Path | None) -> AsyncIterator[Finding]:
    yield _check_settings(config, settings)
    database = config.database
    if isinstance(database, Path):
        yield _check_sqlite_file(database)
        yield _check_disk("disk", database.absolute().parent, database)
        yield _check_backups(database, config.backups)
    else:
        yield await check_postgres(database)
        yield Finding(Grade.NOTE, "backups", NO_BACKUPS_OF_SERVER)
    if config.metrics is not None:
        yield await _check_metrics_port(config.metrics_host, config.metrics)


async def _check_metrics_port(host: str, port: int) -> Finding:
    """The port must be free, or a running bot must serve metrics there."""
    loop = asyncio.get_running_loop()
    try:
        server = await loop.create_server(asyncio.Protocol, host, port, start_serving=False)
    except OSError as error:
        if await _serves_metrics(host, port):
            text = f"a bot that runs serves them at port {port} of {host}"
            return Finding(Grade.OK, "metrics", text)
        if error.errno == errno.EADDRINUSE:
            reason = "another program has it; set another CARCASSONNE_METRICS"
        else:
            # A name not found has a negative number.
            number = error.errno or 0
            words = os.strerror(number) if number > 0 else str(error)
            reason = f"{words}; see CARCASSONNE_METRICS and CARCASSONNE_METRICS_HOST"
        text = f"not served at port {port} of {host}: {reason}"
        return Finding(Grade.WRONG, "metrics", text)
    server.close()
    await server.wait_closed()
    return Finding(Grade.OK, "metrics", f"port {port} of {host} is free")


async def _serves_metrics(host: str, port: int) -> bool:
    timeout = aiohttp.ClientTimeout(total=METRICS_TIMEOUT_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.get(URL.build(scheme="http", host=host, port=port, path="/metrics")) as page,
        ):
            return b"carcassonne_" in await page.read()
    except (aiohttp.ClientError, OSError, ValueError):
        return False


def _check_settings(config: Config, settings: Path | None) -> Finding:
    if warning := env_file_warning(settings):
        return Finding(Grade.WRONG, "settings", warning)
    where = str(settings) if settings is not None else "the environment"
    if not config.operator:
        more = "CARCASSONNE_OPERATOR does not say who runs it, as PRIVACY.md promises"
        return Finding(Grade.NOTE, "settings", f"from {where}; {more}")
    return Finding(Grade.OK, "settings", f"from {where}")


def _check_sqlite_file(path: Path) -> Finding:
    folder = path.absolute().parent
    if not folder.is_dir():
        return Finding(Grade.WRONG, "database", f"{folder}: there is no such folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        return Finding(Grade.WRONG, "database", f"{folder}: nothing can be written to this folder")
    if not path.exists():
        return Finding(Grade.NOTE, "database", f"{path}: not there yet; the first start makes it")
    try:
        version = verify(path)
        with closing(connect(path, "mode=rw")) as connection:
            connection.execute("BEGIN IMMEDIATE")
            games = _count_games(connection) if version == newest_version() else ""
            connection.execute("ROLLBACK")
    except (StorageError, sqlite3.Error) as error:
        storage_error = error if isinstance(error, StorageError) else storage_error_at(error, path)
        return Finding(Grade.WRONG, "database", str(storage_error))
    if HAS_FILE_MODES and stat.S_IMODE(path.stat().st_mode) & 0o077:
        return Finding(Grade.WRONG, "database", f"{path} can be read by others: chmod 600 {path}")
    if version < newest_version():
        later = f"of schema version {version}; the next start brings it to {newest_version()}"
        return Finding(Grade.NOTE, "database", f"{path}: sound, {later}, and keeps a copy")
    return Finding(Grade.OK, "database", f"{path}: sound, can be written, {games}")


def _count_games(connection: sqlite3.Connection) -> str:
    [games, running] = connection.execute(
        "SELECT count(*), coalesce(sum(NOT finished), 0) FROM games WHERE id > 0"
    ).fetchone()
    return _games_text(games, running)


def _games_text(games: int, running: int) -> str:
    return f"{games:,} game{'' if games == 1 else 's'}, {running:,} running"


def _check_disk(subject: str, folder: Path, file: Path) -> Finding:
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    needed = MIN_FREE_BYTES + (file.stat().st_size if file.exists() else 0)
    grade = Grade.WRONG if free < needed else Grade.NOTE if free < LOW_FREE_BYTES else Grade.OK
    return Finding(grade, subject, f"{free / 1e9:,.1f} GB free in {folder}")


def _check_backups(database: Path, folder: Path | None) -> Finding:
    if folder is None:
        return Finding(Grade.NOTE, "backups", NO_BACKUP_FOLDER)
    made = newest_backup_at(database, folder)
    if made is None:
        return Finding(Grade.NOTE, "backups", f"none yet in {folder}; the bot makes them at night")
    hours = max(0.0, time.time() - made) / HOUR
    grade = Grade.WRONG if hours * HOUR > BACKUP_STALE_SECONDS else Grade.OK
    age = f"{hours:,.0f} hours" if hours >= 1.5 else "about an hour" if hours >= 0.5 else "minutes"
    return Finding(grade, "backups", f"the newest in {folder} is {age} old")


ANSWER_TIMEOUT_SECONDS: Final = 15.0
"""Seconds to wait for each answer of Discord."""
MAX_NAMED_SERVERS: Final = 5
"""The most servers named as lacking a permission."""
SERVERS_PER_PAGE: Final = 200
MAX_SERVERS: Final = 2_500
CLOCK_NOTE_SECONDS: Final = 5.0
"""Seconds of clock error that are reported; an answer may be late by one or two."""
CLOCK_WRONG_SECONDS: Final = 30.0


async def check_discord(config: Config, app: App) -> AsyncIterator[Finding]:
    yield await _check_clock()
    if config.token is None:
        yield Finding(Grade.WRONG, "token", missing_token_text())
        return
    async with discord.Client(intents=app.intents) as client:
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                await client.login(config.token)
        except discord.LoginFailure:
            yield Finding(Grade.WRONG, "token", TOKEN_REFUSED)
            return
        except TRANSPORT_ERRORS as error:
            yield Finding(Grade.WRONG, "token", f"Discord cannot be asked: {_error_text(error)}")
            return
        assert client.application is not None
        endpoint = client.application.interactions_endpoint_url
        yield (
            Finding(
                Grade.WRONG,
                "token",
                f"{client.user}, but its commands go to {endpoint}: take the interactions"
                " endpoint URL off in the developer portal",
            )
            if endpoint
            else Finding(Grade.OK, "token", f"that of {client.user}")
        )
        for check in (partial(_check_gateway, config.shards), _check_servers):
            try:
                async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                    yield await check(client)
            except (*TRANSPORT_ERRORS, discord.GatewayNotFound) as error:
                subject = "servers" if check is _check_servers else "gateway"
                yield Finding(Grade.WRONG, subject, f"Discord did not say: {_error_text(error)}")
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                yield await _check_commands(config, app, client)
        except TRANSPORT_ERRORS as error:
            yield Finding(Grade.WRONG, "commands", f"Discord did not say: {_error_text(error)}")
        yield Finding(Grade.OK, "invite", invite_link(client.application.id))


async def _check_clock() -> Finding:
    try:
        async with (
            asyncio.timeout(ANSWER_TIMEOUT_SECONDS),
            aiohttp.ClientSession() as session,
            session.get(f"{Route.BASE}/gateway") as answer,
        ):
            date_header = answer.headers.get("Date", "")
        now = time.time()
        discord_time: datetime = parsedate_to_datetime(date_header)
    except TRANSPORT_ERRORS as error:
        return Finding(
            Grade.NOTE, "clock", f"unknown, as Discord cannot be asked: {_error_text(error)}"
        )
    except ValueError:
        return Finding(Grade.NOTE, "clock", "unknown: Discord's answer bears no time")
    seconds_fast = now - discord_time.timestamp()
    if abs(seconds_fast) <= CLOCK_NOTE_SECONDS:
        return Finding(Grade.OK, "clock", "agrees with Discord's")
    grade = Grade.WRONG if abs(seconds_fast) > CLOCK_WRONG_SECONDS else Grade.NOTE
    way = "fast" if seconds_fast > 0 else "slow"
    return Finding(
        grade, "clock", f"{abs(seconds_fast):,.0f} seconds {way}: have it set by the network"
    )


async def _check_gateway(configured: Shards | None, client: discord.Client) -> Finding:
    """Intents, connections left today, and number of shards."""
    intents = [name for name, value in client.intents if value]
    privileged = client.intents.value & discord.Intents(
        members=True, presences=True, message_content=True
    ).value  # fmt: skip
    kind = "privileged" if privileged else "none of them privileged"
    shards, _, limit = await client.http.get_bot_gateway()
    left = f"{limit['remaining']} of {limit['total']} connections left today"
    text = f"{', '.join(intents)}: {kind}; {left}"
    if configured is not None and configured.count < shards:
        text = f"{text}; Discord asks for {shards} shards, CARCASSONNE_SHARDS says {configured}"
        return Finding(Grade.WRONG, "intents", text)
    text = f"{text}; {shards} shards" if shards > 1 else text
    few = limit["remaining"] < limit["total"] / 10
    return Finding(Grade.NOTE if few or privileged else Grade.OK, "intents", text)


async def _check_servers(client: discord.Client) -> Finding:
    """The bot's permissions in each server; channels may still deny them."""
    servers: list[Mapping[str, Any]] = []
    while len(servers) < MAX_SERVERS:
        after = servers[-1]["id"] if servers else None
        page: Sequence[Any] = await client.http.get_guilds(
            SERVERS_PER_PAGE, after=after, with_counts=False
        )
        servers += page
        if len(page) < SERVERS_PER_PAGE:
            break
    lacking = [(server, missing) for server in servers if (missing := _missing_permissions(server))]
    wrong = any(~OPTIONAL_PERMISSIONS.value & missing.value for _, missing in lacking)
    count = "1 server" if len(servers) == 1 else f"{len(servers):,} servers"
    if not lacking:
        grade = Grade.OK if servers else Grade.NOTE
        return Finding(grade, "servers", f"{count}, with all permissions that are made use of")
    named = [f"{server['name']}: {_permission_names(missing)}" for server, missing in lacking]
    grade = Grade.WRONG if wrong else Grade.NOTE
    return Finding(
        grade,
        "servers",
        f"{count}; lacking in {len(lacking):,}:",
        first_lines(named, MAX_NAMED_SERVERS),
    )


def _missing_permissions(server: Mapping[str, Any]) -> discord.Permissions:
    has = discord.Permissions(int(server["permissions"]))
    return discord.Permissions(0 if has.administrator else INVITE_PERMISSIONS.value & ~has.value)


def _permission_names(permissions: discord.Permissions) -> str:
    names = (name.replace("_", " ") for name, value in permissions if value)
    return ", ".join(names).replace("read messages", "view channels")


async def _check_commands(config: Config, app: App, client: discord.Client) -> Finding:
    """The commands registered with Discord must match this program's."""
    assert client.application is not None
    own = {(command.name, _command_type(command)) for command in app.tree.get_commands()}
    answer = await client.http.get_global_commands(client.application.id)
    registered = {(str(command["name"]), int(command.get("type", 1))) for command in answer}
    later = "the next start tells Discord"
    if own != registered:
        differ = sorted(f"/{name}" if kind == _TYPED else name for name, kind in own ^ registered)
        return Finding(Grade.NOTE, "commands", f"not the same ({', '.join(differ)}): {later}")
    digest = await commands_digest(app.tree, client.application.id)
    if await _registered_digest(config.database) != digest:
        return Finding(Grade.NOTE, "commands", f"of another version: {later}")
    return Finding(Grade.OK, "commands", f"{len(own)}, as Discord has them")


_TYPED: Final = discord.AppCommandType.chat_input.value


def _command_type(command: Any) -> int:
    kind = getattr(command, "type", discord.AppCommandType.chat_input)
    return int(kind.value)


async def _registered_digest(database: Path | str) -> str | None:
    """Digest of the commands registered last. None if the database cannot be read."""
    if not isinstance(database, Path):
        return await read_setting(database, COMMANDS_DIGEST_SETTING)
    try:
        with read_only(database) as connection:
            sql = "SELECT value FROM settings WHERE key = ?"
            rows = connection.execute(sql, (COMMANDS_DIGEST_SETTING,)).fetchall()
    except (StorageError, sqlite3.Error):
        return None  # `check_machine` has reported what is wrong with the file
    return str(rows[0][0]) if rows else None


def _error_text(error: Exception) -> str:
    return str(error) or type(error).__name__


async def run_checks(
    config: Config, settings: Path | None, app: App, output: TextIO = sys.stdout
) -> int:
    """Print a line for each check. Return 0 if nothing is wrong, else 1.

    ``settings``: the file of the configuration; ``app`` only gives its commands.
    """
    wrong = 0
    async for finding in check_machine(config, settings):
        wrong += _print_finding(finding, output)
    async for finding in check_discord(config, app):
        wrong += _print_finding(finding, output)
    summary = "Nothing is wrong." if not wrong else f"Wrong: {wrong}. See docs/hosting.md."
    print(summary, file=output)
    return 1 if wrong else 0


def _print_finding(finding: Finding, output: TextIO) -> bool:
    first, *more = finding.lines
    colour = output.isatty() and "NO_COLOR" not in os.environ
    grade = finding.grade.coloured() if colour else f"{finding.grade.value:<5}"
    print(f"{grade}  {finding.subject:<11} {first}", file=output)
    for line in more:
        print(f"{'':<19}{line}", file=output)
    output.flush()
    return finding.grade is Grade.WRONG
