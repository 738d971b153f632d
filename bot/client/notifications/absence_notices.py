"""Tables are told of who is away, once each; people of an absence that began by itself."""

import logging
from dataclasses import replace
from typing import Final

from bot.client.notifications.direct_messages import DirectMessages
from bot.client.people.absences import AbsenceCalendar
from bot.client.people.names import NameDirectory
from bot.client.posting.outbox import Outbox
from bot.presenters.private.absences import begun_at_need
from bot.presenters.public.reminders import gone
from bot.table.refusals import Refusal
from bot.table.store import Tables
from bot.table.table import Phase
from bot.text.i18n import ENGLISH, speaking
from storage import Due, Notifications, Reservation

log = logging.getLogger(__name__)

KIND: Final = "away"
"""What these are called among all that people are told unasked."""
SOON: Final = 60.0
"""Seconds until it is tried again where the channel has to be told something else before."""


class AbsenceNotices:
    """Says what there is to be said of who comes and goes."""

    def __init__(
        self,
        holidays: AbsenceCalendar,
        tables: Tables,
        notifications: Notifications,
        names: NameDirectory,
        outbox: Outbox,
        direct: DirectMessages,
    ) -> None:
        self._holidays = holidays
        self._tables = tables
        self._notifications = notifications
        self._names = names
        self._outbox = outbox
        self._direct = direct

    async def look_after(self, due: Due) -> Due | None:
        """Tells a table of somebody who is away; or somebody's time away is over.

        Raises one of NOT_TAKEN where Discord fails, StorageError.
        """
        assert due.user is not None
        until = await self.away(due.user)
        if due.game is not None:
            return await self._tell(due, until) if until is not None else None
        if until is not None:
            return replace(due, at=until)
        await self._holidays.looked_after(due.user)
        return None

    async def at_need(self, user: int, language: str = ENGLISH) -> float | None:
        """Sends somebody away whose clock has run out, if they wish it, and tells them.

        Until when, None where the clock has run out. Raises StorageError.
        """
        until = await self._holidays.begin_at_need(user)
        if until is not None:
            with speaking(language):
                message = begun_at_need(until)
            nonce = f"{KIND} {int(until)}"
            await self._direct.send(user, message, game=0, version=0, nonce=nonce)
        return until

    async def away(self, user: int) -> float | None:
        """Until when somebody is away."""
        return (await self._holidays.away([user])).get(user)

    async def _tell(self, due: Due, until: float) -> Due | None:
        """Tells a table that one who plays there is away, of each time away once."""
        assert due.game is not None and due.user is not None
        try:
            seen = await self._tables.playing(due.game)
        except Refusal as refusal:
            log.warning("game %s cannot be told who is away: %s", due.game, refusal.facts)
            return None
        if seen is None or seen.table.phase is not Phase.PLAYING:
            return None
        row, table = seen.row, seen.table
        seat = table.seat_of(due.user)
        if seat is None or table.voters() <= {due.user}:
            return None
        key = f"{KIND} {row.id} {seat} {int(until)}"
        mark = await self._notifications.reserve(key, KIND, game=row.id)
        if mark in (Reservation.RESERVED, Reservation.IN_DOUBT):
            with speaking(table.settings.language):
                message = gone(due.user, until, await self._names.of(table, row.guild))
            look = mark is Reservation.IN_DOUBT
            if not await self._outbox.aside(row, table, message, key, look=look):
                return replace(due, at=self._holidays.clock() + SOON)
            await self._notifications.confirm(key)
        return None
