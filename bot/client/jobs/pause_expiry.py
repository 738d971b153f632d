"""A pause that has an end is over by itself: the log says so, and the channel is told."""

import time
from collections.abc import Callable

from bot.client.jobs.scheduler import Handler
from bot.client.posting.outbox import Outbox
from bot.table.refusals import Refusal
from bot.table.seat_service import SeatService
from bot.table.store import Request, Tables
from storage import Due


class PauseExpiry:
    """Looks after the turns of games that pause; of all others something else does."""

    def __init__(
        self,
        tables: Tables,
        council: SeatService,
        outbox: Outbox,
        then: Handler,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """``then`` looks after a turn that is waited for."""
        self._tables = tables
        self._council = council
        self._outbox = outbox
        self._then = then
        self._clock = clock

    async def turn(self, due: Due) -> Due | None:
        """Ends a pause whose end has come; the entry puts the next due of the turn itself."""
        assert due.game is not None
        try:
            seen = await self._tables.playing(due.game)
            paused = seen.table.paused if seen is not None else None
            if seen is None or paused is None or paused.lasts(self._clock()):
                return await self._then(due)
            row, players = seen.row, seen.table.people
            # The log says who: one of those who wanted the pause to end then.
            user = next((user for user in players if user in paused.by), next(iter(players), 0))
            outcome = await self._council.pause_over(Request(user, row.guild, row.channel))
        except Refusal:
            # Somebody was faster, or it cannot be read: who looks after turns says so.
            return await self._then(due)
        await self._outbox.post(row.channel, row.guild, outcome)
        return None
