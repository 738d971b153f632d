"""A notice to somebody who waits for the database."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from storage import Database, FileBusy, Log, NewEntry, open_database, wait_notice


@pytest.fixture
async def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    monkeypatch.setattr(wait_notice, "WAIT_SECONDS", 0.05)
    async with await open_database(tmp_path / "games.sqlite3") as opened:
        await opened.write(lambda execute: execute("PRAGMA busy_timeout = 300"), "")
        yield opened


@contextmanager
def locked(database: Database) -> Iterator[None]:
    with closing(sqlite3.connect(database.name, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def begin_game(database: Database) -> int:
    return (await Log(database).begin(guild=1, channel=2, entries=[NewEntry(3, "bag")])).id


async def test_word_comes_once_before_the_answer_to_a_call_that_waits(database: Database) -> None:
    shown: list[str] = []

    async def send() -> None:
        await asyncio.sleep(0.4)  # Discord takes its time
        shown.append("word")

    with locked(database), wait_notice.wait_notice(send):
        for _ in range(2):
            with pytest.raises(FileBusy):
                await begin_game(database)
            shown.append("answer")
    assert shown == ["word", "answer", "answer"]


async def test_no_word_comes_for_a_quick_call_or_outside_of_the_block(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Also on a busy machine a call to the database takes less.
    monkeypatch.setattr(wait_notice, "WAIT_SECONDS", 1.0)
    shown: list[str] = []

    async def send() -> None:
        shown.append("word")

    async def work_after_the_answer() -> None:
        await asyncio.sleep(0.02)
        with pytest.raises(FileBusy):
            await begin_game(database)

    with wait_notice.wait_notice(send):
        assert await begin_game(database) == 1
        await asyncio.sleep(1.1)
        late = asyncio.create_task(work_after_the_answer())
    monkeypatch.setattr(wait_notice, "WAIT_SECONDS", 0.05)
    with locked(database):
        await late
        with pytest.raises(FileBusy):
            await begin_game(database)
    assert shown == []
