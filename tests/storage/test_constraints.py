"""Constraints of the schema, tested through a separate connection."""

import pytest

from storage import Database, Log, NewEntry, PostRow, StorageError
from storage.erasure import DELETE_GAME
from tests.support.raw_connection import Raw, Refused

ME = 111111111111111111
RUNNING_TWICE = r"games\.channel|one_running_game_a_channel"


@pytest.fixture
async def game(log: Log) -> int:
    """A running game in channel 5 with the entries 0, 1 and 2, and two posts, one of them old."""
    lines = [NewEntry(ME, text) for text in ("bag", "place 1 0", "pass")]
    game = (await log.begin(guild=900, channel=5, entries=lines)).id
    await log.mark_posted(game, 1, [PostRow(6, game, -1, 0), PostRow(7, game, 0, 1)])
    await log.retire([6])
    return game


async def delete(raw: Raw, game: int) -> None:
    """Delete a game, after its rows outside the log."""
    for beside in DELETE_GAME:
        await raw.execute(beside, game)
    await raw.execute("INSERT INTO deletions VALUES (?, 0, 'gone')", game)


async def entries(raw: Raw) -> list[tuple[object, ...]]:
    return await raw.execute("SELECT * FROM entries ORDER BY game, number")


@pytest.mark.parametrize(
    ("statement", "law"),
    [
        ("UPDATE entries SET text = 'x'", "never changed"),
        ("DELETE FROM entries", "never deleted"),
        ("DELETE FROM entries WHERE number = 2", "never deleted"),
        ("INSERT INTO entries VALUES (1, 2, 1, 'x', 0, 0)", "not the next entry"),
        ("INSERT INTO entries VALUES (1, 4, 1, 'x', 0, 0)", "not the next entry"),
        ("INSERT INTO entries VALUES (1, -1, 1, 'x', 0, 0)", "not the next entry"),
        ("INSERT INTO entries VALUES (2, 0, 1, 'x', 0, 0)", "no such game"),
        ("DELETE FROM games", "never deleted"),
        ("UPDATE games SET channel = 6", "keeps its place"),
        ("UPDATE games SET id = 7", "keeps its place"),
        ("UPDATE games SET started_at = 0", "keeps its place"),
        ("UPDATE games SET posted = 3", "never exceeds the last|posted_follows_the_entries"),
        ("INSERT INTO games (guild, channel, started_at) VALUES (900, 5, 0)", RUNNING_TWICE),
        ("DELETE FROM actors", "never deleted"),
        ("UPDATE actors SET user = 3", "only be erased"),
        ("UPDATE actors SET id = 3, user = NULL", "only be erased"),
        (f"INSERT INTO actors (user) VALUES ({ME})", r"actors[._]user"),
        ("INSERT INTO posts VALUES (9, 1, 2, 3, TRUE)", "entries that exist"),
        ("INSERT INTO posts VALUES (9, 2, -1, 0, TRUE)", "entries that exist"),
        ("INSERT INTO posts VALUES (9, 1, 2, 1, TRUE)", "CHECK constraint"),
        ("INSERT INTO posts VALUES (0, 1, 1, 2, TRUE)", "CHECK constraint"),
        ("INSERT INTO posts VALUES (7, 1, 1, 2, TRUE)", "recorded once|posts_pkey"),
        ("DELETE FROM posts", "never deleted"),
        ("UPDATE posts SET number = 0", "later entries"),
        ("UPDATE posts SET number = 3", "later entries"),
        ("UPDATE posts SET message = 8", "keeps its game"),
        ("UPDATE posts SET live = TRUE WHERE message = 6", "loses its buttons once"),
        ("INSERT INTO deletions VALUES (1, 0, 'a whim')", "only if its server or its channel is"),
        ("INSERT INTO deletions VALUES (2, 0, 'a whim')", "no such game"),
    ],
)
async def test_invalid_row_is_refused_by_the_schema(
    game: int, raw: Raw, statement: str, law: str
) -> None:
    before = await entries(raw)
    with pytest.raises(Refused, match=law):
        await raw.execute(statement)
    assert await entries(raw) == before


async def test_the_next_number_is_accepted(game: int, raw: Raw) -> None:
    await raw.execute("INSERT INTO entries VALUES (1, 3, 1, 'x', 0, 0)")
    assert len(await entries(raw)) == 4


async def test_a_finished_game_takes_no_entry(game: int, raw: Raw) -> None:
    await raw.execute("UPDATE games SET finished = TRUE")
    with pytest.raises(Refused, match="finished"):
        await raw.execute("INSERT INTO entries VALUES (1, 3, 1, 'x', 0, 0)")


async def test_posted_never_decreases(game: int, raw: Raw) -> None:
    await raw.execute("UPDATE games SET posted = 2")
    with pytest.raises(Refused, match="never decreases"):
        await raw.execute("UPDATE games SET posted = 1")


async def test_a_finished_game_cannot_be_reopened_beside_a_running_one(
    game: int, log: Log, raw: Raw
) -> None:
    await log.append(game, after=2, entries=[NewEntry(ME, "end")], finish=True)
    await log.begin(guild=900, channel=5, entries=[NewEntry(ME, "bag")])
    with pytest.raises(Refused, match=RUNNING_TWICE):
        await raw.execute("UPDATE games SET finished = FALSE WHERE id = ?", game)


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
async def test_a_deletion_row_deletes_a_game_of_a_departed_place(
    game: int, log: Log, raw: Raw, gone: str, deleted: bool
) -> None:
    other = (await log.begin(guild=900, channel=6, entries=[NewEntry(ME, "bag")])).id
    await raw.execute(f"INSERT INTO departures VALUES {gone}")
    for statement in ("DELETE FROM entries", "DELETE FROM games", "DELETE FROM posts"):
        with pytest.raises(Refused, match="never deleted"):
            await raw.execute(statement)
    if not deleted:
        with pytest.raises(Refused, match="is gone"):
            await raw.execute("INSERT INTO deletions VALUES (?, 0, 'gone')", game)
        return
    await delete(raw, game)
    assert {row[0] for row in await entries(raw)} == {other}
    assert await raw.execute("SELECT id FROM games") == [(other,)]
    assert await raw.execute("SELECT * FROM posts") == []


@pytest.mark.parametrize(
    ("statement", "law"),
    [
        ("DELETE FROM deletions", "stays recorded"),
        ("UPDATE deletions SET reason = 'else'", "stays recorded"),
        ("UPDATE deletions SET game = 2", "stays recorded"),
        ("INSERT INTO deletions VALUES (1, 7, 'else')", "no such game"),
        ("INSERT INTO deletions VALUES (2, 0, '')", "CHECK constraint"),
        (
            "INSERT INTO games (id, guild, channel, started_at) VALUES (1, 900, 5, 0)",
            "never reused",
        ),
        ("INSERT INTO entries VALUES (1, 0, 1, 'x', 0, 0)", "no such game"),
        ("INSERT INTO posts VALUES (9, 1, -1, -1, TRUE)", "FOREIGN KEY"),
        ("DELETE FROM entries", "never deleted"),
        ("DELETE FROM games", "never deleted"),
        ("INSERT INTO departures VALUES ('person', 1, 0)", "CHECK constraint"),
    ],
)
async def test_a_deleted_game_stays_deleted_and_recorded(
    game: int, log: Log, raw: Raw, statement: str, law: str
) -> None:
    await log.begin(guild=900, channel=6, entries=[NewEntry(ME, "bag")])
    raw.holds_references = True
    await raw.execute("INSERT INTO departures VALUES ('server', 900, 0)")
    await delete(raw, game)
    before = await entries(raw)
    with pytest.raises(Refused, match=law):
        await raw.execute(statement)
    assert await entries(raw) == before
    assert await raw.execute("SELECT * FROM deletions") == [(game, 0, "gone")]


async def test_a_new_game_never_gets_the_number_of_a_deleted_one(
    game: int, log: Log, raw: Raw
) -> None:
    await raw.execute("INSERT INTO departures VALUES ('channel', 5, 0)")
    await delete(raw, game)
    assert (await log.begin(guild=900, channel=5, entries=[NewEntry(ME, "bag")])).id == game + 1


async def test_foreign_keys_are_enforced_for_this_program(game: int, database: Database) -> None:
    sql = "INSERT INTO entries VALUES (1, 3, 77, 'x', 0, 0)"
    with pytest.raises(StorageError, match=r"(?i)foreign key"):
        await database.write(lambda execute: execute(sql), "a mistake of ours")
