"""Context menus: a user is challenged, a post shows its turn."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import TOLD, among, same_answer, situations
from tests.bot.commands.who_may.sentences import BUSY, ELSEWHERE

CHALLENGE, TURN = "Challenge", "Show this turn"
NO_TURN: Final = "*Show this turn* shows the turn of a post of mine"
ABSENT: Final = "can't see this channel"
EXPECTED: Final = among(
    ((*situations.NO_TABLE, *situations.OVER, "in another server"), {CHALLENGE: TOLD}),
    ((*situations.NO_TABLE, *situations.LOBBY, "in another server"), {TURN: NO_TURN}),
    (situations.LOBBY, {CHALLENGE: TOLD}),
    (situations.RUNNING, {CHALLENGE: BUSY}),
    ((*situations.RUNNING, *situations.OVER), {TURN: TOLD}),
    (
        ("in a direct message", *situations.LEFT),
        same_answer((CHALLENGE, TURN), ELSEWHERE),
    ),
)

ACTIONS: Final = {"challenge": "challenge hunters 1"}
BEARING: Final = {"challenge": "a game (of a challenge, to nobody here)"}
NOWHERE: Final = {"challenge": None}
PRESSED: Final = among(
    (situations.LOBBY, {"challenge": TOLD}),
    (situations.RUNNING, {"challenge": BUSY}),
    ((*situations.OVER, "in another server"), {"challenge": ABSENT}),
    (("in a direct message", *situations.LEFT), {"challenge": ELSEWHERE}),
)
