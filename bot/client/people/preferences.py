"""The preferences of each player, for all tables."""

import time
from dataclasses import dataclass
from typing import Final

from bot.durations import Clock
from bot.table import reminder_policy
from bot.table.reminder_policy import NotificationPreferences
from bot.table.settings import PLAYER, YES, Choices
from storage import KeyValues
from storage.results import OPTED_OUT
from storage.results import PREFERENCE as IN_STATISTICS

LANGUAGE: Final = "language"
"""The preference with the language of direct messages, noted when a player asks for some."""
LESSON: Final = "lesson"


@dataclass(eq=False, repr=False)
class PlayerPreferences:
    """The preferences of players, kept in the database."""

    preferences: KeyValues
    clock: Clock = time.time

    async def of(self, user: int) -> Choices:
        """The settings of a player."""
        return Choices(PLAYER, await self.preferences.of(user=user))

    async def wants(self, user: int, key: str) -> bool:
        """Return True if a player's setting of YES and NO is YES."""
        return (await self.of(user)).wants(key)

    async def set(self, user: int, key: str, value: str) -> None:
        """Set a setting of a player. Raise Refusal for a value that it does not take."""
        await self.preferences.save(key, PLAYER[key].check(value), user=user)

    async def is_in_statistics(self, user: int) -> bool:
        """Return True unless a player has left the statistics."""
        return (await self.preferences.of(user=user)).get(IN_STATISTICS) != OPTED_OUT

    async def set_in_statistics(self, user: int, *, wanted: bool) -> None:
        """Set whether a player is in statistics and ratings."""
        await self.preferences.save(IN_STATISTICS, YES if wanted else OPTED_OUT, user=user)

    async def lesson(self, user: int) -> str:
        """Return the key of the lesson that a player is at; "" before the first one."""
        return (await self.preferences.of(user=user)).get(LESSON, "")

    async def set_lesson(self, user: int, key: str) -> None:
        """Note the lesson that a player is at."""
        await self.preferences.save(LESSON, key, user=user)

    async def notifications(self, user: int) -> NotificationPreferences:
        """Return the notification preferences of a player."""
        return reminder_policy.read_preferences(await self.preferences.of(user=user))

    async def language(self, user: int) -> str | None:
        """Return the language to write to a player in, None if it is not known."""
        return (await self.preferences.of(user=user)).get(LANGUAGE)

    async def set_language(self, user: int, language: str) -> None:
        """Note the language to write to a player in."""
        await self.preferences.save(LANGUAGE, language, user=user)

    async def is_quiet_time(self, user: int) -> bool:
        """Return True during a player's quiet hours, in which nothing pings them."""
        return (await self.notifications(user)).quiet_until(self.clock()) is not None
