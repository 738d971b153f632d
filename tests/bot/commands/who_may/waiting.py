"""Turns that wait: who may nudge, ask the table, put a reminder off."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import MAY, TOLD, each

ACTIONS: Final = {"snooze": "snooze 1"}
WAITED: Final = ("nudge", "ask-table")
ALL: Final = (*WAITED, "snooze")
PRESSED: Final[dict[str, dict[str, str]]] = {
    **dict.fromkeys(
        ("lobby, a passer-by", "lobby, its host alone", "full lobby, a passer-by"),
        each(ALL, "has not begun yet"),
    ),
    "running, a passer-by": each(ALL, "You do not play at this table"),
    "running, not on turn": {
        "nudge": MAY,
        "ask-table": "**Ana** has a day for each turn",
        "snooze": "It is not your turn: **Ana** is to play.",
    },
    "running, on turn, nothing laid": {**each(WAITED, "It is your own turn"), "snooze": TOLD},
    "running, resigned": each(ALL, "You have resigned"),
    **dict.fromkeys(
        ("over, a player", "over, a passer-by", "ended early"), each(ALL, "The game is over")
    ),
}
