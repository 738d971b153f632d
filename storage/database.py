"""The interface of a database, the same for SQLite and PostgreSQL.

Statements use the SQL that both share, with `?` for each parameter.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import TracebackType
from typing import Any, ClassVar, Literal, Protocol, Self, TypeVar

from storage.records import Row
from storage.shard_filter import ShardFilter

log = logging.getLogger(__name__)

T = TypeVar("T")
Synchronous = Literal["FULL", "NORMAL", "EXTRA", "OFF"]
Listener = Callable[[str], None]
"""Called with each message of another process; with "" if messages may have been missed."""


class Execute(Protocol):
    """Run a statement in a write's transaction and return all its rows."""

    async def __call__(self, sql: str, parameters: Sequence[object] = (), /) -> list[Row]: ...


Work = Callable[[Execute], Awaitable[T]]
"""The statements of one write, called again if the first transaction was rolled back.

It awaits nothing but its statements and `Database.lock`: on SQLite it runs in another thread.
"""


class Database(ABC):
    """An open database, used by one event loop; `async with` closes it.

    `clock` returns Unix time; `shards` are the servers of this process. Each write runs within a
    context of `write_timer`. A caller within `wait_notice` is told of each call that waits.
    """

    is_shared: ClassVar[bool]
    """True if other processes write to the database at the same time."""
    CLAIM_SUFFIX: ClassVar[str]
    """SQL at the end of a query that locks its rows until the write ends; others skip them."""

    def __init__(self, clock: Callable[[], float], shards: ShardFilter) -> None:
        self.clock = clock
        self.shards = shards
        self.write_timer: Callable[[], AbstractContextManager[None]] = nullcontext
        self._listeners: list[Listener] = []

    @property
    @abstractmethod
    def name(self) -> str:
        """The address without its password."""

    @abstractmethod
    async def write(self, work: Work[T], subject: str) -> T:
        """Run `work` in a transaction and return its result once it is durable.

        An exception of `work` undoes only its own statements. If a waiting caller is cancelled, the
        write may or may not happen. Raise StorageError; its message begins with `subject`.
        """

    @abstractmethod
    async def lock(self, execute: Execute, name: str) -> None:
        """Hold the lock `name` until this write ends, waiting for another that holds it.

        Needed to count rows before inserting one: no constraint can limit their number.
        """

    @abstractmethod
    async def read(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Return all rows, without waiting for writes. Raise StorageError."""

    @abstractmethod
    async def read_named(self, sql: str, parameters: Sequence[object] = ()) -> list[dict[str, Any]]:
        """Read rows as mappings of column names to values."""

    @abstractmethod
    async def ping(self) -> None:
        """Test a read and, if the last write failed, a write. Raise StorageError."""

    @abstractmethod
    async def purge(self) -> None:
        """Remove deleted rows from logs and free space, as far as possible now."""

    @abstractmethod
    async def delete_migration_backups(self) -> None:
        """Delete expired backups from before migrations."""

    @abstractmethod
    async def notify(self, message: str) -> None:
        """Send a short message to the processes on this database; SQLite has none."""

    @abstractmethod
    async def claim_shards(self, *, take_over: bool = False) -> None:
        """Lock this process's shards until `close`.

        Wait half a minute for a process that holds one of them, as it may be ending, then raise
        ShardsTaken. With `take_over`, start at once although that process still runs.
        """

    @abstractmethod
    async def close(self) -> None:
        """Finish pending writes, and close the database."""

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def dispatch(self, message: str) -> None:
        """Pass another process's message to the listeners."""
        for listener in self._listeners:
            try:
                listener(message)
            except Exception:
                log.exception("a message of another process could not be handled: %s", message)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
