"""Cups: in a channel without one, `/cup` and the buttons of others say so.

What the players, the host and managers of a cup may do is tried in `test_cups.py`.
"""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import among, same_answer, situations
from tests.bot.commands.who_may.sentences import ELSEWHERE

NO_CUP: Final = "There's no cup in this channel. Open one with `/cup`"
OTHER_CUP: Final = "That button belongs to another cup"
OUTSIDE: Final = ("in a direct message", *situations.LEFT)
EVERYWHERE: Final = {"cup": NO_CUP}
EXPECTED: Final = among((OUTSIDE, {"cup": ELSEWHERE}))

_CUPS: Final = ("cup join", "cup leave", "cup start", "cup end", "cup show", "cup record")
ACTIONS: Final = {word: f"cup 1 {word.split()[1]}" for word in _CUPS}
BUTTON_LABELS: Final = {
    **{"cup join": "Join (a cup)", "cup leave": "Leave (a cup)", "cup start": "Start (a cup)"},
    **{"cup end": "End cup", "cup show": "Standings", "cup record": "Record (of a cup)"},
}
WITHOUT_GAME: Final = dict.fromkeys(_CUPS)
PRESSED_EVERYWHERE: Final = same_answer(_CUPS, OTHER_CUP)
PRESSED: Final = among((OUTSIDE, same_answer(_CUPS, ELSEWHERE)))
