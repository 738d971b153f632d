"""The preferences of each player, for all tables."""

import time
from collections.abc import Callable
from typing import Final

from bot.presenters.private.preferences import SUGGESTS
from bot.table import reminder_policy
from bot.table.reminder_policy import NO, YES, NotificationPreferences
from bot.table.server_defaults import ANIMATES
from storage import Preferences
from storage.results import OPTED_OUT
from storage.results import PREFERENCE as IN_STATISTICS

CONFIRMS: Final = "confirms"
LANGUAGE: Final = "language"
"""The preference with the language of direct messages, noted when a player asks for some."""
LESSON: Final = "lesson"


class PlayerPreferences:
    """The preferences of players, kept in the database."""

    def __init__(self, preferences: Preferences, clock: Callable[[], float] = time.time) -> None:
        """``clock`` gives the present in Unix seconds."""
        self._preferences = preferences
        self._clock = clock

    async def confirms_moves(self, user: int) -> bool:
        """Return True if a player confirms each move before it is made."""
        return (await self._preferences.of(user)).get(CONFIRMS) == YES

    async def set_confirms_moves(self, user: int, *, wanted: bool) -> None:
        """Set whether a player confirms each move."""
        await self._preferences.save(user, CONFIRMS, YES if wanted else NO)

    async def starts_with_suggestion(self, user: int) -> bool:
        """Return True if a player's panel opens with a suggestion, at tables with aids."""
        return (await self._preferences.of(user)).get(SUGGESTS) == YES

    async def shows_animations(self, user: int) -> bool:
        """Return True unless a player wants pictures in private answers to stand still."""
        return (await self._preferences.of(user)).get(ANIMATES) != NO

    async def is_in_statistics(self, user: int) -> bool:
        """Return True unless a player has left the statistics."""
        return (await self._preferences.of(user)).get(IN_STATISTICS) != OPTED_OUT

    async def set_in_statistics(self, user: int, *, wanted: bool) -> None:
        """Set whether a player is in statistics and ratings."""
        await self._preferences.save(user, IN_STATISTICS, YES if wanted else OPTED_OUT)

    async def lesson(self, user: int) -> str:
        """Return the key of the lesson that a player is at; "" before the first one."""
        return (await self._preferences.of(user)).get(LESSON, "")

    async def set_lesson(self, user: int, key: str) -> None:
        """Note the lesson that a player is at."""
        await self._preferences.save(user, LESSON, key)

    async def notifications(self, user: int) -> NotificationPreferences:
        """Return the notification preferences of a player."""
        return reminder_policy.read_preferences(await self._preferences.of(user))

    async def language(self, user: int) -> str | None:
        """Return the language to write to a player in, None if it is not known."""
        return (await self._preferences.of(user)).get(LANGUAGE)

    async def is_quiet_time(self, user: int) -> bool:
        """Return True during a player's quiet hours, in which nothing pings them."""
        return (await self.notifications(user)).quiet_until(self._clock()) is not None

    async def set(self, user: int, key: str, value: str) -> None:
        """Set a preference by its name."""
        await self._preferences.save(user, key, value)
