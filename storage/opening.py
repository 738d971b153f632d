"""Opening a database by its address: a file of SQLite, or a PostgreSQL server."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

from storage.addresses import is_server
from storage.database import Database, Synchronous
from storage.errors import MISSING, StorageError
from storage.part import WHOLE, Part
from storage.sqlite.database import SqliteDatabase
from storage.sqlite.schema import prepare as prepare_file


async def open_database(
    address: str | os.PathLike[str],
    *,
    synchronous: Synchronous = "FULL",
    clock: Callable[[], float] = time.time,
    part: Part = WHOLE,
) -> Database:
    """Open the database at `address`, creating or migrating what is in it.

    With FULL a committed write survives a loss of power. `part` are the servers that this program
    looks after. Raises DamagedFile, ForeignFile, NewerSchema, OutOfReach or StorageError, the
    database being untouched.
    """
    if not is_server(address):
        return await SqliteDatabase.open(
            Path(address), synchronous=synchronous, clock=clock, part=part
        )
    try:
        from storage.postgres.database import PostgresDatabase
    except ModuleNotFoundError as error:
        raise StorageError(MISSING) from error
    return await PostgresDatabase.open(
        str(address), synchronous=synchronous, clock=clock, part=part
    )


async def prepare(address: str | os.PathLike[str]) -> None:
    """Create or migrate what is at an address, and write there as a trial, without opening it.

    Raises as `open_database` does.
    """
    if not is_server(address):
        return await asyncio.to_thread(prepare_file, Path(address).absolute())
    async with await open_database(address):
        pass
