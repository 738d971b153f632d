"""A file of SQLite as the source of a copy, or as its target."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from storage.errors import StorageError
from storage.records import Row
from storage.sides import BATCH, Side
from storage.sqlite.files import connect, read_only, recognise
from storage.sqlite.refusals import refusal
from storage.sqlite.schema import newest_version, prepare


@contextmanager
def source(path: Path) -> Iterator[Side]:
    """The state of a file at one moment, in use or not. Raises StorageError."""
    with read_only(path) as connection:
        try:
            newest = newest_version()
            if (version := recognise(connection, path, newest)) < newest:
                raise StorageError(
                    f"{path}: the file has schema version {version}, older than {newest};"
                    " start the bot once to bring it up to date"
                )
            connection.execute("BEGIN")
            yield SqliteSide(path, connection)
        except sqlite3.Error as error:
            raise refusal(error, str(path)) from error


@contextmanager
def target(path: Path) -> Iterator[Side]:
    """A file that is written, made where there is none, half a copy or not. Raises StorageError."""
    prepare(path.absolute(), half=True)
    with closing(connect(path, "mode=rw")) as connection:
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")
            yield SqliteSide(path, connection)
        except sqlite3.Error as error:
            raise refusal(error, str(path)) from error


class SqliteSide(Side):
    """A file through one connection."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.name = str(path)
        self._connection = connection

    def read(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """All rows of a query."""
        return self._connection.execute(sql, parameters).fetchall()

    def batches(self, sql: str) -> Iterator[list[Row]]:
        """The rows of a query that may have very many, so many at a time."""
        cursor = self._connection.execute(sql)
        while rows := cursor.fetchmany(BATCH):
            yield rows

    def highest(self, table: str) -> int:
        """The highest number that a table has ever given to a row."""
        rows = self.read("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,))
        return int(rows[0][0]) if rows else 0

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction: what is done within it is kept as a whole, or not at all."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def many(self, sql: str, rows: Sequence[Row]) -> None:
        """A statement for each of so many rows, within a transaction."""
        self._connection.executemany(sql, rows)

    def tidy(self) -> None:
        """Nothing: SQLite writes a row over itself."""

    def number_from(self, table: str, highest: int) -> None:
        """Within a transaction: has a table give no number any more up to `highest`."""
        if highest <= self.highest(table):
            return
        self.many("DELETE FROM sqlite_sequence WHERE name = ?", [(table,)])
        self.many("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [(table, highest)])
