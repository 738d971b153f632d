"""The facts about waiting turns from the database, and the first notice that is due for each."""

from dataclasses import dataclass, replace
from typing import Final

from bot.absences.policy import stopped_clocks
from bot.absences.service import RETURNED_KEY, AbsenceCalendar
from bot.core.durations import Clock
from bot.orders.service import OrderBook
from bot.reminders.policy import (
    LIVE_PRESENCE_NOTICE_SECONDS,
    NotificationPreferences,
    TurnFacts,
    first_notice_at,
    is_protected,
    read_preferences,
    turn_began,
)
from bot.runtime.scheduler import Snooze
from bot.table.clock import is_present
from bot.table.settings import NO_REMINDERS
from bot.table.table import Phase, Table
from bot.text.names import is_impersonal
from storage import (
    EntryRow,
    FirstNotice,
    GameRow,
    Log,
    Notifications,
    Preferences,
)
from storage.notifications import FIRST, OWED

REMINDER, QUESTION = "remind", "note"
"""The kinds of notifications about a turn: a reminder, and a question to the table."""
NOBODY: Final = NotificationPreferences(first_reminder_hours=NO_REMINDERS)
"""The preferences of an open seat."""


def first_notice(game: int, table: Table) -> FirstNotice | None:
    """None if no person is to move."""
    user = table.to_move
    if table.phase is not Phase.PLAYING or user is None or is_impersonal(user):
        return None
    # A turn may begin in the second in which the one before it did.
    key = f"{FIRST} {game} {int(turn_began(table))} {len(table.turns)}"
    return FirstNotice(key, game, user)


def turn_key(kind: str, game: int, table: Table) -> str:
    """The first words of a kind of notifications about a turn."""
    return f"{kind} {game} {int(table.since)}"


@dataclass(frozen=True, slots=True)
class TurnPing:
    """The first notice that a turn's post is, or that stays owed after it."""

    notice: FirstNotice | None = None
    owed: FirstNotice | None = None


@dataclass(eq=False, repr=False)
class TurnFactsReader:
    notifications: Notifications
    preferences: Preferences
    absences: AbsenceCalendar
    orders: OrderBook
    game_log: Log
    clock: Clock

    async def of(
        self, game: int, table: Table, row: GameRow, snooze: Snooze | None = None
    ) -> TurnFacts:
        unposted: tuple[EntryRow, ...] = ()
        if row.posted < row.last:
            unposted = await self.game_log.read(row.id, after=row.posted)
        is_posted = not unposted or unposted[0].at > table.since
        facts = await self._facts(game, table, snooze, is_posted=is_posted)
        return replace(facts, behind_since=unposted[0].at if unposted else None)

    async def _facts(
        self, game: int, table: Table, snooze: Snooze | None = None, *, is_posted: bool
    ) -> TurnFacts:
        """``is_posted``: the turn's beginning was posted.

        Such a post has notified the player to move, unless noted otherwise.
        """
        notice, user = first_notice(game, table), table.to_move
        periods = await self.absences.periods(table.people)
        preferences = await self.preferences.of(user=user) if user is not None else {}
        returned_at = preferences.get(RETURNED_KEY)
        notified_at, reminders, was_asked = None, dict[str, float](), False
        is_owed = not is_posted
        for sent in await self.notifications.of_turn(notice, game, (REMINDER, QUESTION)):
            about, _, name = sent.key.partition(f"{turn_key(sent.kind, game, table)} ")
            if sent.kind == FIRST and sent.sent:
                notified_at = sent.at
            elif sent.kind == OWED:
                is_owed = True
            elif sent.kind == REMINDER and not about and sent.sent:
                reminders[name] = sent.at
            elif sent.key == turn_key(QUESTION, game, table):
                was_asked = sent.sent
        if notified_at is None and not is_owed:
            notified_at = turn_began(table)
        is_snoozed = snooze is not None and snooze.turn_began == int(table.since)
        return TurnFacts(
            preferences=read_preferences(preferences) if user is not None else NOBODY,
            absences=periods.get(user, ()) if user is not None else (),
            stopped_clocks={user: stopped_clocks(spans) for user, spans in periods.items()},
            returned_at=float(returned_at) if returned_at is not None else None,
            was_present=await self._was_present(game, table),
            notified_at=notified_at,
            reminders=reminders,
            was_asked=was_asked,
            snoozed_until=snooze.until if snooze is not None and is_snoozed else None,
        )

    async def is_in_doubt(self, notice: FirstNotice) -> bool:
        """True if an earlier attempt was cut short, or may run."""
        return await self.notifications.is_sent(notice.key) is False

    async def turn_ping(self, game: int, table: Table, before: Table | None) -> TurnPing:
        """The first notice that a turn's post is, or that stays owed.

        ``before``: the table that the channel knows. If the mover's order plays, it is made due.
        """
        notice, now = first_notice(game, table), self.clock()
        if notice is None:
            return TurnPing()
        is_ordered = await self.orders.make_due(game, table)
        has_just_moved = now < table.since + LIVE_PRESENCE_NOTICE_SECONDS
        is_posted = before is not None and first_notice(game, before) == notice
        is_withheld = is_ordered or (has_just_moved and await self._was_present(game, table))
        if is_withheld and not is_posted:
            return TurnPing(owed=notice)
        facts = await self._facts(game, table, is_posted=is_posted)
        if facts.notified_at is not None:
            return TurnPing()
        at = first_notice_at(table, now, facts)
        if is_withheld or at is None or at > now:
            return TurnPing(owed=notice)
        return TurnPing(notice)

    async def is_protected(self, game: int, table: Table) -> bool:
        """True while no vote about the waiting turn may begin."""
        if first_notice(game, table) is None:
            return False
        facts = await self.of(game, table, await self.game_log.row(game))
        return is_protected(table, self.clock(), facts)

    async def _was_present(self, game: int, table: Table) -> bool:
        """True if the mover had just moved, other than by a standing order."""
        user = table.to_move
        if user is None or not is_present(table):
            return False
        return not any(
            played.was_last_of(table, user) for played in await self.orders.played(user, game)
        )
