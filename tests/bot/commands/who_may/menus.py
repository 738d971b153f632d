"""Context menus: a user is challenged, a post shows its turn."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import ANSWERED, among, same_answer, situations
from tests.bot.commands.who_may.sentences import BUSY, ELSEWHERE

CHALLENGE, TURN = "Challenge", "Show this turn"
NO_TURN: Final = "*Show this turn* shows the turn of a post of mine"
ABSENT: Final = "can't see this channel"
EXPECTED: Final = among(
    ((*situations.NO_TABLE, *situations.OVER, "in another server"), {CHALLENGE: ANSWERED}),
    ((*situations.NO_TABLE, *situations.LOBBY, "in another server"), {TURN: NO_TURN}),
    (situations.LOBBY, {CHALLENGE: ANSWERED}),
    (situations.RUNNING, {CHALLENGE: BUSY}),
    ((*situations.RUNNING, *situations.OVER), {TURN: ANSWERED}),
    (
        ("in a direct message", *situations.LEFT),
        same_answer((CHALLENGE, TURN), ELSEWHERE),
    ),
)

ACTIONS: Final = {"challenge": "challenge hunters 1"}
BUTTON_LABELS: Final = {"challenge": "a game (of a challenge, to nobody here)"}
WITHOUT_GAME: Final = {"challenge": None}
PRESSED: Final = among(
    (situations.LOBBY, {"challenge": ANSWERED}),
    (situations.RUNNING, {"challenge": BUSY}),
    ((*situations.OVER, "in another server"), {"challenge": ABSENT}),
    (("in a direct message", *situations.LEFT), {"challenge": ELSEWHERE}),
)
