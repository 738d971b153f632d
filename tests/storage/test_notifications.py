"""Notifications: reserved before they are sent, sent once, limited by day."""

import asyncio

import pytest

from storage import (
    Database,
    FirstNotice,
    Log,
    NewEntry,
    Notifications,
    PostRow,
    Reservation,
    open_database,
)
from storage.durations import DAY
from storage.notifications import ERASE_USER, EXPORT, KEEP_SECONDS
from tests.support.raw_connection import Raw


@pytest.fixture
def notifications(database: Database) -> Notifications:
    return Notifications(database)


async def test_a_key_is_reserved_once_and_sent_after_confirm(notifications: Notifications) -> None:
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


async def test_first_notices_are_reserved_together_and_count_for_no_limit(
    notifications: Notifications, database: Database
) -> None:
    games = [
        await Log(database).begin(guild=1, channel=n, entries=[NewEntry(1, "new")])
        for n in range(9)
    ]
    notices = [FirstNotice(f"first {game.id} 5 0", game.id, 1) for game in games]
    assert await notifications.reserve_first(notices[:2]) == {notice.key for notice in notices[:2]}
    assert await notifications.reserve_first(notices) == {notice.key for notice in notices[2:]}
    await notifications.confirm(*(notice.key for notice in notices))
    assert await notifications.reserve("a", "remind", user=1, daily_limit=1) is Reservation.RESERVED
    [known] = await notifications.of_turn(notices[0], games[0].id, ())
    assert (known.kind, known.sent) == ("first", True)


async def test_post_that_was_no_first_notice_is_noted_with_its_mark(
    notifications: Notifications, database: Database, now: list[float]
) -> None:
    log = Log(database)
    game = (await log.begin(guild=1, channel=2, entries=[NewEntry(1, "new")])).id
    old, new = FirstNotice("first 1 5 0", game, 1), FirstNotice("first 1 6 1", game, 2)
    await log.mark_posted(game, 0, [PostRow(7, game, -1, 0, owed=old)])
    [owed] = await notifications.of_turn(old, game, ())
    assert (owed.key, owed.kind) == ("owed first 1 5 0", "owed")
    now[0] += 2 * DAY
    await log.mark_posted(game, 0, [PostRow(8, game, -1, 0, owed=new)])
    assert await notifications.of_turn(old, game, ()) == ()
    assert len(await notifications.of_turn(new, game, ())) == 1


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
