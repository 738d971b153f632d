"""Standing orders: the editor of a player who waits, with a panel for each kind of tile.

An order is private. Its buttons are good for any version of the table: the rules look at an order
when it is given, and again when its tile is drawn.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.presenters.private import panel
from bot.presenters.private.paging import last_page, page_lines
from bot.presenters.private.prompts import next_decision
from bot.presenters.words.tile_descriptions import face_text, marks_text, sides_text
from bot.text.emoji import mark_sign
from bot.text.i18n import _, ngettext
from bot.text.message import (
    BUTTONS_PER_ROW,
    DESCRIPTION_LIMIT,
    MAX_ROWS,
    Button,
    ButtonStyle,
    Item,
    Menu,
    MenuLine,
    Message,
)
from bot.text.names import Names
from renderer.requests import PlannedTile
from rules.analysis.drafts import play_draft
from rules.analysis.tile_faces import printed_face
from rules.game import Game
from rules.moves import Move, PlaceTile
from rules.order_text import write_moves
from rules.orders import MAX_WAYS, Order, Way

ORDER: Final = "order"
"""The button about orders: it shows them all, or one of the words below follows."""
KIND: Final = "kind"
"""Show the order for a kind of tile, which follows."""
DO: Final = "do"
"""Followed by a kind of tile and an action of the panel: moves are given as an order."""
MASTER: Final = "master"
DROP: Final = "drop"
"""Followed by a kind of tile: leave it to a master; withdraw the order, without a kind all."""
PAGE: Final = "page"
MAX_LISTED_ORDERS: Final = 6
"""The most orders that are listed in words; the menu has all."""


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """The orders of a player at a table.

    ``odds`` are the chances of each kind of tile to be the player's next, the likeliest first (all
    0 at a table without aids); ``void`` the kinds whose order would not be played now.
    """

    odds: Mapping[str, float]
    orders: Mapping[str, Order] = field(default_factory=dict)
    void: frozenset[str] = frozenset()

    @property
    def kinds(self) -> list[str]:
        """The kinds of tiles to list: those with an order, then the others, likeliest first."""
        ordered = [tile for tile in self.odds if tile in self.orders]
        return ordered + [tile for tile in self.odds if tile not in self.orders]

    @property
    def covered(self) -> float:
        """The chance that an order plays the next tile, as the board is now."""
        live = self.orders.keys() - self.void
        return sum(chance for tile, chance in self.odds.items() if tile in live)


def sheet_lines(game: Game, sheet: OrderSheet, *, aided: bool) -> Iterator[str]:
    """The orders of a player in words, with the share of the next tiles that they cover."""
    ordered = [tile for tile in sheet.kinds if tile in sheet.orders]
    if not ordered:
        yield _(
            "📜 **Standing orders:** choose a kind of tile below, and say what to do if you "
            "draw it. Then your turn is played without you."
        )
        return
    if aided:
        share = _("{share} %", share=round(100 * sheet.covered))
        yield _("📜 **Your orders** cover {share} of what may come.", share=share)
    else:
        yield _("📜 **Your orders**")
    for number, tile in enumerate(ordered[:MAX_LISTED_ORDERS], 1):
        kind, ways = kind_name(game, tile), _ways_text(sheet.orders[tile])
        line = _("{number}. {kind}: {ways}", number=number, kind=kind, ways=ways)
        yield f"{line}{_void_mark(sheet, tile)}"
    if (left := len(ordered) - MAX_LISTED_ORDERS) > 0:
        yield ngettext("-# … and {number} more.", "-# … and {number} more.", left)


def _first_mark_sign(game: Game, tile: str) -> str:
    """The emoji of the first mark on a kind of tile; "" without one."""
    marks = (mark for part in printed_face(game, tile).segments for mark in part.marks)
    return next(filter(None, map(mark_sign, marks)), "")


def sheet_items(game: Game, sheet: OrderSheet, page: int = 0, *, aided: bool) -> Iterator[Item]:
    """The menu of the kinds of tiles, and the button that withdraws all orders."""
    kinds = sheet.kinds
    lines = [
        MenuLine(
            f"{_first_mark_sign(game, tile)}{sides_text(printed_face(game, tile))}",
            f"{ORDER} {KIND} {tile}",
            _kind_description(game, sheet, tile, aided=aided),
        )
        for tile in kinds
    ]
    if lines:
        words, of = _("Orders: choose a tile"), last_page(len(lines))
        if of > 1:
            now = min(max(page, 1), of)
            words = _("Orders: choose a tile, page {page} of {pages}", page=now, pages=of)
        shown = page_lines(lines, page, lambda other: f"{ORDER} {PAGE} {other}", places=False)
        yield Menu(words, shown, name="kinds")
    if sheet.orders:
        yield Button(_("Withdraw all orders"), f"{ORDER} {DROP}", ButtonStyle.DANGER)


def planned_tiles(sheet: OrderSheet) -> tuple[PlannedTile, ...]:
    """The planned tiles on the board, numbered as their orders are listed."""
    found: list[PlannedTile] = []
    ordered = [tile for tile in sheet.kinds if tile in sheet.orders]
    for number, tile in enumerate(ordered, 1):
        laid = [way.moves[0] for way in sheet.orders[tile].ways if not way.is_master][:1]
        if laid and isinstance(laid[0], PlaceTile):
            found.append(PlannedTile(laid[0].cell, tile, laid[0].rotation, number))
    return tuple(found)


def kind_name(game: Game, tile: str) -> str:
    """A kind of tile in words, as it is printed, from the north side clockwise."""
    return face_text(printed_face(game, tile))


def order_panel(
    game: Game,
    sheet: OrderSheet,
    moves: Sequence[Move],
    names: Names,
    *,
    aided: bool,
    page: int = 1,
    notice: str = "",
) -> Message:
    """The panel of an order; ``game`` has the kind of tile in hand, ``moves`` are shown.

    ``notice`` is put above everything.
    """
    tile = game.drawn or ""
    shown = panel.panel_message(game, moves, names, aided=aided, page=page)
    items = panel.with_prefix(shown.buttons, f"{ORDER} {DO} {tile} ")
    pictures = tuple(replace(one, position=(ORDER, tile, game.turn)) for one in shown.pictures)
    lines = [*filter(None, [notice]), *_kind_lines(game, sheet, tile, aided=aided), shown.text]
    return Message("\n".join(lines), pictures, (*items, None, *_controls(sheet, tile, aided=aided)))


def unplaceable_kind(game: Game, sheet: OrderSheet, *, aided: bool) -> Message:
    """The order of a kind of tile that fits nowhere now; ``game`` has the tile in hand."""
    tile = game.drawn or ""
    lines = [*_kind_lines(game, sheet, tile, aided=aided), _("This tile fits nowhere right now.")]
    return Message("\n".join(lines), buttons=tuple(_controls(sheet, tile, aided=aided)))


def more_decisions(game: Game, sheet: OrderSheet, moves: Sequence[Move], *, aided: bool) -> Message:
    """Ask for the next decision behind the moves of an order; it may also end there."""
    tile = game.drawn or ""
    asked = next_decision(play_draft(game, moves))
    done = write_moves(tuple(moves))
    max_buttons = (MAX_ROWS - 1) * BUTTONS_PER_ROW
    items = list(panel.with_prefix(asked.buttons, f"{ORDER} {DO} {tile} {done} "))[:max_buttons]
    saved = _("✔️ Order saved. Add what comes next, or you'll get a ping for it.")
    lines = [saved, *_kind_lines(game, sheet, tile, aided=aided), asked.text]
    pictures = tuple(replace(one, position=(ORDER, tile, done)) for one in asked.pictures)
    return Message("\n".join(lines), pictures, (*items, None, *_controls(sheet, tile, aided=aided)))


def orders_button(place: str, target: tuple[int, int]) -> Button:
    """The button to the orders at a table in another place."""
    return Button(_("Orders in {place}", place=place), ORDER, target=target)


def saved_line() -> str:
    """Confirm that an order is saved."""
    return _("✔️ Order saved. It's played when you draw this tile, if it still means the same.")


def full_line() -> str:
    """Say that an order has as many ways as there can be."""
    return _(
        "This order has {most} moves already. Press *Wait for me* to start anew.", most=MAX_WAYS
    )


def played_text(played: Sequence[str]) -> str:
    """The receipt of orders that were played, whole moves in the notation; "" for none."""
    if not played:
        return ""
    made = ", ".join(f"`{moves.removeprefix('place ')}`" for moves in played)
    return ngettext(
        "📜 Your order was played: {moves}.",
        "📜 Your orders were played: {moves}.",
        len(played),
        moves=made,
    )


def _kind_lines(game: Game, sheet: OrderSheet, tile: str, *, aided: bool) -> Iterator[str]:
    """The heading of a kind of tile, and its ways in order."""
    kind = kind_name(game, tile)
    if aided:
        yield _("📜 **If you draw** {kind} ({share})", kind=kind, share=_share_text(sheet, tile))
    else:
        yield _("📜 **If you draw** {kind}", kind=kind)
    order = sheet.orders.get(tile)
    if order is None:
        yield _("No order: you'll get a ping. Choose the move you want below.")
        return
    for number, way in enumerate(order.ways, 1):
        yield f"{number}. {_way_text(way)}"
    if tile in sheet.void:
        yield _("⚠️ The board has changed: you'd get a ping. Give the order again.")


def _controls(sheet: OrderSheet, tile: str, *, aided: bool) -> Iterator[Button]:
    """The buttons below the panel of an order."""
    order = sheet.orders.get(tile)
    ways = order.ways if order is not None else ()
    if aided and len(ways) < MAX_WAYS and not any(way.is_master for way in ways):
        yield Button(_("As a master"), f"{ORDER} {MASTER} {tile}", ButtonStyle.PRIMARY)
    if ways:
        yield Button(_("Wait for me"), f"{ORDER} {DROP} {tile}")
    yield Button(_("All orders"), ORDER)


def _share_text(sheet: OrderSheet, tile: str) -> str:
    return _("{share} %", share=round(100 * sheet.odds.get(tile, 0.0)))


def _kind_description(game: Game, sheet: OrderSheet, tile: str, *, aided: bool) -> str:
    """The odds of a kind, its order, and the marks on it, as far as there is room."""
    parts = [_share_text(sheet, tile)] if aided else []
    if tile in sheet.orders:
        parts.append(_ways_text(sheet.orders[tile], code="") + _void_mark(sheet, tile))
    marks = marks_text(printed_face(game, tile))
    if marks and len(" · ".join([*parts, marks])) <= DESCRIPTION_LIMIT:
        parts.append(marks)
    return " · ".join(parts)


def _void_mark(sheet: OrderSheet, tile: str) -> str:
    return " ⚠️" if tile in sheet.void else ""


def _ways_text(order: Order, code: str = "`") -> str:
    """The first way of an order, with the number of the others: ``3 -1 rot90 pass (+2)``."""
    others = len(order.ways) - 1
    return _way_text(order.ways[0], code) + (f" (+{others})" if others else "")


def _way_text(way: Way, code: str = "`") -> str:
    """A way in the notation, without the first word, as it is typed."""
    if way.is_master:
        return _("as a master would")
    return f"{code}{write_moves(way.moves).removeprefix('place ')}{code}"
