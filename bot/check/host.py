"""Checks on this machine: settings, database, disk, backups."""

import asyncio
import errno
import os
import shutil
import sqlite3
import stat
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Final

import aiohttp
from yarl import URL

from bot.check import postgres
from bot.check.finding import Finding, Grade
from bot.config import Config, env_file_warning
from bot.durations import HOUR
from storage import StorageError
from storage.schema import newest_version
from storage.sqlite.backups import newest_backup_at
from storage.sqlite.files import HAS_FILE_MODES, connect, storage_error_at, verify

BACKUP_STALE_SECONDS: Final = 30 * HOUR
"""The greatest age of the newest backup."""
MEGABYTE_BYTES: Final = 1_000_000
MIN_FREE_BYTES: Final = 200 * MEGABYTE_BYTES
"""Free bytes below which writes will soon fail: a backup needs as much as the file."""
NO_BACKUP_FOLDER: Final = (
    "CARCASSONNE_BACKUPS names no folder, so this process makes none: name one, unless another"
    " service does, as with Docker (docs/hosting.md, 4)"
)
NO_BACKUPS_OF_SERVER: Final = (
    "the bot makes none of a database server: have pg_dump make them (docs/hosting.md, Backups of"
    " PostgreSQL)"
)
METRICS_TIMEOUT_SECONDS: Final = 3.0
LOW_FREE_BYTES: Final = 1_000 * MEGABYTE_BYTES


async def check_host(config: Config, settings: Path | None) -> AsyncIterator[Finding]:
    """Run every check that does not ask Discord."""
    yield _check_settings(config, settings)
    database = config.database
    if isinstance(database, Path):
        yield _check_database(database)
        yield _check_disk("disk", database.absolute().parent, database)
        yield _check_backups(database, config.backups)
    else:
        yield await postgres.check_database(database)
        yield Finding(Grade.NOTE, "backups", NO_BACKUPS_OF_SERVER)
    if config.metrics is not None:
        yield await _check_metrics_port(config.metrics_host, config.metrics)


async def _check_metrics_port(host: str, port: int) -> Finding:
    """Check that the port of the metrics is free, or that a running bot serves them there."""
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
            # A name that is not found has a negative number of its own.
            number = error.errno or 0
            words = os.strerror(number) if number > 0 else str(error)
            reason = f"{words}; see CARCASSONNE_METRICS and CARCASSONNE_METRICS_HOST"
        text = f"not served at port {port} of {host}: {reason}"
        return Finding(Grade.WRONG, "metrics", text)
    server.close()
    await server.wait_closed()
    return Finding(Grade.OK, "metrics", f"port {port} of {host} is free")


async def _serves_metrics(host: str, port: int) -> bool:
    """Return True if a bot serves its metrics at an address."""
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


def _check_database(path: Path) -> Finding:
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
            games = _games_text(connection) if version == newest_version() else ""
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


def _games_text(connection: sqlite3.Connection) -> str:
    [games, running] = connection.execute(
        "SELECT count(*), coalesce(sum(NOT finished), 0) FROM games"
    ).fetchone()
    return f"{games:,} games, {running:,} of them running"


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
    return Finding(grade, "backups", f"the newest in {folder} is {hours:,.0f} hours old")
