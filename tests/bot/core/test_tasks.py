"""Locks by key."""

from bot.core.tasks import KeyedLocks


async def test_two_keys_do_not_wait_for_each_other() -> None:
    locks = KeyedLocks[int]()
    async with locks[1], locks[2]:
        assert locks.is_locked(1) and locks.is_locked(2)
        assert locks[1] is not locks[2]
