"""The table in a picture: the cells of a window with their tiles, gaps, frames and both axes."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from renderer import text
from renderer.anchors import anchor, apart, landing
from renderer.art.look import Look
from renderer.art.parts import art_of
from renderer.art.shapes import Point
from renderer.blocks import Block
from renderer.scene import (
    Align,
    Curve,
    DiscOn,
    Frame,
    GapMark,
    Grid,
    Heading,
    Ink,
    Item,
    Label,
    LinkOn,
    On,
    Panel,
    PieceOn,
    Pointer,
    Tab,
    TileAt,
    TintOn,
    TokenOn,
)
from renderer.view import View, Window
from rules.game import Game
from rules.geometry import SLOTS, Cell, Spot, cell_at, cell_of, xy

LEFT: Final = 1.9
RIGHT: Final = 0.6
TOP: Final = 0.6
BOTTOM: Final = 1.5
"""The margins of a table in ems: the axes are labelled on the left and at the bottom."""

LEGIBLE: Final = 11
"""The smallest font, in pixels, that is worth writing."""

TAB: Final = 0.24
"""How much of a tile's side the emblem at the corner of a frame takes."""

FRAMED: Final = 0.07
"""How much of a tile's side the border of a frame takes."""

TABBED: Final = 48
"""The least size of tiles on which such an emblem says anything."""

PIECE: Final = 0.19
TOKEN: Final = 0.24
"""The radius that a piece of a seat or of nobody takes, as a part of a tile's side."""


def table(game: Game, view: View, size: int, em: int) -> Block:
    """The window of a view with tiles of a size and labels of an em."""
    window = view.window
    left, top = round(LEFT * em), round(TOP * em)
    width, height = window.columns * size, window.rows * size
    tiles, cells = game.board.tiles, tuple(_cells(window))

    def corner(cell: Cell) -> tuple[int, int]:
        x, y = xy(cell)
        return left + (x - window.west) * size, top + (window.north - y) * size

    items: list[Item] = [Grid(left, top, size, window.columns, window.rows)]
    items += [
        TileAt(*corner(cell), size, tiles[cell].tile, tiles[cell].rotation, on)
        for cell, on in _standing(game, view, cells, size, em)
    ]
    items += [GapMark(*corner(cell), size, dead=True) for cell in view.dead if window.has(cell)]
    words = {cell: "{}  {}".format(*xy(cell)) for cell in view.gaps if window.has(cell)}
    font = _fitting(words.values(), size, em)
    items += [
        GapMark(*corner(cell), size, word if font else "", font) for cell, word in words.items()
    ]
    colour_of = view.players.colour
    framed = [(corner(cell), colour_of(seat)) for cell, seat in view.frames if window.has(cell)]
    items += [Frame(*at, size, colour) for at, colour in framed]
    items += [Tab(*at, round(TAB * size), colour) for at, colour in framed if size >= TABBED]
    if view.path:
        middles = [(x + size // 2, y + size // 2) for x, y in map(corner, view.path)]
        items += [Curve(0, 0, colour_of(game.turn), tuple(middles), max(6, size // 8))]
    items += _axes(window, left, top, size, em)
    items += _beyond(game, view, left, top, size, em)
    return Block(left + width + round(RIGHT * em), top + height + round(BOTTOM * em), tuple(items))


def _cells(window: Window) -> Iterable[Cell]:
    """The cells of a window, row by row from the north."""
    for y in range(window.north, window.south - 1, -1):
        for x in range(window.west, window.east + 1):
            yield cell_at(x, y)


def _standing(
    game: Game, view: View, cells: Iterable[Cell], size: int, em: int
) -> Iterable[tuple[Cell, tuple[On, ...]]]:
    """Each tile of some cells, with what stands on it."""
    board, art, colour_of = game.board, art_of(game.book), view.players.colour
    pieces: dict[Cell, list[tuple[Spot, int, str]]] = {}
    for piece in board.pieces():
        stood = pieces.setdefault(cell_of(piece.spot), [])
        stood.append((piece.spot, piece.seat, piece.role.name))
    tokens: dict[Cell, list[str]] = {}
    for name, cell in sorted(game.tokens.items()):
        tokens.setdefault(cell, []).append(name)
    links: dict[Cell, list[tuple[Spot, Spot]]] = {}
    for one, other in sorted(board.links):
        links.setdefault(cell_of(one), []).append((one, other))
    tabbed = {cell for cell, _ in view.frames} if size >= TABBED else set()
    # on small tiles discs are larger than what they could make way for
    disc = min(PIECE, (text.DISC * em + 1) / size)
    marked = {cell_of(spot) for spot in (*view.tints, *view.numbers)}
    for cell in cells:
        form = board.tiles.get(cell)
        if form is None:
            continue
        if not (cell in pieces or cell in tokens or cell in links or cell in marked):
            yield cell, ()
            continue

        def at(spot: Spot, find: Callable[[Look, int, str], Point] = anchor) -> Point:
            form = board.tiles[cell_of(spot)]
            letter = form.tile.zones[spot % SLOTS].letter
            return find(art.look(form.tile), form.rotation, letter)

        here, loose = sorted(pieces.get(cell, ())), tokens.get(cell, [])
        spots = range(cell, cell + len(form.tile.zones))
        written = [spot for spot in spots if spot in view.numbers]
        tabs = [(TAB / 2, TAB / 2)] if cell in tabbed else []
        standing = [at(spot) for spot, _, _ in here] + [(0.5, 0.5)] * len(loose)
        radii = (
            [TAB / 2] * len(tabs)
            + [PIECE] * len(here)
            + [TOKEN] * len(loose)
            + [disc] * len(written)
        )
        held = apart([*tabs, *standing], radii[: len(radii) - len(written)], len(tabs))
        rim = FRAMED if tabs else 0.0
        found = apart([*held, *map(at, written)], radii, len(held), rim)[len(tabs) :]
        points = [(round(x * size), round(y * size)) for x, y in found]
        on: list[On] = [
            TintOn(board.zone(spot).letter, tuple(map(colour_of, view.tints[spot])))
            for spot in spots
            if spot in view.tints
        ]
        for one, other in links.get(cell, ()):
            (x, y), (to_x, to_y) = at(one, landing), at(other, landing)
            on.append(LinkOn(*(round(v * size) for v in (x, y, to_x, to_y))))
        on += [PieceOn(*points[n], colour_of(seat), role) for n, (_, seat, role) in enumerate(here)]
        on += [TokenOn(*points[n], name) for n, name in enumerate(loose, len(here))]
        for n, spot in enumerate(written, len(standing)):
            on.append(DiscOn(*points[n], view.numbers[spot], em, spot not in view.pale))
        yield cell, tuple(on)


def _fitting(words: Iterable[str], size: int, em: int) -> int:
    """The font in which all words can be written in gaps of a size; 0 if none is legible."""
    room, font = round(0.8 * size), max(size // 5, min(em, size // 2))
    wide = max((text.width(word, font, True) for word in words), default=0)
    if wide > room:
        font = font * room // wide
    return font if font >= LEGIBLE else 0


def _axes(window: Window, left: int, top: int, size: int, em: int) -> Iterable[Item]:
    """The columns under the table and the rows to its left, as many as there is room to name."""
    high = round(1.25 * em)
    bottom = top + window.rows * size + round(0.1 * em)
    widest = max(text.width(str(x), em, False) for x in (window.west, window.east))
    for x in _named(window.west, window.east, size, widest + em // 2):
        at = left + (x - window.west) * size + size // 2
        box = (at - 2 * em, bottom, 4 * em, high)
        yield Label(*box, str(x), em, Ink.CHALK, Ink.TABLE)
    for y in _named(window.south, window.north, size, high):
        at = top + (window.north - y) * size + (size - high) // 2
        box = (0, at, left - round(0.3 * em), high)
        yield Label(*box, str(y), em, Ink.CHALK, Ink.TABLE, Align.RIGHT)


def _named(low: int, high: int, size: int, room: int) -> list[int]:
    """The numbers of an axis that can be written at their cells without touching."""
    step = next((step for step in (1, 2, 5, 10, 20) if step * size >= room), 50)
    return [n for n in range(low, high + 1) if n % step == 0]


def _beyond(game: Game, view: View, left: int, top: int, size: int, em: int) -> Iterable[Item]:
    """Signs at the edges that say how many gaps lie beyond them, on cells that are none."""
    window = view.window
    out: dict[Heading, list[tuple[int, int]]] = {}
    for x, y in (xy(cell) for cell in view.gaps if not window.has(cell)):
        if x > window.east or x < window.west:
            out.setdefault(Heading.RIGHT if x > window.east else Heading.LEFT, []).append((x, y))
        else:
            out.setdefault(Heading.UP if y > window.north else Heading.DOWN, []).append((x, y))
    busy = {*view.gaps, *(cell for cell, _ in view.frames)}
    busy |= {cell_of(piece.spot) for piece in game.board.pieces()}
    high, arrow, pad = round(1.5 * em), round(0.8 * em), round(0.35 * em)
    for way, places in sorted(out.items()):
        words = str(len(places))
        written = text.width(words, em, True) + 4
        wide = 2 * pad + arrow + em // 4 + written
        x, y = _edge_cell(window, way, places, busy)
        corner_x, corner_y = left + (x - window.west) * size, top + (window.north - y) * size
        shift = {Heading.LEFT: 0, Heading.RIGHT: size - wide}.get(way, (size - wide) // 2)
        drop = {Heading.UP: 0, Heading.DOWN: size - high}.get(way, (size - high) // 2)
        at_x, at_y = corner_x + shift, corner_y + drop
        first, second = pad, wide - pad - written
        if way is Heading.RIGHT:
            first, second = wide - pad - arrow, pad
        yield Panel(at_x, at_y, wide, high, Ink.GAP, radius=high // 3)
        yield Pointer(at_x + first, at_y + (high - arrow) // 2, arrow, way, Ink.DARK, Ink.GAP)
        box = (at_x + second, at_y + round(0.12 * em), written, round(1.25 * em))
        yield Label(*box, words, em, Ink.DARK, Ink.GAP, bold=True)


def _edge_cell(
    window: Window, way: Heading, places: Sequence[tuple[int, int]], busy: Collection[Cell]
) -> tuple[int, int]:
    """The cell at an edge of the window nearest to what lies beyond, a quiet one if there is."""
    middle_x = sum(x for x, _ in places) / len(places)
    middle_y = sum(y for _, y in places) / len(places)
    columns = range(window.west, window.east + 1)
    rows = range(window.south, window.north + 1)
    edge = {
        Heading.UP: [(x, window.north) for x in columns],
        Heading.DOWN: [(x, window.south) for x in columns],
        Heading.LEFT: [(window.west, y) for y in rows],
        Heading.RIGHT: [(window.east, y) for y in rows],
    }[way]
    return min(
        edge,
        key=lambda at: (cell_at(*at) in busy, abs(at[0] - middle_x) + abs(at[1] - middle_y)),
    )
