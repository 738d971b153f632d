"""Constraints of the schema that only SQLite has."""

import sqlite3

import pytest

from storage import Database, Log
from storage.erasure import DELETE_GAME
from tests.storage.test_constraints import game

__all__ = ["game"]


def entries(raw: sqlite3.Connection) -> list[tuple[object, ...]]:
    return raw.execute("SELECT * FROM entries ORDER BY game, number").fetchall()


@pytest.mark.parametrize(
    ("statement", "law"),
    [
        ("UPDATE OR REPLACE entries SET number = 1 WHERE number = 2", "never changed"),
        (
            "INSERT OR REPLACE INTO entries (game, number, actor, text, at)"
            " VALUES (1, 2, 1, 'x', 0)",
            "not the next entry",
        ),
        ("INSERT INTO entries VALUES (1, 3, 1, x'00', 0, 0)", "cannot store BLOB"),
        ("UPDATE games SET finished = 2", "CHECK constraint"),
        ("INSERT OR REPLACE INTO posts VALUES (7, 1, 1, 2, 1)", "recorded once"),
    ],
)
async def test_invalid_row_is_refused_by_the_schema(
    game: int, raw: sqlite3.Connection, statement: str, law: str
) -> None:
    before = entries(raw)
    with pytest.raises(sqlite3.IntegrityError, match=law):
        raw.execute(statement)
    assert entries(raw) == before


async def test_recorded_deletion_cannot_be_replaced(
    game: int, log: Log, raw: sqlite3.Connection
) -> None:
    raw.execute("INSERT INTO departures VALUES ('server', 900, 0)")
    for beside in DELETE_GAME:
        raw.execute(beside, (game,))
    raw.execute("INSERT INTO deletions VALUES (?, 0, 'gone')", (game,))
    with pytest.raises(sqlite3.IntegrityError, match="no such game"):
        raw.execute("INSERT OR REPLACE INTO deletions VALUES (1, 7, 'else')")
    assert raw.execute("SELECT * FROM deletions").fetchall() == [(game, 0, "gone")]


async def test_a_commit_waits_for_the_disk_by_default(database: Database) -> None:
    assert await database.write(lambda execute: execute("PRAGMA synchronous"), "") == [(2,)]
