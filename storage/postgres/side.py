"""A database on a server as the source of a copy, or as its target."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import asyncpg

from storage.addresses import without_password
from storage.errors import StorageError
from storage.postgres.connecting import connect
from storage.postgres.dialect import translated
from storage.postgres.refusals import refusal
from storage.postgres.schema import newest_version, prepare, recognise
from storage.postgres.writing import KNOWN
from storage.records import Row
from storage.sides import BATCH, Side


@contextmanager
def source(address: str) -> Iterator[Side]:
    """The state of a database at one moment, in use or not. Raises StorageError."""
    with _connected(address) as side:
        newest = newest_version()
        version = side.run(lambda connection: recognise(connection, side.name, newest))
        if version < newest:
            raise StorageError(
                f"{side.name}: the database has schema version {version}, older than {newest};"
                " start the bot once to bring it up to date"
            )
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        side.run(lambda connection: connection.execute(begin))
        yield side


@contextmanager
def target(address: str) -> Iterator[Side]:
    """A database that is written, half a copy or not. Raises StorageError."""
    with _connected(address) as side:
        side.run(lambda connection: prepare(connection, side.name, half=True))
        yield side


@contextmanager
def _connected(address: str) -> Iterator[PostgresSide]:
    name = without_password(address)
    with asyncio.Runner() as runner:
        try:
            # The other side may take its time.
            connection = runner.run(
                connect(address, seconds=None, idle_in_transaction_session_timeout="0")
            )
            try:
                yield PostgresSide(name, runner, connection)
            finally:
                runner.run(connection.close())
        except KNOWN as error:
            raise refusal(error, name) from error


class PostgresSide(Side):
    """A database through one connection."""

    def __init__(self, name: str, runner: asyncio.Runner, connection: asyncpg.Connection) -> None:
        self.name = name
        self._runner = runner
        self._connection = connection

    def run(self, work: Callable[[asyncpg.Connection], Awaitable[Any]]) -> Any:
        """What comes of some work with the connection."""

        async def done() -> Any:
            return await work(self._connection)

        return self._runner.run(done())

    def read(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """All rows of a query."""
        statement = translated(sql)
        rows = self.run(lambda connection: connection.fetch(statement, *parameters))
        return [tuple(row) for row in rows]

    def batches(self, sql: str) -> Iterator[list[Row]]:
        """The rows of a query that may have very many, so many at a time."""
        statement = translated(sql)

        async def begun(connection: asyncpg.Connection) -> Any:
            # Outside of a transaction a cursor has no state to go by.
            transaction = None if connection.is_in_transaction() else connection.transaction()
            if transaction is not None:
                await transaction.start()
            return transaction, await connection.cursor(statement)

        transaction, cursor = self.run(begun)
        while rows := self.run(lambda _: cursor.fetch(BATCH)):
            yield [tuple(row) for row in rows]
        if transaction is not None:
            self.run(lambda _: transaction.commit())

    def highest(self, table: str) -> int:
        """The highest number that a table has ever given to a row."""
        [[highest]] = self.read(
            f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {table}_id_seq"
        )
        return int(highest)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction: what is done within it is kept as a whole, or not at all."""
        transaction = self._connection.transaction()
        self.run(lambda _: transaction.start())
        try:
            yield
        except BaseException:
            if not self._connection.is_closed():
                self.run(lambda _: transaction.rollback())
            raise
        self.run(lambda _: transaction.commit())

    def many(self, sql: str, rows: Sequence[Row]) -> None:
        """A statement for each of so many rows, within a transaction."""
        statement = translated(sql)
        self.run(lambda connection: connection.executemany(statement, rows))

    def tidy(self) -> None:
        """Writes those tables anew of which each entry has written a row."""
        self.run(lambda connection: connection.execute("VACUUM (FULL, ANALYZE) games, dues"))

    def number_from(self, table: str, highest: int) -> None:
        """Within a transaction: has a table give no number any more up to `highest`."""
        if highest > self.highest(table):
            self.read("SELECT setval(?::regclass, ?)", (f"{table}_id_seq", highest))
