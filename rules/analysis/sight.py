"""Which part of the board a picture of a turn shows, and which places lie outside of it.

Whoever draws the picture and whoever speaks of it ask here, so that they say the same.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from rules.analysis import ranking
from rules.analysis.chronicle import recent
from rules.game import Game
from rules.geometry import CROSS, Cell, xy

SHAPES: Final = ((11.5, 8.3), (8.7, 11.5), (6.4, 13.3))
"""Columns and rows that a picture of a turn has room for at the smallest size of tiles."""

TIGHT: Final = ((11.5, 6.9), (8.7, 10.1), (6.4, 13.3))
"""The same where the seats take two rows below the board."""

MANY: Final = 3
"""The most seats that take one row."""

AT_EASE: Final = 0.62
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
        """Whether a cell lies in it."""
        x, y = xy(cell)
        return self.west <= x <= self.east and self.south <= y <= self.north

    def reaching(self, cell: Cell) -> "Window":
        """The smallest window that has this one and a cell."""
        x, y = xy(cell)
        return Window(min(self.west, x), min(self.south, y), max(self.east, x), max(self.north, y))

    def inside(self, other: "Window") -> bool:
        """Whether all its cells are in another."""
        return (
            other.west <= self.west
            and other.south <= self.south
            and self.east <= other.east
            and self.north <= other.north
        )


def sight(game: Game, *, aided: bool = True) -> Window:
    """The window of a turn: the tile laid last, and as many places for the drawn one as fit.

    The best of them come first, or as one reads if not ``aided``; then, where they make the
    picture's tiles no smaller, the tiles that everybody has laid lately and those around.
    """
    shapes = TIGHT if game.seats > MANY else SHAPES
    gaps = _gaps(game, aided)
    window = Window.around((game.placed,))
    for cell in gaps:
        grown = window.reaching(cell)
        if _strain(grown, shapes) <= 1:
            window = grown
    for cell in _lonely(game, window, gaps):
        grown = window.reaching(cell)
        if _strain(grown, shapes) <= 1:
            window = grown
    room = max(AT_EASE, _strain(window, shapes))
    for cell, _ in reversed(recent(game)):
        grown = window.reaching(cell)
        if _strain(grown, shapes) <= room:
            window = grown
    bounds = Window.around((*game.board.tiles, *gaps))
    while True:
        now = _tiles(game, window)
        wider = [
            (more, grown)
            for grown in _grown(window)
            if grown.inside(bounds)
            and _strain(grown, shapes) <= room
            and (more := _tiles(game, grown)) > now
        ]
        if not wider:
            return window
        window = max(wider, key=lambda each: each[0])[1]


def outside(game: Game, *, aided: bool = True) -> int:
    """How many places for the drawn tile lie outside the picture of the turn."""
    window = sight(game, aided=aided)
    return sum(not window.has(cell) for cell in _gaps(game, aided))


def _gaps(game: Game, aided: bool) -> list[Cell]:
    """The places for the drawn tile in the order they are told."""
    found = ranking.ranked(game) if aided else ranking.unranked(game)
    return [ways[0].cell for ways in found]


def _strain(window: Window, shapes: Iterable[tuple[float, float]]) -> float:
    """How small tiles have to be to show a window; at 1 as small as they may."""
    return min(max(window.columns / wide, window.rows / high) for wide, high in shapes)


def _lonely(game: Game, window: Window, gaps: Iterable[Cell]) -> Iterator[Cell]:
    """For each place at the rim of a window that shows no tile beside it, such a tile."""
    for gap in gaps:
        beside = [gap + step for step in CROSS if gap + step in game.board.tiles]
        if window.has(gap) and not any(map(window.has, beside)):
            yield beside[0]


def _grown(window: Window) -> Iterator[Window]:
    """The windows that are one row or column larger."""
    west, south, east, north = window.west, window.south, window.east, window.north
    yield Window(west, south, east, north + 1)
    yield Window(west, south, east + 1, north)
    yield Window(west, south - 1, east, north)
    yield Window(west - 1, south, east, north)


def _tiles(game: Game, window: Window) -> int:
    """How many tiles a window shows."""
    return sum(map(window.has, game.board.tiles))
