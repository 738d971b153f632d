"""A user's personal actions, allowed anywhere: own tables, settings, absences, data."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import ANSWERED, DONE_AT_ONCE, among, same_answer, situations
from tests.bot.commands.who_may.sentences import LATE, NOT_THERE

EVERYWHERE: Final = same_answer(("games", "settings", "away", "privacy"), ANSWERED)
_OWN: Final = ("home", "open-tables", "away", "habits", "privacy", "learn", "help")
_PRIVACY: Final = (
    *("privacy export", "privacy delete", "privacy forget"),
    *("privacy leave-statistics", "privacy join-statistics"),
)
ACTIONS: Final = {word: word for word in (*_OWN, *_PRIVACY, "unarchive")}
BUTTON_LABELS: Final = {
    **{"home": "Your games", "open-tables": "Join a game", "away": "Away", "habits": "Settings"},
    **{"privacy": "What is stored about me", "privacy export": "Export", "learn": "Learn"},
    "help": "Read about …",
    **{"privacy delete": "Delete", "privacy forget": "Forget me"},
    "privacy leave-statistics": "Leave statistics",
    "privacy join-statistics": "Rejoin statistics",
    **{"unarchive": "Resume (an archived game)"},
}
WITHOUT_GAME: Final = dict.fromkeys((*_OWN, *_PRIVACY))
PRESSED_EVERYWHERE: Final = {
    **same_answer((*_OWN, *_PRIVACY), ANSWERED),
    **{"privacy forget": DONE_AT_ONCE, "unarchive": LATE},
}
PRESSED: Final = among((situations.LEFT, {"unarchive": NOT_THERE}))
