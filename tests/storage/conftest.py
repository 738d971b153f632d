"""Fixtures: a database of either kind, a log on it, and a connection outside this program."""

import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import count
from pathlib import Path

import pytest

import storage
from storage import Database, Log, NewEntry, open_database, schema
from tests.support import migrated_file
from tests.support.raw_connection import PostgresRaw, Raw, SqliteRaw

Fresh = Callable[[], AbstractAsyncContextManager[str]]
AddMigrations = Callable[..., int]


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def backend(request: pytest.FixtureRequest) -> str:
    """The kind of database; the folders `sqlite` and `postgres` fix it."""
    return str(request.param)


@pytest.fixture
def now() -> list[float]:
    """The current Unix time, to be changed in place."""
    return [1_000.0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def fresh(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> Fresh:
    """A function that creates databases without games."""
    numbers = count(1)
    server = request.getfixturevalue("server") if backend == "postgres" else None

    @asynccontextmanager
    async def one() -> AsyncIterator[str]:
        if server is None:
            path = tmp_path / f"fresh-{next(numbers)}.sqlite3"
            migrated_file.copy_migrated_file(path)
            yield str(path)
        else:
            address = await server.create()
            yield address
            await server.drop(address)

    return one


@pytest.fixture
async def address(backend: str, path: Path, fresh: Fresh) -> AsyncIterator[str]:
    if backend == "sqlite":
        migrated_file.copy_migrated_file(path)
        yield str(path)
    else:
        async with fresh() as made:
            yield made


@pytest.fixture
async def database(address: str, now: list[float]) -> AsyncIterator[Database]:
    async with await open_database(address, clock=lambda: now[0]) as database:
        yield database


@pytest.fixture
def log(database: Database) -> Log:
    return Log(database)


@pytest.fixture
def start(log: Log) -> Callable[..., Awaitable[int]]:
    """A function that begins a game with one entry (number 0) and returns its number."""

    async def start(channel: int = 5, user: int = 1) -> int:
        return (await log.begin(guild=900, channel=channel, entries=[NewEntry(user, "bag")])).id

    return start


@pytest.fixture
def raw(database: Database, backend: str, address: str) -> Raw:
    """A connection to the open database outside this program."""
    return SqliteRaw(Path(address)) if backend == "sqlite" else PostgresRaw(address)


@pytest.fixture
def python() -> Callable[..., subprocess.Popen[str]]:
    """A function that starts Python in another process that can import `storage`."""
    root = str(Path(storage.__file__).parents[1])

    def start(*arguments: object) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            env={**os.environ, "PYTHONPATH": root},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return start


@pytest.fixture
def add_migrations(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> AddMigrations:
    """A function that adds migrations of a later version and returns the new schema version."""

    def add(*scripts: str) -> int:
        folder = tmp_path_factory.mktemp("later") / "migrations"
        shutil.copytree(schema.MIGRATIONS_FOLDER, folder)
        newest = schema.newest_version()
        for number, script in enumerate(scripts, newest + 1):
            (folder / f"{number:04}_later.sql").write_text(script, encoding="utf-8")
        monkeypatch.setattr(schema, "MIGRATIONS_FOLDER", folder)
        return newest + len(scripts)

    return add
