"""`PostgresDatabase`: read, write, notify and close, over the connections of its own pool."""

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
from storage.errors import StorageError, StorageUnavailable
from storage.postgres.connections import (
    CHANNEL,
    MessageListener,
    ShardLocks,
    connect,
    create_pool,
    require_own_connections,
    retry_while_unreachable,
)
from storage.postgres.error_mapping import CLIENT_ERRORS, storage_error
from storage.postgres.schema import WRITE_TRIAL, prepare
from storage.postgres.statements import postgres_statement
from storage.postgres.transactions import write
from storage.postgres.write_tokens import WriteTokens
from storage.records import Row
from storage.shard_filter import ALL_SHARDS, ShardFilter
from storage.texts import require_storable
from storage.wait_notice import waiting_for_database

log = logging.getLogger(__name__)

T = TypeVar("T")
POOL_SIZE: Final = 8
"""The largest number of concurrent writes and reads of a process."""
PURGE_TIMEOUT_SECONDS: Final = 600.0
_SYNCHRONOUS_COMMIT: Final[dict[Synchronous, str]] = {
    # In SQLite, NORMAL is safe in a crash of the process, but not in a loss of power.
    **{"FULL": "on", "EXTRA": "remote_apply", "NORMAL": "off", "OFF": "off"},
}


class PostgresDatabase(Database):
    """A database on a server, written by any number of processes at once."""

    is_shared: ClassVar[bool] = True
    CLAIM_SUFFIX: ClassVar[str] = "FOR UPDATE SKIP LOCKED"

    def __init__(
        self,
        address: str,
        connections: asyncpg.Pool,
        clock: Callable[[], float],
        shards: ShardFilter,
    ) -> None:
        super().__init__(clock, shards)
        self._address = address
        self._pool = connections
        self._tokens = WriteTokens()
        self._last_failure: StorageUnavailable | None = None
        self._closed = False
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._listener = MessageListener(address, self.name, self.dispatch)

    @classmethod
    async def open(
        cls,
        address: str,
        *,
        synchronous: Synchronous = "FULL",
        clock: Callable[[], float] = time.time,
        shards: ShardFilter = ALL_SHARDS,
        connections: int = POOL_SIZE,
    ) -> Self:
        """Open a database, creating or migrating its schema.

        Waits for a server that is starting. Raise ForeignFile, NewerSchema, PoolerRefused,
        StorageUnavailable or StorageError; the database is not changed then.
        """
        if synchronous not in get_args(Synchronous):
            raise ValueError(f"synchronous is one of {', '.join(get_args(Synchronous))}")
        name = without_password(address)
        try:
            await require_own_connections(address, name)
            first = await retry_while_unreachable(lambda: connect(address))
            try:
                await prepare(first, name)
            finally:
                await first.close()
            opened = await create_pool(address, connections, _SYNCHRONOUS_COMMIT[synchronous])
        except (*CLIENT_ERRORS, ValueError) as error:
            raise storage_error(error, name) from error
        database = cls(address, opened, clock, shards)
        database._listener.start()
        return database

    @property
    def name(self) -> str:
        return without_password(self._address)

    async def write(self, work: Work[T], subject: str) -> T:
        """See `Database.write`; the server isolates concurrent writes."""
        try:
            with self.write_timer(), self._counted(subject):
                async with waiting_for_database():
                    outcome = await write(self._pool, self._tokens, work, subject)
        except StorageUnavailable as error:
            self._last_failure = error
            raise
        self._last_failure = None
        return outcome

    async def lock(self, execute: Execute, name: str) -> None:
        """See `Database.lock`; names with the same hash share a lock, which is harmless."""
        await execute("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", (name,))

    async def read(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        return [tuple(row) for row in await self._fetch(sql, parameters)]

    async def read_named(self, sql: str, parameters: Sequence[object] = ()) -> list[dict[str, Any]]:
        return [dict(row) for row in await self._fetch(sql, parameters)]

    async def _fetch(self, sql: str, parameters: Sequence[object]) -> list[asyncpg.Record]:
        require_storable(parameters)
        statement = postgres_statement(sql)
        try:
            with self._counted(self.name):
                async with waiting_for_database():
                    return await retry_while_unreachable(
                        lambda: self._pool.fetch(statement, *parameters)
                    )
        except CLIENT_ERRORS as error:
            raise storage_error(error, self.name) from error

    @contextmanager
    def _counted(self, subject: str) -> Iterator[None]:
        """Count a running read or write; `close` waits for it."""
        if self._closed:
            raise StorageError(f"{subject}: the database is closed")
        self._running += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()

    async def ping(self) -> None:
        await self.read("SELECT 1")
        if self._last_failure is not None:
            await self.write(_write_trial, "a trial")

    async def purge(self) -> None:
        """Run VACUUM without waiting for autovacuum."""
        tables = (
            "SELECT quote_ident(relname) FROM pg_stat_user_tables WHERE schemaname = current_schema"
        )
        try:
            names = ", ".join(name for [name] in await self.read(tables))
            await self._pool.execute(f"VACUUM (SKIP_LOCKED) {names}", timeout=PURGE_TIMEOUT_SECONDS)
        except (*CLIENT_ERRORS, StorageError) as error:
            log.warning("%s: deleted rows could not be purged: %s", self.name, error)

    async def delete_migration_backups(self) -> None:
        """Do nothing: a migration on a server leaves no copy."""

    async def notify(self, message: str) -> None:
        """Send a short message to all processes on this database, including this one."""

        async def work(execute: Execute) -> None:
            await execute("SELECT pg_notify(?, ?)", (CHANNEL, message))

        await self.write(work, "a message to other processes")

    async def claim_shards(self, *, take_over: bool = False) -> None:
        await self._listener.claim(ShardLocks(self.shards), take_over=take_over)

    async def close(self) -> None:
        """Wait for running reads and writes, then close all connections."""
        self._closed = True
        await self._idle.wait()
        await self._listener.close()
        # If this fails, another process deletes the tokens later.
        with suppress(*CLIENT_ERRORS):
            await self._tokens.delete(self._pool)
        await self._pool.close()


async def _write_trial(execute: Execute) -> None:
    await execute(WRITE_TRIAL)
