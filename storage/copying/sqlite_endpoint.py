"""A SQLite file as the source or the target of a copy."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from storage.copying.interface import BATCH_ROWS, Endpoint
from storage.records import Row
from storage.sqlite.error_mapping import storage_error
from storage.sqlite.files import connect, read_only, require_schema
from storage.sqlite.schema import prepare


@contextmanager
def source(path: Path) -> Iterator[Endpoint]:
    """Open one consistent state, in use or not. Raise StorageError."""
    with read_only(path) as connection:
        require_schema(connection, path)
        connection.execute("BEGIN")
        yield SqliteEndpoint(path, connection)


@contextmanager
def target(path: Path) -> Iterator[Endpoint]:
    """Open a new file or an incomplete copy for writing. Raise StorageError."""
    prepare(path.absolute(), allow_incomplete=True)
    with closing(connect(path, "mode=rw")) as connection:
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")
            yield SqliteEndpoint(path, connection)
        except sqlite3.Error as error:
            raise storage_error(error, str(path)) from error


class SqliteEndpoint(Endpoint):
    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.name = str(path)
        self._connection = connection

    def read(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        return self._connection.execute(sql, parameters).fetchall()

    def batches(self, sql: str) -> Iterator[list[Row]]:
        cursor = self._connection.execute(sql)
        while rows := cursor.fetchmany(BATCH_ROWS):
            yield rows

    def highest_number(self, table: str) -> int:
        rows = self.read("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,))
        return int(rows[0][0]) if rows else 0

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def execute_many(self, sql: str, rows: Sequence[Row]) -> None:
        self._connection.executemany(sql, rows)

    def compact(self) -> None:
        """Do nothing: SQLite overwrites rows in place."""

    def reserve_numbers(self, table: str, highest: int) -> None:
        if highest <= self.highest_number(table):
            return
        self.execute_many("DELETE FROM sqlite_sequence WHERE name = ?", [(table,)])
        self.execute_many(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [(table, highest)]
        )
