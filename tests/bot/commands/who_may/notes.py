"""Notes and following for any user, plans and orders for players; each needs a game."""

from typing import Final

from tests.bot.commands.who_may import ANSWERED, among, same_answer, situations
from tests.bot.commands.who_may.sentences import (
    ELSEWHERE,
    NO_SEAT,
    NO_TABLE,
    NOT_BEGUN,
    NOT_THERE,
    OVER,
    OWN_RESIGNED,
)

EVERYWHERE: Final = {"note": ANSWERED}
EXPECTED: Final = among(
    (("no table", "in another server"), {"note": NO_TABLE}),
    (("in a direct message", *situations.LEFT), {"note": ELSEWHERE}),
)

ALL: Final = ("note", "follow", "unfollow", "aim", "order")
ACTIONS: Final = {
    **{"note": "note", "follow": "follow", "unfollow": "unfollow"},
    "aim": "aim at 0 1",
    "order": "order",
}
BUTTON_LABELS: Final = {
    **{"note": "Delete (a note)", "follow": "Follow", "unfollow": "Unfollow"},
    "aim": "a space as a plan",
    "order": "a standing order",
}
PRESSED_EVERYWHERE: Final = same_answer(ALL, ANSWERED)
PRESSED: Final = among(
    (situations.LOBBY, same_answer(("follow", "aim", "order"), NOT_BEGUN)),
    (situations.STRANGERS, same_answer(("aim", "order"), NO_SEAT)),
    (situations.RESIGNED, same_answer(("aim", "order"), OWN_RESIGNED)),
    (situations.OVER, same_answer(("follow", "aim", "order"), OVER)),
    (situations.LEFT, same_answer(ALL, NOT_THERE)),
)
