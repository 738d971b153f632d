"""What is said unasked is marked before, said once, and not too often a day."""

from __future__ import annotations

import asyncio

import pytest

from storage import Database, Mark, Tellings, open_database
from storage.tellings import DAY, EXPORT, FORGET, KEPT
from tests.storage.raw import Raw


@pytest.fixture
def tellings(database: Database) -> Tellings:
    return Tellings(database)


async def test_what_is_marked_is_new_once_and_said_once_it_is_out(tellings: Tellings) -> None:
    assert await tellings.mark("a", "remind", user=1, daily=8) is Mark.NEW
    assert await tellings.mark("a", "remind", user=1, daily=8) is Mark.BEGUN
    await tellings.out("a")
    assert await tellings.mark("a", "remind", user=1, daily=8) is Mark.SAID
    await tellings.take_back("a")
    assert await tellings.mark("a", "remind", user=1, daily=8) is Mark.SAID, "out is out"
    await tellings.mark("b", "remind", user=1, daily=8)
    await tellings.take_back("b")
    assert await tellings.mark("b", "remind", user=1, daily=8) is Mark.NEW


async def test_of_two_processes_one_says_it(
    tellings: Tellings, address: str, now: list[float]
) -> None:
    async with await open_database(address, clock=lambda: now[0]) as other:
        found = await asyncio.gather(
            *(each.mark("a", "remind", daily=8) for each in (tellings, Tellings(other)) * 5)
        )
    assert found.count(Mark.NEW) == 1 and found.count(Mark.BEGUN) == 9


async def test_nobody_is_told_more_than_so_much_in_a_day(
    tellings: Tellings, now: list[float]
) -> None:
    for number in range(3):
        assert await tellings.mark(f"a{number}", "remind", user=1, daily=3) is Mark.NEW
        now[0] += 100
    assert await tellings.mark("b", "nudge", user=1, daily=3) is Mark.ENOUGH
    assert await tellings.mark("c", "nudge", user=2, daily=3) is Mark.NEW
    assert await tellings.mark("d", "note", daily=0) is Mark.NEW, "what is told to a table"
    now[0] += DAY - 299
    assert await tellings.mark("b", "nudge", user=1, daily=3) is Mark.NEW
    assert await tellings.mark("e", "nudge", user=1, daily=3) is Mark.ENOUGH
    # A clock that was set back a year must not silence anybody for one.
    now[0] -= 365 * DAY
    assert await tellings.mark("e", "nudge", user=1, daily=3) is Mark.NEW


async def test_it_is_known_when_a_table_was_last_told_something(
    tellings: Tellings, start: object, now: list[float], raw: Raw
) -> None:
    game = await start()  # type: ignore[operator]
    assert await tellings.last(game, "nudge") is None
    for key in "ab":
        now[0] += 10
        await tellings.mark(key, "nudge", game=game, daily=8)
    await tellings.mark("c", "remind", game=game, user=3, daily=8)
    assert await tellings.last(game, "nudge") == now[0]
    assert await raw.execute(EXPORT["messages"], 3) == [("remind", game, now[0])]
    await raw.execute(FORGET[0], 3)
    assert await tellings.last(game, "remind") is None


async def test_what_is_long_over_is_kept_no_more(
    tellings: Tellings, now: list[float], raw: Raw
) -> None:
    await tellings.mark("a", "remind", daily=8)
    now[0] += KEPT + 1
    await tellings.mark("b", "remind", daily=8)
    assert await raw.execute("SELECT key FROM tellings") == [("b",)]
