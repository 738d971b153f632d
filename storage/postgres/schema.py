"""Creation and migration of the schema on a server."""

from __future__ import annotations

from typing import Final

import asyncpg

from storage.errors import ForeignFile, IncompleteCopy, ReadOnlyFile, StorageError
from storage.records import COPYING
from storage.schema import migrations, require_known, require_newest

SCHEMA_LOCK: Final = int.from_bytes(b"CCSN", "big")
"""The advisory lock that a process holds while it migrates the schema."""
OLDEST_POSTGRES: Final = 14
WRITE_TRIAL: Final = "UPDATE settings SET value = value WHERE key = 'identity'"
"""A statement that writes a row without changing it."""
_CREATE_VERSIONS: Final = (
    "CREATE TABLE schema_versions"
    " (version BIGINT PRIMARY KEY, at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp())"
)


async def schema_version(connection: asyncpg.Connection, name: str) -> int:
    """The schema version of a database of this program, 0 for an empty one.

    Raise ForeignFile or NewerSchema.
    """
    if await connection.fetchval("SELECT to_regclass('schema_versions') IS NULL"):
        sql = "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
        if await connection.fetchval(sql):
            raise ForeignFile(f"{name}: this is a database of another program")
        return 0
    version = int(await connection.fetchval("SELECT max(version) FROM schema_versions"))
    require_known(version, name)
    return version


async def require_schema(connection: asyncpg.Connection, name: str) -> None:
    """Raise OlderSchema for an older program's database, or as `schema_version` does."""
    require_newest(await schema_version(connection, name), name)


async def prepare(
    connection: asyncpg.Connection, name: str, *, allow_incomplete: bool = False
) -> None:
    """Create or migrate the schema in one transaction, one process at a time.

    `allow_incomplete` accepts an incomplete copy of another database. Raise ForeignFile,
    IncompleteCopy, NewerSchema, ReadOnlyFile or StorageError; nothing is changed then.
    """
    server = connection.get_server_version()
    if server.major < OLDEST_POSTGRES:
        raise StorageError(
            f"{name}: PostgreSQL {server.major} is too old: {OLDEST_POSTGRES} is needed"
        )
    if (encoding := await connection.fetchval("SHOW server_encoding")) != "UTF8":
        raise StorageError(f"{name}: its encoding is {encoding}; make a database of UTF8")
    if await connection.fetchval("SELECT pg_is_in_recovery()"):
        raise ReadOnlyFile(f"{name}: this server only follows another; use that one")
    scripts = migrations("postgres")
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", SCHEMA_LOCK)
        version = await schema_version(connection, name)
        if version == 0:
            await connection.execute(_CREATE_VERSIONS)
        for number, script in enumerate(scripts[version:], version + 1):
            try:
                await connection.execute(script)
            except asyncpg.PostgresError as error:
                raise StorageError(
                    f"{name}: migration {number} failed, nothing was changed: {error}"
                ) from error
            await connection.execute("INSERT INTO schema_versions (version) VALUES ($1)", number)
        copying = "SELECT 1 FROM settings WHERE key = $1"
        if not allow_incomplete and await connection.fetchval(copying, COPYING):
            raise IncompleteCopy(f"{name}: {IncompleteCopy.words}")
        # A database that opens may still be read-only.
        await connection.execute(WRITE_TRIAL)
