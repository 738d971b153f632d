"""Reading logs outside the event loop: each once at a time, and never outdated."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest

import bot.table.store
from bot.table.entries import LogLine
from bot.table.fold import fold
from bot.table.store import Tables
from bot.table.table import Table
from storage import Log, NewEntry, open_database
from tests.support.finished_tables import finished_game

CHANNEL = 5
GAMES = 4


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[Log]:
    """The same long game in some channels."""
    async with await open_database(tmp_path / "games.sqlite3", synchronous="OFF") as database:
        log = Log(database)
        for channel in range(CHANNEL, CHANNEL + GAMES):
            await log.begin(guild=1, channel=channel, entries=finished_game(1)[:40])
        yield log


class Folds:
    """Every fold of a whole log: in which threads, how many at once, and what happens with it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.threads: list[threading.Thread] = []
        self.at_once = self.most = 0
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.go_on.set()
        monkeypatch.setattr(bot.table.store, "fold", self._fold)

    async def until_one_has_begun(self) -> None:
        """Wait without holding the loop."""
        assert await asyncio.to_thread(self.begun.wait, 60)

    def _fold(self, lines: Iterable[LogLine], table: Table | None = None) -> Table:
        self.threads.append(threading.current_thread())
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        self.begun.set()
        assert self.go_on.wait(60)
        try:
            return fold(lines, table)
        finally:
            self.at_once -= 1


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> Folds:
    return Folds(monkeypatch)


async def test_a_long_log_is_not_read_on_the_event_loop(log: Log, folds: Folds) -> None:
    await Tables(log).latest(CHANNEL)
    assert folds.threads and threading.current_thread() not in folds.threads


async def test_single_new_move_is_folded_in_the_calling_thread(log: Log, folds: Folds) -> None:
    tables = Tables(log)
    loaded = await tables.latest(CHANNEL)
    assert loaded is not None
    folds.threads.clear()
    await log.append(loaded.row.id, after=39, entries=[finished_game(1)[40]])
    again = await tables.latest(CHANNEL)
    assert again is not None and again.table.last == 40
    assert folds.threads == [threading.current_thread()]


async def test_simultaneous_requests_for_a_table_read_the_table_once(
    log: Log, folds: Folds
) -> None:
    tables = Tables(log)
    tables_read = await asyncio.gather(*(tables.latest(CHANNEL) for _ in range(20)))
    assert len(folds.threads) == 1
    assert len({id(loaded.table) for loaded in tables_read if loaded is not None}) == 1


async def test_many_tables_are_read_one_at_a_time(log: Log, folds: Folds) -> None:
    tables = Tables(log)
    await asyncio.gather(*(tables.latest(CHANNEL + n) for n in range(GAMES)))
    assert (len(folds.threads), folds.most) == (GAMES, 1)


async def test_a_cancelled_reader_does_not_cause_two_readings_at_once(
    log: Log, folds: Folds
) -> None:
    tables = Tables(log)
    folds.go_on.clear()
    first = asyncio.create_task(tables.latest(CHANNEL))
    await folds.until_one_has_begun()
    first.cancel()
    second = asyncio.create_task(tables.latest(CHANNEL))
    await asyncio.sleep(0.01)
    folds.go_on.set()
    loaded = await second
    assert loaded is not None and loaded.table.last == 39
    assert folds.most == 1


async def test_an_entry_written_during_a_reading_is_seen_by_the_next_reader(
    log: Log, folds: Folds
) -> None:
    tables = Tables(log)
    folds.go_on.clear()
    reading = asyncio.create_task(tables.latest(CHANNEL))
    await folds.until_one_has_begun()
    await log.append(1, after=39, entries=[finished_game(1)[40]])
    folds.go_on.set()
    first, second = await reading, await tables.latest(CHANNEL)
    assert first is not None and (first.row.last, first.table.last) == (39, 39)
    assert second is not None and (second.row.last, second.table.last) == (40, 40)


async def test_user_erased_during_a_reading_is_not_in_its_result(log: Log, folds: Folds) -> None:
    tables = Tables(log)
    folds.go_on.clear()
    reading = asyncio.create_task(tables.latest(CHANNEL))
    await folds.until_one_has_begun()
    await log.erase(2)
    tables.forget()
    folds.go_on.set()
    loaded, again = await reading, await tables.latest(CHANNEL)
    assert loaded is not None and again is not None
    assert 2 not in loaded.table.players and None in loaded.table.players
    assert again.table is loaded.table


async def test_tables_beyond_the_cache_size_are_read_again(log: Log, folds: Folds) -> None:
    one = Tables(log)
    await one.latest(CHANNEL)
    tables = Tables(log, max_bytes=2 * one.cached_bytes)
    for _ in range(2):
        for channel in range(CHANNEL, CHANNEL + GAMES):
            await tables.latest(channel)
        await tables.latest(CHANNEL + GAMES - 1)
    assert len(folds.threads) == 1 + 2 * GAMES
    assert (tables.cached_count, tables.cached_bytes) == (2, 2 * one.cached_bytes)


async def test_undo_that_replays_the_game_runs_outside_the_event_loop(
    log: Log, folds: Folds
) -> None:
    tables = Tables(log)
    loaded = await tables.latest(CHANNEL)
    assert loaded is not None
    folds.threads.clear()
    undo = NewEntry(1, f"undo {loaded.table.lines[3].number}")
    await log.append(loaded.row.id, after=39, entries=[undo])
    again = await tables.latest(CHANNEL)
    assert again is not None and len(again.table.lines) == 3
    assert threading.current_thread() not in folds.threads
