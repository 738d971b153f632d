"""Scheduled jobs: claimed by one worker, never lost."""

from collections.abc import Awaitable, Callable

import pytest

from storage import Claim, Database, Due, Log, NewEntry, Schedule, open_database
from storage.schedule import DELETE_GAME, ERASE_USER, LEASE_SECONDS
from tests.support.raw_connection import Raw


@pytest.fixture
def schedule(database: Database) -> Schedule:
    return Schedule(database)


def keys(claims: tuple[Claim, ...]) -> list[str]:
    return [claim.due.key for claim in claims]


async def test_due_jobs_are_claimed_oldest_first(schedule: Schedule) -> None:
    late, soon = Due("b", "note", 1_200.0, user=4, text="x"), Due("a", "note", 1_100.0)
    await schedule.put(late)
    await schedule.put(soon)
    assert await schedule.next_at() == 1_100.0
    assert await schedule.claim(1_099.0, 9) == ()
    assert [claim.due for claim in await schedule.claim(1_200.0, 9)] == [soon, late]


async def test_a_job_replaces_one_with_the_same_key(schedule: Schedule) -> None:
    await schedule.put(Due("a", "note", 1_100.0))
    await schedule.put(Due("a", "other", 1_300.0))
    assert await schedule.claim(1_200.0, 9) == ()
    assert await schedule.of("a") == Due("a", "other", 1_300.0)
    await schedule.drop("a")
    assert await schedule.of("a") is None and await schedule.next_at() is None


async def test_waking_a_job_keeps_its_payload_and_never_delays_it(schedule: Schedule) -> None:
    await schedule.put(Due("a", "note", 1_300.0, user=4, text="x"))
    await schedule.wake(Due("a", "note", 1_100.0))
    assert await schedule.of("a") == Due("a", "note", 1_100.0, user=4, text="x")
    await schedule.wake(Due("a", "note", 1_200.0))
    assert await schedule.of("a") == Due("a", "note", 1_100.0, user=4, text="x")
    await schedule.wake(Due("b", "note", 1_000.0))
    assert await schedule.of("b") == Due("b", "note", 1_000.0)


async def test_a_claimed_job_is_not_given_to_another_process(
    schedule: Schedule, address: str, now: list[float]
) -> None:
    async with await open_database(address, clock=lambda: now[0]) as other:
        for number in range(6):
            await schedule.put(Due(str(number), "note", 1_000.0))
        mine, theirs = await schedule.claim(1_000.0, 4), await Schedule(other).claim(1_000.0, 4)
        assert keys(mine) == ["0", "1", "2", "3"] and keys(theirs) == ["4", "5"]
        assert await schedule.next_at() is None


async def test_an_expired_claim_is_given_again(schedule: Schedule) -> None:
    await schedule.put(Due("a", "note", 1_000.0))
    await schedule.claim(1_000.0, 9)
    assert await schedule.claim(1_000.0 + LEASE_SECONDS, 9) == ()
    [again] = await schedule.claim(1_001.0 + LEASE_SECONDS, 9)
    assert again.due.key == "a"


async def test_a_settled_job_is_deleted_or_followed_by_the_next(schedule: Schedule) -> None:
    for key in "ab":
        await schedule.put(Due(key, "note", 1_000.0))
    one, other = await schedule.claim(1_000.0, 9)
    await schedule.settle(one)
    await schedule.settle(other, Due("b", "note", 1_500.0, text="second"))
    assert await schedule.of("a") is None
    assert await schedule.of("b") == Due("b", "note", 1_500.0, text="second")
    with pytest.raises(ValueError):
        await schedule.settle(other, Due("c", "note", 1_500.0))


async def test_a_job_replaced_during_its_claim_is_given_after_the_claim_ends(
    schedule: Schedule,
) -> None:
    await schedule.put(Due("a", "note", 1_000.0))
    [claim] = await schedule.claim(1_000.0, 9)
    await schedule.put(Due("a", "note", 900.0, text="newer"))
    assert await schedule.claim(1_000.0, 9) == (), "never two at once"
    await schedule.settle(claim, Due("a", "note", 2_000.0))
    [newer] = await schedule.claim(1_000.0, 9)
    assert newer.due.text == "newer"
    await schedule.put(Due("a", "note", 900.0, text="newest"))
    await schedule.postpone(newer, 5_000.0)
    assert keys(await schedule.claim(1_000.0, 9)) == ["a"]


async def test_a_worker_whose_claim_ran_out_does_not_change_what_the_next_one_settled(
    schedule: Schedule,
) -> None:
    await schedule.put(Due("a", "note", 1_000.0))
    [late] = await schedule.claim(1_000.0, 9)
    [claim] = await schedule.claim(1_001.0 + LEASE_SECONDS, 9)
    await schedule.settle(claim, Due("a", "note", 2_000.0))
    await schedule.settle(late)
    assert await schedule.of("a") == Due("a", "note", 2_000.0)
    await schedule.settle(late, Due("a", "note", 9_000.0))
    assert await schedule.of("a") == Due("a", "note", 2_000.0)
    await schedule.postpone(late, 9_000.0)
    assert await schedule.of("a") == Due("a", "note", 2_000.0)


async def test_a_job_dropped_during_its_claim_does_not_come_back(schedule: Schedule) -> None:
    await schedule.put(Due("a", "note", 1_000.0))
    [claim] = await schedule.claim(1_000.0, 9)
    await schedule.drop("a")
    await schedule.settle(claim, Due("a", "note", 2_000.0))
    assert await schedule.of("a") is None


async def test_a_postponed_job_is_given_again_with_its_attempts(schedule: Schedule) -> None:
    await schedule.put(Due("a", "note", 1_000.0))
    for tries in range(3):
        [claim] = await schedule.claim(1_000.0 + 60 * tries, 9)
        assert claim.attempts == tries
        await schedule.postpone(claim, 1_060.0 + 60 * tries)
    await schedule.put(Due("a", "note", 1_000.0))
    [claim] = await schedule.claim(1_000.0, 9)
    assert claim.attempts == 0


async def test_a_clock_set_back_does_not_lengthen_the_wait_of_a_job(
    schedule: Schedule, now: list[float]
) -> None:
    now[0] = 9_000_000.0
    await schedule.put(Due("a", "note", 9_000_500.0))
    assert await schedule.claim(1_000.0, 9) == ()
    assert await schedule.next_at() == 1_500.0
    assert keys(await schedule.claim(1_500.0, 9)) == ["a"]
    # A claim of before it was set holds nothing up.
    assert keys(await schedule.claim(1_500.0 + LEASE_SECONDS, 9)) == []
    now[0] = 100.0
    await schedule.put(Due("a", "note", 100.0))
    assert keys(await schedule.claim(100.0, 9)) == ["a"]


async def test_each_entry_schedules_the_turn_of_its_game(
    log: Log, schedule: Schedule, start: Callable[..., Awaitable[int]], now: list[float]
) -> None:
    game = await start()
    assert await schedule.of(f"turn {game}") == Due(f"turn {game}", "turn", 1_060.0, game)
    [claim] = await schedule.claim(1_060.0, 9)
    await schedule.settle(claim, Due(f"turn {game}", "turn", 50_000.0, game, text="kept"))
    now[0] = 2_000.0
    await log.append(game, after=0, entries=[NewEntry(1, "x"), NewEntry(1, "y")])
    assert await schedule.of(f"turn {game}") == Due(
        f"turn {game}", "turn", 2_060.0, game, text="kept"
    )
    now[0] = 2_030.0
    await log.append(game, after=2, entries=[NewEntry(1, "z")])
    due = await schedule.of(f"turn {game}")
    assert due is not None and due.at == 2_060.0, "what is due earlier stays as it is"


async def test_jobs_are_deleted_with_their_user_or_game(
    schedule: Schedule, raw: Raw, start: Callable[..., Awaitable[int]]
) -> None:
    game = await start()
    await schedule.put(Due("away 7", "away", 9.0, user=7))
    for sql, subject in ((ERASE_USER, 7), (DELETE_GAME, game)):
        for statement in sql:
            await raw.execute(statement, subject)
    assert await schedule.next_at() is None


async def test_jobs_and_overdue_jobs_are_counted(schedule: Schedule) -> None:
    assert await schedule.count(1_000.0) == (0, 0)
    for key, due_at in (("a", 1_100.0), ("b", 1_200.0), ("c", 1_300.0)):
        await schedule.put(Due(key, "note", due_at))
    assert await schedule.count(1_200.0) == (3, 2)
    await schedule.claim(1_150.0, 9)
    assert await schedule.count(1_200.0) == (3, 1), "what is worked on is late no more"
