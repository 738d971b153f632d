"""What a copy asks of the database it is made of, and of the one it is made in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Final

from storage.records import Row

BATCH: Final = 2_000
"""Rows that are held at a time."""


class Side(ABC):
    """One of the two databases, for one who waits; statements are of the SQL that both share."""

    name: str
    """Which one it is, for an operator; without a password."""

    @abstractmethod
    def read(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """All rows of a query."""

    @abstractmethod
    def batches(self, sql: str) -> Iterator[list[Row]]:
        """The rows of a query that may have very many, so many at a time."""

    @abstractmethod
    def highest(self, table: str) -> int:
        """The highest number that a table has ever given to a row."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[None]:
        """One transaction: what is done within it is kept as a whole, or not at all."""

    @abstractmethod
    def many(self, sql: str, rows: Sequence[Row]) -> None:
        """A statement for each of so many rows, within a transaction."""

    @abstractmethod
    def tidy(self) -> None:
        """Outside of a transaction: gives back the room that so many writes at once have left."""

    @abstractmethod
    def number_from(self, table: str, highest: int) -> None:
        """Within a transaction: has a table give no number any more up to `highest`."""
