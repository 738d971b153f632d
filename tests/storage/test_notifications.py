"""Notifications: reserved before they are sent, sent once, limited by day."""

import asyncio

import pytest

from storage import Database, Notifications, Reservation, open_database
from storage.notifications import DAY, ERASE_USER, EXPORT, KEEP_SECONDS
from tests.support.raw_connection import Raw


@pytest.fixture
def notifications(database: Database) -> Notifications:
    return Notifications(database)


async def test_a_key_is_reserved_once_and_sent_after_confirm(
    notifications: Notifications,
) -> None:
    assert await notifications.reserve("a", "remind", user=1, daily_limit=8) is Reservation.RESERVED
    assert await notifications.reserve("a", "remind", user=1, daily_limit=8) is Reservation.IN_DOUBT
    await notifications.confirm("a")
    assert await notifications.reserve("a", "remind", user=1, daily_limit=8) is Reservation.SENT
    await notifications.release("a")
    assert await notifications.reserve("a", "remind", user=1, daily_limit=8) is Reservation.SENT, (
        "out is out"
    )
    await notifications.reserve("b", "remind", user=1, daily_limit=8)
    await notifications.release("b")
    assert await notifications.reserve("b", "remind", user=1, daily_limit=8) is Reservation.RESERVED


async def test_one_of_two_processes_reserves_a_key(
    notifications: Notifications, address: str, now: list[float]
) -> None:
    async with await open_database(address, clock=lambda: now[0]) as other:
        reserved = await asyncio.gather(
            *(
                store.reserve("a", "remind", daily_limit=8)
                for store in (notifications, Notifications(other)) * 5
            )
        )
    assert reserved.count(Reservation.RESERVED) == 1 and reserved.count(Reservation.IN_DOUBT) == 9


async def test_a_user_has_a_daily_limit(notifications: Notifications, now: list[float]) -> None:
    for number in range(3):
        assert (
            await notifications.reserve(f"a{number}", "remind", user=1, daily_limit=3)
            is Reservation.RESERVED
        )
        now[0] += 100
    assert (
        await notifications.reserve("b", "nudge", user=1, daily_limit=3) is Reservation.DAILY_LIMIT
    )
    assert await notifications.reserve("c", "nudge", user=2, daily_limit=3) is Reservation.RESERVED
    assert await notifications.reserve("d", "note", daily_limit=0) is Reservation.RESERVED, (
        "what is told to a table"
    )
    now[0] += DAY - 299
    assert await notifications.reserve("b", "nudge", user=1, daily_limit=3) is Reservation.RESERVED
    assert (
        await notifications.reserve("e", "nudge", user=1, daily_limit=3) is Reservation.DAILY_LIMIT
    )
    # A clock that was set back a year must not silence anybody for one.
    now[0] -= 365 * DAY
    assert await notifications.reserve("e", "nudge", user=1, daily_limit=3) is Reservation.RESERVED


async def test_the_time_of_the_last_notification_is_known(
    notifications: Notifications, start: object, now: list[float], raw: Raw
) -> None:
    game = await start()  # type: ignore[operator]
    assert await notifications.last_at(game, "nudge") is None
    for key in "ab":
        now[0] += 10
        await notifications.reserve(key, "nudge", game=game, daily_limit=8)
    await notifications.reserve("c", "remind", game=game, user=3, daily_limit=8)
    assert await notifications.last_at(game, "nudge") == now[0]
    assert await raw.execute(EXPORT["messages"], 3) == [("remind", game, now[0])]
    await raw.execute(ERASE_USER[0], 3)
    assert await notifications.last_at(game, "remind") is None


async def test_old_notifications_are_deleted(
    notifications: Notifications, now: list[float], raw: Raw
) -> None:
    await notifications.reserve("a", "remind", daily_limit=8)
    now[0] += KEEP_SECONDS + 1
    await notifications.reserve("b", "remind", daily_limit=8)
    assert await raw.execute("SELECT key FROM notifications") == [("b",)]
