"""Locks by key: one for each channel, game or picture that is worked on."""

import asyncio
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

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
