"""Opponents join a lobby, or continue for a left seat; no seat is left here."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import WRITES_LOG, among, same_answer, situations
from tests.bot.commands.who_may.sentences import (
    HOST,
    LATE,
    NO_SEAT,
    NOT_BEGUN,
    NOT_THERE,
    OVER,
    OWN_RESIGNED,
)

ACTIONS: Final = {
    **{"opponent": "opponent master", "opponent away": "opponent away 1"},
    "substitute": "substitute 0 master",
}
BUTTON_LABELS: Final = {
    **{"opponent": "🤖 master (Add an opponent)", "opponent away": "Remove Odile (master)"},
    "substitute": "🤖 master (Let an opponent play)",
}
_LOBBY: Final = ("opponent", "opponent away")
PRESSED: Final = among(
    (situations.LOBBY, {"opponent away": f"{HOST}, can remove opponents"}),
    (situations.LOBBY, {"opponent": NO_SEAT, "substitute": NOT_BEGUN}),
    (("lobby, a player", "lobby, its host alone"), {"opponent": WRITES_LOG}),
    # Nobody but the host sits there, and no opponent.
    (("lobby, its host alone",), {"opponent away": LATE}),
    ((*situations.RUNNING, *situations.AWAY, *situations.OVER), same_answer(_LOBBY, LATE)),
    ((*situations.RUNNING, *situations.AWAY), {"substitute": "**Bo** has that seat"}),
    (situations.STRANGERS, {"substitute": NO_SEAT}),
    (("running, who manages the server",), {"substitute": "**Bo** has that seat"}),
    (situations.RESIGNED, {"substitute": OWN_RESIGNED}),
    (situations.OVER, {"substitute": OVER}),
    (situations.LEFT, same_answer((*_LOBBY, "substitute"), NOT_THERE)),
)
