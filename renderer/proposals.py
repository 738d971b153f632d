"""Pictures of ways to go on: numbered on the board, and beside what was played."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from renderer import text
from renderer.art.parts import art_of
from renderer.blocks import Block, in_a_row, stacked
from renderer.cell_frames import numeral
from renderer.layout import EM, scene_of, wide
from renderer.players import Players
from renderer.scene import Heading, Ink, Label, Pointer, Scene, Star
from renderer.score_strip import snapped
from renderer.table import bare, table
from renderer.table_margins import margins
from renderer.view import View
from rules.analysis.drafts import play_without_effects
from rules.analysis.viewport import Window
from rules.game import Game
from rules.geometry import Cell, cell_of, xy
from rules.moves import Move, PlaceTile

WIDTH: Final = 700
"""The pixels that such a picture is wide."""
HIGHEST: Final = 1.25
"""How much higher than wide the numbered board and the ways below it may be."""
AROUND: Final = 2
"""Cells around the ways that are shown, where the board goes on."""
FEWEST: Final = (7, 4)
"""The least columns and rows shown, where there are as many."""
ALONE: Final = 216
BESIDE: Final = 288
"""The most pixels of a way by itself, and of one with what lies around it."""

HIGH: Final = 1.5
"""The ems of the title of a way."""

Way: TypeAlias = Sequence[Move]
"""Moves of one seat, from a decision on."""
Slip: TypeAlias = tuple[Game, Way, Way]
"""A game as it stood, what was played, and what would have been better."""


def proposals_scene(game: Game, ways: Sequence[Way], players: Players) -> Scene:
    """The board with the ways to go on numbered on it, and below it what each would make."""
    em, between = round(EM * WIDTH), round(EM * WIDTH * 0.6)
    cells = [where(game, way) for way in ways]
    alone = game.hand is None and len(set(cells)) == 1
    each = (WIDTH - between * (len(ways) + 1)) // len(ways)
    cards = [
        stacked(
            (
                _title(cell, numeral(str(number), round(HIGH * em), 4 * em), em),
                _card(game, way, players, each, em, 1 if alone else 0),
            ),
            em // 4,
        )
        for number, (way, cell) in enumerate(zip(ways, cells, strict=True), 1)
    ]
    row = in_a_row(cards, between)
    blocks = [wide(row, WIDTH)]
    if not alone:
        room = round(HIGHEST * WIDTH) - row.height - 2 * em
        blocks.insert(0, wide(_board(game, ways, cells, players, room, em), WIDTH))
    return scene_of(game, blocks, em)


def compared_scene(slips: Sequence[Slip], players: Players) -> Scene:
    """For each move its number, what it made, and what would have been better, with a star."""
    em = round(EM * WIDTH)
    high, each = round(HIGH * em), (WIDTH - 6 * em) // 2
    rows = []
    for number, (game, played, better) in enumerate(slips, 1):
        star = Block(em, em, (Star(0, 0, em, Ink.AMBER, Ink.TABLE),))
        arrow = Block(em, em, (Pointer(0, 0, em, Heading.RIGHT, Ink.AMBER, Ink.TABLE),))
        cards = [
            stacked(
                (_title(where(game, way), before, em), _card(game, way, players, each, em, 1)),
                em // 4,
            )
            for way, before in ((played, Block(0, high)), (better, star))
        ]
        said = numeral(str(number), high, 4 * em)
        rows.append(wide(in_a_row((said, cards[0], arrow, cards[1]), em // 2), WIDTH))
    return scene_of(slips[0][0], rows, em)


def where(game: Game, way: Way) -> Cell:
    """The cell that a way to go on is about."""
    first = way[0]
    if isinstance(first, PlaceTile):
        return first.cell
    pointed = art_of(game.book).pointed(game, first)
    named = [*pointed.cells, *map(cell_of, pointed.spots)]
    return named[0] if named else game.placed


def _board(
    game: Game, ways: Sequence[Way], cells: Sequence[Cell], players: Players, room: int, em: int
) -> Block:
    """The board around the ways, each cell with the numbers of those that are about it."""
    numerals: dict[Cell, str] = {}
    ghosts: dict[Cell, int] = {}
    for number, (cell, way) in enumerate(zip(cells, ways, strict=True), 1):
        numerals[cell] = f"{numerals[cell]}, {number}" if cell in numerals else str(number)
        if isinstance(way[0], PlaceTile):
            ghosts.setdefault(cell, way[0].rotation)
    view = View(
        _window(game, cells),
        gaps=tuple(ghosts),
        ghosts=ghosts,
        frames=tuple((cell, game.turn) for cell in numerals),
        numerals=numerals,
        players=players,
        tabs=False,
    )
    free, window = margins(view), view.window
    size = min((WIDTH - free.across * em) / window.columns, (room - free.along * em) / window.rows)
    return table(game, view, snapped(size), em)


def _window(game: Game, cells: Sequence[Cell]) -> Window:
    """The cells around some, as far as the board goes."""
    bounds = Window.around((*game.board.tiles, *cells))
    inner = Window.around(cells)
    across = max(AROUND, -(-(FEWEST[0] - inner.columns) // 2))
    along = max(AROUND, -(-(FEWEST[1] - inner.rows) // 2))
    return Window(
        max(bounds.west, inner.west - across),
        max(bounds.south, inner.south - along),
        min(bounds.east, inner.east + across),
        min(bounds.north, inner.north + along),
    )


def _card(game: Game, way: Way, players: Players, room: int, em: int, around: int) -> Block:
    """A card of a proposed way: its cell before scoring, and the cells around it."""
    after, cell = play_without_effects(game, way), where(game, way)
    x, y = xy(cell)
    window = Window(x - around, y - around, x + around, y + around)
    frames = ((cell, game.turn),) if around else ()
    view = View(window, frames=frames, players=players, tabs=False)
    return bare(after, view, snapped(min(room, BESIDE if around else ALONE) / window.columns), em)


def _title(cell: Cell, before: Block, em: int) -> Block:
    """The coordinates of a way's cell, with what stands before them."""
    words, high = "{} {}".format(*xy(cell)), round(HIGH * em)
    width = text.width(words, em, True) + 4
    label = Label(0, 0, width, high, words, em, Ink.CHALK, Ink.TABLE, bold=True)
    return in_a_row((before, Block(width, high, (label,))), em // 2)
