"""Fixtures for tests of SQLite only."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage import Database


@pytest.fixture(scope="session")
def backend() -> str:
    return "sqlite"


@pytest.fixture
def raw(database: Database, path: Path) -> Iterator[sqlite3.Connection]:
    """A connection outside this program, with foreign keys off, as is the default of SQLite."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0.05)) as connection:
        yield connection
