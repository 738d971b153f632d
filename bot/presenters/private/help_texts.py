"""How to play, in short: the commands and the figures of a game."""

from typing import Final

from bot.games import about, topics
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
        "**Looking**: `/board` the board, in pictures or in words, the points and where your tile "
        "may go; its buttons: the log, the record, the seal of the bag, the film · `/since` what "
        "is new to you · `/tiles` what is still to come, `/tiles 2 0` what fits a gap"
    ),
    N_(
        "**Table**: `/new` opens one, its buttons do the rest: *Join*, *Leave*, *Start*, *Colour* "
        "· `/end` ends the game, scored or not (its host, or who manages the server)"
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
            _("**Rules**, with `/help topic:`: {topics}", topics=_topics(name)),
        ]
    )


def _topics(name: str) -> str:
    """The titles of a game's rules, as they are found."""
    return " · ".join(_(topic.title) for topic in topics.of(name).values())
