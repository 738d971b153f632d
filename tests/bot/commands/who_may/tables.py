"""Opening a table, sitting down at it, and ending its game."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import (
    ANSWERED,
    DONE_AT_ONCE,
    WRITES_LOG,
    among,
    same_answer,
    situations,
)
from tests.bot.commands.who_may.sentences import (
    BUSY,
    ELSEWHERE,
    HOST,
    LATE,
    NO_SEAT,
    NO_TABLE,
    NOT_BEGUN,
    NOT_THERE,
    OVER,
    OWN_RESIGNED,
)

OPTIONS: Final = {"new": {"game": "hunters", "seats": 3}}
BOSSES: Final = ("running, the host", "running, who manages the server")
EXPECTED: Final = among(
    ((*situations.NO_TABLE, *situations.OVER, "in another server"), {"new": WRITES_LOG}),
    (situations.LOBBY, {"new": ANSWERED}),
    (situations.RUNNING, {"new": BUSY}),
    ((*situations.NO_TABLE, "in another server"), same_answer(("resign", "end"), NO_TABLE)),
    (situations.LOBBY, {"resign": NOT_BEGUN, "end": HOST}),
    (("lobby, its host alone",), {"end": ANSWERED}),
    (situations.RUNNING, {"resign": ANSWERED, "end": HOST}),
    (situations.STRANGERS, {"resign": NO_SEAT}),
    (situations.RESIGNED, {"resign": OWN_RESIGNED}),
    (BOSSES, {"end": ANSWERED}),
    (situations.OVER, same_answer(("resign", "end"), OVER)),
    (("in a direct message", *situations.LEFT), same_answer(("new", "resign", "end"), ELSEWHERE)),
)

_SEATS: Final = ("join", "leave", "start", "colour", "wear")
_ENDS: Final = ("end", "end score")
_DEALS: Final = ("table", "against")
ACTIONS: Final = {
    **{word: word for word in (*_SEATS, *_ENDS, "resign", "again", "rules", "close")},
    **{"wear": "wear 4", "table": "table hunters 1 2 3"},
    "against": "against hunters villager",
}
BUTTON_LABELS: Final = {
    **{"join": "Join", "leave": "Leave", "start": "Start", "colour": "Colour"},
    **{"wear": "a colour", "end": "End without scoring", "end score": "End and score (/end)"},
    **{"resign": "Resign", "again": "Again", "table": "Start a 3-player game"},
    "against": "Play an opponent",
    **{"rules": "Read rules", "close": "Cancel"},
}
WITHOUT_GAME: Final = dict.fromkeys(("rules", "close", *_DEALS))
PRESSED_EVERYWHERE: Final = {"rules": ANSWERED, "close": DONE_AT_ONCE}
"""Rules are open to every user, and a private question can be declined."""
PRESSED: Final = among(
    (situations.LOBBY, {"again": LATE, "resign": NOT_BEGUN, **same_answer(_ENDS, HOST)}),
    (
        ("lobby, a passer-by",),
        {**same_answer(("join", "wear"), WRITES_LOG), **same_answer(("leave", "start"), NO_SEAT)},
    ),
    (("lobby, a player", "lobby, its host alone"), same_answer(("leave", "wear"), WRITES_LOG)),
    (("lobby, a player",), {"start": "only the host, **Ana**"}),
    (
        ("lobby, a player", "lobby, its host alone"),
        {"join": "You're already in this game"},
    ),
    (
        ("lobby, its host alone",),
        {"start": "at least 2 players", "end": WRITES_LOG, "end score": NOT_BEGUN},
    ),
    (situations.LOBBY[:3], {"colour": ANSWERED}),
    (
        ("full lobby, a passer-by",),
        {
            **same_answer(("leave", "start"), NO_SEAT),
            **same_answer(("join", "colour", "wear"), "All 3 seats are taken"),
        },
    ),
    (
        (*situations.RUNNING, *situations.AWAY),
        {**same_answer((*_SEATS, "again"), LATE), **same_answer(_ENDS, HOST), "resign": WRITES_LOG},
    ),
    (situations.STRANGERS, {"resign": NO_SEAT}),
    (situations.RESIGNED, {"resign": OWN_RESIGNED}),
    (BOSSES, same_answer(_ENDS, WRITES_LOG)),
    (situations.LEFT, same_answer((*_SEATS, *_ENDS, "resign", "again"), NOT_THERE)),
    (
        situations.OVER,
        {**same_answer(_SEATS, LATE), **same_answer((*_ENDS, "resign"), OVER), "again": WRITES_LOG},
    ),
    (("over, a passer-by",), {"again": "Only players of that game can press *Again*"}),
    ((*situations.LOBBY, *situations.RUNNING), same_answer(_DEALS, BUSY)),
    ((*situations.OVER, "in another server"), same_answer(_DEALS, WRITES_LOG)),
    (("in a direct message", *situations.LEFT), same_answer(_DEALS, ELSEWHERE)),
)
