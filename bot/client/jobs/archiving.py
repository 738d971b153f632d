"""Tables to which nobody comes any more are put away, and their channels told."""

import logging
from collections.abc import Callable
from typing import Final

from bot.client.posting.outbox import Outbox
from bot.table.archiving import DAY, IDLE_DAYS, idle_since
from bot.table.refusals import Refusal
from bot.table.seat_service import SeatService
from bot.table.service import Service
from bot.table.store import Request, Seen, Tables
from bot.table.table import Outcome, Phase
from storage import Departures, Log

log = logging.getLogger(__name__)

AT_ONCE: Final = 8
"""Tables that are put away in one go."""


class Archiver:
    """Puts running games away as they stand; a lobby that nobody fills is called off."""

    def __init__(
        self,
        log: Log,
        departures: Departures,
        tables: Tables,
        service: Service,
        council: SeatService,
        outbox: Outbox,
        itself: Callable[[], int],
    ) -> None:
        """``itself`` gives the bot's own user id, by whom the entries are."""
        self._log = log
        self._departures = departures
        self._tables = tables
        self._service = service
        self._council = council
        self._outbox = outbox
        self._itself = itself

    async def sweep(self) -> bool:
        """Puts away what has been idle for so long, but in places that are gone; is there more?"""
        gone = {(each.kind, each.place) for each in await self._departures.gone()}
        now, done = self._log.clock(), 0
        for row, newest in await self._log.idle(now - IDLE_DAYS * DAY):
            if ("server", row.guild) in gone or ("channel", row.channel) in gone:
                continue
            if done == AT_ONCE:
                return True
            try:
                seen = await self._tables.game(row.id)
                if seen is None or now - idle_since(seen.table, newest) < IDLE_DAYS * DAY:
                    continue
                outcome = await self._put_away(seen)
            except Refusal as refusal:
                # Its log cannot be read, or somebody has come at this very moment.
                log.info("game %s is not put away: %s", row.id, refusal.reason)
                continue
            done += 1
            await self._outbox.post(row.channel, row.guild, outcome)
        return False

    async def _put_away(self, seen: Seen) -> Outcome:
        request = Request(self._itself(), seen.row.guild, seen.row.channel)
        if seen.table.phase is Phase.LOBBY:
            return await self._service.end(request, manager=True, at=seen.at)
        return await self._council.archive(request, seen.row.id)
