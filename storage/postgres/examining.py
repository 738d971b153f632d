"""Looking at a database on a server without changing anything in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import asyncpg

from storage.addresses import without_password
from storage.errors import ReadOnlyFile
from storage.postgres.connecting import connect
from storage.postgres.refusals import refusal
from storage.postgres.schema import newest_version, recognise
from storage.postgres.writing import KNOWN


@dataclass(frozen=True, slots=True)
class Examined:
    """What was found: the schema version, 0 for an empty database, and the one to be brought to.

    Of another version than that no games are counted, and no settings read.
    """

    name: str
    version: int
    newest: int
    games: int = 0
    running: int = 0
    settings: Mapping[str, str] | None = None


async def examine(address: str) -> Examined:
    """What is at an address. Raises ForeignFile, NewerSchema, OutOfReach or StorageError."""
    name = without_password(address)
    try:
        connection = await connect(address)
        try:
            return await _examined(connection, name)
        finally:
            await connection.close()
    except (*KNOWN, ValueError) as error:
        raise refusal(error, name) from error


async def _examined(connection: asyncpg.Connection, name: str) -> Examined:
    newest = newest_version()
    version = await recognise(connection, name, newest)
    if await connection.fetchval("SHOW transaction_read_only") == "on":
        raise ReadOnlyFile(f"{name}: it takes no writes; {ReadOnlyFile.remedy}")
    if version != newest:
        return Examined(name, version, newest)
    counted = "SELECT count(*), count(*) FILTER (WHERE NOT finished) FROM games"
    games, running = await connection.fetchrow(counted) or (0, 0)
    rows = await connection.fetch("SELECT key, value FROM settings")
    settings = {str(key): str(value) for key, value in rows}
    return Examined(name, version, newest, games, running, settings)
