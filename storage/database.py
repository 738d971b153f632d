"""What the log and all that is kept beside it ask of a database, whichever it is.

Statements are of the SQL that SQLite and PostgreSQL share, with `?` for each parameter.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from types import TracebackType
from typing import Any, ClassVar, Literal, Protocol, Self, TypeVar

from storage.part import Part
from storage.records import Row

log = logging.getLogger(__name__)

T = TypeVar("T")
Synchronous = Literal["FULL", "NORMAL", "EXTRA", "OFF"]
Heard = Callable[[str], None]
"""Is told what another program said; the empty text where something may have been missed."""


class Execute(Protocol):
    """Runs one statement in the transaction of a write and gives all its rows."""

    async def __call__(self, sql: str, parameters: Sequence[object] = (), /) -> list[Row]: ...


Work = Callable[[Execute], Awaitable[T]]
"""What one write does. It may be done again from the start where nothing of it was kept."""


class Database(ABC):
    """A place of logs, open for one event loop; `async with` closes it.

    `clock` gives the present in Unix seconds; `part` are the servers this program looks after.
    """

    is_shared: ClassVar[bool]
    """Whether other programs write it at the same time."""
    CLAIMING: ClassVar[str]
    """What ends a query for rows that no other program is to be given before the write is over."""

    def __init__(self, clock: Callable[[], float], part: Part) -> None:
        self.clock = clock
        self.part = part
        self._heard: list[Heard] = []

    @property
    @abstractmethod
    def name(self) -> str:
        """Which one it is, for an operator; without a password."""

    @abstractmethod
    async def write(self, work: Work[T], subject: str) -> T:
        """What `work` gave, once it is kept for good; an error begins with `subject`.

        What `work` raises undoes its own statements only. A caller that is cancelled while it
        waits leaves open whether its write happened. Raises StorageError.
        """

    @abstractmethod
    async def hold(self, execute: Execute, what: str) -> None:
        """Within a write: has it wait for who holds the same, and hold it until its end.

        For what is counted before it is written, as no law of the database sees to that.
        """

    @abstractmethod
    async def read(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """All rows of one query, which does not wait for writes. Raises StorageError."""

    @abstractmethod
    async def named(self, sql: str, parameters: Sequence[object] = ()) -> list[dict[str, Any]]:
        """The same, each row by the names of its columns."""

    @abstractmethod
    async def answer(self) -> None:
        """Find out whether it can be read and, where the last write met trouble, written again.

        Raises StorageError.
        """

    @abstractmethod
    async def purge(self) -> None:
        """Take what was deleted from where the database keeps it for a while, as far as it can."""

    @abstractmethod
    async def expire_copies(self) -> None:
        """Remove what migrations left beside it, as each start does."""

    @abstractmethod
    async def tell(self, what: str) -> None:
        """Tell the other programs on this database something; none may be there to hear it."""

    @abstractmethod
    async def close(self) -> None:
        """Finish the writes that wait, and close it."""

    def listen(self, heard: Heard) -> None:
        """Have something told what other programs say."""
        self._heard.append(heard)

    def _hear(self, what: str) -> None:
        for heard in self._heard:
            try:
                heard(what)
            except Exception:
                log.exception("what another program said was not understood: %s", what)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
