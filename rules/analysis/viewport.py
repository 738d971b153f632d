"""Which part of the board a picture of a turn shows, and which places lie outside of it.

Whoever draws the picture and whoever speaks of it ask here, so that they say the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.analysis.history import cells_laid_since, recent_placements
from rules.analysis.placement_ranking import TilePlacement
from rules.game import Game
from rules.geometry import CROSS, Cell, xy

MAX_SHAPES: Final = {
    (False, False): ((11, 10), (9, 13)),
    (True, False): ((11, 9), (9, 13)),
    (False, True): ((11, 8), (9, 13)),
    (True, True): ((11, 6), (10, 7), (9, 13)),
}
"""The most columns and rows that a picture of a turn has room for at the smallest size of tiles.

There is less where the tile in hand looks different in many rotations, or the seats take much room;
a test of the renderer holds that tiles come out as large as they have to.
"""

MAX_SHAPES_BY_SEAT_ROWS: Final = {
    1: ((11, 9), (9, 11), (8, 13)),
    2: ((11, 6), (10, 7), (9, 10), (8, 13)),
    3: ((11, 5), (9, 8), (8, 13)),
}
"""The same where the seats take more room still, by the rows in which they stand."""

FEW_ROTATIONS: Final = 2
FEW_SEATS: Final = 4
"""The most rotations that are not many, and seats that take little room."""

FEW_PIECE_KINDS: Final = 2
MODERATE_SEATS: Final = 5
"""The most kinds of pieces, and seats, that do not take more room still."""

COMFORTABLE_FILL: Final = 0.58
"""How much of that room is taken for what lies around, though nothing there is to be shown."""


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of cells, its borders included."""

    west: int
    south: int
    east: int
    north: int

    @classmethod
    def around(cls, cells: Iterable[Cell]) -> "Window":
        """The smallest window that has all the cells."""
        places = [xy(cell) for cell in cells]
        columns, rows = [x for x, _ in places], [y for _, y in places]
        return cls(min(columns), min(rows), max(columns), max(rows))

    @property
    def columns(self) -> int:
        """How many cells it is wide."""
        return self.east - self.west + 1

    @property
    def rows(self) -> int:
        """How many cells it is high."""
        return self.north - self.south + 1

    def has(self, cell: Cell) -> bool:
        """Return True if a cell lies in the window."""
        x, y = xy(cell)
        return self.west <= x <= self.east and self.south <= y <= self.north

    def reaching(self, cell: Cell) -> "Window":
        """The smallest window that has this one and a cell."""
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


def turn_window(
    game: Game, ways: Iterable[Sequence[TilePlacement]], since: int | None = None
) -> Window:
    """The window of a turn: the tile laid last, and as many places for the drawn one as fit.

    ``ways`` to lay it are by gap, those that matter most first. After them come, where they make
    the picture's tiles no smaller, the tiles that everybody has laid lately and those around. All
    that was laid ``since`` an event of the story, where one is named, comes before the places.
    """
    shapes = max_window_shapes(game)
    gaps = [candidate[0].cell for candidate in ways]
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
            (more, grown)
            for grown in _extended_windows(window)
            if grown.inside(bounds)
            and _fill_ratio(grown, shapes) <= room
            and (more := _count_tiles(game, grown)) > shown_tiles
        ]
        if not wider:
            return window
        window = max(wider, key=lambda candidate: candidate[0])[1]


def count_placements_outside(
    game: Game, ways: Sequence[Sequence[TilePlacement]], since: int | None = None
) -> int:
    """How many places for the drawn tile lie outside the picture of the turn."""
    window = turn_window(game, ways, since)
    return sum(not window.has(placements[0].cell) for placements in ways)


def max_window_shapes(game: Game) -> Sequence[tuple[int, int]]:
    """The most columns and rows that the picture of a turn has room for.

    What seats have left takes more room where there are several kinds of it.
    """
    rotations = len(game.hand.distinct) if game.hand is not None else 1
    kinds = len(game.supply[0])
    if kinds > FEW_PIECE_KINDS or game.seats > MODERATE_SEATS:
        return MAX_SHAPES_BY_SEAT_ROWS[-(-game.seats // (2 if kinds > FEW_PIECE_KINDS else 3))]
    crowded = game.seats > FEW_SEATS and kinds > 1
    return MAX_SHAPES[rotations > FEW_ROTATIONS, crowded]


def _fill_ratio(window: Window, shapes: Iterable[tuple[int, int]]) -> float:
    """How small tiles have to be to show a window; at 1 as small as they may."""
    return min(max(window.columns / wide, window.rows / high) for wide, high in shapes)


def _extend_if_fits(
    window: Window, cell: Cell, shapes: Iterable[tuple[int, int]], most: float
) -> Window:
    """A window with a cell, if tiles do not get smaller than they may."""
    grown = window.reaching(cell)
    return grown if _fill_ratio(grown, shapes) <= most else window


def _neighbours_of_lonely_gaps(game: Game, window: Window, gaps: Iterable[Cell]) -> Iterator[Cell]:
    """For each place at the rim of a window that shows no tile beside it, such a tile."""
    for gap in gaps:
        beside = [gap + step for step in CROSS if gap + step in game.board.tiles]
        if window.has(gap) and not any(map(window.has, beside)):
            yield beside[0]


def _extended_windows(window: Window) -> Iterator[Window]:
    """The windows that are one row or column larger."""
    west, south, east, north = window.west, window.south, window.east, window.north
    yield Window(west, south, east, north + 1)
    yield Window(west, south, east + 1, north)
    yield Window(west, south - 1, east, north)
    yield Window(west - 1, south, east, north)


def _count_tiles(game: Game, window: Window) -> int:
    """How many tiles a window shows."""
    return sum(map(window.has, game.board.tiles))
