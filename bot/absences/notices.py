"""Run the dues of absences: post them at tables, end them; begin one when a clock has run out.

Users who want that become absent when their clock runs out, and get a direct message.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.absences.service import AbsenceCalendar, AbsenceDue
from bot.absences.words import absence_notice, automatic_absence_notice
from bot.core.durations import MINUTE
from bot.runtime.notifier import Delivery, DirectMessages, Notification, Notifier
from bot.table.store import Tables
from bot.table.table import Phase
from bot.text.i18n import ENGLISH, use_language
from storage import Due

ABSENCE: Final = "away"
"""The kind of the notices."""
NOTICE_RETRY_SECONDS: Final = 1 * MINUTE
"""Pause before the next try of a notice whose channel misses an earlier post."""


@dataclass(eq=False, repr=False)
class AbsenceNotices:
    """Handle absences' dues, and begin those of users whose clock ran out."""

    absences: AbsenceCalendar
    tables: Tables
    notifier: Notifier
    direct_messages: DirectMessages

    async def handle(self, due: Due) -> float | None:
        """Post an absence at a table, or end one that is over. Return when to look again.

        Raise one of TRANSPORT_ERRORS if Discord fails, or StorageError.
        """
        absence = AbsenceDue.read(due)
        until = await self.absences.away_until(absence.user)
        if absence.game is not None:
            if until is None:
                return None
            return await self._tell_table(absence.user, absence.game, until)
        if until is None:
            await self.absences.reschedule_turns(absence.user)
        return until

    async def begin_and_notify(self, user: int, language: str = ENGLISH) -> float | None:
        """Begin an absence after a clock ran out, if the user chose so; notify them.

        Return its end in Unix seconds, or None if the clock has run out. Raise StorageError.
        """
        until = await self.absences.begin_automatically(user)
        if until is not None:
            with use_language(language):
                message = automatic_absence_notice(until)
            nonce = f"{ABSENCE} {int(until)}"
            await self.direct_messages.send(user, message, game=0, version=0, nonce=nonce)
        return until

    async def _tell_table(self, user: int, game: int, until: float) -> float | None:
        loaded = await self.tables.unfinished_game(game)
        if loaded is None or loaded.table.phase is not Phase.PLAYING:
            return None
        seat = loaded.table.seat_of(user)
        if seat is None or loaded.table.voters() <= {user}:
            return None
        notice = Notification(f"{ABSENCE} {game} {seat} {int(until)}", ABSENCE, game)
        delivery = await self.notifier.once(notice, loaded, partial(absence_notice, user, until))
        return self.absences.clock() + NOTICE_RETRY_SECONDS if delivery is Delivery.UNSENT else None
