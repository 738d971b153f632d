"""Moves and undo."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import MAY, TOLD, among, each, situations
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
    ((*situations.NO_TABLE, "in another server"), each((*MOVES, "undo"), NO_TABLE)),
    (situations.LOBBY, each((*MOVES, "undo"), NOT_BEGUN)),
    (
        situations.TO_MOVE,
        {**each(DECISIONS, "This game has no "), "place": MAY, "play": TOLD, "undo": NOTHING},
    ),
    (situations.OTHERS, {**each(MOVES, BO), "undo": NOTHING}),
    (situations.STRANGERS, each((*MOVES, "undo"), NO_SEAT)),
    (("running, has just played",), {**each(MOVES, CLEO), "undo": MAY}),
    (("running, the next has played",), {**each(MOVES, ANA), "undo": TOLD}),
    (situations.RESIGNED, each((*MOVES, "undo"), OWN_RESIGNED)),
    (("in a direct message", *situations.LEFT), each((*MOVES, "undo"), ELSEWHERE)),
    (situations.OVER, each((*MOVES, "undo"), OVER)),
    (("over, a player", "ended early and scored"), {"undo": TOLD}),
    (("over, a passer-by",), {"undo": NO_SEAT}),
)

_PANEL: Final = ("panel", "show", "plan")
_ANSWERS: Final = ("agree", "refuse")
ALL: Final = (*_PANEL, "undo", *_ANSWERS, MOVE)
ACTIONS: Final = {
    **{"panel": "panel", "show": "show place 0 1 rot0", "plan": "plan walk", "undo": "undo"},
    **{"agree": "agree 1", "refuse": "refuse 1", MOVE: "place 0 1 rot0"},
}
BEARING: Final = {
    **{"panel": "Place my tile", "show": "a place in the panel", "plan": "a step of a walk"},
    **{"undo": "Undo", "agree": "Agree (to an undo)", "refuse": "Refuse (an undo)"},
    **{MOVE: "a move: a meeple in the panel, Confirm …"},
}
PRESSED: Final = among(
    (situations.LOBBY, each(ALL, NOT_BEGUN)),
    (
        (*situations.TO_MOVE, *situations.AWAY),
        {
            **{"panel": TOLD, "show": TOLD, "plan": LATE, MOVE: MAY, "undo": NOTHING},
            **each(_ANSWERS, NONE_ASKED),
        },
    ),
    (
        situations.OTHERS,
        {**each((*_PANEL, MOVE), BO), "undo": NOTHING, **each(_ANSWERS, NONE_ASKED)},
    ),
    (situations.STRANGERS, each(ALL, NO_SEAT)),
    (("running, has just played",), {**each((*_PANEL, MOVE), CLEO), "undo": MAY}),
    (("running, the next has played",), {**each((*_PANEL, MOVE), ANA), "undo": TOLD}),
    (situations.PLAYED, each(_ANSWERS, NONE_ASKED)),
    (situations.RESIGNED, each(ALL, OWN_RESIGNED)),
    (situations.LEFT, each(ALL, NOT_THERE)),
    (situations.OVER, each((*_PANEL, MOVE, *_ANSWERS, "undo"), OVER)),
    (
        ("over, a player", "ended early and scored"),
        {"undo": TOLD, **each(_ANSWERS, NONE_ASKED)},
    ),
    (("over, a passer-by",), each(("undo", *_ANSWERS), NO_SEAT)),
)
