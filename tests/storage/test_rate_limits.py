"""Rate limits that processes count together."""

import asyncio

import pytest

from storage import Bucket, Database, SharedRateLimits, open_database

ANA, BO, HERE, THERE = 11, 12, 21, 22


def buckets(user: int = ANA, channel: int = HERE) -> list[Bucket]:
    """Two requests of a user and three in a channel, and one more every ten seconds."""
    return [Bucket("user", user, 10.0, 20.0), Bucket("channel", channel, 10.0, 30.0)]


async def refused(limits: SharedRateLimits, *who: int) -> tuple[str, float] | None:
    exhausted = await limits.take("film", buckets(*who))
    return None if exhausted is None else (exhausted.bucket.of, exhausted.free_at)


async def test_user_and_channel_have_a_burst_and_then_one_request_an_interval(
    database: Database, now: list[float]
) -> None:
    limits = SharedRateLimits(database)
    assert [await refused(limits) for _ in range(3)] == [None, None, ("user", now[0] + 10)]
    assert [await refused(limits, BO) for _ in range(2)] == [None, ("channel", now[0] + 10)]
    assert await refused(limits, BO, THERE) is None, "a refusal costs neither of the two"
    assert await refused(limits, BO, THERE) == ("user", now[0] + 10)
    now[0] += 10
    assert [await refused(limits) for _ in range(2)] == [None, ("user", now[0] + 10)]
    assert await limits.take("hint", buckets()) is None, "each kind is counted alone"


async def test_request_that_is_given_back_does_not_count(database: Database) -> None:
    limits = SharedRateLimits(database)
    for _ in range(5):
        assert await refused(limits) is None
        await limits.give_back("film", buckets())


async def test_clock_set_back_makes_nobody_wait_longer_than_one_burst(
    database: Database, now: list[float]
) -> None:
    limits = SharedRateLimits(database)
    assert [await refused(limits) for _ in range(2)] == [None, None]
    now[0] -= 900
    assert await refused(limits) == ("user", now[0] + 10)
    now[0] += 10
    assert await refused(limits) == ("user", now[0] + 10), "it is not changed by a refusal"
    now[0] += 910
    assert await refused(limits) is None


async def test_full_limits_are_deleted_and_exhausted_ones_stay(
    database: Database, now: list[float]
) -> None:
    limits = SharedRateLimits(database)
    await refused(limits)
    now[0] += 5
    await refused(limits, BO, THERE)
    now[0] += 6
    await limits.delete_full()
    for table, who in (("user_limits", BO), ("channel_limits", THERE)):
        assert [row[0] for row in await database.read(f"SELECT * FROM {table}")] == [who]
    now[0] -= 10 * 86_400
    await limits.delete_full()
    assert await database.read("SELECT * FROM user_limits") == []


async def test_two_processes_at_the_same_time_take_no_more_than_the_limit(
    backend: str, address: str
) -> None:
    if backend == "sqlite":
        pytest.skip("one process")

    async with (
        await open_database(address, clock=lambda: 1000.0) as one,
        await open_database(address, clock=lambda: 1000.0) as other,
    ):
        limits = SharedRateLimits(one), SharedRateLimits(other)
        taken = await asyncio.gather(*(refused(limits[n % 2]) for n in range(12)))
    assert taken.count(None) == 2
