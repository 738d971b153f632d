"""Votes about stalled turns, pauses, seats that change hands."""

from __future__ import annotations

from typing import Any, Final

from tests.bot.commands.who_may import (
    ANSWERED,
    DONE_AT_ONCE,
    WRITES_LOG,
    among,
    same_answer,
    situations,
)
from tests.bot.commands.who_may.sentences import (
    ELSEWHERE,
    HOST,
    NO_SEAT,
    NO_TABLE,
    NOT_BEGUN,
    NOT_THERE,
    OVER,
    OWN_RESIGNED,
)
from tests.bot.commands.who_may.tables import BOSSES
from tests.support.world import World

VOID: Final = "That invitation is no longer valid"
VOTES: Final = ("vote", "poll")
INVITATION: Final = ("accept", "consent", "decline")
PLAYERS: Final = (*situations.TO_MOVE, *situations.OTHERS, *situations.PLAYED)


def replacing(world: World) -> dict[str, Any]:
    """Dan for Ana."""
    return {"old": world.ana, "new": world.dan}


OPTIONS: Final = {"replace": replacing}
EXPECTED: Final = among(
    ((*situations.NO_TABLE, "in another server"), {"replace": NO_TABLE}),
    (situations.LOBBY, {"replace": NOT_BEGUN}),
    (PLAYERS, {"replace": DONE_AT_ONCE}),
    (situations.STRANGERS, {"replace": NO_SEAT}),
    (("running, who manages the server",), {"replace": DONE_AT_ONCE}),
    (situations.RESIGNED, {"replace": OWN_RESIGNED}),
    (("in a direct message", *situations.LEFT), {"replace": ELSEWHERE}),
    (situations.OVER, {"replace": OVER}),
)

ALL: Final = (*VOTES, "pause", "resume", "take", "open", "finish")
ACTIONS: Final = {
    **{"vote": "vote skip", "poll": "poll skip", "take": "take 0"},
    **{word: word for word in ("pause", "resume", "open", "finish")},
    **{word: f"{word} 7" for word in INVITATION},
}
BUTTON_LABELS: Final = {
    **{"vote": "Skip turn (a vote)", "poll": "Skip turn (begins a vote)"},
    **{"take": "Take this seat", "pause": "Pause", "resume": "Resume (a pause)"},
    **{"open": "Give up seat", "finish": "End and score"},
    **{"accept": "Take this seat (invited)", "consent": "Agree (to be replaced)"},
    **{"decline": "Decline"},
}
PRESSED_EVERYWHERE: Final = same_answer(INVITATION, VOID)
PRESSED: Final = among(
    (situations.LOBBY, {**same_answer(ALL, NOT_BEGUN), "finish": HOST}),
    (("lobby, its host alone",), {"finish": ANSWERED}),
    (
        (*PLAYERS, *situations.AWAY, *situations.STRANGERS, *situations.RESIGNED),
        {
            "resume": "The game isn't paused",
            "take": "You're already in this game",
            "finish": HOST,
        },
    ),
    ((*PLAYERS, *situations.AWAY), {"pause": ANSWERED, "open": WRITES_LOG}),
    (
        (*situations.TO_MOVE, *situations.AWAY),
        same_answer(VOTES, "It's your own turn"),
    ),
    (situations.OTHERS, same_answer(VOTES, "**Bo** still has time for this turn")),
    (("running, has just played",), same_answer(VOTES, "**Cleo** still has time for this turn")),
    (("running, the next has played",), same_answer(VOTES, "**Ana** still has time for this turn")),
    (situations.STRANGERS, same_answer((*VOTES, "pause", "open"), NO_SEAT)),
    (situations.STRANGERS, {"take": "**Bo** has that seat"}),
    (situations.RESIGNED, same_answer((*VOTES, "pause", "open", "take"), OWN_RESIGNED)),
    (BOSSES, {"finish": ANSWERED}),
    (situations.LEFT, same_answer((*ALL, *INVITATION), NOT_THERE)),
    (situations.OVER, same_answer(ALL, OVER)),
)
