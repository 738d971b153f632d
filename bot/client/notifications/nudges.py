"""Nudges: a player calls the player to move in the channel, or asks the table what to do."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.client.discord_io.sending import POST_SECONDS, TRANSPORT_ERRORS
from bot.client.notifications.notifier import DAILY_LIMIT, Delivery, Draft, Notification, Notifier
from bot.client.notifications.reminders import Reminders
from bot.client.people.names import NameDirectory
from bot.client.people.preferences import PlayerPreferences
from bot.presenters.public import reminders
from bot.table import nudges
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable
from bot.table.votes import can_be_decided
from bot.text.message import Message
from bot.text.names import Names

NUDGE: Final = "nudge"
"""The kind of the notification."""
LOST: Final = "lost nudge"
"""The kind of a nudge that may have arrived though Discord failed: it counts for the day."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """The result of a nudge.

    Attributes:
        delivery: SENT, UNSENT, DAILY_LIMIT, or COOLDOWN for anything that was sent before.
        is_silent: True if the nudge pings nobody, in the quiet hours of the player to move.
        last: When the table was last nudged, in Unix seconds.
        may_ask: True if the table may be asked what to do.
    """

    delivery: Delivery
    is_silent: bool
    last: float | None
    may_ask: bool


class Nudges:
    """Calls the player to move for another player."""

    def __init__(
        self,
        notifier: Notifier,
        names: NameDirectory,
        preferences: PlayerPreferences,
        reminders: Reminders,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """``clock`` gives the present in Unix seconds, as that of the database."""
        self._notifier = notifier
        self._names = names
        self._preferences = preferences
        self._reminders = reminders
        self._clock = clock

    async def nudge(self, seen: LoadedTable, user: int) -> Nudge:
        """Nudge the player to move for a user, unless the table was nudged a short time ago."""
        table, now = seen.table, self._clock()
        names = await self._names.of(table, seen.row.guild, [user])
        waited_for = nudges.may_nudge(table, user, now, names.absence_ends)
        is_silent = await self._preferences.is_quiet_time(waited_for)
        delivery = await self._nudge(seen, user, waited_for, is_silent=is_silent)
        last = await self._notifier.last_at(seen.row.id, NUDGE)
        return Nudge(delivery, is_silent, last, can_be_decided(table, now, names.absence_periods))

    async def ask(self, seen: LoadedTable, user: int) -> None:
        """Ask the table for a user what to do about a turn that has waited long enough."""
        now = self._clock()
        names = await self._names.of(seen.table, seen.row.guild)
        nudges.may_ask_table(seen.table, user, now, names.absence_ends, names.absence_periods)
        name = f"asked {int(now // nudges.QUESTION_COOLDOWN_SECONDS)}"
        try:
            async with asyncio.timeout(POST_SECONDS):
                delivery = await self._reminders.ask(seen, name, nudges.QUESTION_COOLDOWN_SECONDS)
        except TRANSPORT_ERRORS:
            delivery = Delivery.UNSENT
        if delivery is not Delivery.SENT:
            raise Refusal("not-out" if delivery is Delivery.UNSENT else "asked-lately")

    async def _nudge(
        self, seen: LoadedTable, user: int, waited_for: int, *, is_silent: bool
    ) -> Delivery:
        row, table = seen.row, seen.table
        key = f"{NUDGE} {row.id} {int(self._clock())}"
        cooldown = nudges.NUDGE_COOLDOWN_SECONDS
        nudge = Notification(key, NUDGE, row.id, waited_for, cooldown_seconds=cooldown)

        def compose(names: Names) -> Message:
            return reminders.nudge(table, names, row.channel, user, loud=not is_silent)

        delivery = await self._notifier.once(
            nudge, seen, compose, self._post, others=[user], resume=False
        )
        # A second nudge in the same second has the same key.
        return Delivery.COOLDOWN if delivery is Delivery.SENT_BEFORE else delivery

    async def _post(self, nudge: Draft) -> bool:
        """Post a nudge within POST_SECONDS, as its player waits for the answer."""
        try:
            async with asyncio.timeout(POST_SECONDS):
                is_out = await self._notifier.post(nudge) is not None
        except TRANSPORT_ERRORS:
            # It may have arrived all the same, and counts for the day.
            notification = nudge.notification
            lost = replace(notification, key=f"{notification.key} lost", kind=LOST)
            await self._notifier.reserve(
                replace(lost, cooldown_seconds=0, daily_limit=DAILY_LIMIT + 1)
            )
            is_out = False
        if not is_out:
            await self._notifier.release(nudge.notification)
        return is_out
