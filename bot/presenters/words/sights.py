"""What the picture of a turn shows of the places for the drawn tile, in words."""

from bot.table.table import Phase, Table
from bot.text.i18n import _, ngettext
from rules.analysis import sight
from rules.analysis.ranking import ranked, unranked


def outside(table: Table) -> list[str]:
    """In a line how many places the picture has no room for; no line if it shows all."""
    _, hidden = _places(table)
    if not hidden:
        return []
    return [
        ngettext(
            "-# {number} more place is outside the picture: `/board`.",
            "-# {number} more places are outside the picture: `/board`.",
            hidden,
        )
    ]


def marked(table: Table) -> str:
    """How many places are marked in the picture, for who cannot see it; empty without a tile."""
    shown, hidden = _places(table)
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


def _places(table: Table) -> tuple[int, int]:
    """How many places for the drawn tile the picture shows, and how many it does not."""
    game = table.game
    if game is None or table.phase is not Phase.PLAYING:
        return 0, 0
    ways = ranked(game) if table.aided else unranked(game)
    hidden = sight.outside(game, ways)
    return len(ways) - hidden, hidden
