"""Notification preferences: reading, writing and quiet hours in the user's time zone."""

from datetime import datetime
from zoneinfo import ZoneInfo

from bot.reminders.policy import DEFAULT_PREFERENCES, NotificationPreferences, read_preferences
from bot.table.settings import (
    BOTH,
    NEXT,
    NO_REMINDERS,
    QUIET,
    REMIND,
    REMINDER_HOUR_CHOICES,
    TARGET,
    YES,
    ZONE,
)
from bot.text.time_zones import MENU_ZONES
from tests.support.for_each import for_each


def moment(zone: str, *when: int, fold: int = 0) -> float:
    return datetime(*when, tzinfo=ZoneInfo(zone), fold=fold).timestamp()  # type: ignore[misc,arg-type]


def test_preferences_are_read_from_storage() -> None:
    said = {REMIND: "48", TARGET: BOTH, QUIET: "22-7", ZONE: "Asia/Tokyo", NEXT: YES, "other": "x"}
    assert read_preferences(said) == NotificationPreferences(48, BOTH, (22, 7), "Asia/Tokyo", True)
    assert read_preferences({REMIND: "0"}).first_reminder_hours == NO_REMINDERS
    assert read_preferences({}) == DEFAULT_PREFERENCES == NotificationPreferences()


@for_each(
    "said",
    [
        *({REMIND: text} for text in ("", "7", "-6", "six")),
        {TARGET: "letter"},
        *({QUIET: text} for text in ("none", "22", "22-22", "24-7", "a-b", "-", "1-2-3")),
        {ZONE: "Mars/Base"},
        {NEXT: "perhaps"},
    ],
)
def test_an_unknown_value_counts_as_the_default(said: dict[str, str]) -> None:
    assert read_preferences(said) == DEFAULT_PREFERENCES


def test_every_offered_time_zone_exists() -> None:
    assert len(MENU_ZONES) <= 25, "a menu holds no more lines"
    offsets = [ZoneInfo(zone).utcoffset(datetime(2026, 1, 15)) for zone in MENU_ZONES]
    assert len({offset for offset in offsets if offset is not None}) >= 20


def test_quiet_hours_over_midnight_end_in_the_morning() -> None:
    wishes = NotificationPreferences(quiet=(22, 7), zone="Europe/Paris")
    morning = moment("Europe/Paris", 2026, 11, 23, 7)
    for hour in ((22, 22, 0), (22, 23, 59), (23, 3, 30), (23, 6, 59)):
        assert wishes.quiet_until(moment("Europe/Paris", 2026, 11, *hour)) == morning
    for hour in ((22, 21, 59), (23, 7, 0), (23, 12, 0)):
        assert wishes.quiet_until(moment("Europe/Paris", 2026, 11, *hour)) is None


def test_quiet_hours_within_a_day_and_in_another_zone() -> None:
    wishes = NotificationPreferences(quiet=(9, 17), zone="Asia/Tokyo")
    assert wishes.quiet_until(moment("UTC", 2026, 11, 22, 0)) == moment("UTC", 2026, 11, 22, 8)
    assert wishes.quiet_until(moment("UTC", 2026, 11, 22, 8)) is None
    assert NotificationPreferences().quiet_until(0.0) is None


def test_quiet_hours_hold_across_daylight_saving_changes() -> None:
    wishes = NotificationPreferences(quiet=(22, 2), zone="Europe/Paris")
    # On 29 March 2026 there is no two o'clock in Paris, on 25 October there are two.
    for now in (moment("Europe/Paris", 2026, 3, 29, 1, 30), moment("UTC", 2026, 10, 24, 23, 30)):
        until = wishes.quiet_until(now)
        assert until is not None and now < until <= now + 2 * 3600


def test_reminders_double_and_are_four_at_most() -> None:
    for hours in REMINDER_HOUR_CHOICES:
        times = NotificationPreferences(first_reminder_hours=hours).reminder_times(1e9)
        assert [time / 3600 for time in times] == [hours, 2 * hours, 4 * hours, 8 * hours]
    assert NotificationPreferences(first_reminder_hours=NO_REMINDERS).reminder_times(1e9) == ()
