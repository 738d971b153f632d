"""Tiles as they lie: what is on their sides, and where on them each of their segments is."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.forms import Form
from rules.game import Game
from rules.geometry import Cell, Side, Spot, cell_of, turned_port
from rules.tiles import Terrain, Tile, Zone

OFF_CENTRE: Final = 0.3
"""How far from the middle, in half tiles, a segment has to lie to be on one side."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A lettered segment of a tile that lies somewhere: ``ports`` are turned as the tile is."""

    letter: str
    terrain: Terrain
    marks: Mapping[str, int]
    ports: tuple[int, ...]

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the tile it reaches, from the north, clockwise."""
        return tuple(Side(side) for side in sorted({port // 3 for port in self.ports}))

    @property
    def direction(self) -> int | None:
        """The segment's place in eighths counter-clockwise from the east; None: the middle.

        A segment that reaches no side, or opposite ones alike, is in the middle.
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
        """The face of a form."""
        return cls(form.tile, form.rotation)

    @property
    def sides(self) -> tuple[Segment, ...]:
        """The segment in the middle of each side, from the north, clockwise (COM-07)."""
        return tuple(self._turned(self._beside(side)) for side in Side)

    @property
    def inner_segments(self) -> tuple[Segment, ...]:
        """The segments that are in the middle of no side."""
        shown = {self._beside(side).letter for side in Side}
        return tuple(self._turned(zone) for zone in self.tile.zones if zone.letter not in shown)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """All of them, by letter."""
        return tuple(map(self._turned, self.tile.zones))

    def segment(self, letter: str) -> Segment:
        """The one with a letter; KeyError where there is none."""
        return self._turned(self.tile.zone(letter))

    def _beside(self, side: Side) -> Zone:
        return self.tile.at_port(turned_port(3 * side + 1, -self.rotation))

    def _turned(self, zone: Zone) -> Segment:
        ports = tuple(turned_port(port, self.rotation) for port in zone.ports)
        return Segment(zone.letter, zone.terrain, zone.marks, ports)


def printed_face(game: Game, tile: str) -> Face:
    """A kind of tile of a game as it is printed, north up; KeyError where there is none."""
    return Face(game.book.forms[tile].tile, 0)


def drawn_face(game: Game) -> Face | None:
    """The drawn tile, north up; None where none is in hand."""
    return printed_face(game, game.drawn) if game.drawn is not None else None


def drawn_face_turned(game: Game, rotation: int) -> Face:
    """The drawn tile as it would lie after so many quarter turns clockwise."""
    assert game.drawn is not None
    return Face(game.book.forms[game.drawn].tile, rotation)


def last_laid_face(game: Game) -> Face:
    """The tile laid last, as it lies."""
    return Face.of(game.last_form)


def face_at(game: Game, cell: Cell) -> Face:
    """The tile at a cell, as it lies; KeyError where there is none."""
    return Face.of(game.board.tiles[cell])


def segment_at(game: Game, spot: Spot) -> Segment:
    """The segment at a spot of the board, as it lies."""
    return face_at(game, cell_of(spot)).segment(game.board.zone(spot).letter)


def _point(port: int) -> tuple[float, float]:
    """A border point on a tile that reaches from -1 to 1 both ways, north up."""
    side, along = divmod(port, 3)
    off = (along - 1) * 2 / 3
    return ((off, 1.0), (1.0, -off), (-off, -1.0), (-1.0, off))[side]
