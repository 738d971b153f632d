"""Direct messages counted: a day's, by person, a repeated one once, whatever the clock does."""

from __future__ import annotations

from storage import Database, Notifications, open_database
from storage.notifications import DAY

ANA, BO = 11, 12


async def test_nobody_has_more_than_so_many_in_a_day(database: Database, now: list[float]) -> None:
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


async def test_the_same_message_counts_once_and_is_never_refused(database: Database) -> None:
    notifications = Notifications(database)
    assert [await notifications.reserve_direct_message(ANA, "same", 1) for _ in range(3)] == [
        True,
        True,
        True,
    ]
    assert not await notifications.reserve_direct_message(ANA, "other", 1)


async def test_what_did_not_arrive_does_not_count(database: Database) -> None:
    notifications = Notifications(database)
    assert await notifications.reserve_direct_message(ANA, "lost", 1)
    await notifications.release_direct_message(ANA, "lost")
    assert await notifications.reserve_direct_message(ANA, "other", 1)


async def test_a_restart_forgets_none_of_them(address: str) -> None:
    for expected in (True, False):
        async with await open_database(address, clock=lambda: 5.0) as database:
            assert (
                await Notifications(database).reserve_direct_message(ANA, str(expected), 1)
                is expected
            )


async def test_a_clock_that_is_set_back_keeps_nobody_from_their_messages(
    database: Database, now: list[float]
) -> None:
    notifications = Notifications(database)
    now[0] = 10 * DAY
    assert await notifications.reserve_direct_message(ANA, "later", 1)
    now[0] = 1.0
    assert await notifications.reserve_direct_message(ANA, "now", 1)
