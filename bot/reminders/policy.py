"""Notification preferences, the next notice of a waiting turn, and the checks of a nudge."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum, auto
from math import inf
from typing import Final
from zoneinfo import ZoneInfo

from bot.absences.policy import absence_end
from bot.core.durations import DAY, HOUR, MINUTE
from bot.table import checks
from bot.table.clock import AbsencesByUser, Interval, runs_out_at, waited_seconds
from bot.table.refusals import Refusal
from bot.table.settings import (
    CHANNEL,
    NEXT,
    NO_REMINDERS,
    PLAYER,
    QUIET,
    REMIND,
    TARGET,
    TIME_CONTROLS,
    ZONE,
    Choices,
    read_quiet_hours,
)
from bot.table.table import Table
from bot.table.votes import can_be_decided

MAX_REMINDERS: Final = 4
"""The most reminders of a turn. `REMIND` in `bot.table.settings` tells players it and the next."""
REMINDER_INTERVAL_FACTOR: Final = 2
"""How many times longer each reminder waits than the one before."""


@dataclass(frozen=True, slots=True)
class NotificationPreferences:
    """A user's notification preferences.

    Attributes:
        first_reminder_hours: Hours of waiting, NO_REMINDERS for none.
        target: CHANNEL, DIRECT or BOTH.
        quiet: The first hour of the day without pings, and the hour that ends them.
        zone: The time zone of the quiet hours.
        next: Notify when the turn before the user's begins.
    """

    first_reminder_hours: int = 12
    target: str = CHANNEL
    quiet: tuple[int, int] | None = None
    zone: str = "UTC"
    next: bool = False

    def reminder_times(self, limit: float) -> tuple[float, ...]:
        """Seconds of waiting until each reminder, those before a limit."""
        times = (
            self.first_reminder_hours * HOUR * REMINDER_INTERVAL_FACTOR**n
            for n in range(MAX_REMINDERS)
        )
        return tuple(time for time in times if NO_REMINDERS < time < limit)

    def quiet_until(self, now: float) -> float | None:
        """Unix time, or None if ``now`` is not in the quiet hours."""
        if self.quiet is None:
            return None
        first, end = self.quiet
        local = datetime.fromtimestamp(now, ZoneInfo(self.zone))
        hours = (end - first) % 24
        if (local.hour - first) % 24 >= hours:
            return None
        over = local.replace(hour=end, minute=0, second=0, microsecond=0, fold=0)
        if over <= local:
            over += timedelta(days=1)
        # If the clocks change in that hour, its end may lie before now.
        return max(over.timestamp(), now + 1)


DEFAULT_PREFERENCES: Final = NotificationPreferences()


def read_preferences(preferences: Mapping[str, str]) -> NotificationPreferences:
    """Read preferences; what this version does not know counts as the default."""
    choices = Choices(PLAYER, preferences)
    return NotificationPreferences(
        first_reminder_hours=int(choices.of(REMIND)),
        target=choices.of(TARGET),
        quiet=read_quiet_hours(choices.of(QUIET)),
        zone=choices.of(ZONE),
        next=choices.wants(NEXT),
    )


QUESTION_SECONDS: Final = 5 * DAY
"""The waiting time before the table is asked; with a clock, the table is asked at its zero."""
MIN_SECONDS_BEFORE_QUESTION: Final = 1 * DAY
"""The least time between the last notice to the player and the question to the table."""
PAUSE_CHECK_SECONDS: Final = 1 * DAY
"""The time until the next look at a table whose pause has no end."""
ABSENCE_CHECK_SECONDS: Final = 1 * HOUR
"""The longest time until the next look at a table whose player to move is absent."""
LIMIT_CHECK_SECONDS: Final = 1 * HOUR
"""The time until the next look at a table whose player has reached the daily limit."""
PRESENCE_NOTICE_SECONDS: Final = 5 * MINUTE
"""The time until the first notice of a turn whose player had just moved."""
LIVE_PRESENCE_NOTICE_SECONDS: Final = 1 * MINUTE
"""The time until the first notice of a turn whose player had just moved, in a live game."""
UNREACHED_SECONDS: Final = 1 * DAY
"""The time after which votes may begin although the first notice did not reach its player."""
MAX_BACKLOG_SECONDS: Final = 1 * HOUR
"""The longest time for which notices wait for missing posts of their game."""
BACKLOG_CHECK_SECONDS: Final = 5 * MINUTE
"""The time until the next look at a table whose channel misses a post of the game."""


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """Facts about a waiting turn that its table lacks.

    Attributes:
        preferences: Those of the player to move.
        absences: Begin and end of that player's absences.
        stopped_clocks: When no clock runs, by user.
        returned_at: When that player last ended an absence by an action.
        was_present: That player had just moved when the turn began.
        notified_at: When the first notice was sent, None if not known to have been.
        reminders: When each reminder was sent, by its name.
        was_asked: The table was asked what to do.
        snoozed_until: The end of this turn's snooze, if any.
        behind_since: Time of the oldest unposted entry, if any.
        is_limited: The player gets no more repetitions today.
    """

    preferences: NotificationPreferences = DEFAULT_PREFERENCES
    absences: Sequence[Interval] = ()
    stopped_clocks: AbsencesByUser = field(default_factory=dict)
    returned_at: float | None = None
    was_present: bool = False
    notified_at: float | None = None
    reminders: Mapping[str, float] = field(default_factory=dict)
    was_asked: bool = False
    snoozed_until: int | None = None
    behind_since: float | None = None
    is_limited: bool = False


class Action(Enum):
    WAIT = auto()
    NOTIFY = auto()
    """Send the first notice of the turn: whatever the limits, and once."""
    REMIND = auto()
    """Send the reminder ``Step.name``, a repetition."""
    ASK = auto()
    """Ask the table what to do."""


@dataclass(frozen=True, slots=True)
class Step:
    """The next action for a waiting turn.

    Attributes:
        name: Of the reminder: its number, and the end of a snooze that it follows.
        look_at: Unix time to look again; None if the next entry says.
    """

    action: Action = Action.WAIT
    name: str = ""
    look_at: float | None = None


def next_step(table: Table, now: float, facts: TurnFacts) -> Step:
    """The next step for a running game's waiting turn.

    The law: one first notice reaches each person to move who does not move. It comes at once, at
    the end of quiet hours, when an absence ends by itself, or some minutes after the player was
    present. Only repetitions are limited, and no vote by clock begins before the notice.
    """
    held_until = _suspended_until(table, now, facts.stopped_clocks)
    if held_until is None:
        held_until = _backlog_until(now, facts.behind_since)
    if held_until is not None:
        return Step(look_at=held_until)
    notice_at = first_notice_at(table, now, facts)
    if notice_at is not None and notice_at <= now:
        return Step(Action.NOTIFY)
    times = _reminder_times(table, now, facts)
    reminder = _due_reminder(table, now, facts, times)
    can_remind = reminder is not None and not facts.is_limited
    ask_at = _question_at(table, now, facts, times, can_remind=can_remind)
    if ask_at <= now:
        # The question ends the reminders, but for one that its player has put off.
        reminder = _snoozed_reminder(now, facts)
    if ask_at <= now and not facts.was_asked:
        return Step(Action.ASK)
    free_at = _free_at(now, facts)
    if reminder is not None and can_remind and free_at <= now:
        return Step(Action.REMIND, reminder)
    looks = [ask_at, notice_at, facts.snoozed_until]
    if ask_at > now:
        waited = waited_seconds(table, now, facts.stopped_clocks)
        looks += [now + time - waited for time in times]
    if reminder is not None:
        looks.append(free_at if free_at > now else now + LIMIT_CHECK_SECONDS)
    later = [at for at in looks if at is not None and now < at < inf]
    if later and absence_end(facts.absences, now) is not None:
        # A process that is killed may fail to wake the turn when the player comes back.
        later.append(now + ABSENCE_CHECK_SECONDS)
    return Step(look_at=min(later, default=None))


def first_notice_at(table: Table, now: float, facts: TurnFacts) -> float | None:
    """The time to send a turn's first notice, from ``now`` on.

    None if it was sent, and during a pause.
    """
    is_paused = table.paused is not None and table.paused.is_active(now)
    if table.to_move is None or is_paused or facts.notified_at is not None:
        return None
    return _free_at(max(now, _notice_due_at(table, now, facts)), facts)


def is_protected(table: Table, now: float, facts: TurnFacts) -> bool:
    """True while the mover has had no first notice, so no vote may begin.

    Unreachable players are protected for UNREACHED_SECONDS; those who want no notices, as during an
    absence with running clocks, are not.
    """
    if table.to_move is None or facts.notified_at is not None:
        return False
    if facts.preferences.first_reminder_hours == NO_REMINDERS:
        return False
    if absence_end(facts.absences, now) is not None:
        return False
    return now < _notice_due_at(table, now, facts) + UNREACHED_SECONDS


def turn_began(table: Table) -> float:
    """The time when a turn began to wait: after the last pause, in Unix seconds."""
    return max([table.since, *(ended for _began, ended in table.pauses[-1:])])


def _notice_due_at(table: Table, now: float, facts: TurnFacts) -> float:
    """The time when a turn's first notice fell, or falls, due."""
    is_live = TIME_CONTROLS[table.settings.pace].bank > 0
    pause = LIVE_PRESENCE_NOTICE_SECONDS if is_live else PRESENCE_NOTICE_SECONDS
    began = due_at = turn_began(table)
    if facts.was_present:
        due_at = max(due_at, table.since + pause)
    if facts.returned_at is not None and began <= facts.returned_at <= now:
        due_at = max(due_at, facts.returned_at + pause)
    return _free_at(due_at, facts)


def _free_at(time: float, facts: TurnFacts) -> float:
    """The first time from ``time`` on outside absences and quiet hours."""
    while True:
        held_until = absence_end(facts.absences, time) or facts.preferences.quiet_until(time)
        if held_until is None:
            return time
        time = held_until


def _reminder_times(table: Table, now: float, facts: TurnFacts) -> tuple[float, ...]:
    """Seconds of waiting until each reminder of a turn."""
    if table.to_move is None or facts.notified_at is None:
        return ()
    clock_end = runs_out_at(table, now, facts.stopped_clocks)
    waited = waited_seconds(table, now, facts.stopped_clocks)
    limit = QUESTION_SECONDS if clock_end is None else waited + clock_end - now
    return facts.preferences.reminder_times(limit)


def _due_reminder(table: Table, now: float, facts: TurnFacts, times: Sequence[float]) -> str | None:
    """The due, unsent reminder's name.

    The first notice stands for reminders due before it.
    """
    if table.to_move is None or facts.notified_at is None:
        return None
    stopped = facts.stopped_clocks
    waited = waited_seconds(table, now, stopped)
    waited_before = waited_seconds(table, min(now, facts.notified_at), stopped)
    number = sum(time <= waited for time in times)
    if facts.snoozed_until is not None:
        # After a snooze the player gets a reminder, even if the table was asked meanwhile.
        is_due, name = facts.snoozed_until <= now, f"{max(number, 1)} {facts.snoozed_until}"
    else:
        is_due, name = number > sum(time <= waited_before for time in times), str(number)
    return name if is_due and name not in facts.reminders else None


def _snoozed_reminder(now: float, facts: TurnFacts) -> str | None:
    """The reminder after a finished snooze; None if one was sent."""
    until = facts.snoozed_until
    was_sent = any(name.endswith(f" {until}") for name in facts.reminders)
    return None if until is None or until > now or was_sent else f"1 {until}"


def _question_at(
    table: Table, now: float, facts: TurnFacts, times: Sequence[float], *, can_remind: bool
) -> float:
    """The time to ask the table, in Unix seconds; infinity for never."""
    if not table.voters() - {table.to_move}:
        return inf  # There is no other player to decide anything.
    ask_at = runs_out_at(table, now, facts.stopped_clocks)
    if ask_at is None:
        ask_at = now + QUESTION_SECONDS - waited_seconds(table, now, facts.stopped_clocks)
        if times:
            last = _last_notice_at(now, facts)
            if can_remind and not any(at <= now for at in facts.reminders.values()):
                # A player who could not be reminded, as the bot was not running, is reminded first.
                last = now
            ask_at = max(ask_at, last + MIN_SECONDS_BEFORE_QUESTION)
    if is_protected(table, now, facts):
        ask_at = max(ask_at, _notice_due_at(table, now, facts) + UNREACHED_SECONDS)
    return ask_at


def _last_notice_at(now: float, facts: TurnFacts) -> float:
    """The last notice to the mover; messages sent in the future are left out."""
    sent = [facts.notified_at or 0.0, *facts.reminders.values()]
    return max((at for at in sent if at <= now), default=0.0)


def _backlog_until(now: float, behind_since: float | None) -> float | None:
    """The time to look again at a table that misses a post; None if notices go out now."""
    if behind_since is None or not 0 <= now - behind_since < MAX_BACKLOG_SECONDS:
        return None
    return min(now + BACKLOG_CHECK_SECONDS, behind_since + MAX_BACKLOG_SECONDS)


def _suspended_until(table: Table, now: float, absent: AbsencesByUser) -> float | None:
    """The time to look again during a pause or an absence, else None."""
    if table.paused is not None and table.paused.is_active(now):
        return table.paused.until if table.paused.until is not None else now + PAUSE_CHECK_SECONDS
    user = table.to_move
    spans = absent.get(user, ()) if user is not None else ()
    ends = [end for begin, end in spans if begin <= now < end]
    return min(max(ends), now + ABSENCE_CHECK_SECONDS) if ends else None


NUDGE_COOLDOWN_SECONDS: Final = 8 * HOUR
"""The time between two nudges at a table, by any players."""
QUESTION_COOLDOWN_SECONDS: Final = 1 * DAY
"""The time between two questions to a table that players have asked for."""


def check_nudge(table: Table, user: int, now: float, away: Container[int]) -> int:
    """The player to move; refuse a user who may not nudge.

    Players who are ``away`` are not nudged.
    """
    checks.require_running(table)
    if user not in table.voters():
        raise Refusal("resigned" if user in table.players else "not-seated")
    waited_for = table.to_move
    if table.is_channel_to_move:
        raise Refusal("channel-votes")
    if waited_for is None:
        raise Refusal("nobody-to-nudge")
    if waited_for == user:
        raise Refusal("own-turn")
    if table.paused is not None and table.paused.is_active(now):
        raise Refusal("waits-on-purpose")
    if waited_for in away:
        raise Refusal("is-away", user=waited_for)
    return waited_for


def check_ask_table(
    table: Table,
    user: int,
    now: float,
    away: Container[int],
    absent: AbsencesByUser,
    *,
    is_protected: bool = False,
) -> None:
    """Refuse a user who may not nudge, or a turn too young for a vote."""
    waited_for = check_nudge(table, user, now, away)
    if not can_be_decided(table, now, absent, is_protected=is_protected):
        raise Refusal("protected", user=waited_for)
