"""Thinking beside the event loop: a few processes, so many questions that wait, and no more.

A process is begun when it is needed, begun again when it has died, and ends when nobody has asked
it anything for a while: what it had in memory is then the machine's again.
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
from typing import Any, Final, TypeVar, TypeVarTuple

from bot.client.opponents import worker
from bot.client.opponents.worker import LENGTH, packed
from bot.ops import metrics

log = logging.getLogger(__name__)

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

PROCESSES: Final = 2
"""The number of worker processes."""
QUEUE: Final = 64
"""Questions that are thought about or wait for it."""
SECONDS: Final = 20.0
"""How long a question may take, the wait for a process not counted."""
TRIES: Final = 2
"""How often a question is put where its process dies: it may have died of something else."""
IDLE: Final = 600.0
"""Seconds without a question after which a process ends."""
ENDING: Final = 1.0
"""Seconds for which one that says nothing more may take to end."""


class QueueFull(Exception):
    """The queue of questions is full."""


class TaskFailed(Exception):
    """Nothing came of a question: it failed, took too long, or its process died of it."""


class WorkerPool:
    """Answers questions in processes of its own."""

    def __init__(self, processes: int = PROCESSES, queue: int = QUEUE, idle: float = IDLE) -> None:
        self._queue = queue
        self._idle = idle
        self._free = asyncio.Semaphore(processes)
        self._free_for_long = asyncio.Semaphore(max(1, processes - 1))
        self._resting: dict[Process, asyncio.TimerHandle] = {}
        self._alive: set[Process] = set()
        self._asked = 0
        self._thinking = 0
        self._closing = False

    @property
    def asked(self) -> int:
        """How many questions are thought about or wait for it."""
        return self._asked

    @property
    def thinking(self) -> int:
        """How many of them are thought about now."""
        return self._thinking

    async def run(
        self,
        work: Callable[[*Ts], T],
        *given: *Ts,
        seconds: float = SECONDS,
        long: bool = False,
        kind: str | None = None,
    ) -> T:
        """The result of a function in a worker; arguments and result must be picklable.

        A ``long`` question leaves one process to the others. The metrics count the question under
        its ``kind``, by default the name of the function. Raise QueueFull, or TaskFailed where
        there is no result within ``seconds``.
        """
        kind, begun = kind or work.__name__, time.perf_counter()
        try:
            thought = await self._queued(work, given, seconds, long=long)
        except QueueFull:
            metrics.TASKS_REFUSED.add(kind)
            raise
        except TaskFailed:
            metrics.TASKS_FAILED.add(kind)
            raise
        metrics.TASK_SECONDS.observe(kind, time.perf_counter() - begun)
        return thought

    async def _queued(
        self, work: Callable[[*Ts], T], given: tuple[*Ts], seconds: float, *, long: bool
    ) -> T:
        if self._closing or self._asked >= self._queue:
            raise QueueFull
        question = packed((work.__module__, work.__qualname__, given))
        self._asked += 1
        try:
            async with self._free_for_long if long else nullcontext():
                thought: T = await self._thought(question, seconds)
                return thought
        finally:
            self._asked -= 1

    def died(self, process: Process) -> None:
        """Say that a process has died which nobody has ended."""
        metrics.WORKERS_DIED.add()
        log.warning("a process that thinks has died: status %s", process.returncode)

    async def close(self) -> None:
        """End all processes; what they were asked is not thought about any more."""
        self._closing = True
        for process in list(self._alive):
            await self._ended(process)

    async def _thought(self, question: bytes, seconds: float) -> Any:
        async with self._free:
            self._thinking += 1
            try:
                for _try in range(TRIES):
                    if self._closing:
                        break
                    answer = await self._answer(question, seconds)
                    if answer is not None:
                        well, thought = answer
                        if not well:
                            raise TaskFailed(thought)
                        return thought
            finally:
                self._thinking -= 1
        raise TaskFailed("the process died")

    async def _answer(self, question: bytes, seconds: float) -> tuple[bool, object] | None:
        """The success and the result of a question. None where the process died of it."""
        process = await self._process()
        assert process.stdin is not None and process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                process.stdin.write(question)
                await process.stdin.drain()
                head = await process.stdout.readexactly(LENGTH.size)
                data = await process.stdout.readexactly(*LENGTH.unpack(head))
        except TimeoutError as error:
            await self._ended(process)
            raise TaskFailed(f"nothing within {seconds:.0f} s") from error
        except (OSError, asyncio.IncompleteReadError):
            with suppress(TimeoutError):
                # Of one that is killed while it ends by itself the status would be lost.
                async with asyncio.timeout(ENDING):
                    await process.wait()
            await self._ended(process)
            if not self._closing:
                self.died(process)
            return None
        except BaseException:
            # Nobody waits for this answer any more: the next must not be given it.
            await self._ended(process)
            raise
        self._rest(process)
        answer: tuple[bool, object] = pickle.loads(data)
        return answer

    async def _process(self) -> Process:
        """One that rests, or else a new one. Raises NoThought where the machine has none."""
        while self._resting:
            process, timer = self._resting.popitem()
            timer.cancel()
            if process.returncode is None:
                return process
            self._alive.discard(process)
            self.died(process)
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

    def _rest(self, process: Process) -> None:
        """Keep a process for the next question, for a while."""
        if self._closing:
            return
        loop = asyncio.get_running_loop()
        # In a context of its own: whoever watches the bot for being idle sees nothing under way.
        self._resting[process] = loop.call_later(
            self._idle, self._dismissed, process, context=Context()
        )

    def _dismissed(self, process: Process) -> None:
        """A process that nobody has asked for long ends with its input."""
        self._resting.pop(process, None)
        self._alive.discard(process)
        assert process.stdin is not None
        process.stdin.close()

    async def _ended(self, process: Process) -> None:
        timer = self._resting.pop(process, None)
        if timer is not None:
            timer.cancel()
        self._alive.discard(process)
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        await process.wait()
