"""The ways to look at a board: which picture each is, in the player's words."""

from typing import Final

from bot.presenters.private import history, places, positions
from bot.presenters.private.features import cells
from bot.presenters.words.clocks import timing
from bot.presenters.words.scores import chart_alt, counted
from bot.presenters.words.state import alt_text, status
from bot.table.refusals import Refusal
from bot.table.table import Table
from bot.text.i18n import N_, _
from bot.text.message import Around, Counted, Illustration, Mine, Owners, Shot, Stuck, Unaided
from bot.text.names import Names
from rules.analysis.chronicle import last_scored
from rules.analysis.odds import dead_gaps
from rules.geometry import Cell

TEXT, SCORES, PLACES = "text", "scores", "places"
VIEWS: Final = {
    "whole": N_("the whole board"),
    TEXT: N_("the position in words"),
    SCORES: N_("the points, and how they came about"),
    PLACES: N_("where the drawn tile may go"),
    "owners": N_("who leads where"),
    "mine": N_("what you lead or share"),
    "numbered": N_("what was scored last, to count it"),
    "stuck": N_("gaps that no tile left fits"),
}
"""The views there are, and what each shows; TEXT and PLACES are no pictures."""
AIDS: Final = frozenset({"owners", "mine", "stuck"})
"""The views that a table played without aids does not have."""


def shown(
    table: Table, names: Names, view: str, cell: Cell | None, seat: int | None
) -> tuple[str, tuple[Illustration, ...]]:
    """What a view says and its picture, if it has one; ``cell`` moves that to one place."""
    game = table.running_game
    match view:
        case "text":
            text = positions.position(game, names, aided=table.aided, ended=table.ended)
            return "\n".join([text, *timing(table, names)]), ()
        case "places":
            return places.places(game, names, aided=table.aided, ended=table.ended), ()
        case "scores":
            chart = Illustration(Shot.CHART, chart_alt(game, names))
            return history.score_text(table, names), (chart,)
        case _picture:
            words, picture = illustrated(table, names, view, cell, seat)
            return "\n".join(filter(None, (words, status(table, names)))), (picture,)


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
            if game.over:
                raise Refusal("game-over")
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
            raise Refusal("nothing-scored" if cell is None else "nothing-there")
        case _other if cell is not None:
            return "", Illustration(Shot.BOARD, alt, Around(cell))
        case _other:
            return "", Illustration(Shot.BOARD, alt, None if table.aided else Unaided())
