"""Copies of a whole database, of the same kind or the other."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

import storage.copying.copy
from bot.cli import main
from storage import Invitations, KeyValues, Log, NewEntry, StorageError, open_database
from storage.addresses import without_password
from storage.copying.copy import copy, release
from storage.copying.interface import SETTINGS, TABLES, Endpoint, TableColumns, TableDigest, digest
from storage.copying.postgres_endpoint import PostgresEndpoint
from storage.copying.sqlite_endpoint import SqliteEndpoint
from storage.errors import IncompleteCopy
from storage.key_values import PREFERENCES
from storage.opening import check
from tests.storage.test_check import fold
from tests.support import sample_data
from tests.support.raw_connection import PostgresRaw, Raw, SqliteRaw

if TYPE_CHECKING:
    from tests.support.postgres_server import Server

Python = Callable[..., subprocess.Popen[str]]
Place = Callable[[], str]
PASS = [NewEntry(1, "pass")]


def places(kind: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[Place]:
    """Addresses of new files, or of empty databases of a server."""
    numbers = itertools.count()
    if kind == "sqlite":
        yield lambda: str(folder / f"{next(numbers)}.sqlite3")
        return
    server, made = request.getfixturevalue("server"), []

    def place() -> str:
        made.append(asyncio.run(server.create("template1")))
        return str(made[-1])

    yield place
    for address in made:
        asyncio.run(server.drop(address))


@pytest.fixture(params=["sqlite", "postgres"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database with rows in every table."""
    (tmp_path / "from").mkdir()
    with contextmanager(places)(request.param, tmp_path / "from", request) as place:
        address = place()
        asyncio.run(sample_data.fill(address))
        yield address


@pytest.fixture
def target(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    (tmp_path / "to").mkdir()
    with contextmanager(places)(backend, tmp_path / "to", request) as place:
        yield place


def raw(address: str) -> Raw:
    return PostgresRaw(address) if "://" in address else SqliteRaw(Path(address))


def rows(address: str) -> dict[str, list[str]]:
    async def read() -> dict[str, list[str]]:
        return {
            table.name: sorted(
                repr(table.with_booleans(row)) for row in await raw(address).execute(table.select)
            )
            for table in TABLES
        }

    return asyncio.run(read())


async def opened(address: str) -> int:
    """The number of games, read through an ordinary connection."""
    async with await open_database(address) as database:
        return len(await Log(database).games())


def test_numbers_that_stand_for_booleans_are_copied_as_booleans() -> None:
    games = TableColumns("games", ("number", "is_open"), frozenset({"is_open"}))
    assert repr(games.with_booleans((1, 1))) == "(1, True)"


def test_a_copy_has_the_same_rows_and_can_be_played_on(source: str, target: Place) -> None:
    steps: list[tuple[int, int]] = []
    address, before = target(), rows(source)
    assert all(before.values()), "there is something of everything"
    assert copy(source, address, lambda *done: steps.append(done)) == 6
    assert steps[0] == (0, 6) and steps[-1] == (6, 6)
    with pytest.raises(IncompleteCopy, match=rf": {re.escape(IncompleteCopy.words)}$"):
        asyncio.run(opened(address))
    assert all(result.sound for result in check(address, fold))
    release(address)
    assert rows(address) == before == rows(source)

    async def goes_on(place: str) -> tuple[object, ...]:
        async with await open_database(place, clock=lambda: 5_000.5) as database:
            log = Log(database)
            assert await log.append(5, after=2, entries=[NewEntry(sample_data.ANA, "on")]) == 3
            begun = await log.begin(guild=9, channel=99, entries=[NewEntry(12, "bag")])
            asked = await Invitations(database).invite(
                begun.id, 0, holder=1, invited=2, inviter=1, granted=False
            )
            [[actor]] = await database.read("SELECT max(id) FROM actors")
            return begun, asked, actor, await log.read(5)

    assert asyncio.run(goes_on(address)) == asyncio.run(goes_on(source))
    assert all(result.sound for result in check(address, fold))
    assert rows(address) == rows(source)


def test_an_interrupted_copy_continues_until_it_is_complete(
    source: str, target: Place, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, before = target(), rows(source)
    kind: type[Endpoint] = SqliteEndpoint if backend == "sqlite" else PostgresEndpoint
    writing, written = kind.transaction, itertools.count(1)
    cut = 0

    @contextmanager
    def cut_off(side: Endpoint) -> Iterator[None]:
        if next(written) == cut:
            raise KeyboardInterrupt
        with writing(side):
            yield
            if next(written) == cut:
                raise KeyboardInterrupt

    monkeypatch.setattr(kind, "transaction", cut_off)
    times = 0
    while True:
        # The first mark, then ever further, before a transaction or at its end.
        cut, written = 2 + 9 * times, itertools.count(1)
        try:
            copy(source, address)
            break
        except KeyboardInterrupt:
            times += 1
        if cut > 3:
            with pytest.raises(IncompleteCopy):
                asyncio.run(opened(address))
    monkeypatch.undo()
    assert times > 4
    release(address)
    assert rows(address) == before


@pytest.mark.slow
def test_a_killed_copy_continues_with_the_same_command(
    target: Place, tmp_path: Path, python: Python
) -> None:
    source, address = str(tmp_path / "from.sqlite3"), target()
    asyncio.run(sample_data.fill(source, games=200))
    killed = python("-m", "bot", "copy", source, address)

    def begun() -> int:
        try:
            return int(asyncio.run(raw(address).execute("SELECT count(*) FROM games"))[0][0])
        except Exception:
            return 0  # it is not there yet

    while not begun() and killed.poll() is None:
        pass
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert killed.returncode == -9 and begun()
    assert copy(source, address) == 200
    release(address)
    assert rows(address) == rows(source)


async def write_long_games(address: str, games: int = 40, entries: int = 400) -> None:
    async with await open_database(address, synchronous="NORMAL") as database:
        for channel in range(games):
            lines = [NewEntry(1, f"place {number} {'0' * 1_000}") for number in range(entries)]
            await Log(database).begin(guild=9, channel=channel, entries=lines)


@pytest.mark.parametrize("is_stuck", [False, True])
def test_ctrl_c_ends_a_copy_to_a_server_within_five_seconds_and_it_continues(
    server: Server, tmp_path: Path, python: Python, is_stuck: bool
) -> None:
    """It used to wait for ever for an INSERT that the server had only half of.

    The server sleeps at an entry in the middle of the copy, so that the copy cannot end first. On a
    machine that needs seconds to begin the copy, Ctrl-C gets longer in proportion.
    """
    source, address = str(tmp_path / "from.sqlite3"), asyncio.run(server.create())
    asyncio.run(write_long_games(source))

    def execute(sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        return asyncio.run(raw(address).execute(sql, *parameters))

    def running(wait: str = "%") -> list[int]:
        sql = (
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            " AND application_name LIKE 'carcassonne%' AND coalesce(wait_event, '') LIKE ?"
        )
        return [pid for [pid] in execute(sql, wait)]

    execute(
        "ALTER TABLE entries ADD CONSTRAINT sleep CHECK (number <> 200 OR pg_sleep(600)::text = '')"
    )
    began = time.monotonic()
    copying = python("-m", "bot", "copy", source, address)
    while not (writing := running("PgSleep")):
        assert copying.poll() is None, copying.communicate()
    to_begin = time.monotonic() - began
    if is_stuck:
        os.kill(writing[0], signal.SIGSTOP)
    began = time.monotonic()
    copying.send_signal(signal.SIGINT)
    try:
        printed, errors = copying.communicate(timeout=60)
        took = time.monotonic() - began
    finally:
        copying.kill()
        if is_stuck:
            os.kill(writing[0], signal.SIGCONT)
    assert (printed, copying.returncode) == ("", 130) and took < max(5.0, 5 * to_begin), errors
    assert errors == (
        "stopped: no bot opens half a copy, and the same command goes on where this one stopped\n"
    )
    until = time.monotonic() + 60.0
    while running() and time.monotonic() < until:
        time.sleep(0.05)
    assert not running() and execute("SELECT * FROM games") == []
    execute("ALTER TABLE entries DROP CONSTRAINT sleep")
    assert copy(source, address) == 40
    release(address)
    assert rows(address) == rows(source)
    asyncio.run(server.drop(address))


@pytest.mark.parametrize(
    "harm",
    [
        "DELETE FROM entries WHERE game = 1 AND number = 1",
        "UPDATE posts SET number = 99 WHERE game = 1",
    ],
)
def test_games_that_break_a_rule_of_the_log_are_not_copied(
    target: Place, tmp_path: Path, harm: str
) -> None:
    source, address = str(tmp_path / "from.sqlite3"), target()
    asyncio.run(sample_data.fill(source))
    change_without_triggers(source, harm)
    with pytest.raises(StorageError):
        copy(source, address)
    assert asyncio.run(raw(address).execute("SELECT * FROM games")) == []


def change_without_triggers(source: str, *statements: str) -> None:
    with closing(sqlite3.connect(source)) as harmed:
        for [trigger] in harmed.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            harmed.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            harmed.execute(statement)
        harmed.commit()


def test_game_without_entries_is_copied_as_it_is(target: Place, tmp_path: Path) -> None:
    source, address = str(tmp_path / "from.sqlite3"), target()
    asyncio.run(sample_data.fill(source))
    lost = ("entries", "posts", "table_summaries", "results")
    change_without_triggers(
        source,
        "UPDATE games SET posted = -1 WHERE id = 1",
        *(f"DELETE FROM {table} WHERE game = 1" for table in lost),
    )
    assert copy(source, address) == 6
    release(address)
    assert rows(address) == rows(source)


def test_a_copy_of_a_copy_has_the_digests_of_the_first_database(
    source: str, target: Place, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    kind = "postgres" if "://" in source else "sqlite"
    with contextmanager(places)(kind, tmp_path, request) as place:
        there, back = target(), place()
        for one, other in ((source, there), (there, back)):
            copy(one, other)
            release(other)
        assert rows(back) == rows(there) == rows(source)


def test_an_existing_database_is_not_overwritten(source: str, target: Place) -> None:
    address = target()
    asyncio.run(sample_data.fill(address, 4))
    before = rows(address)
    with pytest.raises(StorageError, match=r"a database is here already, and is not written over$"):
        copy(source, address)
    with pytest.raises(StorageError, match=r": nothing is copied to itself$"):
        copy(address, address)
    assert rows(address) == before

    async def prefers(place: str) -> None:
        async with await open_database(place) as database:
            await KeyValues(database, PREFERENCES).save("confirms", "yes", user=1)

    address = target()
    asyncio.run(prefers(address))
    with pytest.raises(StorageError, match=r"a database is here already, and is not written over$"):
        copy(source, address)


TAKE_AWAY = "take it away, or name another place"


def test_digest_of_a_table_counts_its_rows_and_is_the_same_in_any_order() -> None:
    one, two, three = (("a", "1"), ("b", "é"), ("c", "\ud800"))
    whole = digest(SETTINGS, [[one, two], [three]])
    assert whole.rows == 3 and 0 < whole.hash < 2**128
    assert digest(SETTINGS, [[three], [two, one]]) == whole
    for other in ([[one, two]], [[one, two, two]], [[one, two], [("c", "x")]], [[one] * 3]):
        assert digest(SETTINGS, other) != whole
    assert digest(SETTINGS, []) == TableDigest(0, 0)


def fails(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def begun(source: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy that was interrupted at its beginning."""
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(storage.copying.copy, "_fill", fails)
        copy(source, address)


def test_an_incomplete_copy_continues_only_from_its_unchanged_source(
    source: str, target: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, other = target(), str(tmp_path / "other.sqlite3")
    begun(source, address, monkeypatch)
    asyncio.run(sample_data.fill(other))
    with pytest.raises(
        StorageError, match=f": half a copy is here, of another database; {TAKE_AWAY}$"
    ):
        copy(other, address)
    with pytest.raises(IncompleteCopy):
        copy(address, target())
    assert [result.line for result in check(address, fold) if not result.sound] == []
    asyncio.run(written(source))
    with pytest.raises(
        StorageError, match=f": half a copy .*, and the source was written since; {TAKE_AWAY}$"
    ):
        copy(source, address)


async def written(address: str) -> None:
    async with await open_database(address) as database:
        await Log(database).append(5, after=2, entries=PASS)


def test_a_source_that_changes_during_the_copy_is_refused(
    source: str, target: Place, python: Python
) -> None:
    address = target()
    script = (
        "import asyncio, sys; from tests.storage.test_copying import written;"
        "asyncio.run(written(sys.argv[1]))"
    )

    def report(done: int, games: int) -> None:
        if done == games:
            errors = python("-c", script, source).communicate()[1]
            assert not errors, errors

    with pytest.raises(
        StorageError,
        match=r": it was written while it was copied; stop the bot, take .+ away and copy it"
        " again$|: another program writes",
    ):
        copy(source, address, report)
    with pytest.raises(IncompleteCopy):
        asyncio.run(opened(address))


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("key_values", "UPDATE key_values SET value = 'mind the citx'"),
        ("settings", "UPDATE settings SET value = 'b2' WHERE key = 'commands'"),
    ],
)
def test_a_copy_that_differs_is_not_released(
    source: str, target: Place, monkeypatch: pytest.MonkeyPatch, table: str, change: str
) -> None:
    fill = storage.copying.copy._fill

    def badly(one: Endpoint, other: Endpoint, *more: Any) -> None:
        fill(one, other, *more)
        with other.transaction():
            other.execute_many(change, [()])

    monkeypatch.setattr(storage.copying.copy, "_fill", badly)
    address = target()
    with pytest.raises(
        StorageError,
        match=rf": the table {table} is not what it is in {re.escape(without_password(source))}"
        rf" \((\d) rows, not \1, or another in one of them\); take it away and copy it again$",
    ):
        copy(source, address)
    monkeypatch.undo()
    assert copy(source, address) == 6, "and can be mended"


def test_a_source_with_an_older_schema_is_refused(
    source: str, target: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.schema.newest_version", lambda: 99)
    with pytest.raises(
        StorageError, match=r"older than 99; start the bot once to bring it up to date$"
    ):
        copy(source, target())


def test_the_copy_command_reports_games_that_cannot_be_replayed(
    target: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, address = str(tmp_path / "from.sqlite3"), target()
    shown = address.partition("?")[0]

    async def played(*texts: str) -> None:
        async with await open_database(source) as database:
            for channel, text in enumerate(texts):
                row = await Log(database).begin(
                    guild=9, channel=channel, entries=[NewEntry(1, "new hunters 2")]
                )
                await Log(database).append(row.id, after=0, entries=[NewEntry(2, text)])

    asyncio.run(played("join", "leave 7"))
    assert main(["copy", source, address]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("game 2: entry 1: ")
    assert printed[1:] == [f"{shown}: 2 games copied and played again, wrong, there as here: 1"]
    assert asyncio.run(opened(address)) == 2
    assert main(["copy", source, address]) == 1
    assert "a database is here already" in capsys.readouterr().err
    assert main(["verify", "--quiet", "--database", address]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"{shown}: 2 games played again, wrong: 1"


async def test_every_table_is_copied(raw: Raw) -> None:
    """A new table must be added to the tables of a copy."""
    for table in TABLES:
        await raw.execute(f"{table.select} LIMIT 0")
        names = await raw.tables_with(*table.columns)
        assert table.name in names
    kept = await raw.tables_with(
        *{column for table in TABLES for column in table.columns}, "program", "version"
    )
    own = {"write_tokens", "schema_versions"}  # of how a server is written, not of what
    assert {*kept} - own == {table.name for table in TABLES}
    for table in TABLES:
        [row] = await raw.execute(f"SELECT count(*) FROM {table.name}")
        assert row == (1 if table == SETTINGS else 0,)


async def test_every_column_is_copied(raw: Raw) -> None:
    for table in TABLES:
        columns = set(await raw.columns_of(table.name))
        assert columns - {"last"} == set(table.columns), table.name
