"""Queries: what fails or comes too late is a StorageError that names the database."""

import re

import pytest

from storage import Database, StorageError


async def test_a_query_that_cannot_be_made_is_refused(
    database: Database,
) -> None:
    for asked in (database.read, database.read_named):
        with pytest.raises(StorageError, match=f"{re.escape(database.name)}: .*nowhere"):
            await asked("SELECT * FROM nowhere")


async def test_a_query_after_the_end_is_refused_naming_the_database(database: Database) -> None:
    await database.close()
    for asked in (database.read, database.read_named):
        with pytest.raises(StorageError, match=f"{re.escape(database.name)}: .* is closed"):
            await asked("SELECT 1")


async def test_rows_come_by_place_or_by_the_names_of_their_columns(database: Database) -> None:
    query = "SELECT ? AS game, ? AS user UNION SELECT 3, 4 ORDER BY game"
    assert await database.read(query, (1, 2)) == [(1, 2), (3, 4)]
    assert await database.read_named(query, (1, 2)) == [
        {"game": 1, "user": 2},
        {"game": 3, "user": 4},
    ]
