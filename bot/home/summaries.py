"""The summaries of all tables, rebuilt where a log is ahead of its stored summary."""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Final

from bot.core.durations import Sleep
from bot.core.startup_retry import retry_until_reachable
from bot.table.fold import BrokenLog
from bot.table.store import fold_lines, table_summary
from bot.table.table import Phase
from storage import Log, SummaryRow, TableSummaries

log = logging.getLogger(__name__)

YIELD_SECONDS: Final = 0.005
"""Pause between two games, in which the event loop serves players."""
MOST_LOGGED: Final = 10
"""The number of unreadable games that get a log line of their own."""


@dataclass(eq=False, repr=False)
class SummaryIndex:
    game_log: Log
    summaries: TableSummaries
    sleep: Sleep = asyncio.sleep
    _reading: asyncio.Task[None] | None = field(init=False, default=None)
    _unreadable: set[int] = field(init=False, default_factory=set)

    @property
    def unreadable(self) -> int:
        """Logs that could not be read since the start."""
        return len(self._unreadable)

    @property
    def complete(self) -> bool:
        """True once no summary is to be rebuilt."""
        return self._reading is None or self._reading.done()

    async def of(self, user: int, put_away: float | None = None) -> tuple[SummaryRow, ...]:
        """A user's open and running tables, the longest waiting first.

        With a Unix time, also those archived since then.
        """
        also = () if put_away is None else (Phase.ARCHIVED, put_away)
        rows = await self.summaries.of(user, *also)
        stale = [row.game for row in rows if row.stale]
        for game in stale:
            await self._read(game)
        return await self.summaries.of(user, *also) if stale else rows

    async def running(self, user: int) -> tuple[int, ...]:
        return tuple(row.game for row in await self.of(user) if row.summary.turn is not None)

    async def joinable(self, limit: int) -> tuple[SummaryRow, ...]:
        """The newest lobbies, and running games with an open seat."""
        begun = await self.summaries.with_open_seats(Phase.PLAYING, limit)
        return (*await self.summaries.in_phase(Phase.LOBBY, limit), *begun)

    async def unfinished_in(self, guild: int, limit: int) -> tuple[SummaryRow, ...]:
        phases = (Phase.LOBBY.value, Phase.PLAYING.value)
        rows = await self.summaries.of_server(guild, limit)
        return tuple(row for row in rows if row.summary.phase in phases)

    def begin(self) -> None:
        work = retry_until_reachable(self.catch_up, self.sleep)
        self._reading = asyncio.create_task(work, name="summaries")

    async def catch_up(self) -> None:
        """Running games first, with pauses."""
        games = await self.summaries.stale()
        for game in games:
            await self._read(game)
            await asyncio.sleep(YIELD_SECONDS)
        if (more := self.unreadable - MOST_LOGGED) > 0:
            log.warning(
                "cannot rebuild the summaries of %d more games: see carcassonne verify", more
            )
        if games:
            log.info("rebuilt the summaries of %d games", len(games))

    async def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    async def _read(self, game: int) -> None:
        try:
            table = await fold_lines(await self.game_log.read(game))
        except BrokenLog as error:
            self._unreadable.add(game)
            if self.unreadable <= MOST_LOGGED:
                log.warning("cannot rebuild the summary of game %s: %s", game, error)
            return
        self._unreadable.discard(game)
        await self.summaries.put(game, table_summary(table))
