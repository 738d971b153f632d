"""A file of SQLite: one connection that writes, one that reads, and the way to end well."""

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
from storage.part import WHOLE, Part
from storage.records import Row
from storage.sqlite.files import BUSY_SECONDS, connect, copy, trouble
from storage.sqlite.refusals import refusal
from storage.sqlite.schema import expire, newest_version, prepare
from storage.sqlite.teaching import readable
from storage.sqlite.writer import Writer

log = logging.getLogger(__name__)

T = TypeVar("T")
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)


class SqliteDatabase(Database):
    """A file at `path`, which one program writes at a time, and one task of it."""

    is_shared: ClassVar[bool] = False
    CLAIMING: ClassVar[str] = ""  # nobody else writes meanwhile

    def __init__(
        self,
        path: Path,
        writer: Writer,
        reader: aiosqlite.Connection,
        clock: Callable[[], float],
        part: Part,
        resources: AsyncExitStack,
    ) -> None:
        super().__init__(clock, part)
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
        part: Part = WHOLE,
    ) -> Self:
        """Open the file at `path`, creating or migrating it.

        With FULL a committed write survives a loss of power. Raises DamagedFile, ForeignFile,
        NewerSchema or StorageError, the file being untouched.
        """
        if synchronous not in get_args(Synchronous):
            raise ValueError(f"synchronous is one of {', '.join(get_args(Synchronous))}")
        file = Path(path).absolute()
        await asyncio.to_thread(prepare, file)
        try:
            async with AsyncExitStack() as resources:
                writing = await _connect(resources, file)
                await writing.execute("PRAGMA foreign_keys = ON")
                await writing.execute(f"PRAGMA synchronous = {synchronous}")
                # What is forgotten must not stay readable in the free space of a page.
                await writing.execute("PRAGMA secure_delete = ON")
                resources.push_async_callback(_checkpoint, writing, file)
                reading = await _connect(resources, file)
                await reading.execute("PRAGMA query_only = ON")
                writer = Writer(writing)
                resources.push_async_callback(writer.close)
                return cls(file, writer, reading, clock, part, resources.pop_all())
        except sqlite3.Error as error:
            raise trouble(error, file) from error

    @property
    def name(self) -> str:
        """The path of the file."""
        return str(self.path)

    async def write(self, work: Work[T], subject: str) -> T:
        """See `Writer.write`."""
        return await self._writer.write(work, subject)

    async def hold(self, execute: Execute, what: str) -> None:
        """Nothing: a write has the whole file to itself."""

    async def read(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """All rows of one query, which does not wait for writes. Raises StorageError."""
        if self._closed:
            raise StorageError(f"{self.path}: the database is closed")
        try:
            rows = await self._reader.execute_fetchall(sql, parameters)
            return [tuple(row) for row in rows]
        except UNREADABLE as error:
            raise refusal(error, str(self.path)) from error

    async def named(self, sql: str, parameters: Sequence[object] = ()) -> list[dict[str, Any]]:
        """The same, each row by the names of its columns."""
        if self._closed:
            raise StorageError(f"{self.path}: the database is closed")
        try:
            async with self._reader.execute(sql, parameters) as cursor:
                names = [column for column, *_ in cursor.description]
                return [dict(zip(names, row, strict=True)) for row in await cursor.fetchall()]
        except UNREADABLE as error:
            raise refusal(error, str(self.path)) from error

    async def answer(self) -> None:
        """Find out whether it can be read and, where the last write met trouble, written again.

        Raises StorageError.
        """
        await self.read("SELECT count(*) FROM sqlite_schema")
        if self._writer.trouble is not None:
            await self.write(_trial, "a trial")

    async def purge(self) -> None:
        """Empty the write-ahead log, so that what it held of older pages is gone.

        A reader that takes longer than the busy timeout prevents it; the next one will do.
        """

        def checkpoint() -> None:
            # A connection of its own: that of the writer may be inside a transaction.
            with (
                suppress(sqlite3.OperationalError),
                closing(connect(self.path, "mode=rw")) as connection,
            ):
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

        await asyncio.to_thread(checkpoint)

    async def backup(self, target: str | os.PathLike[str]) -> None:
        """Write a copy of the present state to a new file, while writes go on.

        Raises StorageError if `target` exists or cannot be written.
        """
        await asyncio.to_thread(copy, self.path, Path(target).absolute(), newest_version())

    async def expire_copies(self) -> None:
        """Remove what migrations left beside the file, as each start does; see `expire`."""
        await asyncio.to_thread(expire, self.path)

    async def tell(self, what: str) -> None:
        """Nothing: programs that share a file read it, and are not told."""

    async def close(self) -> None:
        """Finish the writes that wait, empty the write-ahead log and close the file.

        A log that cannot be emptied stays, with all that is in it, for the next start.
        """
        self._closed = True
        await self._resources.aclose()


async def _connect(resources: AsyncExitStack, path: Path) -> aiosqlite.Connection:
    connection = aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
    opened = await resources.enter_async_context(connection)
    opened.text_factory = readable
    return opened


async def _checkpoint(connection: aiosqlite.Connection, path: Path) -> None:
    try:
        await connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        log.warning("the write-ahead log of %s stays: %s", path, error)


async def _trial(execute: Execute) -> None:
    """Writes a page, and nothing new."""
    [[version]] = await execute("PRAGMA user_version")
    await execute(f"PRAGMA user_version = {version}")
