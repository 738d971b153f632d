"""The move of the day: anybody in a server may try it, whatever is played there."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import ANSWERED, among, situations
from tests.bot.commands.who_may.sentences import ELSEWHERE

ACTIONS: Final = {"puzzle": "puzzle 2026-11-24"}
BUTTON_LABELS: Final = {"puzzle": "Solve, and the panel of the move of the day"}
WITHOUT_GAME: Final = dict.fromkeys(("puzzle",))
EVERYWHERE: Final = {"puzzle": ANSWERED}
PRESSED_EVERYWHERE: Final = {"puzzle": ANSWERED}
OUTSIDE: Final = ("in a direct message", *situations.LEFT)
EXPECTED: Final = among((OUTSIDE, {"puzzle": ELSEWHERE}))
PRESSED: Final = among((OUTSIDE, {"puzzle": ELSEWHERE}))
