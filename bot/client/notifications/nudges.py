"""A player nudges another who is waited for, for all to see, or asks the table what to do."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from bot.client.discord_io.sending import POST_SECONDS, TRANSPORT_ERRORS
from bot.client.notifications.reminders import DAILY, Reminders
from bot.client.people.names import NameDirectory
from bot.client.people.preferences import PlayerPreferences
from bot.client.posting.outbox import Outbox
from bot.presenters.public import reminders
from bot.table import nudges
from bot.table.refusals import Refusal
from bot.table.store import Seen
from bot.table.votes import ripe
from bot.text.i18n import speaking
from bot.text.names import Names
from storage import Notifications, Reservation

NUDGE, LOST = "nudge", "lost nudge"
"""The kinds of what is said, or may have been."""


class NudgeResult(Enum):
    """What came of a nudge."""

    OUT = auto()
    QUIETLY = auto()
    """It is out, and pings nobody: it is night where they are."""
    LATELY = auto()
    """There was one not long ago."""
    ENOUGH = auto()
    """They have been called often enough today."""
    NOT_OUT = auto()
    """Discord does not take it, or the game has just gone on."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """What came of a nudge, when the table was last nudged, whether it may be asked what to do."""

    came: NudgeResult
    last: float | None
    may_ask: bool


class Nudges:
    """Calls the player to move at another player's wish."""

    def __init__(
        self,
        outbox: Outbox,
        names: NameDirectory,
        habits: PlayerPreferences,
        notifications: Notifications,
        reminding: Reminders,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """``clock`` gives the present in Unix seconds, as that of the database."""
        self._outbox = outbox
        self._names = names
        self._habits = habits
        self._notifications = notifications
        self._reminding = reminding
        self._clock = clock

    async def nudge(self, seen: Seen, user: int) -> Nudge:
        """Nudges who is to move, unless that was done not long ago."""
        table, now = seen.table, self._clock()
        names = await self._names.of(table, seen.row.guild, [user])
        waited_for = nudges.may_nudge(table, user, now, names.away)
        came = await self._nudged(seen, names, user, waited_for)
        last = await self._notifications.last_at(seen.row.id, NUDGE)
        return Nudge(came, last, ripe(table, now, names.absent))

    async def ask(self, seen: Seen, user: int) -> None:
        """Asks the table what to do about a turn that can be decided about."""
        now = self._clock()
        names = await self._names.of(seen.table, seen.row.guild)
        nudges.may_ask(seen.table, user, now, names.away, names.absent)
        key = f" asked {int(now // nudges.ASKED)}"
        try:
            async with asyncio.timeout(POST_SECONDS):
                mark = await self._reminding.ask(seen, key, nudges.ASKED)
        except TRANSPORT_ERRORS:
            mark = Reservation.IN_DOUBT
        if mark is not Reservation.RESERVED:
            raise Refusal("not-out" if mark is Reservation.IN_DOUBT else "asked-lately")

    async def _nudged(self, seen: Seen, names: Names, user: int, waited_for: int) -> NudgeResult:
        row, table, now = seen.row, seen.table, self._clock()
        key = f"{NUDGE} {row.id} {int(now)}"
        mark = await self._notifications.reserve(
            key,
            NUDGE,
            game=row.id,
            user=waited_for,
            daily_limit=DAILY,
            cooldown_seconds=nudges.PAUSE,
        )
        if mark is not Reservation.RESERVED:
            return NudgeResult.ENOUGH if mark is Reservation.DAILY_LIMIT else NudgeResult.LATELY
        quiet = await self._habits.quiet(waited_for)
        with speaking(table.settings.language):
            message = reminders.nudge(table, names, row.channel, user, loud=not quiet)
        try:
            async with asyncio.timeout(POST_SECONDS):
                out = await self._outbox.aside(row, table, message, key)
        except TRANSPORT_ERRORS:
            # It may have arrived all the same, and counts for the day.
            lost = f"{key} lost"
            await self._notifications.reserve(
                lost, LOST, game=row.id, user=waited_for, daily_limit=DAILY + 1
            )
            out = False
        if not out:
            await self._notifications.release(key)
            return NudgeResult.NOT_OUT
        await self._notifications.confirm(key)
        return NudgeResult.QUIETLY if quiet else NudgeResult.OUT
