"""Tiles as they lie: segments of a turned tile, their sides and directions."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.forms import Form
from rules.game import Game
from rules.geometry import Cell, Side, Spot, cell_of, turned_port
from rules.tiles import Terrain, Tile, Zone

OFF_CENTRE: Final = 0.3
"""The least distance of a one-sided segment from the middle, in half tile sides."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A lettered segment of a turned tile; ``ports`` are its border points after the turn."""

    letter: str
    terrain: Terrain
    marks: Mapping[str, int]
    ports: tuple[int, ...]

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that the segment reaches, clockwise from the north."""
        return tuple(Side(side) for side in sorted({port // 3 for port in self.ports}))

    @property
    def direction(self) -> int | None:
        """Eighths counter-clockwise from the east; None for the middle.

        A segment that reaches no side, or opposite sides alike, is in the middle.
        """
        if not self.ports:
            return None
        points = [_point(port) for port in self.ports]
        x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
        if math.hypot(x, y) < OFF_CENTRE:
            return None
        return round(math.atan2(y, x) / (math.pi / 4)) % 8


@dataclass(frozen=True, slots=True)
class Face:
    """A tile in one rotation, in quarter turns clockwise."""

    tile: Tile
    rotation: int

    @classmethod
    def of(cls, form: Form) -> "Face":
        return cls(form.tile, form.rotation)

    @property
    def sides(self) -> tuple[Segment, ...]:
        """The segment in the middle of each side, clockwise from the north (COM-07)."""
        return tuple(self._turned(self._beside(side)) for side in Side)

    @property
    def inner_segments(self) -> tuple[Segment, ...]:
        """Segments that reach the middle of no side."""
        shown = {self._beside(side).letter for side in Side}
        return tuple(self._turned(zone) for zone in self.tile.zones if zone.letter not in shown)

    @property
    def segments(self) -> tuple[Segment, ...]:
        return tuple(map(self._turned, self.tile.zones))

    def segment(self, letter: str) -> Segment:
        """Raise KeyError for an unknown letter."""
        return self._turned(self.tile.zone(letter))

    def _beside(self, side: Side) -> Zone:
        return self.tile.at_port(turned_port(3 * side + 1, -self.rotation))

    def _turned(self, zone: Zone) -> Segment:
        ports = tuple(turned_port(port, self.rotation) for port in zone.ports)
        return Segment(zone.letter, zone.terrain, zone.marks, ports)


def printed_face(game: Game, tile: str) -> Face:
    """A tile, north up. Raise KeyError for an unknown tile."""
    return Face(game.book.forms[tile].tile, 0)


def drawn_face(game: Game) -> Face | None:
    """The drawn tile, north up; None without a tile in hand."""
    return printed_face(game, game.drawn) if game.drawn is not None else None


def drawn_face_turned(game: Game, rotation: int) -> Face:
    assert game.drawn is not None
    return Face(game.book.forms[game.drawn].tile, rotation)


def last_laid_face(game: Game) -> Face:
    return Face.of(game.last_form)


def face_at(game: Game, cell: Cell) -> Face:
    """Raise KeyError for an empty cell."""
    return Face.of(game.board.tiles[cell])


def segment_at(game: Game, spot: Spot) -> Segment:
    return face_at(game, cell_of(spot)).segment(game.board.zone(spot).letter)


def _point(port: int) -> tuple[float, float]:
    """A border point's position on a tile from -1 to 1 both ways, north up."""
    side, along = divmod(port, 3)
    off = (along - 1) * 2 / 3
    return ((off, 1.0), (1.0, -off), (-off, -1.0), (-1.0, off))[side]
