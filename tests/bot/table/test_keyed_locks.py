"""Locks by key."""

import gc

from bot.table.keyed_locks import KeyedLocks


async def test_two_keys_do_not_wait_for_each_other() -> None:
    locks = KeyedLocks[int]()
    async with locks[1], locks[2]:
        assert locks.is_locked(1) and locks.is_locked(2)
        assert locks[1] is not locks[2]


async def test_unused_lock_is_dropped() -> None:
    locks = KeyedLocks[int]()
    async with locks[1]:
        assert len(locks._locks) == 1
    gc.collect()
    assert not locks.is_locked(1) and len(locks._locks) == 0
