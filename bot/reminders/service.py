"""Send first notices and reminders of waiting turns; ask the table about a turn that waits long."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.absences.notices import AbsenceNotices
from bot.absences.service import AbsenceCalendar
from bot.cluster.guilds import Guilds
from bot.core.durations import HOUR, MINUTE, Clock
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.home.words import home_button
from bot.orders.service import OrderBook
from bot.posting.outbox import Outbox
from bot.reminders import words
from bot.reminders.policy import (
    Action,
    NotificationPreferences,
    next_step,
    turn_began,
)
from bot.reminders.turn_facts import QUESTION, REMINDER, TurnFactsReader, first_notice, turn_key
from bot.reminders.words import WaitingTurn, reminder, waiting_turns
from bot.runtime.names import NameDirectory
from bot.runtime.notifier import Delivery, DirectMessages, Draft, Notification, Notifier
from bot.runtime.scheduler import DuePayload, Number, Snooze, TurnDue, due_pattern
from bot.settings.service import PlayerPreferences
from bot.table import checks
from bot.table.refusals import Refusal
from bot.table.settings import BOTH, CHANNEL, DIRECT, TIME_CONTROLS
from bot.table.store import LoadedTable, SummaryIndex, Tables
from bot.table.table import Table
from bot.text.i18n import use_language
from bot.text.message import Message
from bot.text.names import Names, is_impersonal
from bot.votes.words import vote_post
from storage import (
    Due,
    FirstNotice,
    GameRow,
    Notifications,
    ReminderPosts,
    Reservation,
    Schedule,
)
from storage.key_values import MESSAGE
from storage.notifications import FIRST

log = logging.getLogger(__name__)

FIRST_NAME: Final = "0"
"""The name of the first notice among the reminders of a turn."""


@due_pattern("waiting {user}")
@dataclass(frozen=True, slots=True)
class FirstNoticesDue(DuePayload):
    """A direct message about the turns that wait for a user."""

    user: Number


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn with a due first notice."""

    loaded: LoadedTable
    notice: FirstNotice


@dataclass(eq=False, repr=False)
class FirstNotices:
    """Direct messages about the turns that wait for people."""

    tables: Tables
    index: SummaryIndex
    guilds: Guilds
    names: NameDirectory
    turns: TurnFactsReader
    orders: OrderBook
    notifications: Notifications
    direct_messages: DirectMessages
    preferences: PlayerPreferences
    schedule: Schedule
    clock: Clock

    async def take(self, notice: FirstNotice, preferences: NotificationPreferences) -> bool:
        """Have a turn's first notice written to its player.

        Return False if it goes to the channel: the player takes no direct messages, or the message
        was refused or is in doubt.
        """
        due = FirstNoticesDue(notice.user)
        if await self.turns.is_in_doubt(notice):
            return await self.schedule.of(due.key) is not None
        if preferences.target == CHANNEL or await self.direct_messages.is_closed(notice.user):
            return False
        await self.schedule.wake(due.write(self.clock()))
        return True

    async def handle(self, due: Due) -> None:
        """Write about all turns with a due first notice."""
        user = FirstNoticesDue.read(due).user
        turns = await self._due_turns(user)
        new = await self.notifications.reserve_first([turn.notice for turn in turns])
        turns = [turn for turn in turns if turn.notice.key in new]
        if turns and await self._write(user, turns):
            await self.notifications.confirm(*new)
            return
        for turn in turns:
            await self.schedule.wake(TurnDue(turn.loaded.row.id).write(self.clock()))

    async def _due_turns(self, user: int) -> list[_Turn]:
        rows = [row for row in await self.index.of(user) if row.summary.to_move == user]
        with_bot = await self.guilds.with_bot(frozenset(row.guild for row in rows))
        turns = [await self._due_turn(row.game) for row in rows if row.guild in with_bot]
        found = [turn for turn in turns if turn is not None and turn.notice.user == user]
        return sorted(found, key=lambda turn: turn_began(turn.loaded.table))

    async def _due_turn(self, game: int) -> _Turn | None:
        try:
            loaded = await self.tables.unfinished_game(game)
        except Refusal as refusal:
            log.warning("game %s cannot be read: %s", game, refusal.facts)
            return None
        notice = first_notice(game, loaded.table) if loaded is not None else None
        if loaded is None or notice is None:
            return None
        if await self.orders.make_due(game, loaded.table):
            return None
        facts = await self.turns.of(game, loaded.table, loaded.row)
        step = next_step(loaded.table, self.clock(), facts)
        return _Turn(loaded, notice) if step.action is Action.NOTIFY else None

    async def _write(self, user: int, turns: Sequence[_Turn]) -> bool:
        """Write one message. Return True if it has certainly arrived."""
        language = await self.preferences.language(user)
        longest = turns[0].loaded
        try:
            with use_language(language or longest.table.settings.language):
                message = await self._message(turns)
            return await self.direct_messages.send(
                user,
                message,
                game=longest.row.id,
                version=longest.table.version,
                nonce=" ".join(turn.notice.key for turn in turns),
                daily_limit=None,
            )
        except TRANSPORT_ERRORS as error:
            log.info("first notices to user %s go to the channels: %r", user, error)
            return False

    async def _message(self, turns: Sequence[_Turn]) -> Message:
        if len(turns) == 1:
            [loaded] = [turn.loaded for turn in turns]
            names = await self.names.of(loaded.table, loaded.row.guild)
            return reminder(loaded.table, names, loaded.row.channel, FIRST_NAME)
        waiting = [WaitingTurn(turn.loaded.row.channel, turn.loaded.table.since) for turn in turns]
        return waiting_turns(waiting, home_button())


QUESTION_PING, NEXT_TURN = "asked", "next"
"""The kinds of notifications: a ping in a question to the table, a notice to the next player."""
SNOOZE_SECONDS: Final = 4 * HOUR
"""Seconds by which the button *Not now* puts a reminder off."""
MAX_STEPS: Final = 3
"""The most messages of one look: the first notice, the question, a reminder."""
REMINDER_RETRY_SECONDS: Final = 1 * MINUTE
"""Pause before the next try of a message that could not be sent."""
NEXT_UP_SECONDS: Final = 1 * HOUR
"""The greatest age of a turn, in seconds, at which its next player gets a notice."""


@dataclass(eq=False, repr=False)
class Reminders:
    """Send what is due for a waiting turn.

    That is a notice to the next player, the first notice, a reminder, a question to the table.
    Nothing is kept in memory: the database knows the sent messages and snoozes.
    """

    notifier: Notifier
    notifications: Notifications
    outbox: Outbox
    direct_messages: DirectMessages
    preferences: PlayerPreferences
    schedule: Schedule
    posts: ReminderPosts
    absences: AbsenceCalendar
    absence_notices: AbsenceNotices
    turns: TurnFactsReader
    first_notices: FirstNotices
    clock: Clock = time.time

    async def check(self, loaded: LoadedTable, snooze: Snooze | None) -> float | None:
        """Send what is due at a running table.

        Return the Unix time to look again, or None if the next entry makes it due. Raise one of
        TRANSPORT_ERRORS or StorageError, after which the scheduler retries.
        """
        game, table, now = loaded.row.id, loaded.table, self.clock()
        if loaded.row.posted == loaded.row.last:
            await self._tell_next(loaded)
        is_limited = False
        for _ in range(MAX_STEPS):
            facts = await self.turns.of(game, table, loaded.row, snooze)
            step = next_step(table, now, replace(facts, is_limited=is_limited))
            beside_backlog = facts.behind_since is not None
            match step.action:
                case Action.WAIT:
                    return max(step.look_at, now + 1) if step.look_at is not None else None
                case Action.ASK:
                    absent_until = await self._begin_absence(table)
                    if absent_until is not None:
                        return absent_until
                    delivery = await self.ask(loaded, beside_backlog=beside_backlog)
                case Action.NOTIFY:
                    notice = first_notice(game, table)
                    assert notice is not None, "the law notifies only people"
                    if await self.first_notices.take(notice, facts.preferences):
                        return self.clock() + REMINDER_RETRY_SECONDS
                    first = Notification(notice.key, FIRST, game, notice.user, daily_limit=None)
                    delivery = await self._remind(
                        loaded, first, FIRST_NAME, CHANNEL, beside_backlog=beside_backlog
                    )
                case Action.REMIND:
                    key = f"{turn_key(REMINDER, game, table)} {step.name}"
                    reminder = Notification(key, REMINDER, game, table.to_move)
                    target = facts.preferences.target
                    delivery = await self._remind(
                        loaded, reminder, step.name, target, beside_backlog=beside_backlog
                    )
            if delivery is Delivery.UNSENT:
                break
            is_limited = is_limited or delivery is Delivery.DAILY_LIMIT
        return now + REMINDER_RETRY_SECONDS

    async def snooze(self, loaded: LoadedTable, user: int) -> float:
        """Return the end in Unix seconds."""
        checks.check_move(loaded.table, user)
        until = self.clock() + SNOOZE_SECONDS
        snooze = Snooze(int(loaded.table.since), int(until))
        # Due now: the handler then computes the time of its next look from the snooze.
        await self.schedule.put(TurnDue(loaded.row.id, snooze).write(self.clock()))
        return until

    async def ask(
        self,
        loaded: LoadedTable,
        name: str = "",
        cooldown_seconds: float = 0.0,
        after: int = 0,
        *,
        beside_backlog: bool = False,
    ) -> Delivery:
        """Ask the table about the waiting turn, once for each ``name``.

        None is asked within ``cooldown_seconds`` after another. A message of an attempt cut short
        has a later id than ``after``. Return UNSENT while the channel misses a post, unless
        ``beside_backlog``. Raise one of TRANSPORT_ERRORS.
        """
        asked = question(loaded, name, cooldown_seconds)
        draft = await self.notifier.draft(
            asked, loaded, partial(_question, loaded.table), after=after
        )
        if isinstance(draft, Delivery):
            return draft
        pings: dict[int, Notification] = {}
        for user in draft.message.pings:
            ping = Notification(f"{asked.key} {user}", QUESTION_PING, asked.game, user)
            if await self.preferences.is_quiet_time(user):
                continue
            if await self.notifier.reserve(ping) is not Reservation.DAILY_LIMIT:
                pings[user] = ping
        sent = await self.outbox.post_notice(
            *(loaded, replace(draft.message, pings=tuple(pings)), asked.key, draft.after),
            beside_backlog=beside_backlog,
        )
        if sent is None:
            return Delivery.UNSENT
        await self.notifications.confirm(*(ping.key for ping in pings.values()), asked.key)
        return Delivery.SENT

    async def _begin_absence(self, table: Table) -> float | None:
        """Begin the absence of a mover whose clock of days has run out.

        Return its end in Unix seconds, or None if the clock has run out.
        """
        has_clock_of_days = TIME_CONTROLS[table.settings.pace].move_seconds is not None
        if table.to_move is None or not has_clock_of_days:
            return None
        return await self.absence_notices.begin_and_notify(table.to_move, table.settings.language)

    async def _remind(
        self,
        loaded: LoadedTable,
        notification: Notification,
        name: str,
        target: str,
        *,
        beside_backlog: bool,
    ) -> Delivery:
        """Notify the player to move at a ``target``; ``name`` tells reminders apart."""

        def compose(names: Names) -> Message:
            return words.reminder(loaded.table, names, loaded.row.channel, name)

        draft = await self.notifier.draft(notification, loaded, compose)
        if isinstance(draft, Delivery):
            return draft
        if target == CHANNEL or not await self._send_directly(draft, loaded, notification, target):
            sent = await self.outbox.post_notice(
                *(loaded, draft.message, notification.key, draft.after),
                beside_backlog=beside_backlog,
            )
            if sent is None:
                return Delivery.UNSENT
            await self._replace_earlier(loaded.row, sent)
        await self.notifications.confirm(notification.key)
        return Delivery.SENT

    async def _replace_earlier(self, row: GameRow, message: int) -> None:
        """Keep the id of a game's newest reminder, and delete the one before."""
        earlier = await self.posts.value(MESSAGE, game=row.id)
        await self.posts.save(MESSAGE, str(message), game=row.id)
        if earlier is not None and int(earlier) != message:
            await self.outbox.delete_notice(row, int(earlier))

    async def _send_directly(
        self, draft: Draft, loaded: LoadedTable, notification: Notification, target: str
    ) -> bool:
        """Return True if the direct message has certainly arrived and the channel gets none.

        One in doubt is not repeated: the channel gets the reminder.
        """
        assert notification.user is not None
        user = notification.user
        if draft.after is not None:
            return False
        second = replace(notification, key=f"{notification.key} direct")
        if target == BOTH and await self.notifier.reserve(second) is not Reservation.RESERVED:
            return False
        try:
            is_out = await self._write(user, draft.message, loaded, notification.key)
        except TRANSPORT_ERRORS as error:
            log.info("a reminder to user %s goes to the channel: %r", user, error)
            return False
        return is_out and target == DIRECT

    async def _tell_next(self, loaded: LoadedTable) -> None:
        """Notify the next player, if they want that, when the turn before theirs begins."""
        row, table, now = loaded.row, loaded.table, self.clock()
        user = _next_player(table)
        if user is None or now - table.since > NEXT_UP_SECONDS:
            return
        preferences = await self.preferences.notifications(user)
        if not preferences.next or preferences.quiet_until(now) is not None:
            return
        if await self.absences.away_until(user) is not None:
            return

        def compose(names: Names) -> Message:
            return words.next_turn_notice(table, names, row.channel)

        notification = Notification(
            f"{NEXT_TURN} {row.id} {int(table.since)}", NEXT_TURN, row.id, user
        )
        draft = await self.notifier.draft(notification, loaded, compose, resume=False)
        if isinstance(draft, Delivery):
            return
        try:
            await self._write(user, draft.message, loaded, notification.key)
        except TRANSPORT_ERRORS as error:
            # A courtesy: a failed notice is not retried.
            log.info("could not notify user %s, who plays next: %r", user, error)
        await self.notifications.confirm(notification.key)

    async def _write(self, user: int, message: Message, about: LoadedTable, nonce: str) -> bool:
        """Return True if the direct message has certainly arrived."""
        return await self.direct_messages.send(
            user, message, game=about.row.id, version=about.table.version, nonce=nonce
        )


def question(loaded: LoadedTable, name: str = "", cooldown_seconds: float = 0.0) -> Notification:
    """The notification that asks about the waiting turn."""
    key = " ".join(filter(None, (turn_key(QUESTION, loaded.row.id, loaded.table), name)))
    return Notification(key, QUESTION, loaded.row.id, cooldown_seconds=cooldown_seconds)


def _question(table: Table, names: Names) -> Message:
    message = vote_post(table, names)
    pings = tuple(user for user in message.pings if user not in names.absence_ends)
    return replace(message, pings=pings)


def _next_player(table: Table) -> int | None:
    """The person after the player to move, None at a table of two."""
    game = table.running_game
    seats = len(table.players)
    seats_after = [(game.turn + step) % seats for step in range(1, seats)]
    playing = [seat for seat in seats_after if seat not in game.out]
    user = table.players[playing[0]] if len(playing) > 1 else None
    return None if is_impersonal(user) else user
