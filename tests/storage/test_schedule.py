"""What is due is given to one at a time, is never lost, and waits for nothing that never comes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from storage import Claim, Database, Due, Log, NewEntry, Schedule, open_database
from storage.schedule import DELETE_GAME, ERASE_USER, LEASE_SECONDS
from tests.storage.raw import Raw


@pytest.fixture
def schedule(database: Database) -> Schedule:
    return Schedule(database)


def keys(claims: tuple[Claim, ...]) -> list[str]:
    return [claim.due.key for claim in claims]


async def test_what_is_due_is_given_when_its_time_has_come_the_oldest_first(
    schedule: Schedule,
) -> None:
    late, soon = Due("b", "note", 1_200.0, user=4, text="x"), Due("a", "note", 1_100.0)
    await schedule.put(late)
    await schedule.put(soon)
    assert await schedule.next_at() == 1_100.0
    assert await schedule.claim(1_099.0, 9) == ()
    assert [claim.due for claim in await schedule.claim(1_200.0, 9)] == [soon, late]


async def test_a_later_due_of_the_same_key_takes_the_place_of_the_one_before(
    schedule: Schedule,
) -> None:
    await schedule.put(Due("a", "note", 1_100.0))
    await schedule.put(Due("a", "other", 1_300.0))
    assert await schedule.claim(1_200.0, 9) == ()
    assert await schedule.of("a") == Due("a", "other", 1_300.0)
    await schedule.drop("a")
    assert await schedule.of("a") is None and await schedule.next_at() is None


async def test_waking_a_due_keeps_its_payload_and_never_puts_it_off(schedule: Schedule) -> None:
    await schedule.put(Due("a", "note", 1_300.0, user=4, text="x"))
    await schedule.wake(Due("a", "note", 1_100.0))
    assert await schedule.of("a") == Due("a", "note", 1_100.0, user=4, text="x")
    await schedule.wake(Due("a", "note", 1_200.0))
    assert await schedule.of("a") == Due("a", "note", 1_100.0, user=4, text="x")
    await schedule.wake(Due("b", "note", 1_000.0))
    assert await schedule.of("b") == Due("b", "note", 1_000.0)


async def test_what_is_claimed_is_given_to_nobody_else_even_in_another_process(
    schedule: Schedule, address: str, now: list[float]
) -> None:
    async with await open_database(address, clock=lambda: now[0]) as other:
        for number in range(6):
            await schedule.put(Due(str(number), "note", 1_000.0))
        mine, theirs = await schedule.claim(1_000.0, 4), await Schedule(other).claim(1_000.0, 4)
        assert keys(mine) == ["0", "1", "2", "3"] and keys(theirs) == ["4", "5"]
        assert await schedule.next_at() is None


async def test_what_was_claimed_by_who_is_gone_is_given_again(schedule: Schedule) -> None:
    await schedule.put(Due("a", "note", 1_000.0))
    await schedule.claim(1_000.0, 9)
    assert await schedule.claim(1_000.0 + LEASE_SECONDS, 9) == ()
    [again] = await schedule.claim(1_001.0 + LEASE_SECONDS, 9)
    assert again.due.key == "a"


async def test_what_is_settled_is_gone_or_followed_by_what_comes_next(schedule: Schedule) -> None:
    for key in "ab":
        await schedule.put(Due(key, "note", 1_000.0))
    one, other = await schedule.claim(1_000.0, 9)
    await schedule.settle(one)
    await schedule.settle(other, Due("b", "note", 1_500.0, text="second"))
    assert await schedule.of("a") is None
    assert await schedule.of("b") == Due("b", "note", 1_500.0, text="second")
    with pytest.raises(ValueError):
        await schedule.settle(other, Due("c", "note", 1_500.0))


async def test_what_is_put_while_another_works_on_it_counts_and_waits_for_that_to_end(
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


async def test_what_was_dropped_while_another_worked_on_it_does_not_come_back(
    schedule: Schedule,
) -> None:
    await schedule.put(Due("a", "note", 1_000.0))
    [claim] = await schedule.claim(1_000.0, 9)
    await schedule.drop("a")
    await schedule.settle(claim, Due("a", "note", 2_000.0))
    assert await schedule.of("a") is None


async def test_what_was_in_vain_is_tried_again_later_and_counted(schedule: Schedule) -> None:
    await schedule.put(Due("a", "note", 1_000.0))
    for tries in range(3):
        [claim] = await schedule.claim(1_000.0 + 60 * tries, 9)
        assert claim.attempts == tries
        await schedule.postpone(claim, 1_060.0 + 60 * tries)
    await schedule.put(Due("a", "note", 1_000.0))
    [claim] = await schedule.claim(1_000.0, 9)
    assert claim.attempts == 0


async def test_a_clock_set_back_makes_nothing_wait_longer_than_it_was_put_for(
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


async def test_every_entry_wakes_who_looks_after_the_turns_of_its_game(
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


async def test_what_is_due_of_a_person_or_a_game_goes_with_them(
    schedule: Schedule, raw: Raw, start: Callable[..., Awaitable[int]]
) -> None:
    game = await start()
    await schedule.put(Due("away 7", "away", 9.0, user=7))
    for sql, subject in ((ERASE_USER, 7), (DELETE_GAME, game)):
        for statement in sql:
            await raw.execute(statement, subject)
    assert await schedule.next_at() is None


async def test_it_is_told_how_much_there_is_and_how_much_of_it_is_overdue(
    schedule: Schedule,
) -> None:
    assert await schedule.count(1_000.0) == (0, 0)
    for key, at in (("a", 1_100.0), ("b", 1_200.0), ("c", 1_300.0)):
        await schedule.put(Due(key, "note", at))
    assert await schedule.count(1_200.0) == (3, 2)
    await schedule.claim(1_150.0, 9)
    assert await schedule.count(1_200.0) == (3, 1), "what is worked on is late no more"
