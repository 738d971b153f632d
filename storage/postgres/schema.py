"""Bringing a database on a server to the schema this program knows: creation and migration."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Final

import asyncpg

from storage.errors import ForeignFile, HalfCopy, NewerSchema, ReadOnlyFile, StorageError
from storage.migrations import load_migrations, migrations_folder
from storage.tables import COPYING

MIGRATIONS_FOLDER: Traversable = migrations_folder("storage.postgres")
LOCK: Final = int.from_bytes(b"CCSN", "big")
"""The advisory lock that one program holds while it brings the schema up to date."""
OLDEST: Final = 140_000
"""PostgreSQL 14."""
TRIAL: Final = "UPDATE settings SET value = value WHERE key = 'identity'"
"""Writes a row, and nothing new."""
_VERSIONS: Final = (
    "CREATE TABLE schema_versions"
    " (version BIGINT PRIMARY KEY, at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp())"
)


def migrations() -> tuple[str, ...]:
    """The SQL scripts in `MIGRATIONS_FOLDER`, in order."""
    return load_migrations(MIGRATIONS_FOLDER)


def newest_version() -> int:
    """The schema version this program writes."""
    return len(migrations())


async def recognise(connection: asyncpg.Connection, name: str, newest: int) -> int:
    """The schema version of a database of ours, 0 for an empty one.

    Raises ForeignFile, or NewerSchema (above `newest`).
    """
    if await connection.fetchval("SELECT to_regclass('schema_versions') IS NULL"):
        sql = "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
        if await connection.fetchval(sql):
            raise ForeignFile(f"{name}: this is a database of another program")
        return 0
    version = int(await connection.fetchval("SELECT max(version) FROM schema_versions"))
    if version > newest:
        raise NewerSchema(
            f"{name}: the database has schema version {version}, this program knows {newest};"
            " use the newer program"
        )
    return version


async def prepare(connection: asyncpg.Connection, name: str, *, half: bool = False) -> None:
    """Create or migrate what a connection sees, one program after the other, each step whole.

    What is half a copy only who goes on with it may have. Raises ForeignFile, HalfCopy,
    NewerSchema, ReadOnlyFile or StorageError, nothing being changed.
    """
    version_number = connection.get_server_version()
    if int(f"{version_number.major}0000") < OLDEST:
        raise StorageError(f"{name}: PostgreSQL {version_number.major} is too old: 14 is needed")
    if (encoding := await connection.fetchval("SHOW server_encoding")) != "UTF8":
        raise StorageError(f"{name}: its encoding is {encoding}; make a database of UTF8")
    if await connection.fetchval("SELECT pg_is_in_recovery()"):
        raise ReadOnlyFile(f"{name}: this server only follows another; use that one")
    steps = migrations()
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        version = await recognise(connection, name, len(steps))
        if version == 0:
            await connection.execute(_VERSIONS)
        for number, step in enumerate(steps[version:], version + 1):
            try:
                await connection.execute(step)
            except asyncpg.PostgresError as error:
                raise StorageError(
                    f"{name}: migration {number} failed, nothing was changed: {error}"
                ) from error
            await connection.execute("INSERT INTO schema_versions (version) VALUES ($1)", number)
        copying = "SELECT 1 FROM settings WHERE key = $1"
        if not half and await connection.fetchval(copying, COPYING):
            raise HalfCopy(f"{name}: {HalfCopy.words}")
        # What can be opened may still take no writes.
        await connection.execute(TRIAL)
