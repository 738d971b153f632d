"""The part of the board that the picture of a turn shows, and the placements outside of it.

The renderer and the texts both call this module, so that they agree.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from rules.analysis.history import cells_laid_since, recent_placements
from rules.analysis.placements import spaces
from rules.game import Game
from rules.geometry import CROSS, Cell, xy

MAX_SHAPES: Final = {
    (False, 3): ((11, 10), (9, 11), (8, 13)),
    (False, 4): ((11, 10), (9, 11), (8, 13)),
    (False, 5): ((11, 8), (9, 10), (8, 13)),
    (True, 3): ((11, 9), (9, 11), (8, 13)),
    (True, 4): ((11, 9), (9, 11), (7, 13)),
    (True, 5): ((11, 7), (9, 10), (7, 13)),
}
"""The most columns and rows of a turn's picture at the smallest size of tiles.

The keys: whether the tile in hand has many rotations, and the number of seats, 3 for fewer and 5
for more. A test of the renderer checks that tiles come out large enough.
"""

MAX_SHAPES_BY_SEAT_ROWS: Final = {
    1: ((11, 9), (9, 11), (6, 13)),
    2: ((11, 6), (10, 7), (9, 10), (6, 13)),
    3: ((11, 5), (9, 8), (6, 12), (5, 13)),
}
"""Window limits for seats that take still more room, by the number of rows of seats."""

FEW_ROTATIONS: Final = 2
"""The most rotations that are few."""

FEW_PIECE_KINDS: Final = 2
"""The most kinds of pieces that need no further rows of seats."""

MAX_NEWS_SHAPE: Final = (13, 15)
"""The most columns and rows of the picture of news: tiles of 28 pixels on a phone, or more."""

NEWS_MARGIN_CELLS: Final = 2
"""The cells shown around the news, where the board continues."""

COMFORTABLE_FILL: Final = 0.58
"""The share of the room that may be filled with unimportant surroundings."""


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of cells; the borders belong to it."""

    west: int
    south: int
    east: int
    north: int

    @classmethod
    def around(cls, cells: Iterable[Cell]) -> "Window":
        """The smallest window that contains all cells."""
        places = [xy(cell) for cell in cells]
        columns, rows = [x for x, _ in places], [y for _, y in places]
        return cls(min(columns), min(rows), max(columns), max(rows))

    @property
    def columns(self) -> int:
        """The width in cells."""
        return self.east - self.west + 1

    @property
    def rows(self) -> int:
        """The height in cells."""
        return self.north - self.south + 1

    def has(self, cell: Cell) -> bool:
        """Return True if a cell lies in the window."""
        x, y = xy(cell)
        return self.west <= x <= self.east and self.south <= y <= self.north

    def reaching(self, cell: Cell) -> "Window":
        """The smallest window that contains this window and a cell."""
        x, y = xy(cell)
        return Window(min(self.west, x), min(self.south, y), max(self.east, x), max(self.north, y))

    def inside(self, other: "Window") -> bool:
        """Return True if all cells of the window are in another."""
        return (
            other.west <= self.west
            and other.south <= self.south
            and self.east <= other.east
            and self.north <= other.north
        )


def turn_window(game: Game, since: int | None = None) -> Window:
    """The window of a turn: the last placed tile and as many spaces for the drawn tile as fit.

    Spaces nearer to the newest tile come first. Tiles placed ``since`` an event of the story come
    before them; recent tiles and the surroundings come after them, as long as the picture's tiles
    get no smaller.
    """
    shapes = max_window_shapes(game)
    gaps = sorted(spaces(game), key=partial(_distance, game.placed))
    window = Window.around((game.placed,))
    for cell in [*reversed(cells_laid_since(game, since)), *gaps]:
        window = _extend_if_fits(window, cell, shapes, 1)
    for cell in _neighbours_of_lonely_gaps(game, window, gaps):
        window = _extend_if_fits(window, cell, shapes, 1)
    room = max(COMFORTABLE_FILL, _fill_ratio(window, shapes))
    for cell, _ in reversed(recent_placements(game, since)):
        window = _extend_if_fits(window, cell, shapes, room)
    bounds = Window.around((*game.board.tiles, *gaps))
    while True:
        shown_tiles = _count_tiles(game, window)
        wider = [
            (extended_tiles, grown)
            for grown in _extended_windows(window)
            if grown.inside(bounds)
            and _fill_ratio(grown, shapes) <= room
            and (extended_tiles := _count_tiles(game, grown)) > shown_tiles
        ]
        if not wider:
            return window
        window = max(wider, key=lambda candidate: candidate[0])[1]


def news_window(game: Game, cells: Sequence[Cell]) -> Window:
    """The window of news: as many of some cells as fit, the first of them before the others.

    The board continues around them as far as there is room. Without cells it is the whole board.
    """
    bounds = Window.around(game.board.tiles)
    if not cells:
        return bounds
    window = Window.around(cells[:1])
    for cell in cells[1:]:
        grown = window.reaching(cell)
        if grown.columns <= MAX_NEWS_SHAPE[0] and grown.rows <= MAX_NEWS_SHAPE[1]:
            window = grown
    for _ in range(NEWS_MARGIN_CELLS):
        for grown in _extended_windows(window):
            wider = Window(
                min(window.west, grown.west),
                min(window.south, grown.south),
                max(window.east, grown.east),
                max(window.north, grown.north),
            )
            fits = wider.columns <= MAX_NEWS_SHAPE[0] and wider.rows <= MAX_NEWS_SHAPE[1]
            if fits and wider.inside(bounds):
                window = wider
    return window


def count_spaces_outside(game: Game, since: int | None = None) -> int:
    """The number of spaces for the drawn tile outside the picture of the turn."""
    window = turn_window(game, since)
    return sum(not window.has(cell) for cell in spaces(game))


def _distance(cell: Cell, other: Cell) -> int:
    """The number of steps from one cell to another."""
    x, y = xy(cell)
    other_x, other_y = xy(other)
    return abs(x - other_x) + abs(y - other_y)


def max_window_shapes(game: Game) -> Sequence[tuple[int, int]]:
    """The most columns and rows of the picture of a turn.

    Several kinds of pieces make the seats take more room.
    """
    rotations = len(game.hand.distinct) if game.hand is not None else 1
    kinds = len(game.supply[0])
    if kinds > FEW_PIECE_KINDS:
        return MAX_SHAPES_BY_SEAT_ROWS[-(-game.seats // 2)]
    return MAX_SHAPES[rotations > FEW_ROTATIONS, min(max(game.seats, 3), 5)]


def _fill_ratio(window: Window, shapes: Iterable[tuple[int, int]]) -> float:
    """The size of a window relative to the room; at 1 tiles have their smallest size."""
    return min(max(window.columns / wide, window.rows / high) for wide, high in shapes)


def _extend_if_fits(
    window: Window, cell: Cell, shapes: Iterable[tuple[int, int]], most: float
) -> Window:
    """The window extended to a cell, or unchanged if tiles would become too small."""
    grown = window.reaching(cell)
    return grown if _fill_ratio(grown, shapes) <= most else window


def _neighbours_of_lonely_gaps(game: Game, window: Window, gaps: Iterable[Cell]) -> Iterator[Cell]:
    """For each gap in the window without a visible neighbour, one neighbouring tile."""
    for gap in gaps:
        beside = [gap + step for step in CROSS if gap + step in game.board.tiles]
        if window.has(gap) and not any(map(window.has, beside)):
            yield beside[0]


def _extended_windows(window: Window) -> Iterator[Window]:
    """The windows with one row or column more."""
    west, south, east, north = window.west, window.south, window.east, window.north
    yield Window(west, south, east, north + 1)
    yield Window(west, south, east + 1, north)
    yield Window(west, south - 1, east, north)
    yield Window(west - 1, south, east, north)


def _count_tiles(game: Game, window: Window) -> int:
    """The number of tiles in a window."""
    return sum(map(window.has, game.board.tiles))
