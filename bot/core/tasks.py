"""Helpers for tasks of the event loop: locks by key, and a retry until the database answers."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import chain, repeat
from typing import Final, Generic, TypeVar
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
