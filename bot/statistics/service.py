"""Store and look up the results of finished games; derive the missing and the outdated ones."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, ParamSpec, TypeVar

from bot.core.durations import Timer
from bot.statistics.results import (
    VERSION,
    GameResult,
    game_result,
    read_result,
    write_game_facts,
    write_seat_facts,
)
from bot.table.fold import BrokenLog
from bot.table.store import run_in_log_thread
from storage import Database, Log, ResultRow, Results, ResultSeat

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

YIELD_SECONDS: Final = 0.005
"""Pause between two games, in which the event loop serves players."""
RUN_SECONDS: Final = 30.0
"""Seconds for which one run of the job reads games."""
BATCH_SIZE: Final = 50
"""The games without a result that are looked up at once."""
DERIVED_AT_ONCE: Final = 20
"""The most games that an answer waits for; the job derives the others."""


# A thread of its own: statistics never delay reading a table.
_THREAD: Final = ThreadPoolExecutor(1, "statistics")


@dataclass(frozen=True, slots=True)
class KnownResults:
    """The earliest first; ``complete`` is False while others are to be derived."""

    results: tuple[GameResult, ...]
    complete: bool


@dataclass(eq=False, repr=False)
class ResultIndex:
    database: Database
    game_log: Log
    timer: Timer = time.monotonic
    """Measure the seconds of a run."""
    _results: Results = field(init=False)

    def __post_init__(self) -> None:
        self._results = Results(self.database, VERSION)

    async def of_server(self, guild: int, since: float = 0.0) -> KnownResults:
        """Games that ended since a Unix time."""
        complete = await self._derive_newest(guild)
        rows = await self._results.of_server(guild, since)
        return KnownResults(await self.calculate(_read_results, rows), complete)

    async def of_user(self, user: int) -> KnownResults:
        complete = await self._derive_newest()
        rows = await self._results.of_user(user)
        return KnownResults(await self.calculate(_read_results, rows), complete)

    async def calculate(self, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
        """Run a calculation in the statistics thread, after earlier ones."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_THREAD, lambda: work(*given, **more))

    async def _derive_newest(self, guild: int | None = None) -> bool:
        stale = await self._results.stale(DERIVED_AT_ONCE + 1, guild)
        for game in stale[:DERIVED_AT_ONCE]:
            await self.derive(game)
        return len(stale) <= DERIVED_AT_ONCE

    async def run(self) -> bool:
        """Derive for RUN_SECONDS. Return True if there are more."""
        until = self.timer() + RUN_SECONDS
        while games := await self._results.stale(BATCH_SIZE):
            for game in games:
                if self.timer() >= until:
                    return True
                await self.derive(game)
                await asyncio.sleep(YIELD_SECONDS)
        return False

    async def derive(self, game: int) -> None:
        """Derive and save a finished game's result.

        An unscored or unreadable game is saved without one.
        """
        # The row first: its entries are not older than its number says.
        row = await self.game_log.row_if_any(game)
        if row is None:
            return
        if not row.finished:
            await self._results.discard(game)
            return
        entries = await self.game_log.read(game)
        number = max(row.last, entries[-1].number if entries else -1)
        try:
            result = await run_in_log_thread(game_result, entries, game)
        except BrokenLog as error:
            log.warning("game %s has no result: %s", game, error)
            result = None
        await self._results.put(_row(game, number, result))

    async def rebuild(self, on_progress: Callable[[int, int], None]) -> tuple[int, int]:
        """Derive every result again. Return the numbers of games and of changed results.

        ``on_progress`` gets games done, and all.
        """
        games, changed = await self.game_log.games(), 0
        for done, row in enumerate(games, 1):
            before = await self._results.stored(row.id)
            await self.derive(row.id)
            changed += before != await self._results.stored(row.id)
            on_progress(done, len(games))
        return len(games), changed


def _row(game: int, number: int, result: GameResult | None) -> ResultRow:
    if result is None:
        return ResultRow(game, number, 0.0)
    seats = tuple(ResultSeat(seat.user, write_seat_facts(seat)) for seat in result.seats)
    return ResultRow(game, number, result.ended_at, write_game_facts(result), seats)


def _read_results(rows: Sequence[ResultRow]) -> tuple[GameResult, ...]:
    return tuple(
        read_result(
            row.game,
            row.ended_at,
            row.facts,
            ((seat.user, seat.facts) for seat in row.seats),
            row.channel,
        )
        for row in rows
    )
