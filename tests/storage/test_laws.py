"""What the schema refuses to anybody, asked through a connection that is not ours."""

from __future__ import annotations

import sqlite3

import pytest

from storage import Database, Log, NewEntry, PostRow
from storage.forgetting import DELETE_GAME

ME = 111111111111111111


@pytest.fixture
async def game(log: Log) -> int:
    """A running game in channel 5 with the entries 0, 1 and 2, and two posts, one of them old."""
    lines = [NewEntry(ME, text) for text in ("bag", "place 1 0", "pass")]
    game = (await log.begin(guild=900, channel=5, entries=lines)).id
    await log.mark_posted(game, 1, [PostRow(6, game, -1, 0), PostRow(7, game, 0, 1)])
    await log.retire([6])
    return game


def entries(raw: sqlite3.Connection) -> list[tuple[object, ...]]:
    return raw.execute("SELECT * FROM entries ORDER BY game, number").fetchall()


@pytest.mark.parametrize(
    ("statement", "law"),
    [
        ("UPDATE entries SET text = 'x'", "never changed"),
        ("UPDATE OR REPLACE entries SET number = 1 WHERE number = 2", "never changed"),
        ("DELETE FROM entries", "never deleted"),
        ("DELETE FROM entries WHERE number = 2", "never deleted"),
        (
            "INSERT INTO entries (game, number, actor, text, at) VALUES (1, 2, 1, 'x', 0)",
            "not the next entry",
        ),
        (
            "INSERT OR REPLACE INTO entries (game, number, actor, text, at)"
            " VALUES (1, 2, 1, 'x', 0)",
            "not the next entry",
        ),
        (
            "INSERT INTO entries (game, number, actor, text, at) VALUES (1, 4, 1, 'x', 0)",
            "not the next entry",
        ),
        (
            "INSERT INTO entries (game, number, actor, text, at) VALUES (1, -1, 1, 'x', 0)",
            "not the next entry",
        ),
        (
            "INSERT INTO entries (game, number, actor, text, at) VALUES (2, 0, 1, 'x', 0)",
            "no such game",
        ),
        (
            "INSERT INTO entries (game, number, actor, text, at) VALUES (1, 3, 1, x'00', 0)",
            "cannot store BLOB",
        ),
        ("DELETE FROM games", "never deleted"),
        ("UPDATE games SET channel = 6", "stays where"),
        ("UPDATE games SET id = 7", "stays where"),
        ("UPDATE games SET started_at = 0", "stays where"),
        ("UPDATE games SET finished = 2", "CHECK constraint"),
        ("UPDATE games SET posted = 3", "no further than the last"),
        ("INSERT INTO games (guild, channel, started_at) VALUES (900, 5, 0)", "games.channel"),
        ("DELETE FROM actors", "never deleted"),
        ("UPDATE actors SET user = 3", "only be forgotten"),
        ("UPDATE actors SET id = 3, user = NULL", "only be forgotten"),
        (f"INSERT INTO actors (user) VALUES ({ME})", "actors.user"),
        ("INSERT INTO posts VALUES (9, 1, 2, 3, 1)", "entries that there are"),
        ("INSERT INTO posts VALUES (9, 2, -1, 0, 1)", "entries that there are"),
        ("INSERT INTO posts VALUES (9, 1, 2, 1, 1)", "CHECK constraint"),
        ("INSERT INTO posts VALUES (0, 1, 1, 2, 1)", "CHECK constraint"),
        ("INSERT OR REPLACE INTO posts VALUES (7, 1, 1, 2, 1)", "known once"),
        ("DELETE FROM posts", "never deleted"),
        ("UPDATE posts SET number = 0", "later entries only"),
        ("UPDATE posts SET number = 3", "later entries only"),
        ("UPDATE posts SET message = 8", "keeps its game"),
        ("UPDATE posts SET live = 1 WHERE message = 6", "dies once"),
        ("INSERT INTO deletions VALUES (1, 0, 'a whim')", "only if its server or its channel is"),
        ("INSERT INTO deletions VALUES (2, 0, 'a whim')", "no such game"),
    ],
)
async def test_the_schema_refuses(
    game: int, raw: sqlite3.Connection, statement: str, law: str
) -> None:
    before = entries(raw)
    with pytest.raises(sqlite3.IntegrityError, match=law):
        raw.execute(statement)
    assert entries(raw) == before


async def test_the_next_number_is_accepted_so_the_refusals_mean_something(
    game: int, raw: sqlite3.Connection
) -> None:
    raw.execute("INSERT INTO entries (game, number, actor, text, at) VALUES (1, 3, 1, 'x', 0)")
    assert len(entries(raw)) == 4


async def test_a_finished_game_takes_no_entry(game: int, raw: sqlite3.Connection) -> None:
    raw.execute("UPDATE games SET finished = 1")
    with pytest.raises(sqlite3.IntegrityError, match="finished"):
        raw.execute("INSERT INTO entries (game, number, actor, text, at) VALUES (1, 3, 1, 'x', 0)")


async def test_posted_never_goes_backwards(game: int, raw: sqlite3.Connection) -> None:
    raw.execute("UPDATE games SET posted = 2")
    with pytest.raises(sqlite3.IntegrityError, match="goes forward"):
        raw.execute("UPDATE games SET posted = 1")


async def test_a_finished_game_cannot_run_again_beside_another(
    game: int, log: Log, raw: sqlite3.Connection
) -> None:
    await log.append(game, after=2, entries=[NewEntry(ME, "end")], finish=True)
    await log.begin(guild=900, channel=5, entries=[NewEntry(ME, "bag")])
    with pytest.raises(sqlite3.IntegrityError, match=r"games\.channel"):
        raw.execute("UPDATE games SET finished = 0 WHERE id = ?", (game,))


@pytest.mark.parametrize(
    ("gone", "deleted"),
    [
        ("('server', 900, 0)", True),
        ("('channel', 5, 0)", True),
        ("('server', 5, 0)", False),
        ("('channel', 900, 0)", False),
        ("('server', 901, 0)", False),
    ],
)
async def test_a_game_is_deleted_by_naming_it_once_its_server_or_channel_is_gone(
    game: int, log: Log, raw: sqlite3.Connection, gone: str, deleted: bool
) -> None:
    other = (await log.begin(guild=900, channel=6, entries=[NewEntry(ME, "bag")])).id
    raw.execute(f"INSERT INTO gone VALUES {gone}")
    for statement in ("DELETE FROM entries", "DELETE FROM games", "DELETE FROM posts"):
        with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
            raw.execute(statement)
    if not deleted:
        with pytest.raises(sqlite3.IntegrityError, match="is gone"):
            raw.execute("INSERT INTO deletions VALUES (?, 0, 'gone')", (game,))
        return
    raw.execute("INSERT INTO deletions VALUES (?, 0, 'gone')", (game,))
    assert {row[0] for row in entries(raw)} == {other}
    assert raw.execute("SELECT id FROM games").fetchall() == [(other,)]
    assert raw.execute("SELECT * FROM posts").fetchall() == []


@pytest.mark.parametrize(
    ("statement", "law"),
    [
        ("DELETE FROM deletions", "stays written down"),
        ("UPDATE deletions SET why = 'else'", "stays written down"),
        ("UPDATE deletions SET game = 2", "stays written down"),
        ("INSERT OR REPLACE INTO deletions VALUES (1, 7, 'else')", "no such game"),
        ("INSERT INTO deletions VALUES (2, 0, '')", "CHECK constraint"),
        ("INSERT INTO games VALUES (1, 900, 5, -1, 0, 0)", "not given again"),
        (
            "INSERT INTO entries (game, number, actor, text, at) VALUES (1, 0, 1, 'x', 0)",
            "no such game",
        ),
        ("INSERT INTO posts VALUES (9, 1, -1, -1, 1)", "FOREIGN KEY"),
        ("DELETE FROM entries", "never deleted"),
        ("DELETE FROM games", "never deleted"),
        ("INSERT INTO gone VALUES ('person', 1, 0)", "CHECK constraint"),
    ],
)
async def test_what_was_deleted_stays_so_and_written_down(
    game: int, log: Log, raw: sqlite3.Connection, statement: str, law: str
) -> None:
    await log.begin(guild=900, channel=6, entries=[NewEntry(ME, "bag")])
    raw.execute("PRAGMA foreign_keys = ON")
    raw.execute("INSERT INTO gone VALUES ('server', 900, 0)")
    for beside in DELETE_GAME:
        raw.execute(beside, (game,))
    raw.execute("INSERT INTO deletions VALUES (?, 0, 'gone')", (game,))
    before = entries(raw)
    with pytest.raises(sqlite3.IntegrityError, match=law):
        raw.execute(statement)
    assert entries(raw) == before
    assert raw.execute("SELECT * FROM deletions").fetchall() == [(game, 0, "gone")]


async def test_a_new_game_never_gets_the_number_of_a_deleted_one(
    game: int, log: Log, raw: sqlite3.Connection
) -> None:
    raw.execute("INSERT INTO gone VALUES ('channel', 5, 0)")
    raw.execute("INSERT INTO deletions VALUES (?, 0, 'gone')", (game,))
    assert (await log.begin(guild=900, channel=5, entries=[NewEntry(ME, "bag")])).id == game + 1


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO entries (game, number, actor, text, at) VALUES (1, 3, 77, 'x', 0)",
        "INSERT OR REPLACE INTO games (guild, channel, started_at) VALUES (900, 5, 0)",
        f"INSERT OR REPLACE INTO actors (user) VALUES ({ME})",
    ],
)
async def test_our_own_connection_holds_the_references(
    game: int, database: Database, statement: str
) -> None:
    with pytest.raises(Exception, match="FOREIGN KEY"):
        await database.write(lambda execute: execute(statement), "a mistake of ours")


async def test_a_commit_waits_for_the_disk_by_default(database: Database) -> None:
    assert await database.write(lambda execute: execute("PRAGMA synchronous"), "") == [(2,)]
