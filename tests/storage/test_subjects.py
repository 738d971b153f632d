"""The subject of each write: it begins the error that an operator reads if the write fails."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from storage import (
    CUP,
    Absences,
    Bucket,
    ChannelVotes,
    Claim,
    Database,
    Departures,
    Due,
    Erasure,
    IdentifySlots,
    Invitations,
    KeyValues,
    Log,
    NewEntry,
    Notifications,
    Puzzles,
    ResultRow,
    Results,
    Schedule,
    SharedRateLimits,
    Solve,
    StorageError,
    StoredStatusCards,
    TableSummaries,
)
from storage.key_values import (
    GUILD_SETTINGS,
    MESSAGE,
    PLAYER_NOTES,
    PREFERENCES,
    REMINDER_POSTS,
    STANDING_ORDERS,
)
from tests.support.goldens import assert_golden

ENTRIES = [NewEntry(1, "bag")]


async def test_failed_write_names_what_was_to_be_written(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    subjects: list[str] = []

    async def fail(_self: Database, work: Any, subject: str) -> NoReturn:
        subjects.append(subject)
        raise StorageError(subject)

    monkeypatch.setattr(type(database), "write", fail)
    departures, invitations = Departures(database), Invitations(database)
    notes, orders = KeyValues(database, PLAYER_NOTES), KeyValues(database, STANDING_ORDERS)
    cards = StoredStatusCards(database)
    log, cups, puzzles = Log(database), Log(database, CUP), Puzzles(database)
    notifications, schedule = Notifications(database), Schedule(database)
    limits, bucket = SharedRateLimits(database), Bucket("user", 1, 1.0, 5.0)
    claim = Claim(Due("turn 8", "turn", 1.0), 0, 0, 1.0)
    writes: list[Awaitable[object]] = [
        log.begin(guild=1, channel=5, entries=ENTRIES),
        log.append(7, after=3, entries=ENTRIES),
        log.mark_posted(7, 3),
        log.retire([55]),
        log.drop_channel(5),
        log.set_setting("language", "fr"),
        cups.begin(guild=1, channel=5, entries=[NewEntry(1, "new")]),
        cups.append(7, after=3, entries=[NewEntry(1, "join")]),
        cups.mark_posted(7, 3),
        departures.mark_gone("server", 1),
        departures.mark_back("channel", 5),
        departures.delete("channel", 5, "gone"),
        Erasure(database).erase(1),
        ChannelVotes(database).cast(7, 3, 1, "place", last=3),
        KeyValues(database, REMINDER_POSTS).save(MESSAGE, "55", game=7),
        puzzles.add(1, 7, []),
        puzzles.begin_day(1, "2026-11-24", []),
        puzzles.mark_posted(1, "2026-11-24", 55),
        puzzles.solve(1, "2026-11-24", Solve(1, "place", 0.0)),
        Absences(database).begin(1, 9.0, 1.0),
        Absences(database).end(1, 1.0),
        orders.save("X", "way", user=1, game=7),
        orders.delete("X", user=1, game=7),
        orders.delete(game=7),
        KeyValues(database, PREFERENCES).save("language", "fr", user=1),
        notes.save("note", "x", user=1, game=7),
        notes.delete("note", user=1, game=7),
        notes.delete("note", user=1),
        KeyValues(database, GUILD_SETTINGS).save("pace", "day", guild=1),
        KeyValues(database, GUILD_SETTINGS).delete(guild=1),
        Results(database, 1).discard(7),
        Results(database, 1).put(ResultRow(8, 3, 9.0)),
        cards.read_or_add(7, 3),
        cards.mark_sent(7, 55),
        cards.mark_pinned(7),
        TableSummaries(database).put(7, None),  # type: ignore[arg-type]
        invitations.invite(7, 0, holder=1, invited=2, inviter=3, granted=False),
        invitations.add_consent(4, 2),
        invitations.delete(4),
        invitations.delete_for_seat(7, 0),
        IdentifySlots(database).reserve(0, 5.0),
        notifications.reserve("turn 7", "turn"),
        notifications.confirm("turn 7"),
        notifications.release("turn 7"),
        schedule.put(Due("turn 7", "turn", 1.0)),
        schedule.wake(Due("turn 7", "turn", 1.0)),
        schedule.drop("turn 7"),
        schedule.settle(claim),
        schedule.postpone(claim, 9.0),
        notifications.reserve_direct_message(1, "abc", 5),
        notifications.release_direct_message(1, "abc"),
        limits.take("press", [bucket]),
        limits.give_back("press", [bucket]),
        limits.delete_full(),
    ]
    for write in writes:
        with pytest.raises(StorageError):
            await write
    assert_golden(Path(__file__).parent / "goldens" / "subjects.txt", subjects)


async def test_writes_that_count_rows_lock_what_they_count(
    database: Database, start: Callable[..., Awaitable[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, names = await start(), []

    async def record(_self: Database, execute: object, name: str) -> None:
        names.append(name)

    monkeypatch.setattr(type(database), "lock", record)
    notifications = Notifications(database)
    await notifications.reserve("turn", "turn", game=game, user=1, daily_limit=1)
    await notifications.reserve("ask", "ask", game=game, cooldown_seconds=5.0)
    await notifications.reserve_direct_message(1, "abc", 5)
    await Absences(database).begin(1, 2_000.0, 1_000.0)
    await Puzzles(database).begin_day(9, "2026-11-24", [])
    assert names == [
        "notifications to user 1",
        "notifications about game 1",
        "direct messages to user 1",
        "absences of user 1",
        "puzzles of server 9",
    ]


async def test_claimed_jobs_and_a_wrong_successor_are_named(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    schedule = Schedule(database)
    await schedule.put(Due("turn 7", "turn", 1.0))
    [claim] = await schedule.claim(2.0, 1)
    with pytest.raises(ValueError, match=r"^turn 7 is not followed by turn 8$"):
        await schedule.settle(claim, Due("turn 8", "turn", 1.0))

    async def fail(_self: Database, work: Any, subject: str) -> NoReturn:
        raise StorageError(subject)

    monkeypatch.setattr(type(database), "write", fail)
    with pytest.raises(StorageError, match=r"^the due jobs$"):
        await schedule.claim(2_000.0, 1)
    if database.is_shared:
        with pytest.raises(StorageError, match=r"^a message to other processes$"):
            await database.notify("due 7")
