"""A database on a PostgreSQL server: a pool of connections, and one on which others are heard."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, ClassVar, Final, Self, TypeVar, get_args

import asyncpg

from storage.addresses import without_password
from storage.database import Database, Execute, Synchronous, Work
from storage.errors import OutOfReach, StorageError
from storage.part import WHOLE, Part
from storage.postgres.connecting import connect, patiently, pool
from storage.postgres.dialect import translated
from storage.postgres.listening import CHANNEL, Listener
from storage.postgres.marks import Marks
from storage.postgres.refusals import refusal
from storage.postgres.schema import TRIAL, prepare
from storage.postgres.writing import KNOWN, write
from storage.records import Row

log = logging.getLogger(__name__)

T = TypeVar("T")
CONNECTIONS: Final = 8
"""How many of a program's writes and reads the server works on at once."""
PURGE_SECONDS: Final = 600.0
_COMMITS: Final[dict[Synchronous, str]] = {
    # NORMAL is SQLite's word: a crash of the server loses nothing, a loss of power may.
    **{"FULL": "on", "EXTRA": "remote_apply", "NORMAL": "off", "OFF": "off"},
}


class PostgresDatabase(Database):
    """The database at an address, which any number of programs write at once."""

    is_shared: ClassVar[bool] = True
    CLAIMING: ClassVar[str] = "FOR UPDATE SKIP LOCKED"

    def __init__(
        self, address: str, connections: asyncpg.Pool, clock: Callable[[], float], part: Part
    ) -> None:
        super().__init__(clock, part)
        self._address = address
        self._pool = connections
        self._marks = Marks()
        self._trouble: OutOfReach | None = None
        self._closed = False
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._listener = Listener(address, self.name, self._hear)

    @classmethod
    async def open(
        cls,
        address: str,
        *,
        synchronous: Synchronous = "FULL",
        clock: Callable[[], float] = time.time,
        part: Part = WHOLE,
        connections: int = CONNECTIONS,
    ) -> Self:
        """Open the database at `address`, creating or migrating what is in it.

        A server that is starting is waited for. Raises ForeignFile, NewerSchema, OutOfReach or
        StorageError, the database being untouched.
        """
        if synchronous not in get_args(Synchronous):
            raise ValueError(f"synchronous is one of {', '.join(get_args(Synchronous))}")
        name = without_password(address)
        try:
            first = await patiently(lambda: connect(address))
            try:
                await prepare(first, name)
            finally:
                await first.close()
            opened = await pool(address, connections, _COMMITS[synchronous])
        except (*KNOWN, ValueError) as error:
            raise refusal(error, name) from error
        database = cls(address, opened, clock, part)
        database._listener.begin()
        return database

    @property
    def name(self) -> str:
        """Its address without the password."""
        return without_password(self._address)

    async def write(self, work: Work[T], subject: str) -> T:
        """See `Database.write`; what two writes would do to each other the server prevents."""
        try:
            with self._at_work(subject):
                outcome = await write(self._pool, self._marks, work, subject)
        except OutOfReach as error:
            self._trouble = error
            raise
        self._trouble = None
        return outcome

    async def hold(self, execute: Execute, what: str) -> None:
        """See `Database.hold`; names that come to the same number wait for each other in vain."""
        await execute("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", (what,))

    async def read(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """All rows of one query, which does not wait for writes. Raises StorageError."""
        return [tuple(row) for row in await self._fetch(sql, parameters)]

    async def named(self, sql: str, parameters: Sequence[object] = ()) -> list[dict[str, Any]]:
        """The same, each row by the names of its columns."""
        return [dict(row) for row in await self._fetch(sql, parameters)]

    async def _fetch(self, sql: str, parameters: Sequence[object]) -> list[asyncpg.Record]:
        statement = translated(sql)
        try:
            with self._at_work(self.name):
                return await patiently(lambda: self._pool.fetch(statement, *parameters))
        except KNOWN as error:
            raise refusal(error, self.name) from error

    @contextmanager
    def _at_work(self, subject: str) -> Iterator[None]:
        """What is waited for before the database is closed."""
        if self._closed:
            raise StorageError(f"{subject}: the database is closed")
        self._under_way += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    async def answer(self) -> None:
        """Find out whether it can be read and, where the last write met trouble, written again.

        Raises StorageError.
        """
        await self.read("SELECT 1")
        if self._trouble is not None:
            await self.write(_trial, "a trial")

    async def purge(self) -> None:
        """Has the server take away at once what was deleted; it would wait until there is much."""
        tables = (
            "SELECT quote_ident(relname) FROM pg_stat_user_tables WHERE schemaname = current_schema"
        )
        try:
            names = ", ".join(name for [name] in await self.read(tables))
            await self._pool.execute(f"VACUUM (SKIP_LOCKED) {names}", timeout=PURGE_SECONDS)
        except (*KNOWN, StorageError) as error:
            log.warning("%s: what was deleted is still in free space: %s", self.name, error)

    async def expire_copies(self) -> None:
        """Nothing: a migration here leaves no copy."""

    async def tell(self, what: str) -> None:
        """Tells the other programs on this database something, and this one; a short text."""

        async def work(execute: Execute) -> None:
            await execute("SELECT pg_notify(?, ?)", (CHANNEL, what))

        await self.write(work, "a word to other programs")

    async def close(self) -> None:
        """Finishes what is under way and closes all connections."""
        self._closed = True
        await self._idle.wait()
        await self._listener.close()
        # What stays of it others take away.
        with suppress(*KNOWN):
            await self._marks.remove(self._pool)
        await self._pool.close()


async def _trial(execute: Execute) -> None:
    await execute(TRIAL)
