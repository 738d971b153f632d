"""Stalled turns: permission to nudge, ask the table or snooze a reminder."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import ANSWERED, DONE_AT_ONCE, among, same_answer, situations
from tests.bot.commands.who_may.sentences import NO_SEAT, NOT_BEGUN, NOT_THERE, OVER, OWN_RESIGNED

ACTIONS: Final = {"snooze": "snooze 1", "nudge": "nudge", "ask-table": "ask-table"}
BUTTON_LABELS: Final = {"snooze": "Not now", "nudge": "Nudge", "ask-table": "Ask everyone"}
WAITED: Final = ("nudge", "ask-table")
ALL: Final = (*WAITED, "snooze")
PRESSED: Final = among(
    (situations.LOBBY, same_answer(ALL, NOT_BEGUN)),
    (
        (*situations.TO_MOVE, *situations.AWAY),
        {**same_answer(WAITED, "It's your own turn"), "snooze": ANSWERED},
    ),
    (
        situations.OTHERS,
        {
            "nudge": DONE_AT_ONCE,
            "ask-table": "**Bo** still has time for this turn",
            "snooze": "It's not your turn. **Bo** is up.",
        },
    ),
    (
        ("running, has just played",),
        {
            "nudge": DONE_AT_ONCE,
            "ask-table": "**Cleo** still has time for this turn",
            "snooze": "It's not your turn. **Cleo** is up.",
        },
    ),
    (
        ("running, the next has played",),
        {
            "nudge": DONE_AT_ONCE,
            "ask-table": "**Ana** still has time for this turn",
            "snooze": "It's not your turn. **Ana** is up.",
        },
    ),
    (situations.STRANGERS, same_answer(ALL, NO_SEAT)),
    (situations.RESIGNED, same_answer(ALL, OWN_RESIGNED)),
    (situations.LEFT, same_answer(ALL, NOT_THERE)),
    (situations.OVER, same_answer(ALL, OVER)),
)
