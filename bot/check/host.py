"""Checks on this machine: settings, database, disk, backups."""

import os
import shutil
import sqlite3
import stat
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.check import postgres
from bot.check.finding import Finding, Mark
from bot.config import Config, env_file_warning
from bot.durations import HOUR
from storage import StorageError
from storage.sqlite.backups import newest_backup_at
from storage.sqlite.files import connect, storage_error_at, verify
from storage.sqlite.schema import newest_version

STALE: Final = 30 * HOUR
"""Seconds after which a newer backup is missing."""
MEGABYTE: Final = 1_000_000
LEAST: Final = 200 * MEGABYTE
"""Free bytes below which writes will soon fail: a backup needs as much as the file."""
LITTLE: Final = 1_000 * MEGABYTE


async def surveyed(config: Config, settings: Path | None) -> AsyncIterator[Finding]:
    """Run every check that does not ask Discord."""
    yield _settings(config, settings)
    database = config.database
    if isinstance(database, Path):
        yield _database(database)
        yield _disk("disk", database.absolute().parent, database)
        yield _backups(database, config.backups)
    else:
        yield await postgres.database(database)
        yield Finding(Mark.NOTE, "backups", "of a server none are made here: docs/scale.md")


def _settings(config: Config, settings: Path | None) -> Finding:
    if warning := env_file_warning(settings):
        return Finding(Mark.WRONG, "settings", warning)
    where = str(settings) if settings is not None else "the environment"
    if not config.operator:
        more = "CARCASSONNE_OPERATOR does not say who runs it, as PRIVACY.md promises"
        return Finding(Mark.NOTE, "settings", f"from {where}; {more}")
    return Finding(Mark.OK, "settings", f"from {where}")


def _database(path: Path) -> Finding:
    folder = path.absolute().parent
    if not folder.is_dir():
        return Finding(Mark.WRONG, "database", f"{folder}: there is no such folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        return Finding(Mark.WRONG, "database", f"{folder}: nothing can be written to this folder")
    if not path.exists():
        return Finding(Mark.NOTE, "database", f"{path}: not there yet; the first start makes it")
    try:
        version = verify(path, newest_version())
        with closing(connect(path, "mode=rw")) as connection:
            connection.execute("BEGIN IMMEDIATE")
            games = _games(connection) if version == newest_version() else ""
            connection.execute("ROLLBACK")
    except (StorageError, sqlite3.Error) as error:
        met = error if isinstance(error, StorageError) else storage_error_at(error, path)
        return Finding(Mark.WRONG, "database", str(met))
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        return Finding(Mark.WRONG, "database", f"{path} can be read by others: chmod 600 {path}")
    if version < newest_version():
        later = f"of schema version {version}; the next start brings it to {newest_version()}"
        return Finding(Mark.NOTE, "database", f"{path}: sound, {later}, and keeps a copy")
    return Finding(Mark.OK, "database", f"{path}: sound, can be written, {games}")


def _games(connection: sqlite3.Connection) -> str:
    [games, running] = connection.execute(
        "SELECT count(*), coalesce(sum(NOT finished), 0) FROM games"
    ).fetchone()
    return f"{games:,} games, {running:,} of them running"


def _disk(subject: str, folder: Path, file: Path) -> Finding:
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    needed = LEAST + (file.stat().st_size if file.exists() else 0)
    mark = Mark.WRONG if free < needed else Mark.NOTE if free < LITTLE else Mark.OK
    return Finding(mark, subject, f"{free / 1e9:,.1f} GB free in {folder}")


def _backups(database: Path, folder: Path | None) -> Finding:
    if folder is None:
        return Finding(Mark.NOTE, "backups", "none: CARCASSONNE_BACKUPS names no folder for them")
    made = newest_backup_at(database, folder)
    if made is None:
        return Finding(Mark.NOTE, "backups", f"none yet in {folder}; the bot makes them at night")
    hours = max(0.0, time.time() - made) / HOUR
    mark = Mark.WRONG if hours * HOUR > STALE else Mark.OK
    return Finding(mark, "backups", f"the newest in {folder} is {hours:,.0f} hours old")
