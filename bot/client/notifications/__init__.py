"""Reminders, nudges and direct messages: each reserved in the database before it is sent."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.client.notifications.absence_notices import AbsenceNotices
from bot.client.notifications.direct_messages import DirectMessages
from bot.client.notifications.notifier import Notifier
from bot.client.notifications.nudges import Nudges
from bot.client.notifications.reminders import Reminders
from bot.client.people.absences import AbsenceCalendar
from bot.client.people.names import NameDirectory
from bot.client.people.preferences import PlayerPreferences
from bot.client.posting.outbox import Outbox
from bot.table.store import Tables
from storage import Database, Notifications, Schedule


@dataclass(frozen=True, slots=True)
class TableNotifications:
    """The senders of unasked messages about tables."""

    reminders: Reminders
    nudges: Nudges
    absence_notices: AbsenceNotices


def build(
    database: Database,
    tables: Tables,
    outbox: Outbox,
    direct_messages: DirectMessages,
    names: NameDirectory,
    preferences: PlayerPreferences,
    absences: AbsenceCalendar,
    clock: Callable[[], float],
) -> TableNotifications:
    """Build the senders; ``clock`` gives the present in Unix seconds."""
    notifier = Notifier(Notifications(database), names, outbox)
    absence_notices = AbsenceNotices(absences, tables, notifier, direct_messages)
    reminders = Reminders(
        notifier,
        direct_messages,
        preferences,
        Schedule(database),
        absences,
        absence_notices,
        clock,
    )
    nudges = Nudges(notifier, names, preferences, reminders, clock)
    return TableNotifications(reminders, nudges, absence_notices)
