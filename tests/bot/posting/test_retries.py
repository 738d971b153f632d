"""The retries of a game after its post has failed, by the error and the posts of others."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from itertools import pairwise

from bot.posting.outbox import (
    MAX_PARALLEL_GAMES,
    PROBE_SECONDS,
    REFUSED_RETRY_SECONDS,
    STORAGE_RETRY_SECONDS,
    Place,
    Retries,
)
from bot.posting.post_sender import Plainness
from bot.table.fold import BrokenLog
from storage import StorageError
from tests.support.discord_faults import http_error

GAMES = 371
OUTAGE_SECONDS = 1500.0
RETURN_SECONDS = 10.0
HOUR = 3600.0
FIRST = Place(1, 1)


class Channels:
    """Games whose posts fail by a rule, with a clock of their own."""

    def __init__(self, error: Callable[[Place], Exception | None], games: int = 30) -> None:
        """``error`` returns the error of a try, None if one of at most ``games`` is posted."""
        self._games = games
        self.now = 0.0
        self.tries: list[tuple[float, Place]] = []
        self.plainness: list[Plainness] = []
        self.posted: dict[Place, float] = {}
        self.most_parallel = self._parallel = 0
        self._error = error
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self.retries = Retries(self.try_place, self.sleep)

    async def sleep(self, seconds: float) -> None:
        future = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.now + seconds, id(future), future))
        await future

    async def try_place(self, place: Place) -> None:
        """Try to post a game, as the outbox does."""
        self.tries.append((self.now, place))
        self.plainness.append(self.retries.plainness(place))
        self._parallel += 1
        self.most_parallel = max(self.most_parallel, self._parallel)
        await asyncio.sleep(0)
        self._parallel -= 1
        error = self._error(place)
        if error is not None:
            self.retries.schedule(place, error)
        else:
            self.posted[place] = self.now
            self.retries.posted(place)

    async def pass_time(self, seconds: float) -> None:
        """Pass time; run every retry at its moment."""
        until = self.now + seconds
        await self._settle()
        while self._sleepers and self._sleepers[0][0] <= until:
            self.now, _, future = heapq.heappop(self._sleepers)
            if not future.cancelled():
                future.set_result(None)
                await self._settle()
        self.now = until

    async def _settle(self) -> None:
        for _ in range(2 * self._games):
            await asyncio.sleep(0)

    def pauses(self) -> list[float]:
        """The seconds between the tries."""
        return [after - before for (before, _), (after, _) in pairwise(self.tries)]

    async def close(self) -> None:
        await asyncio.gather(*self.retries.close(), return_exceptions=True)


async def test_one_game_tries_for_all_while_discord_is_gone_and_all_are_out_soon_after() -> None:
    channels = Channels(lambda _: http_error(503) if channels.now < OUTAGE_SECONDS else None, GAMES)
    places = [Place(number, number) for number in range(1, GAMES + 1)]
    await channels.retries.try_now(places)
    assert len(channels.tries) <= MAX_PARALLEL_GAMES
    first = len(channels.tries)
    await channels.pass_time(OUTAGE_SECONDS - 1)
    moments = [at for at, _ in channels.tries[first:]]
    assert len(moments) == len(set(moments)) <= OUTAGE_SECONDS / PROBE_SECONDS
    await channels.pass_time(RETURN_SECONDS)
    assert set(channels.posted) == set(places)
    assert max(channels.posted.values()) <= OUTAGE_SECONDS + RETURN_SECONDS
    assert channels.most_parallel <= MAX_PARALLEL_GAMES
    assert set(channels.plainness) == {Plainness.FULL}
    tried = len(channels.tries)
    await channels.pass_time(HOUR)
    assert len(channels.tries) == tried


async def test_post_that_fails_unforeseen_is_tried_ever_again_and_from_the_third_time_plain() -> (
    None
):
    for error in (
        TypeError("a page of a proxy"),
        BrokenLog("entry 3"),
        FileNotFoundError(2, "gone", "a font"),
        http_error(400, 50035),
        http_error(413, 40005),
        http_error(400, 200000),
        http_error(400, 240000),
        http_error(403, 20009),
    ):
        channels = Channels(lambda _, error=error: error)  # type: ignore[misc]
        await channels.retries.try_now([FIRST])
        await channels.pass_time(75 * HOUR)
        assert channels.pauses()[:6] == [60, 300, 900, HOUR, HOUR, HOUR], repr(error)
        assert len(channels.tries) > 70, repr(error)
        plain = [Plainness.FULL, Plainness.FULL, Plainness.PLAIN, *5 * [Plainness.WORDS]]
        assert channels.plainness[:8] == plain, repr(error)
        await channels.close()


async def test_game_that_alone_meets_a_failing_discord_keeps_no_other_waiting() -> None:
    """Such as a message for which Discord answers 500 each time."""
    channels = Channels(lambda place: http_error(500) if place == FIRST else None)
    others = [Place(number, number) for number in range(2, 30)]
    await channels.retries.try_now([FIRST, *others])
    await channels.pass_time(2 * PROBE_SECONDS)
    assert set(channels.posted) == set(others)
    await channels.pass_time(HOUR)
    own = [at for at, place in channels.tries if place == FIRST]
    assert len(own) < 20
    channels.retries.posted(others[0])
    await channels.pass_time(HOUR)
    assert len([1 for _, place in channels.tries if place == FIRST]) < 30
    await channels.close()


async def test_failing_game_does_not_hold_up_those_that_wait_for_discord() -> None:
    """The game tried first is refused, so Discord is there."""
    gone = True
    channels = Channels(
        lambda place: (
            http_error(503) if gone else http_error(400, 50035) if place == FIRST else None
        )
    )
    await channels.retries.try_now([FIRST, Place(2, 2), Place(3, 3)])
    gone = False
    await channels.pass_time(RETURN_SECONDS)
    assert set(channels.posted) == {Place(2, 2), Place(3, 3)}
    await channels.close()


async def test_refused_channel_is_tried_each_minute_and_then_less_often() -> None:
    channels = Channels(lambda _: http_error(403, 50013))
    await channels.retries.try_now([FIRST])
    await channels.pass_time(4 * HOUR)
    assert channels.pauses()[:13] == list(REFUSED_RETRY_SECONDS)
    assert set(channels.plainness) == {Plainness.FULL}
    await channels.close()


async def test_game_refused_in_a_channel_that_takes_others_is_tried_plain() -> None:
    channels = Channels(lambda _: http_error(403, 50013))
    await channels.retries.try_now([FIRST])
    for _ in range(3):
        channels.retries.posted(Place(FIRST.channel, 2))
        await channels.pass_time(REFUSED_RETRY_SECONDS[0])
    assert channels.plainness == [
        *(Plainness.FULL, Plainness.FULL, Plainness.FULL),
        Plainness.PLAIN,
    ]
    await channels.close()


async def test_pauses_grow_while_the_database_fails() -> None:
    channels = Channels(lambda _: StorageError("locked"))
    await channels.retries.try_now([FIRST])
    await channels.pass_time(2 * HOUR)
    assert channels.pauses()[:6] == [*STORAGE_RETRY_SECONDS, STORAGE_RETRY_SECONDS[-1]]
    assert set(channels.plainness) == {Plainness.FULL}
    await channels.close()


async def test_network_failure_is_retried_like_a_failure_of_discord() -> None:
    for error in (ConnectionResetError("gone"), TimeoutError(), OSError(104, "reset")):
        channels = Channels(lambda _, error=error: error)  # type: ignore[misc]
        await channels.retries.try_now([FIRST])
        await channels.pass_time(10 * PROBE_SECONDS)
        assert set(channels.pauses()) == {PROBE_SECONDS}, repr(error)
        await channels.close()
