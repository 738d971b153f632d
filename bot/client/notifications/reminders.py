"""Players are reminded of turns that wait, then the table is asked: each once, and with measure."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.client.discord_io.sending import TRANSPORT_ERRORS
from bot.client.notifications.absence_notices import AbsenceNotices
from bot.client.notifications.direct_messages import DirectMessages
from bot.client.people.names import NameDirectory
from bot.client.people.preferences import PlayerPreferences
from bot.client.posting.outbox import Outbox
from bot.presenters.public import reminders
from bot.presenters.public.stalled_turn import note
from bot.table import checks, reminder_policy
from bot.table.notification_preferences import (
    BOTH,
    CHANNEL,
    DIRECT,
    HOUR,
    NEVER,
    NotificationPreferences,
)
from bot.table.refusals import Refusal
from bot.table.seat_service import Absences, nobody_absent
from bot.table.store import Seen, Tables
from bot.table.table import Phase, Table
from bot.table.time_control import PACES
from bot.text.i18n import speaking
from bot.text.message import Message
from bot.text.opponents import is_opponent
from storage import Due, Notifications, Reservation, Schedule

log = logging.getLogger(__name__)

TURN: Final = "turn"
"""The kind of the due that looks after the turns of a game: the database puts it with entries."""
REMIND, NOTE, ASKED, NEXT = "remind", "note", "asked", "next"
"""The kinds of what is said."""
DAILY: Final = 8
"""How often somebody is called to their turns in a day, all tables and ways together."""
SNOOZED: Final = 4 * HOUR
"""How long *Not now* puts a reminder off."""
SOON: Final = 60.0
BEHIND: Final = 300.0
"""Seconds until it is looked again at a table whose channel has not been told all."""
AWAY: Final = HOUR
"""The same at one whose server has put the bot out, and may take it back."""
FRESH: Final = HOUR
"""Seconds after which it is no news any more that somebody is next."""


class Reminders:
    """Looks after the turns of all games: what is to be said is seen from the table and the time.

    Nothing is kept in memory: what was said is in ``notifications``, who snoozes in the due itself.
    """

    def __init__(
        self,
        tables: Tables,
        outbox: Outbox,
        direct: DirectMessages,
        names: NameDirectory,
        habits: PlayerPreferences,
        schedule: Schedule,
        notifications: Notifications,
        clock: Callable[[], float] = time.time,
        absences: Absences = nobody_absent,
        tidings: AbsenceNotices | None = None,
        has_bot: Callable[[int], bool] = lambda _guild: True,
    ) -> None:
        """``clock`` gives the present in Unix seconds, as that of the database.

        ``tidings`` know who is away, also where their clocks run. ``has_bot`` tells whether a
        server has the bot: of a table in another nobody is told anything, as nobody could play.
        """
        self._tables = tables
        self._outbox = outbox
        self._direct = direct
        self._names = names
        self._habits = habits
        self._schedule = schedule
        self._notifications = notifications
        self._reserve = notifications.reserve
        self._clock = clock
        self._absences = absences
        self._tidings = tidings
        self._has_bot = has_bot

    async def turn(self, due: Due) -> Due | None:
        """Says what is to be said of the turn that waits at a table, and when to look again.

        Raises what makes it be tried again.
        """
        seen = await self._playing(due)
        if seen is None:
            return None
        row, table, now = seen.row, seen.table, self._clock()
        if not self._has_bot(row.guild):
            return replace(due, at=now + AWAY)
        if row.posted < row.last:
            return replace(due, at=now + BEHIND)
        await self._tell_next(seen)
        wishes = await self._wishes(table)
        then = await self._call(seen, due, wishes, await self._reminded(seen))
        return replace(due, at=max(then, now + 1)) if then is not None else None

    async def snooze(self, seen: Seen, user: int) -> float:
        """Puts off the reminder of a turn; until when, in Unix seconds."""
        checks.may_move(seen.table, user)
        until = self._clock() + SNOOZED
        text = f"{int(seen.table.since)} {int(until)}"
        await self._schedule.put(Due(f"{TURN} {seen.row.id}", TURN, until, seen.row.id, text=text))
        return until

    async def ask(self, seen: Seen, key: str = "", pause: float = 0.0) -> Reservation:
        """Asks the table what shall be done about the turn that waits, once for each key.

        Within a ``pause`` after it was asked, in seconds, it is not asked again. RESERVED where it
        is asked now, IN_DOUBT where the channel has not seen all yet. Raises one of NOT_TAKEN.
        """
        row, table = seen.row, seen.table
        key = f"{NOTE} {row.id} {int(table.since)}{key}"
        mark = await self._reserve(key, NOTE, game=row.id, cooldown_seconds=pause)
        if mark in (Reservation.RESERVED, Reservation.IN_DOUBT):
            names = await self._names.of(table, row.guild)
            with speaking(table.settings.language):
                message = note(table, names)
            here = [user for user in message.pings if user not in names.away]
            pings = [user for user in here if await self._asked(seen, user, key)]
            message = replace(message, pings=tuple(pings))
            look = mark is Reservation.IN_DOUBT
            if not await self._outbox.aside(row, table, message, key, look=look):
                return Reservation.IN_DOUBT
            for each in (key, *(f"{key} {user}" for user in pings)):
                await self._notifications.confirm(each)
            return Reservation.RESERVED
        return mark

    async def _asked(self, seen: Seen, user: int, key: str) -> bool:
        """Whether somebody whose say it is may be pinged now: not at night, nor too often."""
        if await self._habits.quiet(user):
            return False
        key = f"{key} {user}"
        mark = await self._reserve(key, ASKED, game=seen.row.id, user=user, daily_limit=DAILY)
        return mark is not Reservation.DAILY_LIMIT

    async def _playing(self, due: Due) -> Seen | None:
        """The table of a due, if somebody is to move there."""
        assert due.game is not None
        try:
            seen = await self._tables.playing(due.game)
        except Refusal as refusal:
            log.warning("game %s cannot be looked after: %s", due.game, refusal.facts)
            return None
        return seen if seen is not None and seen.table.phase is Phase.PLAYING else None

    async def _wishes(self, table: Table) -> NotificationPreferences:
        """Those of who is to move; an open seat wishes for nothing."""
        if table.to_move is None:
            return NotificationPreferences(hours=NEVER)
        return await self._habits.wishes(table.to_move)

    async def _reminded(self, seen: Seen) -> float | None:
        """When who is to move was last reminded of this turn."""
        said = await self._notifications.last_at(seen.row.id, REMIND)
        return said if said is not None and said >= seen.table.since else None

    async def _call(
        self, seen: Seen, due: Due, wishes: NotificationPreferences, reminded: float | None
    ) -> float | None:
        """Says what is to be said now; when to look again, in Unix seconds."""
        table, now = seen.table, self._clock()
        absent = await self._absences(table.people)
        found = reminder_policy.next_reminder(table, now, absent, wishes, reminded)
        if found.note and (until := await self._at_need(table)) is not None:
            return until
        if found.note:
            return now + SOON if await self.ask(seen) is Reservation.IN_DOUBT else None
        snoozed = _snoozed(due, table)
        if snoozed is not None and now < snoozed:
            return min(snoozed, found.then or snoozed)
        number = max(found.number or 1, 1) if snoozed is not None else found.number
        if number is None:
            return found.then
        away = await self._away(table)
        if away is not None:
            return min(away, found.then or away)
        quiet = wishes.quiet_until(now)
        if quiet is not None:
            return quiet
        name = f"{number} {int(snoozed)}" if snoozed is not None else str(number)
        match await self._remind(seen, wishes, name):
            case Reservation.DAILY_LIMIT | Reservation.SENT if reminded is None:
                # Others do not wait for ever because somebody plays at very many tables, or because
                # a clock that was wrong has said it all before its time.
                return await self._call(seen, due, wishes, now - reminder_policy.AFTER)
            case Reservation.DAILY_LIMIT:
                return min(now + HOUR, found.then or now + HOUR)
            case Reservation.IN_DOUBT:
                return now + SOON
        return found.then

    async def _away(self, table: Table) -> float | None:
        """Until when who is to move is away, even if their clock runs."""
        if self._tidings is None or table.to_move is None:
            return None
        return await self._tidings.away(table.to_move)

    async def _at_need(self, table: Table) -> float | None:
        """Until when who is to move is away from now on, as a clock of days has run out."""
        days = PACES[table.settings.pace].move is not None
        if self._tidings is None or table.to_move is None or not days:
            return None
        return await self._tidings.at_need(table.to_move, table.settings.language)

    async def _remind(self, seen: Seen, wishes: NotificationPreferences, name: str) -> Reservation:
        """Remind the player to move as they wish. RESERVED if it is sent, IN_DOUBT if not yet."""
        row, table = seen.row, seen.table
        assert table.to_move is not None
        key = f"{REMIND} {row.id} {int(table.since)} {name}"
        mark = await self._reserve(key, REMIND, game=row.id, user=table.to_move, daily_limit=DAILY)
        if mark not in (Reservation.RESERVED, Reservation.IN_DOUBT):
            return mark
        names = await self._names.of(table, row.guild)
        with speaking(table.settings.language):
            message = reminders.reminder(table, names, row.channel, name)
        direct = await self._directly(seen, wishes, message, key, mark)
        if not (direct and wishes.way == DIRECT):
            look = mark is Reservation.IN_DOUBT
            if not await self._outbox.aside(row, table, message, key, look=look):
                return Reservation.IN_DOUBT
        await self._notifications.confirm(key)
        return Reservation.RESERVED

    async def _directly(
        self,
        seen: Seen,
        wishes: NotificationPreferences,
        message: Message,
        key: str,
        mark: Reservation,
    ) -> bool:
        """Writes a reminder to who is to move, if they wish it so; whether it is out."""
        user = seen.table.to_move
        assert user is not None
        if wishes.way == CHANNEL:
            return False
        if mark is Reservation.IN_DOUBT:
            return True  # It may have arrived, so it is not sent again.
        if wishes.way == BOTH:
            as_well = {"game": seen.row.id, "user": user, "daily_limit": DAILY}
            if await self._reserve(f"{key} direct", REMIND, **as_well) is not Reservation.RESERVED:
                return False
        try:
            return await self._write(user, seen, message, key)
        except TRANSPORT_ERRORS:
            for each in (key, f"{key} direct"):
                await self._notifications.release(each)
            raise

    async def _tell_next(self, seen: Seen) -> None:
        """Tells who is next that the player before them has begun, if they wish it."""
        row, table, now = seen.row, seen.table, self._clock()
        user = _next(table)
        if user is None or now - table.since > FRESH:
            return
        wishes = await self._habits.wishes(user)
        if not wishes.next or wishes.quiet_until(now) is not None:
            return
        if self._tidings is not None and await self._tidings.away(user) is not None:
            return
        key = f"{NEXT} {row.id} {int(table.since)}"
        mark = await self._reserve(key, NEXT, game=row.id, user=user, daily_limit=DAILY)
        if mark is Reservation.RESERVED:
            names = await self._names.of(table, row.guild)
            with speaking(table.settings.language):
                message = reminders.next_up(table, names, row.channel)
            try:
                await self._write(user, seen, message, key)
            except TRANSPORT_ERRORS as error:
                log.info("user %s is not told to be next: %r", user, error)
            await self._notifications.confirm(key)

    async def _write(self, user: int, seen: Seen, message: Message, key: str) -> bool:
        return await self._direct.send(
            user, message, game=seen.row.id, version=seen.table.version, nonce=key
        )


def _snoozed(due: Due, table: Table) -> float | None:
    """Until when the present turn's player has put the reminder off, whether it is over or not."""
    since, _space, until = due.text.partition(" ")
    return float(until) if since == str(int(table.since)) and until else None


def _next(table: Table) -> int | None:
    """Which person plays after who is to move; None where there are two, who know."""
    game = table.running_game
    seats = len(table.players)
    after = [(game.turn + n) % seats for n in range(1, seats)]
    playing = [seat for seat in after if seat not in game.out]
    user = table.players[playing[0]] if len(playing) > 1 else None
    return None if is_opponent(user) else user
