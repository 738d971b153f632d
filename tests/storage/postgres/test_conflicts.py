"""Two processes write to one server at the same time."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from storage import (
    Absences,
    ChannelBusy,
    Database,
    Due,
    GameRow,
    Invitations,
    Log,
    NewEntry,
    Notifications,
    Reservation,
    Schedule,
    StorageError,
    TableSummaries,
    TableSummary,
)
from storage.database import Execute
from storage.departures import Departures

Start = Callable[..., Awaitable[int]]
PASS = [NewEntry(1, "pass")]


async def test_one_of_many_begins_in_a_channel_and_the_others_get_channel_busy(
    database: Database, other: Database
) -> None:
    logs = [Log(database), Log(other)] * 10
    for channel in range(3):
        outcomes = await asyncio.gather(
            *(log.begin(guild=9, channel=channel, entries=PASS) for log in logs),
            return_exceptions=True,
        )
        [row] = [outcome for outcome in outcomes if isinstance(outcome, GameRow)]
        busy = [outcome for outcome in outcomes if isinstance(outcome, ChannelBusy)]
        assert len(busy) == 19 and {refusal.game for refusal in busy} == {row.id}
    assert len(await logs[0].games()) == 3


async def test_one_of_many_reopens_a_game_in_a_channel(
    database: Database, other: Database, start: Start
) -> None:
    log, games = Log(database), []
    for _ in range(6):
        games.append(await start(5))
        await log.append(games[-1], after=0, entries=PASS, finish=True)
    outcomes = await asyncio.gather(
        *(
            Log(opened).append(game, after=1, entries=PASS, reopen=True)
            for game, opened in zip(games, [database, other] * 3, strict=True)
        ),
        return_exceptions=True,
    )
    assert outcomes.count(2) == 1
    assert sum(isinstance(outcome, ChannelBusy) for outcome in outcomes) == 5
    assert len([row for row in await log.games() if not row.finished]) == 1


async def test_concurrent_writes_give_a_new_user_one_actor(
    database: Database, other: Database, start: Start
) -> None:
    games = [await start(channel) for channel in range(10)]
    people = [NewEntry(user, "join") for user in range(50, 56)]
    await asyncio.gather(
        *(
            Log(opened).append(game, after=0, entries=people)
            for game, opened in zip(games, [database, other] * 5, strict=True)
        )
    )
    [[actors]] = await database.read("SELECT count(*) FROM actors WHERE user >= 50")
    assert actors == 6
    for game in games:
        assert [entry.user for entry in await Log(other).read(game, after=0)] == [*range(50, 56)]


async def test_two_deadlocked_writes_are_both_done(
    database: Database, other: Database, start: Start
) -> None:
    first, second = await start(5), await start(6)
    tries = 0
    both = asyncio.Barrier(2)

    async def both_games(execute: Execute, *games: int) -> None:
        nonlocal tries
        tries += 1
        sql = "UPDATE games SET posted = last WHERE id = ?"
        await execute(sql, (games[0],))
        if tries <= 2:
            await both.wait()
        await execute(sql, (games[1],))

    await asyncio.gather(
        database.write(lambda execute: both_games(execute, first, second), "one"),
        other.write(lambda execute: both_games(execute, second, first), "another"),
    )
    assert tries > 2
    assert await Log(database).unposted() == ()


async def test_a_write_that_always_conflicts_is_given_up(database: Database) -> None:
    tries = 0

    async def twice(execute: Execute) -> None:
        nonlocal tries
        tries += 1
        await execute("INSERT INTO settings VALUES ('identity', 'another')")

    with pytest.raises(StorageError, match="settings_pkey"):
        await database.write(twice, "a mistake of ours")
    assert 1 < tries < 20


async def test_a_due_job_is_claimed_by_one_of_two_processes_without_waiting(
    database: Database, other: Database
) -> None:
    schedules = [Schedule(database), Schedule(other)]
    for number in range(40):
        await schedules[0].put(Due(f"{number:02}", "note", 1_000.0))
    rounds = await asyncio.gather(*(schedule.claim(1_000.0, 5) for schedule in schedules * 6))
    keys = [claim.due.key for claims in rounds for claim in claims]
    left = [claim.due.key for claim in await schedules[0].claim(1_000.0, 99)]
    assert sorted(keys + left) == [f"{number:02}" for number in range(40)]

    async def hold(execute: Execute) -> None:
        await execute("UPDATE dues SET text = 'held' WHERE key = '00'")
        await schedules[0].put(Due("new", "note", 1_000.0))
        async with asyncio.timeout(15):
            assert [claim.due.key for claim in await schedules[1].claim(1_000.0, 9)] == ["new"]

    await database.write(hold, "a long write")


async def test_a_job_scheduled_while_its_claim_is_settled_is_not_lost(
    database: Database, other: Database
) -> None:
    mine, theirs = Schedule(database), Schedule(other)
    for number in range(20):
        key = str(number)
        await mine.put(Due(key, "note", 1_000.0))
        [claim] = await mine.claim(1_000.0, 1)
        await asyncio.gather(mine.settle(claim), theirs.put(Due(key, "note", 5_000.0, text="new")))
        assert await mine.of(key) == Due(key, "note", 5_000.0, text="new")


async def test_the_daily_limit_holds_across_processes(database: Database, other: Database) -> None:
    marks = await asyncio.gather(
        *(
            Notifications(opened).reserve(f"{number}", "remind", user=7, daily_limit=3)
            for number, opened in enumerate([database, other] * 6)
        )
    )
    assert marks.count(Reservation.RESERVED) == 3 and marks.count(Reservation.DAILY_LIMIT) == 9
    taken = await asyncio.gather(
        *(
            Notifications(opened).reserve_direct_message(7, f"{number}", 3)
            for number, opened in enumerate([database, other] * 6)
        )
    )
    assert taken.count(True) == 3


async def test_the_cooldown_holds_across_processes(
    database: Database, other: Database, start: Start
) -> None:
    game = await start()
    marks = await asyncio.gather(
        *(
            Notifications(opened).reserve(f"{number}", "nudge", game=game, cooldown_seconds=60.0)
            for number, opened in enumerate([database, other] * 5)
        )
    )
    assert marks.count(Reservation.RESERVED) == 1 and marks.count(Reservation.COOLDOWN) == 9


async def test_concurrent_writes_of_the_same_row_leave_one(
    database: Database, other: Database, start: Start
) -> None:
    game = await start()
    both = [database, other] * 4
    summary = TableSummary(
        *("meadows", "running", "fr", "day", 2, (7, 8), frozenset(), 0, 5.0), number=0, version=0
    )
    await asyncio.gather(*(TableSummaries(opened).put(game, summary) for opened in both))
    [row] = await TableSummaries(other).of(7)
    assert row.summary.seats == (7, 8)
    made = await asyncio.gather(
        *(
            Invitations(opened).invite(game, 1, holder=7, invited=8, inviter=7, granted=False)
            for opened in both
        )
    )
    invitations = [await Invitations(database).get(invited.id) for invited in made]
    assert len([invitation for invitation in invitations if invitation is not None]) == 1
    await asyncio.gather(*(Absences(opened).begin(7, 50.0, 10.0) for opened in both))
    assert len((await Absences(database).of([7]))[7]) == 1


async def test_a_game_deleted_during_a_write_is_gone_or_complete(
    database: Database, other: Database, start: Start
) -> None:
    for channel in range(6):
        game = await start(channel)
        departures = Departures(other)
        await departures.mark_gone("channel", channel)
        outcome, _ = await asyncio.gather(
            Log(database).append(game, after=0, entries=PASS),
            departures.delete("channel", channel, "gone"),
            return_exceptions=True,
        )
        assert outcome == 1 or isinstance(outcome, StorageError)
    assert await Log(database).games() == ()
    assert await database.read("SELECT * FROM entries") == []


async def test_a_cancelled_caller_does_not_disturb_the_others(
    database: Database, log: Log, start: Start
) -> None:
    games = [await start(channel) for channel in range(4)]

    async def stop(execute: Execute) -> None:
        await execute("UPDATE settings SET value = 'lost' WHERE key = 'identity'")
        await execute("SELECT pg_sleep(20)")

    stopped = asyncio.create_task(database.write(stop, "a long write"))
    await asyncio.sleep(0.1)
    stopped.cancel()
    async with asyncio.timeout(10):
        written = await asyncio.gather(*(log.append(game, after=0, entries=PASS) for game in games))
        await asyncio.wait([stopped])  # it takes back what it did first
    assert written == [1] * 4 and stopped.cancelled()
    assert await log.setting("identity") != "lost"
