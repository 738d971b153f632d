"""Queries, and the errors of those that fail."""

import re

import pytest

from storage import Database, StorageError


async def test_an_invalid_query_raises_storage_error(database: Database) -> None:
    for asked in (database.read, database.read_named):
        with pytest.raises(StorageError, match=f"{re.escape(database.name)}: .*nowhere"):
            await asked("SELECT * FROM nowhere")


async def test_a_query_after_close_raises_with_the_name_of_the_database(database: Database) -> None:
    await database.close()
    for asked in (database.read, database.read_named):
        with pytest.raises(StorageError, match=f"{re.escape(database.name)}: .* is closed"):
            await asked("SELECT 1")


async def test_rows_are_read_as_tuples_or_by_column_name(database: Database) -> None:
    query = "SELECT ? AS game, ? AS user UNION SELECT 3, 4 ORDER BY game"
    assert await database.read(query, (1, 2)) == [(1, 2), (3, 4)]
    assert await database.read_named(query, (1, 2)) == [
        {"game": 1, "user": 2},
        {"game": 3, "user": 4},
    ]
