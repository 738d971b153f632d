"""Hints for the player to move; reviews, pages and posters of finished games for any user."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import ANSWERED, among, same_answer, situations
from tests.bot.commands.who_may.playing import ANA, BO, CLEO
from tests.bot.commands.who_may.sentences import (
    ELSEWHERE,
    NO_SEAT,
    NO_TABLE,
    NOT_BEGUN,
    NOT_THERE,
    OVER,
    OWN_RESIGNED,
)

EXPECTED: Final = among(
    ((*situations.NO_TABLE, "in another server"), {"hint": NO_TABLE}),
    (situations.LOBBY, {"hint": NOT_BEGUN}),
    (situations.TO_MOVE, {"hint": ANSWERED}),
    (situations.OTHERS, {"hint": BO}),
    (situations.STRANGERS, {"hint": NO_SEAT}),
    (("running, has just played",), {"hint": CLEO}),
    (("running, the next has played",), {"hint": ANA}),
    (situations.RESIGNED, {"hint": OWN_RESIGNED}),
    (("in a direct message", *situations.LEFT), {"hint": ELSEWHERE}),
    (situations.OVER, {"hint": OVER}),
)

WORDS: Final = ("review", "page", "print", "if", "before")
ACTIONS: Final = {
    "review": "review",
    "page": "page",
    "print": "print",
    "if": "if 0",
    "before": "before 0",
}
BUTTON_LABELS: Final = {
    "review": "Review",
    "page": "Page",
    "print": "Print",
    "if": "What if",
    "before": "See 1",
}
PRESSED: Final = among(
    (
        (*situations.RUNNING, *situations.AWAY),
        {
            "review": "You can review a game once it's over. Until then",
            "page": "A game has a page once it's over.",
            "print": "A game has a poster once it's over and scored.",
            "if": "You can try other moves once the game is over.",
            "before": "You can try other moves once the game is over.",
        },
    ),
    (situations.LOBBY, same_answer(WORDS, NOT_BEGUN)),
    (situations.LEFT, same_answer(WORDS, NOT_THERE)),
    (situations.OVER, same_answer(WORDS, ANSWERED)),
)
