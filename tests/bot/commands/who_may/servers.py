"""Server settings: only server managers may change them, whatever is played there.

Discord hides the command from other users; a request all the same names who may use it.
"""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import ANSWERED, among, situations
from tests.bot.commands.who_may.sentences import ELSEWHERE

ACTIONS: Final = {"setup": "setup order joined"}
BUTTON_LABELS: Final = {"setup": "what /setup shows"}
WITHOUT_GAME: Final = dict.fromkeys(("setup",))
MANAGERS: Final = "Only server managers can change these settings"
EVERYWHERE: Final = {"setup": MANAGERS}
PRESSED_EVERYWHERE: Final = {"setup": MANAGERS}
MANAGING: Final = (
    *("lobby, its host alone", "over, a player", "ended early", "ended early and scored"),
    *("running, who manages the server", "in another server"),
)
"""The situations in which it is Ana who asks, or Eve, or Bo where he manages another server."""
OUTSIDE: Final = ("in a direct message", *situations.LEFT)
EXPECTED: Final = among((MANAGING, {"setup": ANSWERED}), (OUTSIDE, {"setup": ELSEWHERE}))
PRESSED: Final = among((MANAGING, {"setup": ANSWERED}), (OUTSIDE, {"setup": ELSEWHERE}))
