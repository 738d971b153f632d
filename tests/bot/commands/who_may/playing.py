"""Moves and undo."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import ANSWERED, WRITES_LOG, among, same_answer, situations
from tests.bot.commands.who_may.sentences import (
    ELSEWHERE,
    LATE,
    NO_SEAT,
    NO_TABLE,
    NOT_BEGUN,
    NOT_THERE,
    OVER,
    OWN_RESIGNED,
)

DECISIONS: Final = ("ferry", "ark")
MOVES: Final = ("place", "play", *DECISIONS)
MOVE: Final = "a move"
BO: Final = "It's not your turn. **Bo** is up."
CLEO: Final = "It's not your turn. **Cleo** is up."
ANA: Final = "It's not your turn. **Ana** is up."
NOTHING: Final = "There's nothing to undo"
NONE_ASKED: Final = "nothing was undone"

OPTIONS: Final = {
    "place": {"move": "0 1 rot0 none"},
    "ferry": {"move": "a b"},
    "ark": {"move": "0 1"},
}
EXPECTED: Final = among(
    ((*situations.NO_TABLE, "in another server"), same_answer((*MOVES, "undo"), NO_TABLE)),
    (situations.LOBBY, same_answer((*MOVES, "undo"), NOT_BEGUN)),
    (
        situations.TO_MOVE,
        {
            **same_answer(DECISIONS, "This game has no "),
            "place": WRITES_LOG,
            "play": ANSWERED,
            "undo": NOTHING,
        },
    ),
    (situations.OTHERS, {**same_answer(MOVES, BO), "undo": NOTHING}),
    (situations.STRANGERS, same_answer((*MOVES, "undo"), NO_SEAT)),
    (("running, has just played",), {**same_answer(MOVES, CLEO), "undo": WRITES_LOG}),
    (("running, the next has played",), {**same_answer(MOVES, ANA), "undo": ANSWERED}),
    (situations.RESIGNED, same_answer((*MOVES, "undo"), OWN_RESIGNED)),
    (("in a direct message", *situations.LEFT), same_answer((*MOVES, "undo"), ELSEWHERE)),
    (situations.OVER, same_answer((*MOVES, "undo"), OVER)),
    (("over, a player", "ended early and scored"), {"undo": ANSWERED}),
    (("over, a passer-by",), {"undo": NO_SEAT}),
)

_PANEL: Final = ("panel", "show", "plan")
_ANSWERS: Final = ("agree", "refuse")
ALL: Final = (*_PANEL, "undo", *_ANSWERS, MOVE)
ACTIONS: Final = {
    **{"panel": "panel", "show": "show place 0 1 rot0", "plan": "plan walk", "undo": "undo"},
    **{"agree": "agree 1", "refuse": "refuse 1", MOVE: "place 0 1 rot0"},
}
BUTTON_LABELS: Final = {
    **{"panel": "Place my tile", "show": "a place in the panel", "plan": "a step of the Ark's way"},
    **{"undo": "Undo", "agree": "Agree (to an undo)", "refuse": "Refuse (an undo)"},
    **{MOVE: "a move: a meeple in the panel, Confirm …"},
}
PRESSED: Final = among(
    (situations.LOBBY, same_answer(ALL, NOT_BEGUN)),
    (
        (*situations.TO_MOVE, *situations.AWAY),
        {
            **{
                "panel": ANSWERED,
                "show": ANSWERED,
                "plan": LATE,
                MOVE: WRITES_LOG,
                "undo": NOTHING,
            },
            **same_answer(_ANSWERS, NONE_ASKED),
        },
    ),
    (
        situations.OTHERS,
        {**same_answer((*_PANEL, MOVE), BO), "undo": NOTHING, **same_answer(_ANSWERS, NONE_ASKED)},
    ),
    (situations.STRANGERS, same_answer(ALL, NO_SEAT)),
    (("running, has just played",), {**same_answer((*_PANEL, MOVE), CLEO), "undo": WRITES_LOG}),
    (("running, the next has played",), {**same_answer((*_PANEL, MOVE), ANA), "undo": ANSWERED}),
    (situations.PLAYED, same_answer(_ANSWERS, NONE_ASKED)),
    (situations.RESIGNED, same_answer(ALL, OWN_RESIGNED)),
    (situations.LEFT, same_answer(ALL, NOT_THERE)),
    (situations.OVER, same_answer((*_PANEL, MOVE, *_ANSWERS, "undo"), OVER)),
    (
        ("over, a player", "ended early and scored"),
        {"undo": ANSWERED, **same_answer(_ANSWERS, NONE_ASKED)},
    ),
    (("over, a passer-by",), same_answer(("undo", *_ANSWERS), NO_SEAT)),
)
