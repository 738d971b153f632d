"""The notifier: reserve, compose, send, and confirm or release, whatever fails in between."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.runtime.notifier import DAILY_LIMIT, Delivery, Draft, Notification, Notifier
from bot.table.store import LoadedTable
from bot.table.table import Table
from bot.text.message import Message
from bot.text.names import Names
from storage import Log, NewEntry, Notifications, Reservation, open_database
from storage.records import GameRow
from tests.bot.table.test_clock import game
from tests.support.written_logs import ANA, NEW

GAME = 1
ROW = GameRow(GAME, 1, 2, last=0, posted=0, finished=False, started_at=0.0)
SEEN = LoadedTable(ROW, game(NEW))


class Channel:
    """Stands for the outbox and the names of players; ``takes`` is what Discord does."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, bool]] = []
        self.takes: int | Exception | None = 7

    async def of(self, table: Table, guild: int | None, others: object = ()) -> Names:
        return Names((), {})

    async def post_notice(
        self,
        loaded: LoadedTable,
        message: Message,
        nonce: str,
        after: int | None,
    ) -> int | None:
        if isinstance(self.takes, Exception):
            raise self.takes
        self.posted.append((nonce, after is not None))
        return self.takes


@pytest.fixture
def channel() -> Channel:
    return Channel()


@pytest.fixture
async def notifier(tmp_path: Path, channel: Channel) -> AsyncIterator[Notifier]:
    async with await open_database(tmp_path / "games.sqlite3", clock=lambda: 1e9) as database:
        row = await Log(database).begin(guild=1, channel=2, entries=[NewEntry(ANA, "new base 2")])
        assert row.id == GAME
        edge: Any = channel
        yield Notifier(Notifications(database), edge, edge)


def hello(_names: Names) -> Message:
    return Message("Hello")


def notification(key: str = "remind 3", **more: Any) -> Notification:
    return Notification(key, "remind", GAME, ANA, **more)


async def test_notification_is_sent_once(notifier: Notifier, channel: Channel) -> None:
    assert await notifier.once(notification(), SEEN, hello) is Delivery.SENT
    assert await notifier.once(notification(), SEEN, hello) is Delivery.SENT_BEFORE
    assert channel.posted == [("remind 3", False)]


async def test_unsent_notification_is_searched_for_before_a_retry(
    notifier: Notifier, channel: Channel
) -> None:
    channel.takes = OSError("Discord is down")
    with pytest.raises(OSError, match="Discord is down"):
        await notifier.once(notification(), SEEN, hello)
    channel.takes = None
    assert await notifier.once(notification(), SEEN, hello) is Delivery.UNSENT
    channel.takes = 7
    assert await notifier.once(notification(), SEEN, hello) is Delivery.SENT
    assert channel.posted == [("remind 3", True)] * 2


async def test_notification_in_doubt_is_not_sent_again_without_resume(
    notifier: Notifier, channel: Channel
) -> None:
    await notifier.reserve(notification())
    assert await notifier.once(notification(), SEEN, hello, resume=False) is Delivery.SENT_BEFORE
    assert channel.posted == []


async def test_released_notification_is_sent_as_a_new_one(
    notifier: Notifier, channel: Channel
) -> None:
    assert isinstance(await notifier.draft(notification(), SEEN, hello), Draft)
    await notifier.notifications.release(notification().key)
    assert await notifier.once(notification(), SEEN, hello) is Delivery.SENT
    assert channel.posted == [("remind 3", False)]


async def test_daily_limit_holds_for_a_user_and_not_for_a_table(
    notifier: Notifier, channel: Channel
) -> None:
    for number in range(DAILY_LIMIT):
        assert await notifier.once(notification(f"{number}"), SEEN, hello) is Delivery.SENT
    assert await notifier.once(notification("more"), SEEN, hello) is Delivery.DAILY_LIMIT
    assert await notifier.reserve(notification("more")) is Reservation.DAILY_LIMIT
    table = Notification("question", "note", GAME)
    assert await notifier.once(table, SEEN, hello) is Delivery.SENT, "a table has no daily limit"


async def test_cooldown_holds_for_a_kind_and_a_game(notifier: Notifier) -> None:
    cool = {"cooldown_seconds": 60.0}
    assert await notifier.once(notification("a", **cool), SEEN, hello) is Delivery.SENT
    assert await notifier.once(notification("b", **cool), SEEN, hello) is Delivery.COOLDOWN
    assert await notifier.once(notification("c"), SEEN, hello) is Delivery.SENT
    assert await notifier.notifications.last_at(GAME, "remind") == 1e9
