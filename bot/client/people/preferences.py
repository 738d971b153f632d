"""How each player likes to play and to be told, at all tables."""

import time
from collections.abc import Callable
from typing import Final

from bot.table import notification_preferences
from bot.table.notification_preferences import NO, YES, NotificationPreferences
from storage import Preferences

CONFIRMS: Final = "confirms"


class PlayerPreferences:
    """What players have said about how they play; the database keeps it."""

    def __init__(self, preferences: Preferences, clock: Callable[[], float] = time.time) -> None:
        """``clock`` gives the present in Unix seconds."""
        self._preferences = preferences
        self._clock = clock

    async def confirming(self, user: int) -> bool:
        """Whether a player confirms each move before it is made."""
        return (await self._preferences.of(user)).get(CONFIRMS) == YES

    async def confirm(self, user: int, *, wanted: bool) -> None:
        """Notes whether a player wants to."""
        await self._preferences.prefer(user, CONFIRMS, YES if wanted else NO)

    async def wishes(self, user: int) -> NotificationPreferences:
        """How a player wishes to be told that it is their turn."""
        return notification_preferences.read(await self._preferences.of(user))

    async def quiet(self, user: int) -> bool:
        """Whether these are a player's quiet hours: nothing pings them."""
        return (await self.wishes(user)).quiet_until(self._clock()) is not None

    async def wish(self, user: int, key: str, value: str) -> None:
        """Notes what a player wishes, by the name of the preference."""
        await self._preferences.prefer(user, key, value)
