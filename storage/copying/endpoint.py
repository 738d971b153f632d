"""The interface of a database that is copied from or to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Final

from storage.records import Row

BATCH_ROWS: Final = 2_000
"""How many rows are in memory at a time."""


class Endpoint(ABC):
    """The source or the target of a copy, with blocking calls and the SQL that both kinds share."""

    name: str
    """The address without its password, for an operator."""

    @abstractmethod
    def read(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Return all rows of a query."""

    @abstractmethod
    def batches(self, sql: str) -> Iterator[list[Row]]:
        """The rows of a query in batches of BATCH_ROWS."""

    @abstractmethod
    def highest_number(self, table: str) -> int:
        """The highest number that a table has given to a row, deleted rows included."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]:
        """A transaction around a `with` block; an exception rolls it back."""

    @abstractmethod
    def execute_many(self, sql: str, rows: Sequence[Row]) -> None:
        """Run a statement for each of some rows, within a transaction."""

    @abstractmethod
    def compact(self) -> None:
        """Free the disk space of overwritten rows, outside a transaction."""

    @abstractmethod
    def reserve_numbers(self, table: str, highest: int) -> None:
        """Have a table give only numbers above `highest`, within a transaction."""
