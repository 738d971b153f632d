"""The scheduler: no due is lost, repeated or delayed, even if clocks are set."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import pairwise
from pathlib import Path

import pytest

from bot.runtime import scheduler as scheduling
from bot.runtime.scheduler import JOB_RETRY_SECONDS, LONGEST_SLEEP_SECONDS, Handler, Scheduler
from storage import Database, Due, Schedule, StorageError, open_database
from storage.schedule import LEASE_SECONDS

HOUR = 3_600.0
WEEK = 168 * HOUR


class Time:
    """A clock that only moves when the scheduler sleeps or a test sets it."""

    def __init__(self) -> None:
        self.now = 1_000_000.0
        self.until = self.now
        self.naps: list[float] = []
        self.asleep = 0
        self.rested = asyncio.Event()
        """Set when a sleeper waits for the test."""

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Pass time for waiting tasks, or else let the sleeper pass it."""
        self.naps.append(seconds)
        if self.now + seconds > self.until:
            self.asleep += 1
            self.rested.set()
            try:
                await asyncio.Event().wait()
            finally:
                self.asleep -= 1
        self.now += seconds
        await asyncio.sleep(0)


class Bench:
    """A file, its clock, and schedulers that note what they have looked after."""

    def __init__(self, path: Path, clock: Time) -> None:
        self.path, self.clock = path, clock
        self.seen: list[tuple[str, float]] = []
        self.open: list[tuple[Scheduler, Database]] = []
        self.schedule: Schedule

    async def process(self, **handlers: Handler) -> Scheduler:
        database = await open_database(self.path, synchronous="OFF", clock=self.clock)
        self.schedule = Schedule(database)
        handlers = {"note": self.note, **handlers}
        made = Scheduler(self.schedule, handlers, self.clock, self.clock.sleep)
        self.open.append((made, database))
        return made

    async def note(self, due: Due) -> float | None:
        self.seen.append((due.key, self.clock.now))
        return None

    async def passes(self, seconds: float) -> None:
        """Let all tasks sleep or work for some seconds."""
        self.clock.until = self.clock.now + seconds
        for made, _ in self.open:
            made.wake()
        async with asyncio.timeout(60):
            while self.clock.asleep < len(self.open) or not all(each.idle for each, _ in self.open):
                self.clock.rested.clear()
                await self.clock.rested.wait()
        self.clock.now = self.clock.until


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
async def bench(tmp_path: Path, clock: Time) -> AsyncIterator[Bench]:
    bench = Bench(tmp_path / "games.sqlite3", clock)
    yield bench
    for made, database in bench.open:
        await made.close(1.0)
        await database.close()


async def test_due_is_handled_at_its_time(bench: Bench, clock: Time) -> None:
    await bench.process()
    begun = clock.now
    await bench.schedule.put(Due("a", "note", begun + 300))
    await bench.passes(299)
    assert bench.seen == []
    await bench.passes(10)
    [(key, handled_at)] = bench.seen
    assert key == "a" and begun + 300 <= handled_at <= begun + 305
    await bench.passes(HOUR)
    assert len(bench.seen) == 1


async def test_scheduler_never_sleeps_longer_than_a_minute(bench: Bench, clock: Time) -> None:
    await bench.process()
    await bench.schedule.put(Due("a", "note", clock.now + WEEK))
    await bench.passes(HOUR)
    assert max(clock.naps) == LONGEST_SLEEP_SECONDS


async def test_handler_returns_the_next_time_of_its_due(bench: Bench, clock: Time) -> None:
    async def hourly(due: Due) -> float | None:
        await bench.note(due)
        assert due.text == "kept"
        return clock.now + HOUR if len(bench.seen) < 4 else None

    await bench.process(hourly=hourly)
    await bench.schedule.put(Due("a", "hourly", clock.now, text="kept"))
    await bench.passes(12 * HOUR)
    times = [handled_at for _, handled_at in bench.seen]
    assert len(times) == 4
    assert all(HOUR <= b - a <= HOUR + 1 for a, b in pairwise(times))


async def test_woken_scheduler_handles_a_new_due_at_once(bench: Bench, clock: Time) -> None:
    handled = asyncio.Event()

    async def told(due: Due) -> None:
        await bench.note(due)
        handled.set()

    process = await bench.process(told=told)
    await bench.passes(10)
    await bench.schedule.put(Due("a", "told", clock.now))
    process.wake()
    process.wake()
    async with asyncio.timeout(30):
        await handled.wait()
    assert [key for key, _ in bench.seen] == ["a"]


async def test_two_processes_on_one_file_handle_each_due_once(bench: Bench, clock: Time) -> None:
    for _ in range(2):
        await bench.process()
    for number in range(60):
        await bench.schedule.put(Due(f"{number:02}", "note", clock.now + number))
    # Time passes here as fast as anybody sleeps: in more than two minutes of it one who is slow to
    # write that something is done would be taken for one who died over it.
    await bench.passes(100)
    assert sorted(key for key, _ in bench.seen) == [f"{number:02}" for number in range(60)]


async def test_due_of_a_killed_process_is_handled_by_the_next(bench: Bench, clock: Time) -> None:
    await bench.process()
    await bench.schedule.put(Due("a", "note", clock.now))
    assert await bench.schedule.claim(clock.now, 1), "and never settled"
    await bench.passes(LEASE_SECONDS - 1)
    assert bench.seen == []
    await bench.passes(2 * LONGEST_SLEEP_SECONDS)
    assert [key for key, _ in bench.seen] == ["a"]


async def test_clock_set_forwards_by_a_week_brings_each_due_once(bench: Bench, clock: Time) -> None:
    await bench.process()
    for number in range(5):
        await bench.schedule.put(Due(str(number), "note", clock.now + number * HOUR))
    await bench.passes(60)
    clock.now += WEEK
    await bench.passes(HOUR)
    assert sorted(key for key, _ in bench.seen) == list("01234")
    clock.now -= WEEK
    await bench.passes(HOUR)
    assert len(bench.seen) == 5


async def test_clock_set_backwards_by_a_year_loses_no_due(bench: Bench, clock: Time) -> None:
    await bench.process()
    await bench.schedule.put(Due("a", "note", clock.now + 12 * HOUR))
    clock.now -= 52 * WEEK
    await bench.passes(12 * HOUR - 60)
    assert bench.seen == []
    await bench.passes(180)
    assert [key for key, _ in bench.seen] == ["a"]


async def test_failed_due_is_logged_and_retried_with_pauses(
    bench: Bench, clock: Time, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[float] = []

    async def failing(due: Due) -> float | None:
        tried.append(clock.now)
        if len(tried) <= len(JOB_RETRY_SECONDS) + 1:
            raise OSError("Discord is down") if len(tried) % 2 else ValueError("a bug")
        return None

    await bench.process(failing=failing)
    await bench.schedule.put(Due("a", "failing", clock.now))
    await bench.schedule.put(Due("b", "note", clock.now))
    begun = clock.now
    await bench.passes(4 * HOUR)
    assert bench.seen == [("b", begun)]
    pauses = [b - a for a, b in pairwise(tried)]
    wanted = [*JOB_RETRY_SECONDS, JOB_RETRY_SECONDS[-1]]
    assert all(w <= p <= w + 2 for w, p in zip(wanted, pauses, strict=True)), pauses
    assert "due a failed: OSError" in caplog.text
    assert "ValueError: a bug" in caplog.text, "a bug with its place"
    levels = {r.levelno for r in caplog.records if "ValueError" in r.getMessage()}
    assert levels == {logging.ERROR}, "a bug is an ERROR"
    assert {r.levelno for r in caplog.records if "OSError" in r.getMessage()} == {logging.WARNING}
    caplog.clear()


async def test_hanging_handler_is_cancelled_and_retried(
    bench: Bench, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduling, "HANDLER_TIMEOUT_SECONDS", 0.0)
    tried: list[float] = []

    async def hanging(due: Due) -> float | None:
        tried.append(clock.now)
        if len(tried) == 1:
            await asyncio.Event().wait()
        return None

    await bench.process(hanging=hanging)
    await bench.schedule.put(Due("a", "hanging", clock.now))
    await bench.schedule.put(Due("b", "note", clock.now))
    await bench.passes(HOUR)
    assert len(tried) == 2 and [key for key, _ in bench.seen] == ["b"]


async def test_number_of_handlers_at_once_is_limited(bench: Bench, clock: Time) -> None:
    working = most = 0

    async def slow(due: Due) -> float | None:
        nonlocal working, most
        working += 1
        most = max(most, working)
        await asyncio.sleep(0)
        working -= 1
        return None

    await bench.process(slow=slow)
    for number in range(50):
        await bench.schedule.put(Due(str(number), "slow", clock.now))
    await bench.passes(5)
    assert most == scheduling.MOST_AT_ONCE and await bench.schedule.next_at() is None


async def test_due_of_an_unknown_kind_is_kept(
    bench: Bench, clock: Time, caplog: pytest.LogCaptureFixture
) -> None:
    await bench.process()
    await bench.schedule.put(Due("a", "later", clock.now))
    await bench.passes(60)
    assert await bench.schedule.of("a") is not None
    assert "no handler for due a of kind later" in caplog.text
    caplog.clear()


async def test_scheduler_retries_when_the_database_cannot_be_read(
    bench: Bench, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.process()
    claim: Callable[..., Awaitable[object]] = Schedule.claim
    failed = []

    async def locked(*given: object) -> object:
        if len(failed) < 3:
            failed.append(clock.now)
            raise StorageError("the file is locked")
        return await claim(*given)

    monkeypatch.setattr(Schedule, "claim", locked)
    await bench.schedule.put(Due("a", "note", clock.now))
    await bench.passes(HOUR)
    assert len(failed) == 3 and [key for key, _ in bench.seen] == ["a"]


async def test_close_waits_for_running_handlers_and_leaves_the_rest(
    bench: Bench, clock: Time
) -> None:
    begun, closing, ended = asyncio.Event(), asyncio.Event(), list[str]()

    async def slow(due: Due) -> float | None:
        begun.set()
        await closing.wait()
        ended.append(due.key)
        return None

    process = await bench.process(slow=slow)
    for number in range(scheduling.MOST_AT_ONCE + 3):
        await bench.schedule.put(Due(f"{number:02}", "slow", clock.now))
    process.wake()
    await begun.wait()
    asyncio.get_running_loop().call_soon(closing.set)
    await process.close(5.0)
    assert len(ended) == scheduling.MOST_AT_ONCE
    assert await bench.schedule.of("08") is not None
    process.wake()
    assert process.idle
