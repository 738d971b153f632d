"""How to play, in short: the commands and the figures of a game."""

from typing import Final

from bot.games import about
from bot.text.i18n import N_, _
from rules.variants import rulebook

HELP: Final = (
    N_(
        "**Your turn**: press *Place my tile* under the newest post and choose, or type: "
        "`/place 3 -1 rot90 {figure} b` is column 3, row -1, a quarter turn clockwise, a figure on "
        "segment b. All touching sides must match. Every option suggests what is legal. Leave the "
        "figure out and you are asked; `none` puts none."
    ),
    N_(
        "**The picture**: light squares are places for the tile; ▲ 3 at the rim says that 3 more "
        "lie beyond it; a pale rotation fits nowhere; a framed tile was laid last."
    ),
    N_(
        "`/pass`: no figure on the tile you were asked about · `/undo`: take your last tile back; "
        "once others have played on, all have to agree · `/resign`: leave the game"
    ),
)
MORE: Final = (
    N_(
        "**Looking**: `/board` the board, in pictures or in words · `/places` where your tile may "
        "go · `/since` what is new to you · `/score` points and why · `/log` all that happened · "
        "`/tiles` what is still to come · `/fits` what fits a gap · `/rule` the rules at hand · "
        "`/replay` the game as an animation · `/export` the game as a record · `/verify` that the "
        "bag was fair"
    ),
    N_(
        "**Table**: `/new` opens one · `/join` `/leave` `/start` · `/end` stops the game (its "
        "host, or who manages the server)"
    ),
)


def help_text(name: str) -> str:
    """How to play a game, every command, and its figures, in short."""
    role = next(iter(rulebook(name).ruleset.roles)).name
    return "\n".join(
        [
            f"## {about.title(name)}",
            f"*{about.note(name)}*",
            *(_(text, figure=role) for text in HELP),
            _("**Figures**"),
            about.figure_lines(name),
            *map(_, MORE),
        ]
    )
