"""Long rate limits hold for a person and a channel across all processes on one database."""

from pathlib import Path

import pytest

from bot.cluster.shared_limits import SharedLimits
from bot.table.rate_limits import LONG_LIMITS, RATE_LIMITS, RateLimits, RequestKind
from bot.table.refusals import Refusal
from storage import Database, SharedRateLimits, StorageUnavailable, open_database
from tests.support.clock import Clock
from tests.support.postgres_server import Server

ANA, BO, HERE, THERE = 11, 12, 21, 22
BURST = RATE_LIMITS[RequestKind.REPLAY].person.at_once


async def had(limits: SharedLimits, user: int = ANA, channel: int | None = HERE) -> str:
    """Ask for a replay. Return the reason if it is refused."""
    try:
        async with limits.charged(RequestKind.REPLAY, user, channel):
            return ""
    except Refusal as refusal:
        assert float(str(refusal.facts["when"])) > 0
        return refusal.reason


async def test_user_has_one_limit_in_two_processes(server: Server) -> None:
    address, clock = await server.create(), Clock()
    async with (
        await open_database(address, clock=clock) as one,
        await open_database(address, clock=clock) as other,
    ):
        here, there = (SharedLimits(database, RateLimits(clock)) for database in (one, other))
        assert [await had(here) for _ in range(BURST)] == [""] * BURST
        assert await had(there, channel=THERE) == "enough-replay"
        assert await had(there, BO) == "", "another user is not concerned"
        assert await had(there, 13) == "enough-replay-here", (
            "nor is the limit of the channel evaded"
        )
        async with there.charged(RequestKind.HINT, ANA, THERE):
            pass
        clock.now += RATE_LIMITS[RequestKind.REPLAY].person.seconds
        with pytest.raises(Refusal, match="busy"):
            async with there.charged(RequestKind.REPLAY, ANA, THERE):
                raise Refusal("busy")
        assert await had(here, channel=THERE) == "", "what was refused has cost nothing"
        assert await had(there, channel=THERE) == "enough-replay"
        clock.now += 86_400
        await here.delete_full()
        assert await one.read("SELECT * FROM user_limits") == []
    await server.drop(address)


async def test_single_process_counts_without_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await open_database(tmp_path / "games.sqlite3") as database:
        monkeypatch.setattr(SharedRateLimits, "take", None)
        limits = SharedLimits(database, RateLimits(Clock()))
        assert [await had(limits) for _ in range(BURST + 1)] == [""] * BURST + ["enough-replay"]


class Away(Database):
    """The part of a shared database that is asked whether it is one."""

    is_shared = True


async def test_request_costs_nothing_while_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    is_away = True

    async def take(self: object, *_: object) -> None:
        if is_away:
            raise StorageUnavailable("away")

    async def give_back(self: object, *_: object) -> None:
        raise StorageUnavailable("away")

    monkeypatch.setattr(SharedRateLimits, "take", take)
    monkeypatch.setattr(SharedRateLimits, "give_back", give_back)
    monkeypatch.setattr(Away, "__abstractmethods__", frozenset())
    limits = SharedLimits(Away(Clock(), None), RateLimits(Clock()))  # type: ignore[abstract,arg-type]
    for _ in range(2 * BURST):
        with pytest.raises(StorageUnavailable):
            await had(limits)
    is_away = False
    with caplog.at_level("INFO"), pytest.raises(Refusal, match="busy"):
        async with limits.charged(RequestKind.REPLAY, ANA, HERE):
            raise Refusal("busy")
    assert "counts for the limit" in caplog.text
    assert [await had(limits) for _ in range(BURST)] == [""] * BURST


def test_limits_of_rare_and_dear_requests_are_the_shared_ones() -> None:
    refill = {
        cost: limit.person.at_once * limit.person.seconds for cost, limit in RATE_LIMITS.items()
    }
    assert min(refill[cost] for cost in LONG_LIMITS) > max(
        refill[cost] for cost in RATE_LIMITS if cost not in LONG_LIMITS
    )
