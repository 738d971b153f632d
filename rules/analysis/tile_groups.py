"""Kinds of tiles sorted by what is on them: which terrains, and how many segments of each."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.game import Game
from rules.tiles import Terrain, Tile

MAX_COUNTED_GROUPS: Final = 12
"""The most sorts of which one keeps count; a box with more is sorted by terrains alone."""

Segments: TypeAlias = tuple[tuple[Terrain, int], ...]


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Kinds of tiles that have the same terrains, in a box of few sorts as often as one another.

    ``segments`` are the terrains and how many of each, 0 where they are not counted, the rarest
    first; without the ground that nearly all tiles have, but for tiles that are ``bare`` and have
    nothing else. ``kinds`` are how many there are of each, by name.
    """

    segments: Segments
    bare: bool
    kinds: tuple[tuple[str, int], ...]

    @property
    def number(self) -> int:
        """How many tiles there are of all kinds together."""
        return sum(number for _, number in self.kinds)


def group_tiles(game: Game, kinds: Mapping[str, int]) -> tuple[TileGroup, ...]:
    """Some kinds with their numbers, sorted; those with most of the rarest terrain come first."""
    box = {name: forms.tile for name, forms in game.book.forms.items()}
    *order, ground = _rarest_first(box.values())
    segments = {name: _segments(tile, order, ground) for name, tile in box.items()}
    counted = len(set(segments.values())) <= MAX_COUNTED_GROUPS
    members: dict[Segments, list[tuple[str, int]]] = {}
    for name in sorted(kinds, key=lambda name: (_rank(segments[name], order), -kinds[name], name)):
        own_segments = segments[name]
        sort = own_segments if counted else tuple((terrain, 0) for terrain, _ in own_segments)
        members.setdefault(sort, []).append((name, kinds[name]))
    return tuple(
        TileGroup(sort, sort[0][0] == ground, tuple(members[sort]))
        for sort in sorted(members, key=lambda sort: _rank(sort, order))
    )


def _rarest_first(box: Iterable[Tile]) -> list[Terrain]:
    """The terrains of a box by how many kinds of tiles have them."""
    have = Counter[Terrain]()
    for tile in box:
        have.update({zone.terrain for zone in tile.zones})
    return sorted(have, key=lambda terrain: (have[terrain], terrain))


def _segments(tile: Tile, order: Iterable[Terrain], ground: Terrain) -> Segments:
    """The segments of a tile besides the ground, or the ground alone."""
    zones = Counter(zone.terrain for zone in tile.zones)
    counted = tuple((terrain, zones[terrain]) for terrain in order if zones[terrain])
    return counted or ((ground, zones[ground]),)


def _rank(segments: Segments, order: Iterable[Terrain]) -> tuple[int, ...]:
    """The rank of a kind among the others, the least first."""
    numbers = {terrain: number or 1 for terrain, number in segments}
    return tuple(-numbers.get(terrain, 0) for terrain in order)
