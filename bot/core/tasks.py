"""Background tasks, locks by key, and a retry until the database answers."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from itertools import chain, repeat
from typing import Any, Final, Generic, TypeVar
from weakref import WeakValueDictionary

from bot.core.durations import Sleep
from storage import StorageUnavailable

log = logging.getLogger(__name__)

START_RETRY_SECONDS: Final = (5.0, 15.0, 60.0, 300.0, 900.0)
"""The pauses before work is tried again; the last one repeats for ever."""


async def retry_until_reachable(work: Callable[[], Awaitable[object]], sleep: Sleep) -> None:
    """Run a step of the start, retried while the database is out of reach."""
    for pause in chain(START_RETRY_SECONDS, repeat(START_RETRY_SECONDS[-1])):
        try:
            await work()
        except StorageUnavailable as error:
            log.warning("the start waits for the database: %s", error)
            await sleep(pause)
        else:
            return


T = TypeVar("T")


class Tasks(set[asyncio.Task[Any]]):
    """Running tasks that nobody awaits; the event loop itself keeps no reference to them."""

    def begin(self, work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
        task = asyncio.create_task(work, name=name)
        self.add(task)
        task.add_done_callback(self.discard)
        return task

    async def wait(self, seconds: float) -> None:
        if self:
            await asyncio.wait(self, timeout=seconds)

    async def cancel(self) -> None:
        for task in self:
            task.cancel()
        await asyncio.gather(*self, return_exceptions=True)


K = TypeVar("K")


class KeyedLocks(Generic[K]):
    """A lock per key, kept while a task holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[K, asyncio.Lock] = WeakValueDictionary()

    def __getitem__(self, key: K) -> asyncio.Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    def is_locked(self, key: K) -> bool:
        lock = self._locks.get(key)
        return lock is not None and lock.locked()
