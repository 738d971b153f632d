"""A connection to a database outside this program, without its checks."""

import sqlite3
from abc import ABC, abstractmethod
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import asyncpg

from storage.postgres.statements import postgres_statement

_KINDS: Final = {"23514": "CHECK constraint", "23503": "FOREIGN KEY", "23505": "UNIQUE constraint"}


class Refused(Exception):
    """The database refused a statement; the text names the constraint."""


class Raw(ABC):
    """Run each statement in its own transaction; `holds_references` turns foreign keys on."""

    holds_references = True

    @abstractmethod
    async def execute(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Run a statement and return all rows. Raise Refused."""

    @abstractmethod
    async def tables_with(self, *columns: str) -> tuple[str, ...]:
        """The tables that have one of these columns."""

    @abstractmethod
    async def columns_of(self, table: str) -> tuple[str, ...]:
        """The columns of a table."""


class SqliteRaw(Raw):
    """A connection to a file, with foreign keys off, as is the default of SQLite."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.holds_references = False

    async def execute(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Run a statement and return all rows. Raise Refused."""
        with closing(sqlite3.connect(self._path, isolation_level=None)) as connection:
            if self.holds_references:
                connection.execute("PRAGMA foreign_keys = ON")
            try:
                return connection.execute(sql, parameters).fetchall()
            except sqlite3.IntegrityError as error:
                raise Refused(str(error)) from error

    async def tables_with(self, *columns: str) -> tuple[str, ...]:
        marks = ", ".join("?" * len(columns))
        rows = await self.execute(
            "SELECT DISTINCT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c"
            f" WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND c.name IN ({marks})",
            *columns,
        )
        return tuple(name for [name] in rows)

    async def columns_of(self, table: str) -> tuple[str, ...]:
        rows = await self.execute("SELECT name FROM pragma_table_info(?)", table)
        return tuple(name for [name] in rows)


class PostgresRaw(Raw):
    def __init__(self, address: str) -> None:
        self._address = address

    async def execute(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Run a statement and return all rows. Raise Refused."""
        connection = await asyncpg.connect(self._address)
        try:
            rows = await connection.fetch(postgres_statement(sql), *parameters)
            return [tuple(row) for row in rows]
        except asyncpg.PostgresError as error:
            kind = _KINDS.get(error.sqlstate or "", "")
            raise Refused(f"{kind} {error.constraint_name}: {error}") from error
        finally:
            await connection.close()

    async def tables_with(self, *columns: str) -> tuple[str, ...]:
        rows = await self.execute(
            "SELECT DISTINCT table_name FROM information_schema.columns JOIN"
            " information_schema.tables USING (table_schema, table_name) WHERE"
            " table_schema = current_schema() AND table_type = 'BASE TABLE'"
            " AND column_name = ANY(?)",
            list(columns),
        )
        return tuple(name for [name] in rows)

    async def columns_of(self, table: str) -> tuple[str, ...]:
        rows = await self.execute(
            "SELECT column_name::text FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND table_name = ?",
            table,
        )
        return tuple(name for [name] in rows)
