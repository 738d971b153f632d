"""A database on a PostgreSQL server as the source or the target of a copy."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import asyncpg

from storage.addresses import without_password
from storage.copying.interface import BATCH_ROWS, Endpoint
from storage.postgres.connections import connect
from storage.postgres.dialect import translated
from storage.postgres.error_mapping import CLIENT_ERRORS, storage_error
from storage.postgres.schema import newest_version, prepare, require_schema
from storage.records import Row


@contextmanager
def source(address: str) -> Iterator[Endpoint]:
    """Open one consistent state of a database, in use or not. Raises StorageError."""
    with _connected(address) as endpoint:
        newest = newest_version()
        endpoint.run(lambda connection: require_schema(connection, endpoint.name, newest))
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        endpoint.run(lambda connection: connection.execute(begin))
        yield endpoint


@contextmanager
def target(address: str) -> Iterator[Endpoint]:
    """Open a database for writing, which may be an incomplete copy. Raises StorageError."""
    with _connected(address) as endpoint:
        endpoint.run(lambda connection: prepare(connection, endpoint.name, allow_incomplete=True))
        yield endpoint


@contextmanager
def _connected(address: str) -> Iterator[PostgresEndpoint]:
    name = without_password(address)
    with asyncio.Runner() as runner:
        try:
            # No timeouts: this connection waits while the other endpoint works.
            connection = runner.run(
                connect(address, timeout_seconds=None, idle_in_transaction_session_timeout="0")
            )
            try:
                yield PostgresEndpoint(name, runner, connection)
            finally:
                runner.run(connection.close())
        except CLIENT_ERRORS as error:
            raise storage_error(error, name) from error


class PostgresEndpoint(Endpoint):
    """A database with one connection and its own event loop."""

    def __init__(self, name: str, runner: asyncio.Runner, connection: asyncpg.Connection) -> None:
        self.name = name
        self._runner = runner
        self._connection = connection

    def run(self, work: Callable[[asyncpg.Connection], Awaitable[Any]]) -> Any:
        """Run an asynchronous call with the connection and return its result."""

        async def result() -> Any:
            return await work(self._connection)

        return self._runner.run(result())

    def read(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Return all rows of a query."""
        statement = translated(sql)
        rows = self.run(lambda connection: connection.fetch(statement, *parameters))
        return [tuple(row) for row in rows]

    def batches(self, sql: str) -> Iterator[list[Row]]:
        """Yield the rows of a query in batches of BATCH_ROWS."""
        statement = translated(sql)

        async def open_cursor(connection: asyncpg.Connection) -> Any:
            # A cursor exists only within a transaction.
            transaction = None if connection.is_in_transaction() else connection.transaction()
            if transaction is not None:
                await transaction.start()
            return transaction, await connection.cursor(statement)

        transaction, cursor = self.run(open_cursor)
        while rows := self.run(lambda _: cursor.fetch(BATCH_ROWS)):
            yield [tuple(row) for row in rows]
        if transaction is not None:
            self.run(lambda _: transaction.commit())

    def highest_number(self, table: str) -> int:
        """Read the highest number that a table has given to a row, from its sequence."""
        [[highest]] = self.read(
            f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {table}_id_seq"
        )
        return int(highest)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Open a transaction around a `with` block; an exception rolls it back."""
        transaction = self._connection.transaction()
        self.run(lambda _: transaction.start())
        try:
            yield
        except BaseException:
            if not self._connection.is_closed():
                self.run(lambda _: transaction.rollback())
            raise
        self.run(lambda _: transaction.commit())

    def execute_many(self, sql: str, rows: Sequence[Row]) -> None:
        """Run a statement for each of some rows."""
        statement = translated(sql)
        self.run(lambda connection: connection.executemany(statement, rows))

    def compact(self) -> None:
        """Rewrite the tables in which each entry has changed a row."""
        self.run(lambda connection: connection.execute("VACUUM (FULL, ANALYZE) games, dues"))

    def reserve_numbers(self, table: str, highest: int) -> None:
        """Have a table give only numbers above `highest`."""
        if highest > self.highest_number(table):
            self.read("SELECT setval(?::regclass, ?)", (f"{table}_id_seq", highest))
