"""The hour of a server for its daily and weekly posts."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.core.durations import HOUR
from bot.table.settings import SERVER_HOUR, SERVER_ZONE, Choices

SUNDAY: Final = 6
"""The weekday of posts of the week."""
MAX_LATE_SECONDS: Final = 6 * HOUR
"""The time after the hour in which a post may still come; later, its day is skipped."""


@dataclass(frozen=True, slots=True)
class ServerHours:
    hour: int
    zone: str

    @classmethod
    def read(cls, choices: Choices) -> "ServerHours":
        """Read a server's choices; an unknown value counts as the default."""
        return cls(int(choices.of(SERVER_HOUR)), choices.of(SERVER_ZONE))

    def today(self, now: float) -> date:
        return datetime.fromtimestamp(now, ZoneInfo(self.zone)).date()

    def at(self, day: date) -> float:
        """Unix time of the hour on a day.

        An hour skipped by the clocks is the one after it; of a repeated one, the first.
        """
        return datetime.combine(day, time(self.hour), ZoneInfo(self.zone)).timestamp()

    def due_day(self, now: float, weekday: int | None = None) -> date | None:
        """The day whose hour came up to MAX_LATE_SECONDS ago.

        Only on a ``weekday``, 0 for Monday, if given.
        """
        for day in (self.today(now), self.today(now) - timedelta(days=1)):
            is_meant = weekday in (None, day.weekday())
            if is_meant and 0 <= now - self.at(day) <= MAX_LATE_SECONDS:
                return day
        return None

    def following(self, now: float, weekday: int | None = None) -> float:
        """Unix time of the next hour, on a ``weekday`` if given."""
        day = self.today(now) - timedelta(days=1)
        while self.at(day) <= now or weekday not in (None, day.weekday()):
            day += timedelta(days=1)
        return self.at(day)
