"""The window of the board that a picture shows on a phone, its tiles' size, and spaces outside it.

The renderer and the texts both call this module, so that they agree.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.analysis.history import (
    cells_laid_since,
    index_of_last_tile,
    paid_scores,
    recent_placements,
)
from rules.analysis.placements import spaces
from rules.game import Game
from rules.geometry import Cell, cell_of, xy

PHONE_PIXELS: Final = 303
"""The width of a picture in a channel on a phone 420 pixels wide: all sizes are stated for it."""

BOARD_ROOM: Final = {1: (273, 250), 2: (273, 203), 3: (273, 178)}
"""The width and height of a turn's board on a phone, by the number of rows of seats.

A test of the renderer checks that the picture of a turn has this room.
"""

TILE_PIXELS: Final = 34
MIN_TILE_PIXELS: Final = 26
"""The size on a phone to which tiles shrink to show surroundings, and the least of all.

Only the newest tiles make them smaller than `WHOLE_TILE_PIXELS`.
"""

WHOLE_TILE_PIXELS: Final = 30
"""The size on a phone to which tiles shrink to show every place for the tile in hand."""

FEW_PIECE_KINDS: Final = 2
"""The most kinds of pieces with which three seats stand in a row, two with more."""

MAX_NEWS_SHAPE: Final = (13, 15)
"""The most columns and rows of the picture of news: tiles of 28 pixels on a phone, or more."""

NEWS_MARGIN_CELLS: Final = 2
"""The cells shown around the news, where the board continues."""


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of cells, borders included."""

    west: int
    south: int
    east: int
    north: int

    @classmethod
    def around(cls, cells: Iterable[Cell]) -> "Window":
        places = [xy(cell) for cell in cells]
        columns, rows = [x for x, _ in places], [y for _, y in places]
        return cls(min(columns), min(rows), max(columns), max(rows))

    @property
    def columns(self) -> int:
        return self.east - self.west + 1

    @property
    def rows(self) -> int:
        return self.north - self.south + 1

    def has(self, cell: Cell) -> bool:
        x, y = xy(cell)
        return self.west <= x <= self.east and self.south <= y <= self.north

    def reaching(self, cell: Cell) -> "Window":
        x, y = xy(cell)
        return Window(min(self.west, x), min(self.south, y), max(self.east, x), max(self.north, y))

    def reaching_all(self, other: "Window") -> "Window":
        return Window(
            min(self.west, other.west),
            min(self.south, other.south),
            max(self.east, other.east),
            max(self.north, other.north),
        )

    def with_margin(self, bounds: "Window") -> "Window":
        """Extend the window by one cell on each side, within bounds."""
        return Window(
            max(self.west - 1, bounds.west),
            max(self.south - 1, bounds.south),
            min(self.east + 1, bounds.east),
            min(self.north + 1, bounds.north),
        )

    def without_margin(self, bounds: "Window") -> "Window":
        """Shrink the window by one cell on each side where the bounds do not end."""
        return Window(
            self.west + (self.west > bounds.west),
            self.south + (self.south > bounds.south),
            self.east - (self.east < bounds.east),
            self.north - (self.north < bounds.north),
        )

    def inside(self, other: "Window") -> bool:
        return (
            other.west <= self.west
            and other.south <= self.south
            and self.east <= other.east
            and self.north <= other.north
        )


def turn_window(game: Game, since: int | None = None, also: Sequence[Cell] = ()) -> Window:
    """The window of a turn: the newest tiles, and as many spaces of the drawn tile as fit.

    Newest are the tiles placed ``since`` an event, by default the last one, with the pieces that
    they scored. Tiles of others since the mover's previous turn, the cells of ``also`` and the
    surroundings are shown as far as there is room.
    """
    room, gaps = board_room(game), tuple(spaces(game))
    bounds = Window.around((*game.board.tiles, *gaps, *also))
    newest = Window.around((game.placed,))
    for cell in reversed(cells_laid_since(game, since)):
        newest = _extend_if_fits(newest, cell, room, MIN_TILE_PIXELS)
    news = game.story[index_of_last_tile(game) if since is None else since :]
    for piece in (piece for event in reversed(paid_scores(news)) for piece in event.pieces):
        newest = _extend_if_fits(newest, cell_of(piece.spot), room, TILE_PIXELS)
    everything = Window.around((*gaps, game.placed)).reaching_all(newest)
    for window in (everything.with_margin(bounds), everything):
        if tile_pixels(window, room) >= WHOLE_TILE_PIXELS:
            break
    else:
        window = _best_window(game, newest, gaps, bounds)
        window = Window.around(filter(window.has, (*game.board.tiles, *gaps)))
    least = min(TILE_PIXELS, tile_pixels(window, room))
    recent = (cell for cell, _ in reversed(recent_placements(game, since)))
    for cell in (*recent, *also):
        window = _extend_if_fits(window, cell, room, least)
    return _with_surroundings(game, window, bounds, least)


def _best_window(game: Game, newest: Window, gaps: Sequence[Cell], bounds: Window) -> Window:
    """The window around the newest tiles with most gaps and their surroundings.

    Of equal windows the one with the most tiles, then the one with the newest in its middle.
    """
    room = board_room(game)
    size = min(TILE_PIXELS, tile_pixels(newest, room))
    columns = min(int(room[0] / size), bounds.columns)
    rows = min(int(room[1] / size), bounds.rows)
    tiles = tuple(game.board.tiles)

    def worth(window: Window) -> tuple[int, int, int]:
        inner = window.without_margin(bounds)
        seen = 2 * sum(map(window.has, gaps)) + sum(map(inner.has, gaps))
        off = abs(window.west + window.east - newest.west - newest.east)
        off += abs(window.south + window.north - newest.south - newest.north)
        return seen + 2 * newest.inside(inner), sum(map(window.has, tiles)), -off

    return max(
        (
            Window(west, south, west + columns - 1, south + rows - 1)
            for west in _starts(newest.west, newest.east, bounds.west, bounds.east, columns)
            for south in _starts(newest.south, newest.north, bounds.south, bounds.north, rows)
        ),
        key=worth,
    )


def _starts(first: int, last: int, low: int, high: int, length: int) -> range:
    """Starts of ranges of a length within bounds that reach from ``first`` to ``last``."""
    return range(max(low, last - length + 1), min(first, high - length + 1) + 1)


def _with_surroundings(game: Game, window: Window, bounds: Window, least: float) -> Window:
    """Extend the window as far as there is room, towards most tiles first."""
    room = board_room(game)
    while True:
        shown_tiles = _count_tiles(game, window)
        wider = [
            (extended_tiles, grown)
            for grown in _extended_windows(window)
            if grown.inside(bounds)
            and tile_pixels(grown, room) >= least
            and (extended_tiles := _count_tiles(game, grown)) > shown_tiles
        ]
        if not wider:
            return window
        window = max(wider, key=lambda candidate: candidate[0])[1]


def news_window(game: Game, cells: Sequence[Cell]) -> Window:
    """A window of as many cells as fit, earlier ones first.

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
            wider = window.reaching_all(grown)
            fits = wider.columns <= MAX_NEWS_SHAPE[0] and wider.rows <= MAX_NEWS_SHAPE[1]
            if fits and wider.inside(bounds):
                window = wider
    return window


def count_spaces_outside(game: Game, since: int | None = None, also: Sequence[Cell] = ()) -> int:
    window = turn_window(game, since, also)
    return sum(not window.has(cell) for cell in spaces(game))


def board_room(game: Game) -> tuple[int, int]:
    """Width and height for the board in a turn's picture on a phone.

    Seats take two lines; several kinds of pieces make them wider.
    """
    beside = 3 if len(game.supply[0]) <= FEW_PIECE_KINDS and game.seats != 4 else 2
    return BOARD_ROOM[-(-game.seats // beside)]


def tile_pixels(window: Window, room: tuple[int, int]) -> float:
    return min(room[0] / window.columns, room[1] / window.rows)


def _extend_if_fits(window: Window, cell: Cell, room: tuple[int, int], least: float) -> Window:
    """Extend the window to a cell, unless tiles would become too small."""
    grown = window.reaching(cell)
    return grown if tile_pixels(grown, room) >= least else window


def _extended_windows(window: Window) -> Iterator[Window]:
    west, south, east, north = window.west, window.south, window.east, window.north
    yield Window(west, south, east, north + 1)
    yield Window(west, south, east + 1, north)
    yield Window(west, south - 1, east, north)
    yield Window(west - 1, south, east, north)


def _count_tiles(game: Game, window: Window) -> int:
    return sum(map(window.has, game.board.tiles))
