"""How each player likes to play, at all tables."""

from typing import Final

from storage import Preferences

CONFIRMS: Final = "confirms"
YES: Final = "yes"
NO: Final = "no"


class Habits:
    """What players have said about how they play; the database keeps it."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    async def confirming(self, user: int) -> bool:
        """Whether a player confirms each move before it is made."""
        return (await self._preferences.of(user)).get(CONFIRMS) == YES

    async def confirm(self, user: int, *, wanted: bool) -> None:
        """Notes whether a player wants to."""
        await self._preferences.prefer(user, CONFIRMS, YES if wanted else NO)
