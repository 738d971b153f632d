"""Messages about absences: a user's own with its buttons, and the notice to a table."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import Final

from bot.absences.policy import (
    ALLOWANCE_SECONDS,
    AUTOMATIC_ABSENCE_SECONDS,
    AbsenceStatus,
    return_moment,
)
from bot.core.durations import DAY
from bot.table.refusals import Refusal
from bot.text.dates import parse_day
from bot.text.i18n import (
    N_,
    _,
    date_timestamp,
    datetime_timestamp,
    format_day,
    ngettext,
    relative_timestamp,
)
from bot.text.message import Button, ButtonStyle, Menu, MenuLine, Message, Suggestion
from bot.text.names import Names
from bot.words.actions import ChangeAbsence

BACK: Final = "back"
AUTOMATIC, NEVER = "at-need", "never"
"""Words after AWAY: end the absence; switch automatic absences on or off."""
OFFERED_DAYS: Final = {
    1: N_("tomorrow, {day}"),
    3: N_("in three days, {day}"),
    7: N_("in a week, {day}"),
    14: N_("in two weeks, {day}"),
}
"""The offered days, by their distance from today."""


def absence_status(
    status: AbsenceStatus, today: date, order_buttons: Sequence[Button] = ()
) -> Message:
    """A person's absence, the days left this year, and buttons.

    ``order_buttons`` lead to the standing orders of their tables.
    """
    lines = list(_status_lines(status))
    if order_buttons:
        lines.append(_("📜 Your standing orders play while you're away. Give some:"))
    label = _("Until another day …") if status.until is not None else _("Away until …")
    menu = Menu(
        label,
        tuple(MenuLine(label, str(ChangeAbsence(str(day)))) for day, label in offered_days(today)),
    )
    back = Button(_("I'm back"), str(ChangeAbsence(BACK)), ButtonStyle.SUCCESS)
    need = (
        Button(_("Turn off auto-away"), str(ChangeAbsence(NEVER)))
        if status.is_automatic
        else Button(_("Turn on auto-away"), str(ChangeAbsence(AUTOMATIC)))
    )
    buttons = (back, need) if status.until is not None else (need,)
    return Message("\n".join(lines), buttons=(menu, *buttons, None, *order_buttons))


def _status_lines(status: AbsenceStatus) -> Iterator[str]:
    if status.until is None:
        yield _("**You're here.** Going away? Say until when, and your games will know.")
    else:
        yield away_line(status.until)
    yield _(
        "You don't get any reminders while you're away. Your next move in any game "
        "ends your absence."
    )
    if status.until is not None and status.clocks_until != status.until:
        if status.clocks_until is None:
            yield _("Your clocks are running: you've used up this year's paused days.")
        else:
            yield _(
                "Your clocks are stopped until {until}.",
                until=datetime_timestamp(status.clocks_until),
            )
    yield ngettext(
        "Clocks can stop for up to {most} days a year. You have {number} day left.",
        "Clocks can stop for up to {most} days a year. You have {number} days left.",
        int(status.allowance_left / DAY + 0.5),
        most=int(ALLOWANCE_SECONDS / DAY),
    )
    yield (
        _(
            "If you run out of time in a slow game, you're marked away for {days} days.",
            days=int(AUTOMATIC_ABSENCE_SECONDS / DAY),
        )
        if status.is_automatic
        else _("If you run out of time in a slow game, you aren't marked away.")
    )


def away_line(until: float) -> str:
    return _(
        "🌴 **You're away** until {until} ({when}).",
        until=datetime_timestamp(until),
        when=relative_timestamp(until),
    )


def automatic_absence_notice(until: float) -> Message:
    text = _(
        "🌴 You nearly ran out of time, so you're now away until {until}, as you chose. "
        "Your next move ends it.",
        until=datetime_timestamp(until),
    )
    return Message(
        text, buttons=(Button(_("I'm back"), str(ChangeAbsence(BACK)), ButtonStyle.SUCCESS),)
    )


def end_answer(*, was_away: bool) -> str:
    """Answer a person who ends their absence, or has none."""
    return (
        _("Welcome back! Your reminders and clocks are on again.")
        if was_away
        else _("You aren't away.")
    )


def offered_days(today: date) -> Iterator[tuple[date, str]]:
    for number, words in OFFERED_DAYS.items():
        day = today + timedelta(days=number)
        yield day, _(words, day=format_day(day))


def suggestions(typed: str, now: datetime, locale: object) -> Iterator[Suggestion]:
    """The typed day if an absence may end then, and the offered days.

    ``now`` is in the user's time zone; ``locale`` is Discord's.
    """
    day = parse_day(typed, now.date(), locale)
    if day is not None:
        with suppress(Refusal):
            return_moment(day, now)
            yield Suggestion(format_day(day), str(day))
    for offered, label in offered_days(now.date()):
        if offered != day:
            yield Suggestion(label, str(offered))


def absence_notice(user: int, until: float, names: Names) -> Message:
    """The absent player and the end of the absence; nobody is pinged."""
    return Message(
        _(
            "🌴 {who} is away until {day}, or until their next move.",
            who=names.user_name(user),
            day=date_timestamp(until),
        )
    )
