"""The daily limit of direct messages."""

from storage import Database, Notifications
from storage.durations import DAY

ANA, BO = 11, 12


async def test_direct_messages_have_a_daily_limit(database: Database, now: list[float]) -> None:
    notifications = Notifications(database)
    assert [await notifications.reserve_direct_message(ANA, str(n), 3) for n in range(4)] == [
        True,
        True,
        True,
        False,
    ]
    assert await notifications.reserve_direct_message(BO, "0", 3), "everybody is counted alone"
    now[0] += DAY - 1
    assert not await notifications.reserve_direct_message(ANA, "4", 3)
    now[0] += 1
    assert await notifications.reserve_direct_message(ANA, "4", 3)


async def test_a_repeated_direct_message_counts_once(database: Database) -> None:
    notifications = Notifications(database)
    assert [await notifications.reserve_direct_message(ANA, "same", 1) for _ in range(3)] == [
        True,
        True,
        True,
    ]
    assert not await notifications.reserve_direct_message(ANA, "other", 1)


async def test_a_released_direct_message_does_not_count(database: Database) -> None:
    notifications = Notifications(database)
    assert await notifications.reserve_direct_message(ANA, "lost", 1)
    await notifications.release_direct_message(ANA, "lost")
    assert await notifications.reserve_direct_message(ANA, "other", 1)


async def test_a_clock_set_back_does_not_block_direct_messages(
    database: Database, now: list[float]
) -> None:
    notifications = Notifications(database)
    now[0] = 10 * DAY
    assert await notifications.reserve_direct_message(ANA, "later", 1)
    now[0] = 1.0
    assert await notifications.reserve_direct_message(ANA, "now", 1)
