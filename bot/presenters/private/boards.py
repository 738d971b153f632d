"""The ways to look at a board: which picture each is, in the player's words."""

from typing import Final

from bot.presenters.private.features import cells
from bot.presenters.words.scores import counted
from bot.presenters.words.state import alt_text
from bot.table.refusals import Refusal
from bot.table.table import Table
from bot.text.i18n import N_, _
from bot.text.message import Around, Counted, Illustration, Mine, Owners, Shot, Stuck, Unaided
from bot.text.names import Names
from rules.analysis.chronicle import last_scored
from rules.analysis.odds import dead_gaps
from rules.geometry import Cell

TEXT: Final = "text"
VIEWS: Final = {
    "whole": N_("the whole board"),
    TEXT: N_("the position in words"),
    "owners": N_("who leads where"),
    "mine": N_("what you lead or share"),
    "numbered": N_("what was scored last, to count it"),
    "stuck": N_("gaps that no tile left fits"),
}
"""The views there are, and what each shows; TEXT is no picture."""
AIDS: Final = frozenset({"owners", "mine", "stuck"})
"""The views that a table played without aids does not have."""


def illustrated(
    table: Table, names: Names, view: str, cell: Cell | None, seat: int | None
) -> tuple[str, Illustration]:
    """What a view is called and its picture; ``cell`` moves it to one place on the board."""
    game = table.running_game
    alt = alt_text(table, names, [])
    if view in AIDS and not table.aided:
        raise Refusal("purist")
    match view:
        case "owners":
            words = _("Each area in the colours of who leads in it; hatched where they tie.")
            return words, Illustration(Shot.BOARD, f"{words} {alt}", Owners())
        case "mine":
            if seat is None:
                raise Refusal("not-seated")
            words = _("The areas that {player} leads or shares.", player=names.shown(seat))
            plain = _("The areas that {player} leads or shares.", player=names.plain(seat))
            return words, Illustration(Shot.BOARD, f"{plain} {alt}", Mine(seat))
        case "stuck":
            dead = dead_gaps(game)
            words = _("Every gap fits a tile that is left.")
            if dead:
                words = _("Crossed gaps fit no tile that is left: {cells}.", cells=cells(dead))
            plain = words.replace("`", "")
            return words, Illustration(Shot.BOARD, f"{plain} {alt}", Stuck())
        case "numbered":
            newest = last_scored(game, cell)
            if newest is not None:
                number, event = newest
                text = counted(event)
                shown = _("Numbered to be counted: {feature}", feature=text)
                return text, Illustration(Shot.BOARD, shown, Counted(number))
            raise Refusal("nothing-scored")
        case _other if cell is not None:
            return "", Illustration(Shot.BOARD, alt, Around(cell))
        case _other:
            return "", Illustration(Shot.BOARD, alt, None if table.aided else Unaided())
