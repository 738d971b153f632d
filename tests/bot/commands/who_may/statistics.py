"""Statistics of anybody in a server, of oneself everywhere; a leaderboard where it is turned on."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import ANSWERED, among, situations
from tests.bot.commands.who_may.sentences import ELSEWHERE

OFF: Final = "This server has no ratings. Whoever manages it can turn them on with `/setup`."
EVERYWHERE: Final = {"stats": ANSWERED, "leaderboard": OFF}
OUTSIDE: Final = ("in a direct message", *situations.LEFT)
EXPECTED: Final = among((OUTSIDE, {"leaderboard": ELSEWHERE}))

_STATS: Final = ("stats own", "stats everywhere", "stats server")
ACTIONS: Final = {**{word: word for word in _STATS}, "leaderboard": "leaderboard base"}
BUTTON_LABELS: Final = {
    **{"stats own": "My games here", "stats everywhere": "In all servers"},
    **{"stats server": "This server", "leaderboard": "a game under /leaderboard"},
}
WITHOUT_GAME: Final = dict.fromkeys(ACTIONS)
PRESSED_EVERYWHERE: Final = {**dict.fromkeys(_STATS, ANSWERED), "leaderboard": OFF}
PRESSED: Final = among(
    (("in a direct message",), {"stats server": "Other people's games are only counted in"}),
    (OUTSIDE, {"leaderboard": ELSEWHERE}),
)
