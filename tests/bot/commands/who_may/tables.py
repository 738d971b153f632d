"""Opening a table, sitting down at it, and ending its game."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import DONE, MAY, TOLD, among, each, situations
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
    ((*situations.NO_TABLE, *situations.OVER, "in another server"), {"new": MAY}),
    (situations.LOBBY, {"new": TOLD}),
    (situations.RUNNING, {"new": BUSY}),
    ((*situations.NO_TABLE, "in another server"), each(("resign", "end"), NO_TABLE)),
    (situations.LOBBY, {"resign": NOT_BEGUN, "end": HOST}),
    (("lobby, its host alone",), {"end": TOLD}),
    (situations.RUNNING, {"resign": TOLD, "end": HOST}),
    (situations.STRANGERS, {"resign": NO_SEAT}),
    (situations.RESIGNED, {"resign": OWN_RESIGNED}),
    (BOSSES, {"end": TOLD}),
    (situations.OVER, each(("resign", "end"), OVER)),
    (("in a direct message", *situations.LEFT), each(("new", "resign", "end"), ELSEWHERE)),
)

_SEATS: Final = ("join", "leave", "start", "colour", "wear")
_ENDS: Final = ("end", "end score")
_DEALS: Final = ("table", "against")
ACTIONS: Final = {
    **{word: word for word in (*_SEATS, *_ENDS, "resign", "again", "rules", "close")},
    **{"wear": "wear 4", "table": "table hunters 1 2 3"},
    "against": "against hunters villager",
}
BEARING: Final = {
    **{"join": "Join", "leave": "Leave", "start": "Start", "colour": "Colour"},
    **{"wear": "a colour", "end": "End without scoring", "end score": "End and score (/end)"},
    **{"resign": "Resign", "again": "Again", "table": "Start a 3-player game"},
    "against": "Play an opponent",
    **{"rules": "Read rules", "close": "Cancel"},
}
NOWHERE: Final = dict.fromkeys(("rules", "close", *_DEALS))
PRESSED_EVERYWHERE: Final = {"rules": TOLD, "close": DONE}
"""Rules are open to every user, and a private question can be declined."""
PRESSED: Final = among(
    (situations.LOBBY, {"again": LATE, "resign": NOT_BEGUN, **each(_ENDS, HOST)}),
    (("lobby, a passer-by",), {**each(("join", "wear"), MAY), **each(("leave", "start"), NO_SEAT)}),
    (("lobby, a player", "lobby, its host alone"), each(("leave", "wear"), MAY)),
    (("lobby, a player",), {"start": "only the host, **Ana**"}),
    (
        ("lobby, a player", "lobby, its host alone"),
        {"join": "You're already in this game"},
    ),
    (
        ("lobby, its host alone",),
        {"start": "at least 2 players", "end": MAY, "end score": NOT_BEGUN},
    ),
    (situations.LOBBY[:3], {"colour": TOLD}),
    (
        ("full lobby, a passer-by",),
        {
            **each(("leave", "start"), NO_SEAT),
            **each(("join", "colour", "wear"), "All 3 seats are taken"),
        },
    ),
    (
        (*situations.RUNNING, *situations.AWAY),
        {**each((*_SEATS, "again"), LATE), **each(_ENDS, HOST), "resign": MAY},
    ),
    (situations.STRANGERS, {"resign": NO_SEAT}),
    (situations.RESIGNED, {"resign": OWN_RESIGNED}),
    (BOSSES, each(_ENDS, MAY)),
    (situations.LEFT, each((*_SEATS, *_ENDS, "resign", "again"), NOT_THERE)),
    (
        situations.OVER,
        {**each(_SEATS, LATE), **each((*_ENDS, "resign"), OVER), "again": MAY},
    ),
    (("over, a passer-by",), {"again": "Only players of that game can press *Again*"}),
    ((*situations.LOBBY, *situations.RUNNING), each(_DEALS, BUSY)),
    ((*situations.OVER, "in another server"), each(_DEALS, MAY)),
    (("in a direct message", *situations.LEFT), each(_DEALS, ELSEWHERE)),
)
