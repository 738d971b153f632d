"""Printed tiles: terrains, zones, tiles, and the box they come in."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rules.geometry import Side, turned_port


class Terrain(str):
    """A terrain by its name in the tile data; parts define the terrains."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """One lettered segment of a tile.

    ``ports``: border points before the tile is turned; ``touches``: letters of bordering zones,
    where that matters to a rule; ``inner_end``: where it ends on the tile: a word of the tile data,
    or the letter of the zone it flows into.
    """

    letter: str
    terrain: Terrain
    ports: tuple[int, ...]
    marks: Mapping[str, int]
    touches: tuple[str, ...] = ()
    inner_end: str | None = None

    def count(self, mark: str) -> int:
        return self.marks.get(mark, 0)


ZoneLook: TypeAlias = tuple[
    str, tuple[int, ...], tuple[tuple[str, int], ...], tuple[tuple[int, ...], ...], str
]
"""Terrain, border points, marks, the border points of touched zones, and the inner end."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of tile as printed, north up."""

    id: str
    zones: tuple[Zone, ...]
    decor: str | None = None

    def zone(self, letter: str) -> Zone:
        """Raise KeyError for an unknown letter."""
        return self.zones[self.index(letter)]

    def index(self, letter: str) -> int:
        """Raise KeyError for an unknown letter."""
        for index, zone in enumerate(self.zones):
            if zone.letter == letter:
                return index
        raise KeyError(letter)

    def at_port(self, port: int) -> Zone:
        """The zone at a border point before the tile is turned."""
        return next(zone for zone in self.zones if port in zone.ports)

    def terrain(self, side: Side) -> Terrain:
        """The terrain in the middle of a side; a neighbour must match it (COM-07)."""
        return self.at_port(3 * side + 1).terrain

    def rotations(self) -> tuple[int, ...]:
        """Quarter turns that look different, the smallest of each look (COM-08)."""
        seen: dict[object, int] = {}
        for quarters in range(4):
            seen.setdefault(self._look(quarters), quarters)
        return tuple(seen.values())

    def same_look(self, quarters: int) -> int:
        """The smallest rotation with the same look as ``quarters``."""
        look = self._look(quarters)
        return next(q for q in range(4) if self._look(q) == look)

    @property
    def shape(self) -> tuple[tuple[object, ...], ...]:
        """The zones without their marks, equal for tiles that are turned alike."""
        return min(
            tuple(sorted((look[:2] + look[3:]) for look in self._zone_looks(quarters).values()))
            for quarters in range(4)
        )

    def relettered(self, quarters: int) -> Mapping[str, str]:
        """Map letters in a rotation to the same places in its smallest equal rotation.

        So letters of the typed rotation are understood (COM-25).
        """
        letters: dict[str, str] = {}
        looks = self._zone_looks(self.same_look(quarters))
        for letter, look in self._zone_looks(quarters).items():
            letters[letter] = next(
                other
                for other, seen in looks.items()
                if seen == look and other not in letters.values()
            )
        return letters

    def _look(self, quarters: int) -> tuple[ZoneLook, ...]:
        return tuple(sorted(self._zone_looks(quarters).values()))

    def _zone_looks(self, quarters: int) -> Mapping[str, ZoneLook]:
        where = {
            zone.letter: tuple(sorted(turned_port(port, quarters) for port in zone.ports))
            for zone in self.zones
        }
        return {
            zone.letter: (
                zone.terrain,
                where[zone.letter],
                tuple(sorted(zone.marks.items())),
                tuple(sorted(where[letter] for letter in zone.touches)),
                "another zone" if zone.inner_end in where else zone.inner_end or "",
            )
            for zone in self.zones
        }


@dataclass(frozen=True, slots=True)
class TileSet:
    """The kinds and numbers of a box, the start tile included.

    ``last``: the tile always at the bottom of the pile, if any (R-01). ``postpones``: unfitting
    tiles return under the others, above the last (R-03).
    """

    tiles: Mapping[str, Tile]
    counts: Mapping[str, int]
    start: str | None
    last: str | None = None
    postpones: bool = False

    def pile(self) -> tuple[str, ...]:
        """Every copy but the start tile, the last one last."""
        copies = tuple(self._copies())
        if self.last is None:
            return copies
        return (*(tile for tile in copies if tile != self.last), self.last)

    def shuffled(self, chance: random.Random) -> tuple[str, ...]:
        """Random order, with the fixed last tile at the bottom."""
        order = list(self.pile())
        bottom = [] if self.last is None else [order.pop()]
        chance.shuffle(order)
        return (*order, *bottom)

    def _copies(self) -> Iterator[str]:
        for tile, count in self.counts.items():
            for _ in range(count - (tile == self.start)):
                yield tile
