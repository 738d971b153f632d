"""The schema, which both kinds of database get from one source."""

import hashlib
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from storage import (
    CUP,
    ChannelBusy,
    Database,
    Departures,
    KeyValues,
    Log,
    NewEntry,
    Schedule,
    StatusCardRow,
    StorageError,
    StoredStatusCards,
    open_database,
    schema,
)
from storage.addresses import is_postgres_url
from storage.checksums import entry_checksum
from storage.key_values import (
    GUILD_SETTINGS,
    PLAYER_NOTES,
    PREFERENCES,
    REMINDER_POSTS,
    STANDING_ORDERS,
)
from storage.postgres.statements import postgres_statement
from storage.schema import migrations, newest_version
from storage.sqlite.files import APPLICATION_ID
from storage.sqlite.schema import _statements
from tests.support.postgres_server import Server
from tests.support.schema_text import postgres_schema, sqlite_schema

GOLDEN = Path(__file__).with_name("goldens") / "schemas.txt"


def digest(lines: list[str]) -> str:
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()


def recorded(kind: str) -> list[str]:
    lines = (line.split() for line in GOLDEN.read_text().splitlines())
    return [text for name, _version, text in lines if name == kind]


def test_a_file_gets_the_schema_of_each_version_as_it_was_released() -> None:
    found = []
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in migrations("sqlite"):
            connection.executescript(script)
            found.append(digest(sqlite_schema(connection)))
    assert found == recorded("sqlite")


async def test_a_server_gets_the_schema_of_each_version_as_it_was_released(server: Server) -> None:
    address = await server.create("template1")
    connection = await asyncpg.connect(address)
    found = []
    for script in migrations("postgres"):
        await connection.execute(script)
        found.append(digest(await postgres_schema(connection)))
    await connection.close()
    await server.drop(address)
    assert found == recorded("postgres")


CUP_LINES = ((0, 11, "new"), (1, "NULL", "round"), (2, 13, "join"), (3, 12, "join"), (5, 11, "x"))
"""The lines of cup 3, one of which is missing: number, user, text."""


def crc(number: int, text: str) -> int:
    return entry_checksum("us", 900, 6, 8.0, 3, number, 0, text, 8.5)


ROWS = (
    (1, "INSERT INTO games (guild, channel, started_at) VALUES (900, 5, 7.0)"),
    (1, "INSERT INTO actors (user) VALUES (11)"),
    (1, "INSERT INTO guild_settings VALUES (900, 'pace', 'day')"),
    (1, "INSERT INTO preferences VALUES (11, 'confirms', 'yes')"),
    (1, "INSERT INTO player_notes VALUES (11, 1, 'note', 'mind the city')"),
    (2, "INSERT INTO reminder_posts VALUES (1, 77)"),
    (4, "INSERT INTO standing_orders VALUES (11, 1, 'L17', 'ways')"),
    (1, "UPDATE settings SET value = 'us' WHERE key = 'identity'"),
    *(
        (
            5,
            "INSERT INTO cups (guild, channel, finished, started_at, posted, card, card_entry,"
            f" times_lost, pin_state) VALUES (900, 6, {is_over}, 8.0, 1, {card}, 1, 2, 1)",
        )
        for is_over, card in (("TRUE", 77), ("TRUE", "NULL"), ("FALSE", 79), ("TRUE", 80))
    ),
    *(
        (5, f"INSERT INTO cup_entries VALUES (3, {n}, {user}, '{text}', 8.5, {crc(n, text)})")
        for n, user, text in CUP_LINES
    ),
    (5, "UPDATE cup_entries SET user = NULL WHERE number = 2"),
    (5, "DELETE FROM cups WHERE id = 4"),
)
"""Rows, each with the first version that has its table."""
MIGRATED = (
    (1, GUILD_SETTINGS, {"guild": 900}, {"pace": "day"}),
    (1, PREFERENCES, {"user": 11}, {"confirms": "yes"}),
    (1, PLAYER_NOTES, {"user": 11, "game": 1}, {"note": "mind the city"}),
    (2, REMINDER_POSTS, {"game": 1}, {"message": "77"}),
    (4, STANDING_ORDERS, {"user": 11, "game": 1}, {"L17": "ways"}),
)
DIE_AFTER_STATEMENTS = """
import os, sys
from pathlib import Path
import storage.sqlite.schema as schema

split, left = schema._statements, int(sys.argv[2])

def statements_until_death(script):
    global left
    for statement in split(script):
        yield statement
        left -= 1
        if not left:
            os.kill(os.getpid(), 9)

schema._statements = statements_until_death
schema.prepare(Path(sys.argv[1]))
"""


def rows_of(version: int) -> list[str]:
    return [sql for since, sql in ROWS if since == version]


async def make_old(address: str, version: int) -> None:
    """Make the database that a program of a schema version leaves behind."""
    if is_postgres_url(address):
        connection = await asyncpg.connect(address)
        await connection.execute(
            "CREATE TABLE schema_versions (version BIGINT PRIMARY KEY, at"
            " TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp())"
        )
        for number, script in enumerate(migrations("postgres")[:version], 1):
            await connection.execute(script)
            await connection.execute("INSERT INTO schema_versions VALUES ($1)", number)
            for sql in rows_of(number):
                await connection.execute(postgres_statement(sql))
        await connection.close()
        return
    with closing(sqlite3.connect(address, isolation_level=None)) as file:
        for number, script in enumerate(migrations("sqlite")[:version], 1):
            for sql in (script, *rows_of(number)):
                file.executescript(sql)
        file.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        file.execute(f"PRAGMA user_version = {version}")


async def assert_migrated(address: str, version: int) -> None:
    async with await open_database(address) as database:
        for since, kind, owner, values in MIGRATED:
            expected = values if since <= version else {}
            assert await KeyValues(database, kind).of(**owner) == expected, (version, kind.name)
        [game] = await Log(database).games()
        assert await Log(database).append(1, after=-1, entries=[NewEntry(11, "new")]) == 0
        assert (game.guild, game.channel, game.started_at) == (900, 5, 7.0)
        await assert_cups(database, version)


async def assert_cups(database: Database, version: int) -> None:
    cups, cards = Log(database, CUP), StoredStatusCards(database, CUP)
    departures = Departures(database)
    if version >= 5:
        rows = [(cup.id, cup.last, cup.posted, cup.finished) for cup in await cups.games()]
        assert rows == [(1, -1, -1, True), (2, -1, -1, True), (3, 5, 1, False)]
        assert [(entry.user, entry.text, entry.sound) for entry in await cups.read(3)] == [
            *((11, "new", True), (None, "round", True), (None, "join", True)),
            *((12, "join", True), (11, "x", False)),
        ]
        for cup, message in ((1, 77), (2, None), (3, 79)):
            assert await cards.of(cup) == StatusCardRow(cup, message, 2, True, 1)
        with pytest.raises(ChannelBusy):
            await cups.begin(guild=900, channel=6, entries=[NewEntry(None, "new")])
        await cups.append(3, after=5, entries=[NewEntry(None, "y")], finish=True)
    else:
        assert await cups.games() == ()
    new = await cups.begin(guild=900, channel=6, entries=[NewEntry(None, "new")])
    assert new.id == (5 if version >= 5 else 1), "a number of a deleted cup is not given again"
    assert (await Schedule(database).of(f"cup {new.id}")) is not None
    await departures.mark_gone("server", 900)
    assert await departures.delete("server", 900, "gone") == (1,) and await departures.all() == ()
    assert await cups.games() == () == await Log(database).games()


@pytest.mark.slow
@pytest.mark.landing
async def test_a_migration_of_each_version_killed_midway_is_done_again(
    tmp_path: Path, python: Callable[..., subprocess.Popen[str]]
) -> None:
    for version in range(1, newest_version()):
        path = tmp_path / f"version {version}"
        await make_old(str(path), version)
        more = sum(len(list(_statements(sql))) for sql in migrations("sqlite")[version:])
        killed = python("-c", DIE_AFTER_STATEMENTS, path, max(1, more - version))
        assert (killed.communicate(), killed.returncode) == (("", ""), -9)
        await assert_migrated(str(path), version)


async def test_a_migration_of_each_version_on_a_server_that_loses_it_midway_is_done_again(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(schema.MIGRATIONS_FOLDER, tmp_path / "cut")
    newest = max((tmp_path / "cut").glob("*.sql"))
    cut = "\n-- @postgres\nSELECT pg_terminate_backend(pg_backend_pid());\n"
    newest.write_text(newest.read_text() + cut)
    for version in range(1, newest_version()):
        address = await server.create("template1")
        await make_old(address, version)
        with monkeypatch.context() as lost, pytest.raises(StorageError):
            lost.setattr(schema, "MIGRATIONS_FOLDER", tmp_path / "cut")
            await open_database(address)
        await assert_migrated(address, version)
        await server.drop(address)
