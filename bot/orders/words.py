"""Messages about standing orders and a planned cell, and the sheet of orders that they show."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.orders.policy import masters_for
from bot.playing import panel_words
from bot.playing.panel_words import next_decision
from bot.table.table import Table
from bot.text.coordinates import coordinates
from bot.text.emoji import mark_sign
from bot.text.i18n import _, join_list, ngettext
from bot.text.message import (
    ALT_LIMIT,
    BUTTONS_PER_ROW,
    DESCRIPTION_LIMIT,
    LABEL_LIMIT,
    MAX_ROWS,
    Button,
    ButtonStyle,
    Illustration,
    Item,
    Menu,
    MenuLine,
    Message,
    truncate,
)
from bot.text.names import Names, strip_markdown
from bot.words import nouns
from bot.words.actions import (
    ChangeOrder,
    KeepPlan,
    LookAtGap,
    ShowGaps,
    ShowOrderGroup,
    ShowOrders,
    last_page,
    page_lines,
    page_size,
)
from bot.words.moves import moves_text
from bot.words.nouns import tile_name
from bot.words.spaces import cell_code
from bot.words.state import alt_text
from renderer.requests import Plan, PlannedTile, TileKinds
from rules.analysis.drafts import play_draft
from rules.analysis.draw_odds import count_undrawn, fitting_kinds
from rules.analysis.placements import gap_numbers
from rules.analysis.tile_faces import face_at, printed_face
from rules.analysis.tile_groups import TileGroup, capital_letters, group_tiles
from rules.game import Game
from rules.geometry import Cell
from rules.moves import Move, PlaceTile
from rules.orders import MAX_WAYS, Moves, Order, Way, write_moves

MAX_LISTED_ORDERS: Final = 6
"""The most orders that are listed in words; the menu has all."""


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """A player's orders at a table.

    ``odds``: chances of each kind to be the player's next tile, likeliest first (0 at a table
    without aids); ``void``: kinds whose order would not be played now.
    """

    odds: Mapping[str, float]
    orders: Mapping[str, Order] = field(default_factory=dict)
    void: frozenset[str] = frozenset()

    @property
    def ordered(self) -> list[str]:
        """Kinds with an order, likeliest first."""
        return [tile for tile in self.odds if tile in self.orders]

    def groups(self, game: Game) -> tuple[TileGroup, ...]:
        """Kinds that may come, by terrain."""
        return group_tiles(game, dict.fromkeys(self.odds, 1))

    def kinds_beside(self, game: Game, tile: str) -> list[str]:
        """Kinds of the same group, likeliest first."""
        grouped = ({kind for kind, _number in group.kinds} for group in self.groups(game))
        beside = next(kinds for kinds in grouped if tile in kinds)
        return [kind for kind in self.odds if kind in beside]

    def share(self, kinds: Iterable[str]) -> str:
        """``21 %``: the chance that the next tile is one of these."""
        return _("{share} %", share=round(100 * sum(map(self.odds.__getitem__, kinds))))

    @property
    def played(self) -> list[str]:
        """Kinds whose order would be played on the present board."""
        return [tile for tile in self.ordered if tile not in self.void]


def sheet_lines(game: Game, sheet: OrderSheet, *, aided: bool) -> Iterator[str]:
    """The orders in words, with the share of next tiles covered."""
    if not sheet.ordered:
        yield _(
            "📜 **Standing orders:** choose tiles below and say what to do if you draw one. Your "
            "turn is then played without you."
        )
        return
    if aided:
        share = sheet.share(sheet.played)
        yield _("📜 **Your orders** cover {share} of the tiles you may draw.", share=share)
    else:
        yield _("📜 **Your orders**")
    for letters, tile in _listed(sheet):
        ways = _ways_text(game, sheet.orders[tile])
        yield f"**{letters}** · {kind_name(game, tile)}: {ways}{_void_mark(sheet, tile)}"
    if (left := len(sheet.ordered) - MAX_LISTED_ORDERS) > 0:
        yield ngettext("-# … and {number} more.", "-# … and {number} more.", left)


def sheet_items(game: Game, sheet: OrderSheet, *, aided: bool) -> Iterator[Item]:
    """A menu of orders and groups, and the removal of all orders."""
    lines = [
        MenuLine(
            f"{letters} · {_signed_name(game, tile)}",
            str(ChangeOrder("kind", tile)),
            _kind_description(game, sheet, tile, aided=aided),
        )
        for letters, tile in _listed(sheet)
    ]
    for group in sheet.groups(game):
        kinds = [kind for kind, _number in group.kinds]
        lines.append(
            MenuLine(
                truncate(group_name(group), LABEL_LIMIT),
                str(ShowOrderGroup(kinds[0])),
                _group_description(sheet, kinds, aided=aided),
            )
        )
    if lines:
        yield Menu(_("Orders: choose tiles"), tuple(lines), name="kinds")
    if sheet.orders:
        yield Button(_("Remove all orders"), str(ChangeOrder()), ButtonStyle.DANGER)


def group_panel(
    game: Game, sheet: OrderSheet, tile: str, page: int, *, aided: bool, notice: str = ""
) -> Message:
    """A group's kinds, each with a letter in picture and menu."""
    kinds = sheet.kinds_beside(game, tile)
    [group] = (one for one in sheet.groups(game) if tile in dict(one.kinds))
    letters = {kind: capital_letters(number) for number, kind in enumerate(kinds, 1)}
    title, description = group_name(group), _group_description(sheet, kinds, aided=aided)
    asked = (
        _("Choose a tile and say where it goes, or let a master play them all.")
        if aided
        else _("Choose a tile and say where it goes.")
    )
    lines = [
        MenuLine(
            f"{letters[kind]} · {_signed_name(game, kind)}",
            str(ChangeOrder("kind", kind)),
            _kind_description(game, sheet, kind, aided=aided),
        )
        for kind in kinds
    ]
    shown = page_lines(lines, page, lambda other: str(ShowOrderGroup(tile, other)), places=False)
    items: list[Item] = [Menu(_("Choose a tile"), shown, name="kinds")]
    without_master = [kind for kind in kinds if not _has_master(sheet, kind)]
    if aided and masters_for(sheet.orders, without_master):
        items.append(_master_button(ChangeOrder("master-group", tile)))
    if any(kind in sheet.orders for kind in kinds):
        items.append(Button(_("Remove orders"), str(ChangeOrder("drop-group", tile))))
    items.append(Button(_("All orders"), str(ShowOrders())))
    named = ", ".join(f"{letters[kind]} {kind_name(game, kind)}" for kind in kinds)
    alt = truncate(f"{title}: {named}.", ALT_LIMIT)
    picture = Illustration(TileKinds(((title, tuple(letters.items())),)), alt)
    text = [*filter(None, [notice]), f"📜 **{title}:** {description}", asked]
    return Message("\n".join(text), (picture,), tuple(items))


def group_name(group: TileGroup) -> str:
    """``Any tile with a city and a road``."""
    segments = join_list(
        nouns.counted_segments(terrain, number or 1) for terrain, number in group.segments
    )
    if group.bare:
        return _("Any tile with only {segments}", segments=segments)
    return _("Any tile with {segments}", segments=segments)


def planned_tiles(sheet: OrderSheet) -> tuple[PlannedTile, ...]:
    """The planned tiles on the board, with the letters of their orders."""
    found: list[PlannedTile] = []
    for number, tile in enumerate(sheet.ordered, 1):
        laid = [way.moves[0] for way in sheet.orders[tile].ways if not way.is_master][:1]
        if laid and isinstance(laid[0], PlaceTile):
            letters = capital_letters(number)
            found.append(PlannedTile(laid[0].cell, tile, laid[0].rotation, letters))
    return tuple(found)


def kind_name(game: Game, tile: str) -> str:
    """``city with a road``."""
    return tile_name(printed_face(game, tile))


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
    """``game`` has the kind of tile in hand, ``moves`` are shown.

    ``notice`` is put above everything.
    """
    tile = game.drawn or ""
    shown = panel_words.panel_message(game, moves, names, page=page)
    items = panel_words.with_prefix(shown.buttons, f"order do {tile} ")
    pictures = tuple(replace(one, position=("order", tile, game.turn)) for one in shown.pictures)
    lines = [*filter(None, [notice]), *_kind_lines(game, sheet, tile, aided=aided), shown.text]
    return Message("\n".join(lines), pictures, (*items, None, *_controls(sheet, tile, aided=aided)))


def unplaceable_kind(game: Game, sheet: OrderSheet, *, aided: bool) -> Message:
    """The panel of a kind that fits nowhere now; ``game`` has it in hand."""
    tile = game.drawn or ""
    lines = [*_kind_lines(game, sheet, tile, aided=aided), _("This tile fits nowhere right now.")]
    return Message("\n".join(lines), buttons=tuple(_controls(sheet, tile, aided=aided)))


def more_decisions(game: Game, sheet: OrderSheet, moves: Sequence[Move], *, aided: bool) -> Message:
    """The next decision after an order's moves; the order may end there."""
    tile = game.drawn or ""
    asked = next_decision(play_draft(game, moves))
    done = write_moves(tuple(moves))
    max_buttons = (MAX_ROWS - 1) * BUTTONS_PER_ROW
    items = list(panel_words.with_prefix(asked.buttons, f"order do {tile} {done} "))[:max_buttons]
    saved = _("✔️ Order saved. Add what comes next, or you'll get a ping for it.")
    lines = [saved, *_kind_lines(game, sheet, tile, aided=aided), asked.text]
    pictures = tuple(replace(one, position=("order", tile, done)) for one in asked.pictures)
    return Message("\n".join(lines), pictures, (*items, None, *_controls(sheet, tile, aided=aided)))


def orders_button(place: str, target: tuple[int, int]) -> Button:
    return Button(_("Orders in {place}", place=place), str(ShowOrders()), target=target)


def saved_line() -> str:
    return _(
        "✔️ Order saved. It's played when you draw this tile, unless its effect has changed by then."
    )


def group_saved_line() -> str:
    return _("✔️ Orders saved. A master plays these tiles, except where you've chosen a move.")


def full_line() -> str:
    return _(
        "This order has {most} moves already. Press *Remove order* to start over.", most=MAX_WAYS
    )


def played_text(game: Game, played: Sequence[Moves]) -> str:
    """The played orders whose tiles lie on the board; "" for none."""
    made: list[str] = []
    for moves in played:
        assert isinstance(moves[0], PlaceTile)
        tile = face_at(game, moves[0].cell).tile.id
        made.append(moves_text(game.replace(drawn=tile), moves))
    if not made:
        return ""
    return ngettext(
        "📜 Your order was played: {moves}.",
        "📜 Your orders were played: {moves}.",
        len(made),
        moves="; ".join(made),
    )


def _listed(sheet: OrderSheet) -> Iterator[tuple[str, str]]:
    for number, tile in enumerate(sheet.ordered[:MAX_LISTED_ORDERS], 1):
        yield capital_letters(number), tile


def _kind_lines(game: Game, sheet: OrderSheet, tile: str, *, aided: bool) -> Iterator[str]:
    kind = kind_name(game, tile)
    share = f" · {sheet.share([tile])}" if aided else ""
    yield _("📜 **If you draw this tile:** {kind}", kind=kind) + share
    order = sheet.orders.get(tile)
    if order is None:
        yield _("No order yet: you'd get a ping. Choose a move to have it played for you.")
        return
    first, *others = (_way_text(game, tile, way) for way in order.ways)
    yield _("Your order: {way}", way=first)
    for other in others:
        yield _("Otherwise: {way}", way=other)
    if tile in sheet.void:
        yield _("⚠️ The board has changed: this order won't be played. Give it again.")


def _controls(sheet: OrderSheet, tile: str, *, aided: bool) -> Iterator[Button]:
    ways = _ways_of(sheet, tile)
    if aided and len(ways) < MAX_WAYS and not _has_master(sheet, tile):
        yield _master_button(ChangeOrder("master", tile))
    if ways:
        yield Button(_("Remove order"), str(ChangeOrder("drop", tile)))
    yield Button(_("All orders"), str(ShowOrders()))


def _master_button(action: ChangeOrder) -> Button:
    return Button(_("Let a master play"), str(action), ButtonStyle.PRIMARY)


def _ways_of(sheet: OrderSheet, tile: str) -> tuple[Way, ...]:
    order = sheet.orders.get(tile)
    return order.ways if order is not None else ()


def _has_master(sheet: OrderSheet, tile: str) -> bool:
    return any(way.is_master for way in _ways_of(sheet, tile))


def _signed_name(game: Game, tile: str) -> str:
    marks = (mark for part in printed_face(game, tile).segments for mark in part.marks)
    sign = next(filter(None, map(mark_sign, marks)), "")
    return f"{sign}{kind_name(game, tile)}"


def _group_description(sheet: OrderSheet, kinds: Sequence[str], *, aided: bool) -> str:
    """``3 kinds, 21 %, 1 order``."""
    parts = [ngettext("{number} kind", "{number} kinds", len(kinds))]
    if aided:
        parts.append(sheet.share(kinds))
    if ordered := sum(kind in sheet.orders for kind in kinds):
        parts.append(ngettext("{number} order", "{number} orders", ordered))
    return ", ".join(parts)


def _kind_description(game: Game, sheet: OrderSheet, tile: str, *, aided: bool) -> str:
    parts = [sheet.share([tile])] if aided else []
    if tile in sheet.orders:
        ways = _ways_text(game, sheet.orders[tile]).replace("`", "")
        parts.append(ways + _void_mark(sheet, tile))
    return truncate(" · ".join(parts), DESCRIPTION_LIMIT)


def _void_mark(sheet: OrderSheet, tile: str) -> str:
    return " ⚠️" if tile in sheet.void else ""


def _ways_text(game: Game, order: Order) -> str:
    """The first way, and the number of others: ``… (+2)``."""
    others = len(order.ways) - 1
    return _way_text(game, order.tile, order.ways[0]) + (f" (+{others})" if others else "")


def _way_text(game: Game, tile: str, way: Way) -> str:
    """``3 -1 ↻ 90°, Hunter in the north meadow (b)``, the place as code."""
    if way.is_master:
        return _("a master plays")
    return moves_text(game.replace(drawn=tile), way.moves)


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
    """A menu of gaps, the one looked at and the plan marked.

    Page 0 is that of the marked gap. ``sheet``: show the player's orders, and a menu of tiles.
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
    """The line above the panel of a player who planned a cell."""
    if fits:
        return _("📌 Your plan, {cell}: the tile fits.", cell=cell_code(cell))
    return _("📌 Your plan was {cell}, but this tile doesn't fit there.", cell=cell_code(cell))


def no_gap_notice(cell: Cell) -> str:
    """A cell is no gap, or none any more."""
    return _("There's no empty space at {cell}. Choose one from the menu.", cell=cell_code(cell))


def _gap_menu(table: Table, marked: Cell | None, page: int) -> Menu:
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
    game = table.running_game
    left = count_undrawn(game)
    if table.aided and left:
        yield ngettext(
            "{number} of the {left} remaining tiles fits.",
            "{number} of the {left} remaining tiles fit.",
            fitting_kinds(game, cell).total(),
            left=left,
        )
