"""Damaged files are refused or read without false games."""

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from storage import EntryRow, GameRow, Log, NewEntry, StorageError, open_database
from storage.opening import check
from storage.sqlite.damage import UNKNOWN_PAGE, in_plain_words
from tests.support import damaged_files

SEEDS = range(3)
CASES = [
    pytest.param(name, seed, crashed, id=f"{name}, {seed}")
    for crashed, kinds in ((False, damaged_files.AT_REST), (True, damaged_files.AFTER_A_CRASH))
    for name in kinds
    for seed in SEEDS
]
Games = Mapping[int, tuple[GameRow, Sequence[EntryRow]]]


def text(chance: random.Random) -> str:
    x, y, turn = chance.randrange(-9, 9), chance.randrange(-9, 9), chance.randrange(4) * 90
    return (
        f"place {x} {y} rot{turn} {chance.choice(('hunter', 'gatherer'))} {chance.choice('abcd')}"
    )


async def laid(folder: Path, seed: int) -> tuple[Path, Games]:
    """A file as after a crash, with games in the file and newer moves in its log."""
    chance, path, live = random.Random(seed), folder / f"left-{seed}", folder / f"live-{seed}"
    bag = "start 0 1\nbag: " + " ".join(f"L{chance.randrange(1, 80):02}" for _ in range(79))
    async with await open_database(live, clock=lambda: 2e9) as database:
        # The same file in every run; only SQLite's log has random bytes.
        same = "UPDATE settings SET value = ? WHERE key = 'identity'"
        await database.write(lambda execute: execute(same, (f"identity {seed}",)), "")
        log = Log(database)
        users = [chance.getrandbits(60) for _ in range(9)]
        for n in range(25):
            entries = [NewEntry(users[n % 9], bag)]
            entries += [NewEntry(chance.choice(users), text(chance)) for _ in range(30)]
            written_at = chance.uniform(1e9, 2e9)
            await log.begin(guild=900 + n % 3, channel=5000 + n, entries=entries, at=written_at)
            if n % 4 == 0:
                await log.append(n + 1, after=30, entries=[NewEntry(users[0], "end")], finish=True)
            await log.mark_posted(n + 1, 30 + (n % 4 == 0))
        await database.purge()
        for game in range(2, 20, 4):
            await log.append(game, after=30, entries=[NewEntry(users[0], text(chance))])
        games = await read(log)
        for suffix in ("", "-wal"):
            shutil.copy(f"{live}{suffix}", f"{path}{suffix}")
    shutil.copy(live, folder / f"rest-{seed}")
    return path, games


async def read(log: Log) -> Games:
    return {row.id: (row, await log.read(row.id)) for row in await log.games()}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Games, Games]:
    """A folder with the file and another like it, and the games in the first and the second."""
    folder = tmp_path_factory.mktemp("damage")
    return folder, asyncio.run(laid(folder, 0))[1], asyncio.run(laid(folder, 1))[1]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("database disk image is malformed", UNKNOWN_PAGE),
        ("file is not a database", "this is no database, or its first page is damaged"),
        ("Rowid 12 out of order", "rows are out of order"),
        ("NULL value in games.guild", "a row of games is damaged"),
        ("CHECK constraint failed in entries", "a row of entries is damaged"),
        ("malformed database schema (games) - near", "what describes games is damaged"),
        ("Freelist: 2nd reference to page 7", "the list of free pages is damaged"),
        ("Page 7 is never used", "page 7 belongs to no part of the file"),
        ("Page 7: never used", "page 7 belongs to no part of the file"),
        ("On tree page 7 cell 3: out of order", "a page of page 7 is damaged"),
        ("Tree 5 page 5: btreeInitPage() returns error code 11", "a page of entries is damaged"),
        ("something new", "something new"),
    ],
)
def test_damage_that_sqlite_reports_is_told_in_plain_words(message: str, words: str) -> None:
    assert in_plain_words(message, {5: "entries"}) == words


def test_more_than_sixty_kinds_of_damage_are_tried() -> None:
    assert len(CASES) >= 60


@pytest.mark.parametrize(("name", "seed", "crashed"), CASES)
@pytest.mark.slow
def test_a_damaged_file_is_refused_or_read_without_false_games(
    files: tuple[Path, Games, Games], tmp_path: Path, name: str, seed: int, crashed: bool
) -> None:
    folder, before, of_the_other = files
    path, other = tmp_path / "games.sqlite3", tmp_path / "other.sqlite3"
    source = "left" if crashed else "rest"
    for suffix in ("", "-wal") if crashed else ("",):
        shutil.copy(folder / f"{source}-0{suffix}", f"{path}{suffix}")
        shutil.copy(folder / f"{source}-1{suffix}", f"{other}{suffix}")
    harm = (damaged_files.AFTER_A_CRASH if crashed else damaged_files.AT_REST)[name]
    harm(random.Random(f"{name} {seed}"), path, other)
    damaged = path.read_bytes()

    async def opened() -> Games:
        async with await open_database(path) as database:
            return await read(Log(database))

    try:
        games = asyncio.run(opened())
    except StorageError as error:
        line = str(error)
        assert str(path) in line and "\n" not in line and len(line) < 400
        assert path.read_bytes() == damaged, "what is refused is left as it is"
        return
    assert games.keys() <= before.keys(), "no game comes out of nothing"
    if not crashed:
        assert games.keys() == before.keys(), "no game is gone without a word"
    for game, (row, entries) in games.items():
        began = row.started_at
        [(was, written)] = [
            g[game] for g in (before, of_the_other) if g[game][0].started_at == began
        ]
        assert (row.guild, row.channel) == (was.guild, was.channel)
        sound = [entry for entry in entries if entry.sound]
        known = {entry.number: entry for entry in written}
        assert all(known.get(entry.number) == entry for entry in sound), "a wrong game"
        whole = [entry.number for entry in sound] == list(range(len(entries)))
        # A table whose log does not end where these numbers say is not played on.
        whole = whole and len(entries) - 1 == row.last >= row.posted
        if whole and not crashed:
            assert (row.last, row.finished) == (was.last, was.finished)
            assert len(entries) == len(written)


@pytest.mark.parametrize("name", ["a bit of a move", "another digit", "a page of noise"])
def test_the_check_names_the_damaged_part(
    files: tuple[Path, Games, Games], tmp_path: Path, name: str
) -> None:
    folder, _, _ = files
    path = shutil.copy(folder / "rest-0", tmp_path / "games.sqlite3")
    damaged_files.AT_REST[name](random.Random(4), path, path)
    wrong = [result.line for result in check(path, lambda entries: "") if not result.sound]
    assert wrong
    assert not any(
        word in line
        for line in wrong
        for word in ("***", "btreeInitPage", "malformed", "error code")
    )
    if name != "a page of noise":
        assert any("is not as it was written" in line for line in wrong)


async def test_a_game_that_lost_its_posted_end_is_named_by_the_check(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    async with await open_database(path) as database:
        log = Log(database)
        game = (await log.begin(guild=1, channel=2, entries=[NewEntry(3, "new base 2")])).id
        await log.append(game, after=0, entries=[NewEntry(4, "join 1")])
        await log.mark_posted(game, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for [trigger] in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute("DELETE FROM entries WHERE number = 1")
    wrong = [result.line for result in check(path, lambda entries: "") if not result.sound]
    assert f"game {game}: entry 1 is missing, though it was posted" in wrong
