"""Votes about a turn that waits, pauses, seats that change hands."""

from __future__ import annotations

from typing import Any, Final

from tests.bot.commands.who_may import MAY, TOLD, each
from tests.bot.world import World

NO_TABLE = "There is no game in this channel"
NOT_BEGUN = "has not begun yet"
NO_SEAT = "You do not play at this table"
RESIGNED = "You have resigned"
OVER = "The game is over"
VOID = "That invitation is void"
HOST = "Only **Ana**, who opened the table"
VOTES: Final = ("vote", "poll")
INVITATION: Final = ("accept", "consent", "decline")


def replacing(world: World) -> dict[str, Any]:
    """Dan for Ana."""
    return {"old": world.ana, "new": world.dan}


OPTIONS: Final = {"replace": replacing}
ACTIONS: Final = {
    **{"vote": "vote skip", "poll": "poll skip", "take": "take 0"},
    **{word: f"{word} 7" for word in INVITATION},
}
EXPECTED: Final = {
    "no table": {"replace": NO_TABLE},
    "lobby, a passer-by": {"replace": NOT_BEGUN},
    "lobby, a player": {"replace": NOT_BEGUN},
    "lobby, its host alone": {"replace": NOT_BEGUN},
    "full lobby, a passer-by": {"replace": NOT_BEGUN},
    "called-off lobby": {"replace": NO_TABLE},
    "running, a passer-by": {"replace": NO_SEAT},
    "running, not on turn": {"replace": MAY},
    "running, on turn, nothing laid": {"replace": MAY},
    "running, has just played": {"replace": MAY},
    "running, the next has played": {"replace": MAY},
    "running, resigned": {"replace": RESIGNED},
    "over, a player": {"replace": OVER},
    "over, a passer-by": {"replace": OVER},
    "ended early": {"replace": OVER},
    "ended early and scored": {"replace": OVER},
}
_BEFORE: Final = {
    **each((*VOTES, "pause", "resume", "take", "open"), NOT_BEGUN),
    **each(INVITATION, VOID),
}
_AFTER: Final = {
    **each((*VOTES, "pause", "resume", "take", "open", "finish"), OVER),
    **each(INVITATION, VOID),
}
_RUNNING: Final = {"resume": "There is no pause", **each(INVITATION, VOID)}
PRESSED: Final = {
    "lobby, a passer-by": {**_BEFORE, "finish": HOST},
    "lobby, its host alone": {**_BEFORE, "finish": TOLD},
    "full lobby, a passer-by": {**_BEFORE, "finish": HOST},
    "running, a passer-by": {
        **_RUNNING,
        **each((*VOTES, "pause", "open"), NO_SEAT),
        **{"finish": HOST, "take": "**Ana** has that seat"},
    },
    "running, not on turn": {
        **_RUNNING,
        **each(VOTES, "**Ana** has a day for each turn"),
        **{"finish": HOST, "take": "You have a seat", "pause": TOLD, "open": MAY},
    },
    "running, on turn, nothing laid": {
        **_RUNNING,
        **each(VOTES, "It is your own turn"),
        **{"finish": TOLD, "take": "You have a seat", "pause": TOLD, "open": MAY},
    },
    "running, resigned": {
        **_RUNNING,
        **each((*VOTES, "pause", "open", "take"), RESIGNED),
        "finish": HOST,
    },
    "over, a player": _AFTER,
    "over, a passer-by": _AFTER,
    "ended early": _AFTER,
}
