"""A pool of worker processes with a bounded queue, for searches that would block the event loop.

Processes are started on demand, replaced when they die, and stopped when idle, which frees their
memory.
"""

import asyncio
import logging
import os
import pickle
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import nullcontext, suppress
from contextvars import Context
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, TypeVarTuple

from bot.core import metrics
from bot.opponents import worker
from bot.opponents.worker import LENGTH_PREFIX, READY, pack

log = logging.getLogger(__name__)

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

MAX_PROCESSES: Final = 2
"""The number of worker processes."""
MAX_TASKS: Final = 64
"""The most tasks that run or wait."""
TASK_SECONDS: Final = 20.0
"""Seconds that a task may run, without its wait for a process that is ready."""
START_SECONDS: Final = 30.0
"""Seconds that a process may take until it is ready, at low priority."""
MAX_GROWTH: Final = 16
"""The greatest factor of both limits, which double with each task in a row that was too slow."""
MAX_TRIES: Final = 2
"""The tries of a task whose process dies: the process may have died of something else."""
IDLE_SECONDS: Final = 600.0
"""Seconds without a task after which a process is stopped."""
STOP_SECONDS: Final = 1.0
"""Seconds that a stopped process may take to end."""


class QueueFull(Exception):
    """The pool takes no task: its queue is full, or the bot is ending."""


class TaskFailed(Exception):
    """A task failed, took too long, or its process died of it."""


class TaskTooSlow(TaskFailed):
    """A task took too long, as it may on a busy machine."""


def failure_level(error: Exception) -> int:
    """The log level: a warning if only the machine is busy."""
    return logging.WARNING if isinstance(error, TaskTooSlow) else logging.ERROR


@dataclass(eq=False, repr=False)
class WorkerPool:
    processes: int = MAX_PROCESSES
    queue: int = MAX_TASKS
    idle: float = IDLE_SECONDS
    """Seconds until an idle process ends."""
    start: float = START_SECONDS
    """Seconds until a process is ready."""
    _growth: int = field(init=False, default=1)
    _free: asyncio.Semaphore = field(init=False)
    _free_for_long: asyncio.Semaphore = field(init=False)
    _idle_processes: dict[Process, asyncio.TimerHandle] = field(init=False, default_factory=dict)
    _alive: set[Process] = field(init=False, default_factory=set)
    _queued: int = field(init=False, default=0)
    _running: int = field(init=False, default=0)
    _closing: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self._free = asyncio.Semaphore(self.processes)
        self._free_for_long = asyncio.Semaphore(max(1, self.processes - 1))

    @property
    def queued(self) -> int:
        return self._queued

    @property
    def running(self) -> int:
        return self._running

    async def run(
        self,
        work: Callable[[*Ts], T],
        *given: *Ts,
        seconds: float = TASK_SECONDS,
        long: bool = False,
        spare: bool = False,
        kind: str | None = None,
    ) -> T:
        """Arguments and result must be picklable.

        A ``long`` task leaves one process to the others. Nobody waits for a ``spare`` one, which is
        not among the queued. Metrics count a task under ``kind``, by default the function's name.
        Raise QueueFull, or TaskFailed without a result within ``seconds``, doubled with each task
        in a row that was too slow.
        """
        kind, begun = kind or work.__name__, time.perf_counter()
        try:
            result = await self._run_in_process(work, given, seconds, long=long, spare=spare)
        except QueueFull:
            metrics.TASKS_REJECTED.labels(kind).inc()
            raise
        except TaskFailed:
            metrics.TASKS_FAILED.labels(kind).inc()
            raise
        metrics.TASK_SECONDS.labels(kind).observe(time.perf_counter() - begun)
        return result

    async def _run_in_process(
        self,
        work: Callable[[*Ts], T],
        given: tuple[*Ts],
        seconds: float,
        *,
        long: bool,
        spare: bool,
    ) -> T:
        if self._closing or self._queued >= self.queue:
            raise QueueFull
        task = pack((work.__module__, work.__qualname__, given))
        self._queued += not spare
        try:
            async with self._free_for_long if long else nullcontext():
                result: T = await self._run_task(task, seconds)
                return result
        finally:
            self._queued -= not spare

    def note_death(self, process: Process) -> None:
        """Log and count a process that died by itself."""
        metrics.WORKERS_DIED.inc()
        log.warning(
            "a worker process has died: status %s (-9: make room in memory)", process.returncode
        )

    async def close(self) -> None:
        """Running tasks raise QueueFull."""
        self._closing = True
        for process in list(self._alive):
            await self._ended(process)

    async def _run_task(self, task: bytes, seconds: float) -> Any:
        async with self._free:
            self._running += 1
            try:
                for _try in range(MAX_TRIES):
                    if self._closing:
                        raise QueueFull
                    answer = await self._answer(task, seconds)
                    if answer is not None:
                        well, result = answer
                        if not well:
                            raise TaskFailed(result)
                        return result
            finally:
                self._running -= 1
        raise QueueFull if self._closing else TaskFailed("the process died")

    async def _answer(self, task: bytes, seconds: float) -> tuple[bool, object] | None:
        idle = self._take_idle_process()
        process = idle or await self._start_process()
        assert process.stdin is not None and process.stdout is not None
        seconds, start = self._growth * seconds, self._growth * self.start
        limit = f"no process was ready within {start:g} s"
        try:
            if idle is None:
                async with asyncio.timeout(start):
                    await process.stdout.readexactly(len(READY))
            limit = f"nothing within {seconds:g} s"
            async with asyncio.timeout(seconds):
                process.stdin.write(task)
                await process.stdin.drain()
                head = await process.stdout.readexactly(LENGTH_PREFIX.size)
                data = await process.stdout.readexactly(*LENGTH_PREFIX.unpack(head))
        except TimeoutError as error:
            self._growth = min(2 * self._growth, MAX_GROWTH)
            await self._ended(process)
            raise TaskTooSlow(limit) from error
        except (OSError, asyncio.IncompleteReadError):
            with suppress(TimeoutError):
                # Wait before killing: a kill would overwrite the logged exit status.
                async with asyncio.timeout(STOP_SECONDS):
                    await process.wait()
            await self._ended(process)
            if not self._closing:
                self.note_death(process)
            return None
        except BaseException:
            # Cancelled: a late answer of the process would be read as the next task's.
            await self._ended(process)
            raise
        self._growth = 1
        self._keep_idle(process)
        answer: tuple[bool, object] = pickle.loads(data)
        return answer

    def _take_idle_process(self) -> Process | None:
        while self._idle_processes:
            process, timer = self._idle_processes.popitem()
            timer.cancel()
            if process.returncode is None:
                return process
            self._alive.discard(process)
            self.note_death(process)
        return None

    async def _start_process(self) -> Process:
        """Start a process, not ready yet. Raise TaskFailed if the machine can start none."""
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", worker.__name__),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env={k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"},
            )
        except OSError as error:
            raise TaskFailed(f"no process: {error}") from error
        self._alive.add(process)
        return process

    def _keep_idle(self, process: Process) -> None:
        if self._closing:
            return
        loop = asyncio.get_running_loop()
        # A context of its own: tests do not take the timer for work of the bot.
        self._idle_processes[process] = loop.call_later(
            self.idle, self._stop_idle, process, context=Context()
        )

    def _stop_idle(self, process: Process) -> None:
        """Close the input of a process idle for too long."""
        self._idle_processes.pop(process, None)
        self._alive.discard(process)
        assert process.stdin is not None
        process.stdin.close()

    async def _ended(self, process: Process) -> None:
        timer = self._idle_processes.pop(process, None)
        if timer is not None:
            timer.cancel()
        self._alive.discard(process)
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        await process.wait()
