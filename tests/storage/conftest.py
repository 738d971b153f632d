"""A database file, a log on it, and a connection that knows nothing of storage."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import storage
from storage import Database, Log, NewEntry, open_database
from tests import empty_file


@pytest.fixture
def now() -> list[float]:
    """The time of day, to be changed in place."""
    return [1_000.0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
async def database(path: Path, now: list[float]) -> AsyncIterator[Database]:
    empty_file.put(path)
    async with await open_database(path, clock=lambda: now[0]) as database:
        yield database


@pytest.fixture
def log(database: Database) -> Log:
    return Log(database)


@pytest.fixture
def start(log: Log) -> Callable[..., Awaitable[int]]:
    """Begins a game in a channel with one entry (number 0) and gives its id."""

    async def start(channel: int = 5, user: int = 1) -> int:
        return (await log.begin(guild=900, channel=channel, entries=[NewEntry(user, "bag")])).id

    return start


@pytest.fixture
def raw(database: Database, path: Path) -> Iterator[sqlite3.Connection]:
    """Somebody else's connection to the open database, with foreign keys off as by default."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0.05)) as connection:
        yield connection


@pytest.fixture
def python() -> Callable[..., subprocess.Popen[str]]:
    """Starts Python in a process of its own, where `storage` can be imported."""
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
