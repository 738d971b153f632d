"""Who may say how tables are run on a server: who manages it, whatever is played there.

Discord hides the command from all others; what it says to one whom a server lets in all the same
is in `test_setup.py`.
"""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import MAY, TOLD

ACTIONS: Final = {"setup": "setup order joined"}
EVERYWHERE: Final = {"setup": MAY}
PRESSED_EVERYWHERE: Final = {"setup": "Only somebody who may manage the server"}
BY_ANA: Final = (
    *("lobby, its host alone", "running, on turn, nothing laid", "over, a player", "ended early"),
)
"""The situations in which Ana asks, who manages the server."""
PRESSED: Final = {situation: {"setup": TOLD} for situation in BY_ANA}
