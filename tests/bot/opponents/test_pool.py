"""The worker pool: processes answer tasks, restart after a crash and never block the event loop."""

import asyncio
import logging
import math
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from bot.opponents.pool import QueueFull, TaskFailed, TaskTooSlow, WorkerPool, failure_level
from rules.child_process import NICENESS

SHORT_SECONDS: Final = 0.4
"""Seconds in which a process that is ready answers, also on a busy machine."""


def squared(number: int) -> int:
    return number * number


def own_id() -> int:
    return os.getpid()


def niceness() -> int:
    return os.nice(0)


def secret() -> str | None:
    return os.environ.get("DISCORD_TOKEN")


def dying(folder: str) -> int:
    """Dies the first time it is asked."""
    path = os.path.join(folder, "died")
    if not os.path.exists(path):
        with open(path, "w"):
            os.kill(os.getpid(), signal.SIGKILL)
    return 7


def always_dying() -> None:
    os._exit(3)


def wrong() -> None:
    raise ValueError("that is not so")


def wait_for_file(path: str) -> None:
    while not os.path.exists(path):
        time.sleep(0.01)


def chatty() -> str:
    print("to whom it may concern")
    return "said"


@asynccontextmanager
async def worker_pool(
    processes: int = 1, queue: int = 8, idle: float = 600.0, start: float = 60.0
) -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(processes, queue, idle, start)
    try:
        yield pool
    finally:
        await pool.close()


async def test_one_process_without_the_token_answers_many_questions_at_lower_priority(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    async with worker_pool() as pool:
        assert await pool.run(squared, 12) == 144
        process = await pool.run(own_id)
        assert process != os.getpid()
        assert await pool.run(niceness) >= min(19, os.nice(0) + NICENESS)
        assert await pool.run(secret) is None
        assert await pool.run(chatty) == "said", "what a task prints is no answer"
        with pytest.raises(TaskFailed, match="ValueError: that is not so") as failed:
            await pool.run(wrong)
        assert failure_level(failed.value) == logging.ERROR
        assert await pool.run(own_id) == process
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.slow
async def test_task_is_retried_in_a_new_process_when_its_process_dies(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async with worker_pool() as pool:
        assert await pool.run(dying, str(tmp_path_factory.mktemp("once"))) == 7
        assert await pool.run(squared, 3) == 9


@pytest.mark.slow
async def test_task_that_kills_every_process_fails_and_other_tasks_are_answered() -> None:
    async with worker_pool() as pool:
        with pytest.raises(TaskFailed):
            await pool.run(always_dying)
        assert await pool.run(squared, 3) == 9


@pytest.mark.slow
async def test_idle_process_that_is_killed_is_replaced() -> None:
    async with worker_pool() as pool:
        process = await pool.run(own_id)
        os.kill(process, signal.SIGKILL)
        assert await pool.run(own_id) != process


async def test_task_that_exceeds_its_time_is_cancelled() -> None:
    async with worker_pool() as pool:
        began = time.monotonic()
        with pytest.raises(TaskTooSlow, match="nothing within") as slow:
            await pool.run(time.sleep, 60.0, seconds=0.2)
        assert failure_level(slow.value) == logging.WARNING
        assert time.monotonic() - began < 30
        assert await pool.run(squared, 3) == 9


async def test_limit_of_a_task_begins_when_its_process_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At low priority on a busy machine a start can take longer than any task."""
    (tmp_path / "sitecustomize.py").write_text(f"import time\ntime.sleep({1.5 * SHORT_SECONDS})\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    async with worker_pool() as pool:
        assert await pool.run(math.gcd, 12, 18, seconds=SHORT_SECONDS) == 6


async def test_limit_doubles_with_each_task_that_was_too_slow_until_one_succeeds() -> None:
    async with worker_pool(start=60.0) as pool:
        for limit in (0.1, 0.2, 0.4):
            with pytest.raises(TaskTooSlow, match=f"nothing within {limit} s$"):
                await pool.run(time.sleep, 60.0, seconds=0.1)
        assert await pool.run(squared, 3, seconds=10.0) == 9
        with pytest.raises(TaskTooSlow, match=r"nothing within 0\.1 s$"):
            await pool.run(time.sleep, 60.0, seconds=0.1)


async def test_process_that_is_never_ready_fails_its_task() -> None:
    async with worker_pool(start=0.01) as pool:
        with pytest.raises(TaskTooSlow, match="no process was ready within"):
            await pool.run(squared, 12)


@pytest.mark.slow
async def test_answer_of_a_cancelled_task_is_given_to_no_other_task() -> None:
    async with worker_pool() as pool:
        asked = asyncio.create_task(pool.run(time.sleep, 1.0))
        await asyncio.sleep(0.3)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert await pool.run(squared, 5) == 25


async def test_more_questions_than_may_wait_are_not_taken_and_the_loop_goes_on() -> None:
    async with worker_pool(queue=2) as pool:
        spare = asyncio.create_task(pool.run(squared, 7, spare=True))
        await asyncio.sleep(0)
        assert pool.queued == 0, "nobody waits for it"
        asked = [asyncio.create_task(pool.run(squared, n)) for n in range(2)]
        await asyncio.sleep(0)
        assert pool.queued == 2
        with pytest.raises(QueueFull):
            await pool.run(squared, 9)
        assert not any(task.done() for task in asked), "the event loop does not wait for them"
        assert await asyncio.gather(spare, *asked) == [49, 0, 1]
        assert await pool.run(squared, 9) == 81


@pytest.mark.slow
async def test_long_tasks_leave_one_process_free_for_other_tasks(tmp_path: Path) -> None:
    end = tmp_path / "end"
    async with worker_pool(processes=2) as pool:
        await asyncio.gather(pool.run(squared, 1), pool.run(squared, 2))
        long = [asyncio.create_task(pool.run(wait_for_file, str(end), long=True)) for _ in range(2)]
        await asyncio.sleep(0.05)
        async with asyncio.timeout(60):
            assert await pool.run(squared, 4) == 16
        assert not any(task.done() for task in long)
        end.touch()
        await asyncio.gather(*long)


@pytest.mark.slow
async def test_idle_process_ends_and_is_started_again_for_the_next_task() -> None:
    async with worker_pool(idle=0.2) as pool:
        process = await pool.run(own_id)
        async with asyncio.timeout(20):
            while is_running(process):
                await asyncio.sleep(0.05)
        assert await pool.run(squared, 2) == 4


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_tasks_that_run_or_come_at_the_end_are_refused_and_did_not_fail() -> None:
    pool = WorkerPool(1)
    await pool.run(own_id)
    running = asyncio.create_task(pool.run(time.sleep, 30.0))
    await asyncio.sleep(0)
    await pool.close()
    with pytest.raises(QueueFull):
        await running
    with pytest.raises(QueueFull):
        await pool.run(squared, 1)


async def test_task_survives_the_signals_that_end_the_bot(tmp_path: Path) -> None:
    end = tmp_path / "end"
    async with worker_pool(processes=1) as pool:
        process = await pool.run(own_id)
        task = asyncio.create_task(pool.run(wait_for_file, str(end)))
        await asyncio.sleep(0)
        for number in (signal.SIGTERM, signal.SIGINT):
            os.kill(process, number)
        end.touch()
        await task
        assert await pool.run(own_id) == process
