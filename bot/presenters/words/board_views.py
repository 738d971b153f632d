"""What the picture of a turn shows of the places for the drawn tile, in words."""

from typing import Final

from bot.table.table import Phase, Table
from bot.text.i18n import _, ngettext
from bot.text.names import Names
from bot.text.phrases import at
from rules.analysis import sight
from rules.analysis.chronicle import recent
from rules.analysis.ranking import ranked, unranked

NAMED: Final = 6
"""The newest tiles that are named one by one: as many as six seats lay in a round."""


def outside(table: Table, since: int | None = None) -> list[str]:
    """A line with the number of places outside the picture; empty if it shows all.

    ``since`` is the index in the story where the picture begins, if it is more than a turn.
    """
    _, hidden = _places(table, since)
    if not hidden:
        return []
    return [
        ngettext(
            "-# {number} more place is outside the picture: `/board`.",
            "-# {number} more places are outside the picture: `/board`.",
            hidden,
        )
    ]


def framed(table: Table, names: Names, since: int | None = None) -> str:
    """The tiles framed in the picture, where there are several; part of the alt text."""
    game = table.game
    found = recent(game, since) if game is not None and table.phase is Phase.PLAYING else ()
    if len(found) < 2:
        return ""
    tiles = ", ".join(f"{names.plain(seat)} {at(cell)}" for cell, seat in found[-NAMED:])
    if len(found) <= NAMED:
        return _("Framed as new: {tiles}.", tiles=tiles)
    return ngettext(
        "Framed as new: {tiles}, and {number} tile before.",
        "Framed as new: {tiles}, and {number} tiles before.",
        len(found) - NAMED,
        tiles=tiles,
    )


def marked(table: Table, since: int | None = None) -> str:
    """The number of places marked in the picture, for the alt text; empty without a tile."""
    shown, hidden = _places(table, since)
    if not shown and not hidden:
        return ""
    if hidden:
        return _(
            "{shown} of the {number} places where it fits are marked, the others are outside.",
            shown=shown,
            number=shown + hidden,
        )
    if shown == 1:
        return _("The only place where it fits is marked.")
    return _("The {number} places where it fits are all marked.", number=shown)


def _places(table: Table, since: int | None) -> tuple[int, int]:
    """The number of places that the picture shows, and of those outside it."""
    game = table.game
    if game is None or table.phase is not Phase.PLAYING:
        return 0, 0
    ways = ranked(game) if table.aided else unranked(game)
    hidden = sight.outside(game, ways, since)
    return len(ways) - hidden, hidden
