"""Plans: the cell where a player intends to lay the next tile, while another player is to move.

No tile is known yet, so a plan is only a cell; a tile is laid there only by a standing order.
"""

from collections.abc import Iterator
from typing import Final

from bot.presenters.private.features import cell_code
from bot.presenters.private.orders import OrderSheet, planned_tiles, sheet_items, sheet_lines
from bot.presenters.words.actions import KeepPlan, LookAtGap, ShowGaps
from bot.presenters.words.paging import last_page, page_lines, page_size
from bot.presenters.words.state import alt_text
from bot.table.table import Table
from bot.text.i18n import _, ngettext
from bot.text.message import (
    Button,
    ButtonStyle,
    Illustration,
    Item,
    Menu,
    MenuLine,
    Message,
)
from bot.text.names import Names, strip_markdown
from bot.text.phrases import coordinates
from renderer.requests import Plan
from rules.analysis.draw_odds import count_undrawn, fitting_kinds
from rules.analysis.placements import gap_numbers
from rules.geometry import Cell

DROP_PLAN: Final = "aim drop"
"""The button that drops a plan."""


def plan_message(
    table: Table,
    names: Names,
    seat: int,
    *,
    plan: Cell | None = None,
    looked: Cell | None = None,
    page: int = 0,
    sheet: OrderSheet | None = None,
) -> Message:
    """The gaps of the board as a menu, the one looked at and the plan marked.

    Page 0 is the page with the marked gap. With a ``sheet`` the standing orders of the player, and
    a menu of the tiles they are for.
    """
    marked = looked if looked is not None else plan
    opens = (
        _("Your panel opens there if the tile fits. Nothing is placed automatically.")
        if sheet is None
        else _("Your panel opens there if the tile fits. Only an order is played without you.")
    )
    where = _("Where do you want to place your **next** tile?")
    lines = [] if plan is not None and marked == plan else [f"{where} {opens}"]
    if marked is not None:
        number, cell = gap_numbers(table.running_game)[marked], cell_code(marked)
        heading = (
            _("📌 Your plan: space **{number}** ({cell}).", number=number, cell=cell)
            if marked == plan
            else _("Space **{number}** ({cell}).", number=number, cell=cell)
        )
        lines.append(" ".join((heading, *_odds_texts(table, marked))))
    if marked is not None and marked == plan:
        lines.append(opens)
    if sheet is not None:
        lines += sheet_lines(table.running_game, sheet, aided=table.aided)
    alt = (
        _("The whole board, with a number in each empty space.") + " " + alt_text(table, names, [])
    )
    buttons: list[Item] = [_gap_menu(table, marked, page)]
    if marked is not None and marked != plan:
        buttons.append(Button(_("Plan this"), str(KeepPlan(marked)), ButtonStyle.SUCCESS))
    if plan is not None:
        buttons.append(Button(_("Drop plan"), DROP_PLAN))
    if sheet is not None:
        buttons += sheet_items(table.running_game, sheet, aided=table.aided)
    plan_picture = Plan(marked, seat, planned_tiles(sheet) if sheet is not None else ())
    picture = Illustration(plan_picture, strip_markdown(" ".join((*lines, alt))))
    return Message("\n".join(lines), (picture,), tuple(buttons))


def plan_fit_line(cell: Cell, *, fits: bool) -> str:
    """Return the line above the panel of a player who planned a cell."""
    if fits:
        return _("📌 Your plan, {cell}: the tile fits.", cell=cell_code(cell))
    return _("📌 Your plan was {cell}, but this tile doesn't fit there.", cell=cell_code(cell))


def no_gap_notice(cell: Cell) -> str:
    """Say that a cell is no gap, or none any more."""
    return _("There's no empty space at {cell}. Choose one from the menu.", cell=cell_code(cell))


def _gap_menu(table: Table, marked: Cell | None, page: int) -> Menu:
    """The gaps by number."""
    numbers = gap_numbers(table.running_game)
    lines = [
        MenuLine(
            f"{number} · {coordinates(cell)}",
            str(LookAtGap(cell)),
            " ".join(_odds_texts(table, cell)),
            cell == marked,
        )
        for cell, number in numbers.items()
    ]
    if not page and marked in numbers:
        page = (numbers[marked] - 1) // page_size(len(numbers)) + 1
    of = last_page(len(numbers))
    words = _("Choose a space")
    if of > 1:
        words = _("Choose a space ({page}/{pages})", page=min(max(page, 1), of), pages=of)
    return Menu(words, page_lines(lines, page, lambda other: str(ShowGaps(other))))


def _odds_texts(table: Table, cell: Cell) -> Iterator[str]:
    """Yield the number of tiles left that fit a gap, at tables with aids."""
    game = table.running_game
    left = count_undrawn(game)
    if table.aided and left:
        yield ngettext(
            "{number} of the {left} remaining tiles fits.",
            "{number} of the {left} remaining tiles fit.",
            fitting_kinds(game, cell).total(),
            left=left,
        )
