"""`Nudges`: at a player's request, ping the player to move, or ask the table what to do.

A process without the table's server reserves the message and saves a due for it in one transaction;
the process that has the server posts it, between the posts of the game.
"""

import asyncio
import logging
import time
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Final

from bot.cluster.peers import Peers
from bot.core.codec import FieldText
from bot.core.durations import Clock
from bot.discord_io.sending import NOTICE_TIMEOUT_SECONDS, TRANSPORT_ERRORS, refuses
from bot.posting.outbox import Outbox
from bot.reminders import policy, words
from bot.reminders.service import Reminders, question
from bot.reminders.turn_facts import QUESTION, TurnFactsReader, first_notice
from bot.runtime.names import NameDirectory
from bot.runtime.notifier import DAILY_LIMIT, Delivery, Notification, Notifier
from bot.runtime.scheduler import DuePayload, Number, due_pattern
from bot.settings.service import PlayerPreferences
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Tables
from bot.table.votes import can_be_decided
from bot.text.message import Message
from bot.text.names import Names
from storage import Due, Notifications, Schedule, ShardFilter
from storage.database import Execute

log = logging.getLogger(__name__)

NUDGE: Final = "nudge"
"""The kind of the notification."""
LOST: Final = "lost nudge"
"""The kind of a nudge that may have arrived though Discord failed: it counts for the day."""
NOTICE_RETRY_SECONDS: Final = 5.0
"""Pause before the next try of a nudge whose channel misses an earlier post."""


@due_pattern("notice {notification}", "{turn_began} {request} {notification}")
@dataclass(frozen=True, slots=True)
class NoticeDue(DuePayload):
    game: Number
    user: Number
    turn_began: Number
    request: Number
    notification: Annotated[str, FieldText("[^\n]+", str)]


@dataclass(frozen=True, slots=True)
class Nudge:
    """A nudge's result.

    Attributes:
        delivery: SENT, UNSENT, QUEUED, DAILY_LIMIT, or COOLDOWN if something was sent before.
        is_silent: Nobody is pinged, as the player to move has quiet hours.
        last: Unix time of the table's last nudge.
        can_ask: The table may be asked what to do.
    """

    delivery: Delivery
    is_silent: bool
    last: float | None
    can_ask: bool


@dataclass(eq=False, repr=False)
class Nudges:
    notifier: Notifier
    notifications: Notifications
    outbox: Outbox
    names: NameDirectory
    preferences: PlayerPreferences
    turns: TurnFactsReader
    reminders: Reminders
    tables: Tables
    schedule: Schedule
    shards: ShardFilter
    """The servers of this process."""
    peers: Peers
    """They post the nudges in the servers of other processes, from the schedule."""
    clock: Clock = time.time

    async def nudge(self, loaded: LoadedTable, user: int, request: int | None = None) -> Nudge:
        """Nudge the player to move, unless somebody has a short time ago.

        ``request``: id of the asking interaction.
        """
        table, now = loaded.table, self.clock()
        names = await self.names.of(table, loaded.row.guild, [user])
        waited_for = policy.check_nudge(table, user, now, names.absence_ends)
        is_silent = await self.preferences.is_quiet_time(waited_for)
        nudge = _nudge(f"{NUDGE} {loaded.row.id} {int(now)}", loaded, waited_for)
        if not self.shards.has(loaded.row.guild):
            delivery = await self._request(nudge, loaded, user, request)
        else:
            delivery = await self._send(nudge, loaded, user, is_silent=is_silent)
        # A second nudge in the same second has the same key.
        delivery = Delivery.COOLDOWN if delivery is Delivery.SENT_BEFORE else delivery
        last = await self.notifications.last_at(loaded.row.id, NUDGE)
        is_protected = await self.turns.is_protected(loaded.row.id, table)
        can_ask = can_be_decided(table, now, names.absence_periods, is_protected=is_protected)
        return Nudge(delivery, is_silent, last, can_ask)

    async def ask(self, loaded: LoadedTable, user: int, request: int | None = None) -> Delivery:
        """Ask the table what to do about a turn that waited long enough.

        ``request``: id of the asking interaction. Return SENT or QUEUED.
        """
        now = self.clock()
        await self._check_ask(loaded, user)
        name = f"asked {int(now // policy.QUESTION_COOLDOWN_SECONDS)}"
        cooldown = policy.QUESTION_COOLDOWN_SECONDS
        try:
            if not self.shards.has(loaded.row.guild):
                asked = question(loaded, name, cooldown)
                delivery = await self._request(asked, loaded, user, request)
            else:
                async with asyncio.timeout(NOTICE_TIMEOUT_SECONDS):
                    delivery = await self.reminders.ask(loaded, name, cooldown)
        except TRANSPORT_ERRORS:
            delivery = Delivery.UNSENT
        if delivery not in (Delivery.SENT, Delivery.QUEUED):
            raise Refusal("not-out" if delivery is Delivery.UNSENT else "asked-lately")
        return delivery

    async def handle(self, due: Due) -> float | None:
        """Post another process's nudge. Return when to retry, if at all.

        It is given up once it is not to be posted. Raise one of TRANSPORT_ERRORS.
        """
        notice = NoticeDue.read(due)
        try:
            loaded = await self.tables.unfinished_game(notice.game)
            if loaded is None or int(loaded.table.since) != notice.turn_began:
                raise Refusal("late")
            delivery = await self._deliver(loaded, notice)
        except (Refusal, *TRANSPORT_ERRORS) as error:
            if not isinstance(error, Refusal) and not refuses(error):
                raise
            log.info("%s is not posted: %r", due.key, error)
            await self.notifications.release(notice.notification)
            return None
        return self.clock() + NOTICE_RETRY_SECONDS if delivery is Delivery.UNSENT else None

    async def _deliver(self, loaded: LoadedTable, notice: NoticeDue) -> Delivery:
        """Raise Refusal if the notice is not to be posted."""
        user, now, after = notice.user, self.clock(), notice.request
        if loaded.row.posted < loaded.row.last:
            return Delivery.UNSENT  # The posts of the game come first.
        if notice.notification.startswith(QUESTION):
            await self._check_ask(loaded, user)
            name = notice.notification.removeprefix(question(loaded).key).strip()
            return await self.reminders.ask(loaded, name, after=after)
        names = await self.names.of(loaded.table, loaded.row.guild, [user])
        waited_for = policy.check_nudge(loaded.table, user, now, names.absence_ends)
        is_silent = await self.preferences.is_quiet_time(waited_for)
        nudge = _nudge(notice.notification, loaded, waited_for)
        return await self._send(nudge, loaded, user, is_silent=is_silent, after=after)

    async def _check_ask(self, loaded: LoadedTable, user: int) -> None:
        names = await self.names.of(loaded.table, loaded.row.guild)
        policy.check_ask_table(
            *(loaded.table, user, self.clock(), names.absence_ends, names.absence_periods),
            is_protected=await self.turns.is_protected(loaded.row.id, loaded.table),
        )

    async def _request(
        self, notification: Notification, loaded: LoadedTable, user: int, request: int | None
    ) -> Delivery:
        row, turn_began = loaded.row, int(loaded.table.since)
        due = NoticeDue(row.id, user, turn_began, request or 0, notification.key)

        async def save(execute: Execute) -> None:
            await self.schedule.put_within(execute, due.write(self.clock()))

        wake = partial(self.peers.announce_due, row.guild)
        return await self.notifier.request(notification, save, wake)

    async def _send(
        self,
        nudge: Notification,
        loaded: LoadedTable,
        user: int,
        *,
        is_silent: bool,
        after: int | None = None,
    ) -> Delivery:
        """Post a nudge.

        ``after``: another process asked for it, with an interaction older than any message of an
        attempt cut short; failures of Discord are raised. None if the player waits: it is posted
        within NOTICE_TIMEOUT_SECONDS or not at all.
        """
        row, table, is_waited_for = loaded.row, loaded.table, after is None

        def compose(names: Names) -> Message:
            return words.nudge(table, names, row.channel, user, loud=not is_silent)

        draft = await self.notifier.draft(
            nudge, loaded, compose, others=[user], resume=not is_waited_for, after=after or 0
        )
        if isinstance(draft, Delivery):
            return draft
        try:
            async with asyncio.timeout(NOTICE_TIMEOUT_SECONDS if is_waited_for else None):
                sent = await self.outbox.post_notice(loaded, draft.message, nudge.key, draft.after)
        except TRANSPORT_ERRORS:
            if not is_waited_for:
                raise
            # The message may have arrived, so that it counts for the day.
            lost = replace(nudge, key=f"{nudge.key} lost", kind=LOST)
            await self.notifier.reserve(
                replace(lost, cooldown_seconds=0, daily_limit=DAILY_LIMIT + 1)
            )
            sent = None
        if sent is None:
            if is_waited_for:
                await self.notifications.release(nudge.key)
            return Delivery.UNSENT
        await self.notifications.confirm(nudge.key)
        notice = first_notice(row.id, table)
        if not is_silent and notice is not None:
            await self.notifications.mark_first_sent(notice)
        return Delivery.SENT


def _nudge(key: str, loaded: LoadedTable, waited_for: int) -> Notification:
    cooldown = policy.NUDGE_COOLDOWN_SECONDS
    return Notification(key, NUDGE, loaded.row.id, waited_for, cooldown_seconds=cooldown)
