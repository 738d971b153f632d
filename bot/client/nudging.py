"""A player nudges another who is waited for, for all to see, or asks the table what to do."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from bot.client.habits import Habits
from bot.client.names import NameDirectory
from bot.client.outbox import Outbox
from bot.client.reminding import DAILY, Reminding
from bot.client.sending import NOT_TAKEN, POST_SECONDS
from bot.presenters.public import reminder
from bot.table import nudging
from bot.table.refusals import Refusal
from bot.table.store import Seen
from bot.table.voting import ripe
from bot.text.i18n import speaking
from bot.text.names import Names
from storage import Mark, Tellings

NUDGE, LOST = "nudge", "lost nudge"
"""The kinds of what is said, or may have been."""


class Came(Enum):
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
class Nudged:
    """What came of a nudge, when the table was last nudged, whether it may be asked what to do."""

    came: Came
    last: float | None
    may_ask: bool


class Nudging:
    """Calls the player to move at another player's wish."""

    def __init__(
        self,
        outbox: Outbox,
        names: NameDirectory,
        habits: Habits,
        tellings: Tellings,
        reminding: Reminding,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """``clock`` gives the present in Unix seconds, as that of the database."""
        self._outbox = outbox
        self._names = names
        self._habits = habits
        self._tellings = tellings
        self._reminding = reminding
        self._clock = clock

    async def nudge(self, seen: Seen, user: int) -> Nudged:
        """Nudges who is to move, unless that was done not long ago."""
        table, now = seen.table, self._clock()
        names = await self._names.of(table, seen.row.guild, [user])
        waited_for = nudging.may_nudge(table, user, now, names.away)
        came = await self._nudged(seen, names, user, waited_for)
        last = await self._tellings.last(seen.row.id, NUDGE)
        return Nudged(came, last, ripe(table, now, names.absent))

    async def ask(self, seen: Seen, user: int) -> None:
        """Asks the table what to do about a turn that can be decided about."""
        now = self._clock()
        names = await self._names.of(seen.table, seen.row.guild)
        nudging.may_ask(seen.table, user, now, names.away, names.absent)
        key = f" asked {int(now // nudging.ASKED)}"
        try:
            async with asyncio.timeout(POST_SECONDS):
                mark = await self._reminding.ask(seen, key, nudging.ASKED)
        except NOT_TAKEN:
            mark = Mark.BEGUN
        if mark is not Mark.NEW:
            raise Refusal("not-out" if mark is Mark.BEGUN else "asked-lately")

    async def _nudged(self, seen: Seen, names: Names, user: int, waited_for: int) -> Came:
        row, table, now = seen.row, seen.table, self._clock()
        key = f"{NUDGE} {row.id} {int(now)}"
        mark = await self._tellings.mark(
            key, NUDGE, game=row.id, user=waited_for, daily=DAILY, pause=nudging.PAUSE
        )
        if mark is not Mark.NEW:
            return Came.ENOUGH if mark is Mark.ENOUGH else Came.LATELY
        quiet = await self._habits.quiet(waited_for)
        with speaking(table.settings.language):
            message = reminder.nudge(table, names, row.channel, user, loud=not quiet)
        try:
            async with asyncio.timeout(POST_SECONDS):
                out = await self._outbox.aside(row, table, message, key)
        except NOT_TAKEN:
            # It may have arrived all the same, and counts for the day.
            lost = f"{key} lost"
            await self._tellings.mark(lost, LOST, game=row.id, user=waited_for, daily=DAILY + 1)
            out = False
        if not out:
            await self._tellings.take_back(key)
            return Came.NOT_OUT
        await self._tellings.out(key)
        return Came.QUIETLY if quiet else Came.OUT
