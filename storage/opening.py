"""Open, prepare or check a database by its address: a SQLite file, or a PostgreSQL server."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from storage.addresses import is_postgres_url
from storage.database import Database, Synchronous
from storage.errors import ASYNCPG_MISSING, StorageError
from storage.replay import CheckResult, Fold, OnProgress
from storage.shard_filter import ALL_SHARDS, ShardFilter
from storage.sqlite.check import check_file
from storage.sqlite.database import SqliteDatabase
from storage.sqlite.schema import prepare as prepare_file


async def open_database(
    address: str | os.PathLike[str],
    *,
    synchronous: Synchronous = "FULL",
    clock: Callable[[], float] = time.time,
    shards: ShardFilter = ALL_SHARDS,
) -> Database:
    """Open a database, creating or migrating its schema.

    Args:
        address: The path of a file, or `postgresql://…`.
        synchronous: With FULL a committed write survives a loss of power.
        clock: Returns Unix time.
        shards: The servers of this process.

    Raises:
        StorageError: or DamagedFile, ForeignFile, NewerSchema, StorageUnavailable. The database is
            not changed then.
    """
    if not is_postgres_url(address):
        return await SqliteDatabase.open(
            Path(address), synchronous=synchronous, clock=clock, shards=shards
        )
    try:
        from storage.postgres.database import PostgresDatabase
    except ModuleNotFoundError as error:
        raise StorageError(ASYNCPG_MISSING) from error
    return await PostgresDatabase.open(
        str(address), synchronous=synchronous, clock=clock, shards=shards
    )


async def prepare(address: str | os.PathLike[str]) -> None:
    """Create or migrate the schema and write a trial, without opening the database.

    Raise the errors of `open_database`.
    """
    if not is_postgres_url(address):
        return await asyncio.to_thread(prepare_file, Path(address).absolute())
    async with await open_database(address):
        pass


def check(
    address: str | os.PathLike[str],
    fold: Fold,
    *,
    on_progress: OnProgress = lambda done, games: None,
    processes: int | None = None,
) -> Iterator[CheckResult]:
    """Yield the damage of the database itself, then a line for each log.

    For `fold` and `processes` see `replay_games`; `fold` must accept any beginning of a log. Raise
    StorageError if the database cannot be read at all.
    """
    if not is_postgres_url(address):
        return check_file(Path(address), fold, on_progress, processes)
    try:
        from storage.postgres.diagnostics import check_postgres
    except ModuleNotFoundError as error:
        raise StorageError(ASYNCPG_MISSING) from error
    return check_postgres(str(address), fold, on_progress, processes)
