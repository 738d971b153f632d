"""What is printed on cardboard: terrains, zones, tiles, and the box they come in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.geometry import Side


class Terrain(StrEnum):
    """What a zone is made of."""

    CITY = "city"
    ROAD = "road"
    FIELD = "field"
    MONASTERY = "monastery"
    TEMPLE = "temple"
    FOREST = "forest"
    RIVER = "river"
    MEADOW = "meadow"
    LAKE = "lake"


MARKS: Final = (
    *("pennants", "scrolls", "oases", "sheep", "wolves", "fish", "gold", "mushrooms"),
    *("deer", "mammoth", "tiger", "aurochs", "fire", "shrine"),
)
"""Everything that can be printed on a zone and counted."""


@dataclass(frozen=True, slots=True)
class Zone:
    """One lettered segment of a tile.

    ``ports`` are the border points it touches before the tile is turned; ``touches`` the letters
    of the zones of the same tile it borders where that matters: the cities of a field, the
    rivers of a lake, the lake of a river.
    """

    letter: str
    terrain: Terrain
    ports: tuple[int, ...]
    marks: Mapping[str, int]
    touches: tuple[str, ...] = ()
    inner_end: str | None = None

    def count(self, mark: str) -> int:
        """How many of a mark are printed here."""
        return self.marks.get(mark, 0)


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of tile as printed, north up; ``evidence`` says where a fact is not certain."""

    id: str
    zones: tuple[Zone, ...]
    decor: str | None = None
    evidence: str | None = None

    def zone(self, letter: str) -> Zone:
        """The zone with a letter; KeyError where there is none."""
        return self.zones[self.index(letter)]

    def index(self, letter: str) -> int:
        """Which zone a letter names, counted from 0; KeyError where there is none."""
        for index, zone in enumerate(self.zones):
            if zone.letter == letter:
                return index
        raise KeyError(letter)

    def at_port(self, port: int) -> Zone:
        """The zone that touches a border point of the tile before it is turned."""
        return next(zone for zone in self.zones if port in zone.ports)

    def terrain(self, side: Side) -> Terrain:
        """The terrain in the middle of a side, which a neighbour must match (COM-07)."""
        return self.at_port(3 * side + 1).terrain

    def rotations(self) -> tuple[int, ...]:
        """The quarter turns that look different, the smallest of each kind (COM-08)."""
        seen: dict[object, int] = {}
        for quarters in range(4):
            seen.setdefault(self._look(quarters), quarters)
        return tuple(seen.values())

    def same_look(self, quarters: int) -> int:
        """The smallest rotation that looks like this one."""
        look = self._look(quarters)
        return next(q for q in range(4) if self._look(q) == look)

    def _look(self, quarters: int) -> tuple[object, ...]:
        """What can be seen of the turned tile, whatever the letters of its zones."""
        where = {
            zone.letter: tuple(sorted((p + 3 * quarters) % 12 for p in zone.ports))
            for zone in self.zones
        }
        return tuple(
            sorted(
                (
                    zone.terrain,
                    where[zone.letter],
                    tuple(sorted(zone.marks.items())),
                    tuple(sorted(where[letter] for letter in zone.touches)),
                    "lake" if zone.inner_end in where else zone.inner_end or "",
                )
                for zone in self.zones
            )
        )


@dataclass(frozen=True, slots=True)
class TileSet:
    """The kinds of tile of a box and how many there are of each, the start tile included."""

    tiles: Mapping[str, Tile]
    counts: Mapping[str, int]
    start: str | None

    def pile(self) -> tuple[str, ...]:
        """The ids of all tiles to be shuffled: every copy but the start tile."""
        return tuple(self._copies())

    def _copies(self) -> Iterator[str]:
        for tile, count in self.counts.items():
            for _ in range(count - (tile == self.start)):
                yield tile
