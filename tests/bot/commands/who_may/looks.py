"""Views open to every user who sees the channel."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import DONE, TOLD, among, each, situations
from tests.bot.commands.who_may.sentences import ELSEWHERE, NO_TABLE, NOT_BEGUN, NOT_THERE

LOOKS: Final = ("board", "tiles")
EVERYWHERE: Final = {**each(("help", "rules"), TOLD), **each(LOOKS, TOLD)}
EXPECTED: Final = among(
    ((*situations.NO_TABLE, "in another server"), each(LOOKS, NO_TABLE)),
    (situations.LOBBY, {"tiles": NOT_BEGUN}),
    (("in a direct message", *situations.LEFT), each(LOOKS, ELSEWHERE)),
)

_BOARDS: Final = ("board", "score")
_PAPERS: Final = ("log", "record", "seal", "since", "replay")
ACTIONS: Final = {word: word for word in (*_BOARDS, *_PAPERS)}
BEARING: Final = {
    **{"board": "Whole board", "score": "Scores", "since": "What's new", "replay": "Film"},
    **{"log": "Log", "record": "Record", "seal": "Fair shuffle ✓"},
}
PRESSED_EVERYWHERE: Final = {**each((*_BOARDS, *_PAPERS), TOLD), "replay": DONE}
PRESSED: Final = among(
    (situations.LOBBY, each(_PAPERS, NOT_BEGUN)),
    (situations.LEFT, each((*_BOARDS, *_PAPERS), NOT_THERE)),
)
