"""Views open to every user who sees the channel."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import ANSWERED, DONE_AT_ONCE, among, same_answer, situations
from tests.bot.commands.who_may.sentences import ELSEWHERE, NO_TABLE, NOT_BEGUN, NOT_THERE

LOOKS: Final = ("board", "tiles")
EVERYWHERE: Final = {**same_answer(("help", "rules"), ANSWERED), **same_answer(LOOKS, ANSWERED)}
EXPECTED: Final = among(
    ((*situations.NO_TABLE, "in another server"), same_answer(LOOKS, NO_TABLE)),
    (situations.LOBBY, {"tiles": NOT_BEGUN}),
    (("in a direct message", *situations.LEFT), same_answer(LOOKS, ELSEWHERE)),
)

_BOARDS: Final = ("board", "score")
_PAPERS: Final = ("log", "record", "seal", "since", "replay")
ACTIONS: Final = {**{word: word for word in (*_BOARDS, *_PAPERS)}, "past": "past 1"}
BUTTON_LABELS: Final = {
    **{"board": "Whole board", "score": "Scores", "since": "What's new", "replay": "Film"},
    **{"log": "Log", "record": "Record", "seal": "Fair shuffle ✓"},
    "past": "← Earlier (a turn)",
}
PRESSED_EVERYWHERE: Final = {
    **same_answer((*_BOARDS, *_PAPERS, "past"), ANSWERED),
    "replay": DONE_AT_ONCE,
}
PRESSED: Final = among(
    (situations.LOBBY, same_answer((*_PAPERS, "past"), NOT_BEGUN)),
    (situations.LEFT, same_answer((*_BOARDS, *_PAPERS, "past"), NOT_THERE)),
)
