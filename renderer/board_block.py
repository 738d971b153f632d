"""The board as a block: tiles with pieces, gaps, ghosts and shadows, and the points of areas."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil, dist, hypot
from typing import Final, TypeAlias

from renderer import text
from renderer.anchors import (
    BUILDING_RADIUS,
    PIECE_RADIUS,
    TOKEN_RADIUS,
    anchor,
    building_middles,
    landing_point,
    push_apart,
)
from renderer.art.curves import Point
from renderer.art.look import Look
from renderer.art.parts import art_of
from renderer.blocks import Block
from renderer.board_margins import axes, edge_marks, margins
from renderer.cell_frames import frames, numerals
from renderer.plates import plates
from renderer.scene import (
    Curve,
    DiscOn,
    GapMark,
    Ink,
    Item,
    Label,
    LinkOn,
    On,
    Panel,
    PieceOn,
    Planks,
    TileAt,
    TintOn,
    TokenOn,
)
from renderer.view import View
from rules.analysis.viewport import Window
from rules.game import Game
from rules.geometry import SLOTS_PER_CELL, Cell, Spot, cell_at, cell_of, xy
from rules.pieces import Piece

MIN_GHOST_EMS: Final = 2.05
"""The ems of the smallest tiles that are worth a ghost."""

TOKEN_LINE_GAP: Final = 0.08
"""The gap between a token and a line that begins there, as a share of a tile's side."""

SHADOW_SHARE: Final = 0.06
"""The width of a tile's shadow on the table, as a share of the tile's side."""

LABEL_EMS: Final = 14.2 / 11.2
MIN_LABEL_EMS: Final = 0.95
"""The ems of the label of a gap, 14 pixels on a phone, and of the smallest one worth writing."""

LABEL_ROOM: Final = 0.88
"""The share of a gap's side that its label may take."""


def board_block(game: Game, view: View, size: int, em: int, room: int = 0) -> Block:
    """A view's window with axes and marks of outside spaces.

    Within a wider ``room``, marks may lie on the right of the block.
    """
    window, free = view.window, margins(view)
    left, top = round(free.left * em), round(free.top * em)
    width, height = window.columns * size, window.rows * size
    wide, high = left + width + round(free.right * em), top + height + round(free.bottom * em)
    # Frames reach into the margins, up to the labels.
    rim = Block(wide, high, tuple(axes(window, left, top, size, em)))
    beyond = max(wide, (room + wide) // 2) - left - width - 1  # a mark has a rim
    marks = Block(wide, high, tuple(edge_marks(game, view, left, top, size, em, beyond)))
    cells = cells_block(game, view, size, em)
    return Block(wide, high, blocks=((0, 0, rim), (left, top, cells), (0, 0, marks)))


def cells_block(game: Game, view: View, size: int, em: int) -> Block:
    """The cells without axes and signs."""
    window = view.window
    tiles, cells = game.board.tiles, tuple(_cells(window))

    def corner(cell: Cell) -> tuple[int, int]:
        x, y = xy(cell)
        return (x - window.west) * size, (window.north - y) * size

    standing = dict(tiles_with_things(game, view, cells, size, em))
    items: list[Item] = [Planks(0, 0, size, window.columns, window.rows)]
    items += _shadows(standing, view, tiles, corner, size)
    items += [
        TileAt(*corner(cell), size, tiles[cell].tile, tiles[cell].rotation, on, cell)
        for cell, on in standing.items()
    ]
    items += [GapMark(*corner(cell), size, dead=True) for cell in view.dead if window.has(cell)]
    items += _gaps(game, view, corner, size, em)
    items += frames(view, corner, standing, size)
    if len(view.path) > 1:
        points = _path_points(view.path, corner, standing, size)
        items += [Curve(0, 0, view.players.colour(game.turn), points, max(4, size // 16))]
    items += numerals(view, corner, size, em)

    def middle(spot: Spot) -> tuple[int, int]:
        (left, top), form = corner(cell_of(spot)), tiles[cell_of(spot)]
        letter = form.tile.zones[spot % SLOTS_PER_CELL].letter
        x, y = anchor(art_of(game.book).look(form.tile), form.rotation, letter)
        return left + round(x * size), top + round(y * size)

    items += worth_coins(view, standing, corner, middle, size, em)
    items += _vote_counts(view, corner, size, em)
    return Block(window.columns * size, window.rows * size, tuple(items))


def _shadows(
    shown: Iterable[Cell],
    view: View,
    tiles: Collection[Cell],
    corner: Callable[[Cell], tuple[int, int]],
    size: int,
) -> Iterator[Panel]:
    """Shadows of tiles where the table shows to the right or below."""
    window, away = view.window, max(2, round(SHADOW_SHARE * size))
    for cell in shown:
        x, y = xy(cell)
        beside = (cell_at(x + 1, y), cell_at(x, y - 1), cell_at(x + 1, y - 1))
        if any(window.has(other) and other not in tiles for other in beside):
            left, top = corner(cell)
            wide = min(size, window.columns * size - left - away)
            high = min(size, window.rows * size - top - away)
            yield Panel(left + away, top + away, wide, high, Ink.GROOVE)


def _gaps(
    game: Game, view: View, corner: Callable[[Cell], tuple[int, int]], size: int, em: int
) -> Iterable[GapMark]:
    """The gaps for the tile in hand, their labels all in one line or all in two, and ghosts.

    A label is a short one of the view, or else the coordinates, in two lines if they are then as
    large. A gap with a ghost shows the tile as well; other cells with ghosts have no label.
    """
    words = {
        cell: view.gap_labels.get(cell) or text.coordinates(*xy(cell))
        for cell in view.gaps
        if view.window.has(cell)
    }
    least, font = ceil(MIN_LABEL_EMS * em), _font_that_fits(words.values(), size, em)
    below = {cell: word.replace(text.COORDINATES_GAP, "\n") for cell, word in words.items()}
    lower = _font_that_fits(below.values(), size, em)
    if lower >= font:
        words, font = below, lower
    ghosts = view.ghosts if size >= MIN_GHOST_EMS * em else {}
    unlabelled = {cell: "" for cell in ghosts if view.window.has(cell)}
    for cell, word in (unlabelled | words).items():
        label = word if font >= least and cell not in view.numerals else ""
        mark = GapMark(*corner(cell), size, label, font)
        if cell in view.ghost_tiles and cell in ghosts:
            tile = game.book.forms[view.ghost_tiles[cell]].tile
            mark = replace(mark, tile=tile, rotation=ghosts[cell])
        elif game.hand is not None and cell in ghosts:
            mark = replace(mark, tile=game.hand.tile, rotation=ghosts[cell])
        yield mark


def _path_points(
    path: Sequence[Cell],
    corner: Callable[[Cell], tuple[int, int]],
    standing: Mapping[Cell, tuple[On, ...]],
    size: int,
) -> tuple[tuple[int, int], ...]:
    """A path through the middles of its cells.

    It begins beside a token in the first cell, which stays visible.
    """
    (x, y), *others = [(left + size // 2, top + size // 2) for left, top in map(corner, path)]
    left, top = corner(path[0])
    on_it = [on for on in standing.get(path[0], ()) if isinstance(on, TokenOn)]
    tokens = [(left + token.x, top + token.y) for token in on_it]
    to_x, to_y = others[0]
    for along in range(0, size, max(1, size // 16)):
        start = (x + (to_x - x) * along // size, y + (to_y - y) * along // size)
        if all(dist(start, token) > (TOKEN_RADIUS + TOKEN_LINE_GAP) * size for token in tokens):
            break
    return (start, *others)


def _cells(window: Window) -> Iterable[Cell]:
    for y in range(window.north, window.south - 1, -1):
        for x in range(window.west, window.east + 1):
            yield cell_at(x, y)


def pieces_by_cell(game: Game, view: View) -> dict[Cell, list[Piece]]:
    """The pieces on each tile in drawing order."""
    pieces: dict[Cell, list[Piece]] = {}
    gone = (news.piece for news in view.piece_news if news.gone)
    for piece in (*game.board.pieces(), *gone, *view.unsettled.standing):
        pieces.setdefault(cell_of(piece.spot), []).append(piece)
    for stood in pieces.values():
        stood.sort(key=lambda piece: (piece.spot, piece.seat, piece.role.name))
    return pieces


def tiles_with_things(
    game: Game, view: View, cells: Iterable[Cell], size: int, em: int
) -> Iterable[tuple[Cell, tuple[On, ...]]]:
    board, art, colour_of = game.board, art_of(game.book), view.players.colour
    gone = {news.piece for news in view.piece_news if news.gone}
    gains = {news.piece: news.points for news in view.piece_news if news.points is not None}
    pieces = pieces_by_cell(game, view)
    tokens: dict[Cell, list[str]] = {}
    for name, cell in sorted(game.tokens.items()):
        tokens.setdefault(cell, []).append(name)
    links: dict[Cell, list[tuple[Spot, Spot]]] = {}
    for one, other in sorted(board.links):
        links.setdefault(cell_of(one), []).append((one, other))
    # on small tiles a full disc would be larger than a piece
    disc = min(PIECE_RADIUS, (text.DISC_RADIUS_EMS * em + 1) / size)
    marked = {cell_of(spot) for spot in (*view.tints, *view.zone_labels)}
    for cell in cells:
        form = board.tiles.get(cell)
        if form is None:
            continue
        if not any(cell in things for things in (pieces, tokens, links, marked, view.tile_letters)):
            yield cell, ()
            continue

        def at(spot: Spot, find: Callable[[Look, int, str], Point] = anchor) -> Point:
            form = board.tiles[cell_of(spot)]
            letter = form.tile.zones[spot % SLOTS_PER_CELL].letter
            return find(art.look(form.tile), form.rotation, letter)

        pieces_here, loose = pieces.get(cell, []), tokens.get(cell, [])
        spots = range(cell, cell + len(form.tile.zones))
        written = [spot for spot in spots if spot in view.zone_labels]
        standing = [at(piece.spot) for piece in pieces_here] + [(0.5, 0.5)] * len(loose)
        radii = (
            [PIECE_RADIUS] * len(pieces_here) + [TOKEN_RADIUS] * len(loose) + [disc] * len(written)
        )
        fixed = push_apart(standing, radii[: len(standing)])
        buildings = building_middles(art.look(form.tile), form.rotation) if written else ()
        held = [*buildings, *fixed]
        radii = [BUILDING_RADIUS] * len(buildings) + radii
        places = push_apart([*held, *map(at, written)], radii, len(held))[len(buildings) :]
        at_pixel = [(round(x * size), round(y * size)) for x, y in places]
        on: list[On] = [
            TintOn(board.zone(spot).letter, tuple(map(colour_of, view.tints[spot])))
            for spot in spots
            if spot in view.tints
        ]
        for one, other in links.get(cell, ()):
            (x, y), (to_x, to_y) = at(one, landing_point), at(other, landing_point)
            on.append(LinkOn(*(round(v * size) for v in (x, y, to_x, to_y))))
        on += [
            PieceOn(*at_pixel[n], colour_of(piece.seat), piece.role.name, piece in gone)
            for n, piece in enumerate(pieces_here)
        ]
        on += [TokenOn(*at_pixel[n], name) for n, name in enumerate(loose, len(pieces_here))]
        for n, spot in enumerate(written, len(standing)):
            on.append(DiscOn(*at_pixel[n], view.zone_labels[spot], em, spot not in view.pale))
        scored = [
            (*at_pixel[n], colour_of(piece.seat), f"+{gains[piece]}")
            for n, piece in enumerate(pieces_here)
            if piece in gains
        ]
        on += plates(view.tile_letters.get(cell, ""), scored, on, size, em)
        yield cell, tuple(on)


def _font_that_fits(words: Iterable[str], size: int, em: int) -> int:
    room, font = round(LABEL_ROOM * size), max(size // 5, ceil(LABEL_EMS * em))
    lines = [line.split("\n") for line in words]
    wide = max((text.width(line, font, True) for both in lines for line in both), default=0)
    high = max(map(len, lines), default=0) * font
    return min(font, *(font * room // length for length in (wide, high) if length > room), font)


COIN_EMS: Final = 1.25
SIDES_EMS: Final = 0.6
RIM_EMS: Final = 0.1
"""The height of a coin with points, its width beyond its text, and its rim, in ems."""

ASIDE: Final = 0.36
"""The distance of a coin from a place of a piece, as a share of a tile's side."""

COVERED_COIN_COST: Final = 20.0
COVERED_PIECE_COST: Final = 8.0
COVERED_GAP_COST: Final = 6.0
OUTSIDE_COST: Final = 4.0
ASIDE_COST: Final = 0.5
"""The cost of covering another coin, a piece or a gap, of leaving the tiles of the area, and of
lying aside of its middles, in tiles away from the middle of the area."""

Box: TypeAlias = tuple[int, int, int, int]


def worth_coins(
    view: View,
    standing: Mapping[Cell, tuple[On, ...]],
    corner: Callable[[Cell], tuple[int, int]],
    middle: Callable[[Spot], tuple[int, int]],
    size: int,
    em: int,
) -> Iterator[Item]:
    """The points of areas as coins, small areas first, as they have the least room.

    Coins are dark and round, unlike numbers of spaces. ``standing``: the things on each visible
    tile; ``corner`` and ``middle`` of cells and spots.
    """
    pieces = [
        (left + thing.x, top + thing.y)
        for cell, things in standing.items()
        for left, top in (corner(cell),)
        for thing in things
        if isinstance(thing, PieceOn | TokenOn)
    ]
    gaps = [
        (left, top, left + size, top + size)
        for left, top in (corner(cell) for cell in view.gaps if view.window.has(cell))
    ]
    taken: list[Box] = []
    high, rim = round(COIN_EMS * em), max(1, round(RIM_EMS * em))
    for spots, words in sorted(view.worths.items(), key=lambda worth: len(worth[0])):
        seen = [spot for spot in spots if view.window.has(cell_of(spot))]
        if not seen:
            continue
        wide = max(high, text.width(words, em, True) + round(SIDES_EMS * em))
        cells = [corner(cell) for cell in dict.fromkeys(map(cell_of, seen))]
        middles = [middle(spot) for spot in seen]
        x, y = _freest_point(middles, cells, (wide, high), (taken, gaps), pieces, size)
        left, top = x - wide // 2, y - high // 2
        taken.append((left, top, left + wide, top + high))
        yield Panel(left, top, wide, high, Ink.AMBER, radius=high // 2)
        inner = left + rim, top + rim, wide - 2 * rim, high - 2 * rim
        yield Panel(*inner, Ink.DARK, radius=high // 2 - rim)
        yield Label(left, top, wide, high, words, em, Ink.AMBER, Ink.DARK, bold=True)


def _vote_counts(
    view: View, corner: Callable[[Cell], tuple[int, int]], size: int, em: int
) -> Iterator[Item]:
    """The numbers of votes, dark in the upper right of their cells, unlike numbers of spaces."""
    high = round(COIN_EMS * em)
    for cell, words in view.votes.items():
        if view.window.has(cell):
            left, top = corner(cell)
            wide = max(high, text.width(words, em, True) + round(SIDES_EMS * em))
            left += size - wide
            yield Panel(left, top, wide, high, Ink.DARK, radius=high // 3)
            yield Label(left, top, wide, high, words, em, Ink.PAPER, Ink.DARK, bold=True)


def _freest_point(
    middles: Sequence[tuple[int, int]],
    cells: Sequence[tuple[int, int]],
    coin: tuple[int, int],
    taken: tuple[Sequence[Box], Sequence[Box]],
    pieces: Sequence[tuple[int, int]],
    size: int,
) -> tuple[int, int]:
    """The point for a coin that covers least, near the middle of its area.

    It is one of the ``middles`` of the area's segments or aside of one. ``cells``: corners of the
    area's tiles; ``taken``: other coins, and gaps.
    """
    across = sum(x for x, _ in middles) / len(middles)
    along = sum(y for _, y in middles) / len(middles)
    wide, high = coin
    aside = round(ASIDE * size)

    def cost(at: tuple[int, int, int]) -> tuple[float, tuple[int, int, int]]:
        x, y, is_aside = at
        left, top, right, bottom = x - wide // 2, y - high // 2, x + wide // 2, y + high // 2
        coins, gaps = (
            sum(
                left < box[2] and box[0] < right and top < box[3] and box[1] < bottom
                for box in boxes
            )
            for boxes in taken
        )
        reach = size // 6
        covered = sum(
            left - reach < a < right + reach and top - reach < b < bottom + reach for a, b in pieces
        )
        outside = not any(a <= x < a + size and b <= y < b + size for a, b in cells)
        away = hypot(x - across, y - along) / size + ASIDE_COST * is_aside
        covering = (
            COVERED_COIN_COST * coins + COVERED_PIECE_COST * covered + COVERED_GAP_COST * gaps
        )
        return covering + OUTSIDE_COST * outside + away, at

    steps = (-aside, 0, aside)
    points = (
        (x + right, y + down, int(bool(right or down)))
        for x, y in dict.fromkeys(middles)
        for right in steps
        for down in steps
    )
    return min(points, key=cost)[:2]
