"""Sets are switched in the lobby by the host; these tables have no set yet."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import WRITES_LOG, among, situations
from tests.bot.commands.who_may.sentences import HOST, LATE, NOT_THERE

ACTIONS: Final = {"set": "set inns on"}
BUTTON_LABELS: Final = {"set": "a set, as in ⬜ The River"}
PRESSED: Final = among(
    (situations.LOBBY, {"set": f"{HOST}, can change the expansions"}),
    (("lobby, its host alone",), {"set": WRITES_LOG}),
    ((*situations.RUNNING, *situations.AWAY, *situations.OVER), {"set": LATE}),
    (situations.LEFT, {"set": NOT_THERE}),
)
