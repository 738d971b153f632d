"""A SQLite file with one connection for writes and one for reads."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar, get_args

import aiosqlite

from storage.database import Database, Execute, Synchronous, Work
from storage.errors import StorageError
from storage.records import Row
from storage.shard_filter import ALL_SHARDS, ShardFilter
from storage.sqlite.error_mapping import storage_error
from storage.sqlite.files import (
    BUSY_TIMEOUT_SECONDS,
    connect,
    copy,
    decode_text,
    storage_error_at,
)
from storage.sqlite.schema import delete_migration_backups, prepare
from storage.sqlite.writer import Writer
from storage.texts import require_storable
from storage.wait_notice import waiting_for_database

log = logging.getLogger(__name__)

T = TypeVar("T")
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)


class SqliteDatabase(Database):
    """A SQLite file, written by one task of one process."""

    is_shared: ClassVar[bool] = False
    CLAIM_SUFFIX: ClassVar[str] = ""  # no other process writes at the same time

    def __init__(
        self,
        path: Path,
        writer: Writer,
        reader: aiosqlite.Connection,
        clock: Callable[[], float],
        shards: ShardFilter,
        resources: AsyncExitStack,
    ) -> None:
        super().__init__(clock, shards)
        self.path = path
        self._writer = writer
        self._reader = reader
        self._resources = resources
        self._closed = False

    @classmethod
    async def open(
        cls,
        path: str | os.PathLike[str],
        *,
        synchronous: Synchronous = "FULL",
        clock: Callable[[], float] = time.time,
        shards: ShardFilter = ALL_SHARDS,
    ) -> Self:
        """Open a file, creating or migrating it.

        With `synchronous` FULL a committed write survives a loss of power. Raise DamagedFile,
        ForeignFile, NewerSchema or StorageError; the file is not changed then.
        """
        if synchronous not in get_args(Synchronous):
            raise ValueError(f"synchronous is one of {', '.join(get_args(Synchronous))}")
        file = Path(path).absolute()
        await asyncio.to_thread(prepare, file)
        try:
            async with AsyncExitStack() as resources:
                writer = await Writer.open(file, synchronous)
                resources.push_async_callback(writer.close)
                reading = await _connect(resources, file)
                await reading.execute("PRAGMA query_only = ON")
                return cls(file, writer, reading, clock, shards, resources.pop_all())
        except sqlite3.Error as error:
            raise storage_error_at(error, file) from error

    @property
    def name(self) -> str:
        return str(self.path)

    async def write(self, work: Work[T], subject: str) -> T:
        if self._closed:
            raise StorageError(f"{subject}: the database is closed")
        with self.write_timer():
            async with waiting_for_database():
                return await self._writer.write(work, subject)

    async def lock(self, execute: Execute, name: str) -> None:
        """Do nothing: writes run one after the other."""

    async def read(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        if self._closed:
            raise StorageError(f"{self.path}: the database is closed")
        require_storable(parameters)
        try:
            rows = await self._reader.execute_fetchall(sql, parameters)
            return [tuple(row) for row in rows]
        except UNREADABLE as error:
            raise storage_error(error, str(self.path)) from error

    async def read_named(self, sql: str, parameters: Sequence[object] = ()) -> list[dict[str, Any]]:
        if self._closed:
            raise StorageError(f"{self.path}: the database is closed")
        require_storable(parameters)
        try:
            async with self._reader.execute(sql, parameters) as cursor:
                names = [column for column, *_ in cursor.description]
                return [dict(zip(names, row, strict=True)) for row in await cursor.fetchall()]
        except UNREADABLE as error:
            raise storage_error(error, str(self.path)) from error

    async def ping(self) -> None:
        await self.read("SELECT count(*) FROM sqlite_schema")
        if self._writer.last_failure is not None:
            await self.write(_write_trial, "a trial")

    async def purge(self) -> None:
        """Empty the write-ahead log, so that no older page keeps deleted rows.

        A reader slower than the busy timeout prevents this; the next call empties it.
        """

        def checkpoint() -> None:
            # Not the writer's connection, which may be inside a transaction.
            with (
                suppress(sqlite3.OperationalError),
                closing(connect(self.path, "mode=rw")) as connection,
            ):
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

        await asyncio.to_thread(checkpoint)

    async def backup(self, target: str | os.PathLike[str]) -> None:
        """Copy the current state to a new file while writes go on.

        Raise StorageError if `target` exists or cannot be written.
        """
        await asyncio.to_thread(copy, self.path, Path(target).absolute())

    async def delete_migration_backups(self) -> None:
        await asyncio.to_thread(delete_migration_backups, self.path)

    async def notify(self, message: str) -> None:
        """Do nothing: no other process uses the file."""

    async def claim_shards(self, *, take_over: bool = False) -> None:
        """Do nothing: no other process uses the file."""

    async def close(self) -> None:
        """Finish pending writes, empty the write-ahead log and close the file.

        A log that cannot be emptied is kept, and the next start reads it.
        """
        self._closed = True
        await self._resources.aclose()


async def _connect(resources: AsyncExitStack, path: Path) -> aiosqlite.Connection:
    connection = aiosqlite.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT_SECONDS)
    opened = await resources.enter_async_context(connection)
    opened.text_factory = decode_text
    return opened


async def _write_trial(execute: Execute) -> None:
    [[version]] = await execute("PRAGMA user_version")
    await execute(f"PRAGMA user_version = {version}")
