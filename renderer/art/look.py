"""The merged drawings of a game's parts (`Art`), and the look of each of its tiles (`Look`)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from PIL import Image

from renderer.art.curves import Point
from renderer.art.drawing import (
    Building,
    Drawing,
    Extent,
    Figure,
    HoldingCounter,
    Land,
    Link,
    MarkDrawing,
    MissingDrawing,
    MoveTargets,
    Strip,
    TargetFinder,
)
from rules.game import Game
from rules.moves import Deploy, Move
from rules.tiles import Tile, Zone

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Look:
    """The data that a tile's picture depends on.

    Equal in two games that draw a tile alike, so that both share the picture.
    """

    tile: Tile
    land: Land
    extents: tuple[tuple[str, Extent], ...]
    strips: tuple[tuple[str, Strip], ...]
    buildings: tuple[tuple[str, Building], ...]
    marks: tuple[tuple[str, MarkDrawing], ...]

    def __hash__(self) -> int:
        # a tile's marks are a mapping and cannot be hashed
        return hash(self.tile.id)

    def extent(self, zone: Zone) -> Extent:
        return next(extent for terrain, extent in self.extents if terrain == zone.terrain)

    def strip(self, terrain: str) -> Strip:
        return next(strip for name, strip in self.strips if name == terrain)

    def building(self, terrain: str) -> Building | None:
        return next((one for name, one in self.buildings if name == terrain), None)

    def mark(self, name: str) -> MarkDrawing:
        return next(one for mark, one in self.marks if mark == name)

    def decor(self) -> str | None:
        """The tile's decor, if there is a drawing of it."""
        decor = self.tile.decor
        return decor if decor is not None and any(name == decor for name, _ in self.marks) else None


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """The drawings of a game's parts, by the names in their rules."""

    land: Land
    terrains: Mapping[str, Extent]
    strips: Mapping[str, Strip]
    buildings: Mapping[str, Building]
    marks: Mapping[str, MarkDrawing]
    figures: Mapping[str, Figure]
    tokens: Mapping[str, Callable[[int], Image.Image]]
    link: Link | None
    moves: Mapping[type[Move], TargetFinder]
    held: Mapping[str, HoldingCounter]
    _looks: dict[str, Look] = field(default_factory=dict)

    @classmethod
    def of(cls, drawings: Iterable[Drawing]) -> "Art":
        """Merge drawings; a later one replaces an earlier one."""
        parts = tuple(drawings)
        land = next((part.land for part in parts if part.land is not None), None)
        if land is None:
            raise MissingDrawing("none of the game's parts has a drawing of its land")
        link = next((part.link for part in reversed(parts) if part.link is not None), None)
        return cls(
            land,
            _merge(part.terrains for part in parts),
            _merge(part.strips for part in parts),
            _merge(part.buildings for part in parts),
            _merge(part.marks for part in parts),
            _merge(part.figures for part in parts),
            _merge(part.tokens for part in parts),
            link,
            {move: points for part in parts for move, points in part.moves.items()},
            _merge(part.held for part in parts),
        )

    def look(self, tile: Tile) -> Look:
        """Raise MissingDrawing, naming tile and zone."""
        known = self._looks.get(tile.id)
        # another set may use the same id for another tile
        if known is None or not (known.tile is tile or known.tile == tile):
            known = self._looks[tile.id] = self._look(tile)
        return known

    def figure(self, role: str) -> Figure:
        """Raise MissingDrawing if there is none."""
        return _find_drawing(self.figures, role, "no art for role")

    def token(self, name: str, size: int) -> Image.Image:
        """A neutral token for a tile of ``size``. Raise MissingDrawing if there is none."""
        return _find_drawing(self.tokens, name, "no art for token")(size)

    def mark(self, name: str, px: int) -> Image.Image:
        """``px`` wide, apart from any tile. Raise MissingDrawing if there is none."""
        return _find_drawing(self.marks, name, "no art for mark").picture(px, 0)

    def linked(self, size: int, a: Point, b: Point) -> tuple[Image.Image, Point]:
        """A link between two points of a tile, and the position of its middle."""
        if self.link is None:
            raise MissingDrawing("no art for links")
        return self.link(size, a, b)

    def move_targets(self, game: Game, move: Move) -> MoveTargets:
        """The targets of a legal move; empty if no part names any."""
        if isinstance(move, Deploy):
            return MoveTargets(spots=(game.board.spot(game.placed, move.letter),))
        points = self.moves.get(type(move))
        return points(game, move) if points is not None else MoveTargets()

    def _look(self, tile: Tile) -> Look:
        extents = {zone.terrain: self._extent(tile, zone) for zone in tile.zones}
        strips = {
            name: _find_drawing(self.strips, name, f"tile {tile.id}: no strip for terrain")
            for name, extent in extents.items()
            if extent is Extent.STRIP
        }
        names = {mark: zone.letter for zone in tile.zones for mark in sorted(zone.marks)}
        marks = {
            name: _find_drawing(self.marks, name, f"tile {tile.id}, zone {letter}: no art for mark")
            for name, letter in names.items()
        }
        if tile.decor is not None and tile.decor in self.marks:
            marks[tile.decor] = self.marks[tile.decor]
        houses = tuple((name, self.buildings[name]) for name in extents if name in self.buildings)
        return Look(
            tile,
            self.land,
            tuple(extents.items()),
            tuple(strips.items()),
            houses,
            tuple(marks.items()),
        )

    def _extent(self, tile: Tile, zone: Zone) -> Extent:
        where = f"tile {tile.id}, zone {zone.letter}: no art for terrain"
        return _find_drawing(self.terrains, zone.terrain, where)


def _merge(named: Iterable[Mapping[str, T]]) -> dict[str, T]:
    return {name: one for some in named for name, one in some.items()}


def _find_drawing(known: Mapping[str, T], name: str, what: str) -> T:
    drawing = known.get(name)
    if drawing is None:
        raise MissingDrawing(f"{what} {str(name)!r}; known are {', '.join(sorted(known))}")
    return drawing
