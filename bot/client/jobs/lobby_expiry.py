"""Lobbies that nobody joins are closed after a day, and the post of each says so."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.client.jobs.scheduler import Handler
from bot.client.posting.outbox import Outbox
from bot.table.refusals import Refusal
from bot.table.service import Service
from bot.table.store import Request, Seen, Tables
from bot.table.table import Phase
from storage import Due, Schedule, Standings

DAY: Final = 86_400.0
"""Seconds after which a lobby is closed in which nobody but who opened it has a seat."""
AWAY: Final = 3_600.0
"""Seconds until it is looked again at one whose server has put the bot out."""
MANY: Final = 1000
"""Lobbies that are looked over at the start; the oldest of more were closed long ago."""


class LobbyExpiry:
    """Looks after tables that have not begun; of all others something else does."""

    def __init__(
        self,
        tables: Tables,
        service: Service,
        outbox: Outbox,
        schedule: Schedule,
        standings: Standings,
        itself: Callable[[], int],
        then: Handler,
        clock: Callable[[], float] = time.time,
        has_bot: Callable[[int], bool] = lambda _guild: True,
    ) -> None:
        """``itself`` gives the bot's own user id, by whom the entries are.

        ``then`` looks after a turn that is waited for, ``has_bot`` tells whether a server has the
        bot.
        """
        self._tables = tables
        self._service = service
        self._outbox = outbox
        self._schedule = schedule
        self._standings = standings
        self._itself = itself
        self._then = then
        self._clock = clock
        self._has_bot = has_bot

    async def begin(self, kind: str) -> None:
        """Wakes for lobbies that are older than they may be: nothing was due for those of old."""
        now = self._clock()
        for row in await self._standings.in_phase(Phase.LOBBY, MANY):
            if row.standing.since + DAY < now:
                await self._schedule.wake(Due(f"{kind} {row.game}", kind, now, row.game))

    async def turn(self, due: Due) -> Due | None:
        """Closes a lobby whose day is over, or says when to look again."""
        assert due.game is not None
        try:
            seen = await self._tables.playing(due.game)
            if seen is None or seen.table.phase is not Phase.LOBBY:
                return await self._then(due)
            if len(seen.table.people) > 1:
                return None  # Whoever joins or leaves wakes anew.
            now, over = self._clock(), seen.table.since + DAY
            if now < over:
                return replace(due, at=over)
            if not self._has_bot(seen.row.guild):
                return replace(due, at=now + AWAY)
            await self._close(seen)
        except Refusal:
            # Somebody was faster, or it cannot be read: who looks after turns says so.
            return await self._then(due)
        return None

    async def _close(self, seen: Seen) -> None:
        request = Request(self._itself(), seen.row.guild, seen.row.channel)
        outcome = await self._service.end(request, manager=True, at=seen.at)
        await self._outbox.revise(seen.row, outcome)
