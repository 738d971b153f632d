"""A database on a PostgreSQL server as the source or the target of a copy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import asyncpg

from storage.copying.interface import BATCH_ROWS, Endpoint
from storage.postgres.blocking import BlockingConnection, connected
from storage.postgres.schema import prepare, require_schema
from storage.postgres.statements import postgres_statement
from storage.records import Row


@contextmanager
def source(address: str) -> Iterator[Endpoint]:
    """Open one consistent state, in use or not. Raise StorageError."""
    with _connected(address) as connection:
        connection.run(lambda opened: require_schema(opened, connection.name))
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        connection.run(lambda opened: opened.execute(begin))
        yield PostgresEndpoint(connection)


@contextmanager
def target(address: str) -> Iterator[Endpoint]:
    """Open an empty database or an incomplete copy for writing. Raise StorageError."""
    with _connected(address) as connection:
        connection.run(lambda opened: prepare(opened, connection.name, allow_incomplete=True))
        yield PostgresEndpoint(connection)


def _connected(address: str) -> AbstractContextManager[BlockingConnection]:
    """Connect without timeouts: the connection waits while the other endpoint works."""
    return connected(address, timeout_seconds=None, idle_in_transaction_session_timeout="0")


class PostgresEndpoint(Endpoint):
    def __init__(self, connection: BlockingConnection) -> None:
        self.name = connection.name
        self._connection = connection
        self.run = connection.run

    def read(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        statement = postgres_statement(sql)
        rows = self.run(lambda connection: connection.fetch(statement, *parameters))
        return [tuple(row) for row in rows]

    def batches(self, sql: str) -> Iterator[list[Row]]:
        statement = postgres_statement(sql)

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
        [[highest]] = self.read(
            f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {table}_id_seq"
        )
        return int(highest)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self.run(lambda connection: connection.execute("BEGIN"))
        try:
            yield
        except Exception:
            if not self._connection.is_closed:
                self.run(lambda connection: connection.execute("ROLLBACK"))
            raise
        except BaseException:
            self._connection.abort()  # a server that is busy would keep the rollback waiting
            raise
        self.run(lambda connection: connection.execute("COMMIT"))

    def execute_many(self, sql: str, rows: Sequence[Row]) -> None:
        statement = postgres_statement(sql)
        self.run(lambda connection: connection.executemany(statement, rows))

    def compact(self) -> None:
        """Run VACUUM ANALYZE, for the query planner."""
        self.run(lambda connection: connection.execute("VACUUM (ANALYZE)"))

    def reserve_numbers(self, table: str, highest: int) -> None:
        if highest > self.highest_number(table):
            self.read("SELECT setval(?::regclass, ?)", (f"{table}_id_seq", highest))
