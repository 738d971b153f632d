"""Notes, plans, following: a note is anybody's, a plan a player's, and there must be a game."""

from typing import Final

from tests.bot.commands.who_may import TOLD, each

NO_TABLE: Final = "There is no game in this channel. Open one with `/new`."
EVERYWHERE: Final = {"note": TOLD}
EXPECTED: Final = {situation: {"note": NO_TABLE} for situation in ("no table",)}

ACTIONS: Final = {"aim": "aim at 0 1"}
PRESSED_EVERYWHERE: Final = each(("note", "unfollow", "follow", "aim"), TOLD)
NOT_BEGUN: Final = each(("follow", "aim"), "has not begun yet")
OVER: Final = each(("follow", "aim"), "The game is over")
PRESSED: Final = {
    **{
        situation: NOT_BEGUN
        for situation in (
            "lobby, a passer-by",
            "lobby, its host alone",
            "full lobby, a passer-by",
        )
    },
    "running, a passer-by": {"aim": "You do not play at this table"},
    "running, resigned": {"aim": "You have resigned"},
    **{situation: OVER for situation in ("over, a player", "over, a passer-by", "ended early")},
}
