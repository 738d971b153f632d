"""Kinds of tiles grouped by their terrains and the number of segments of each."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final, TypeAlias

from rules.game import Game
from rules.tiles import Terrain, Tile

MAX_COUNTED_GROUPS: Final = 12
"""The most groups for which segments are counted; more groups go by terrains alone."""

Segments: TypeAlias = tuple[tuple[Terrain, int], ...]


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Kinds of tiles with the same terrains, in a box with few groups also the same counts.

    ``segments``: terrains with counts (0 if not counted), rarest first, without the ground that
    nearly all tiles have; a ``bare`` group has nothing else. ``kinds``: tile names with numbers of
    copies.
    """

    segments: Segments
    bare: bool
    kinds: tuple[tuple[str, int], ...]

    @property
    def number(self) -> int:
        return sum(number for _, number in self.kinds)


def group_tiles(game: Game, kinds: Mapping[str, int]) -> tuple[TileGroup, ...]:
    """Groups with most of the rarest terrain come first."""
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


def merge_equal_kinds(game: Game, kinds: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Merge kinds with the same zones, whatever their marks, in their order.

    The kind with the fewest marks stands for the others.
    """
    members: dict[object, list[tuple[str, int]]] = {}
    for name, number in kinds:
        members.setdefault(game.book.forms[name].tile.shape, []).append((name, number))

    def marks(name: str) -> int:
        return sum(sum(zone.marks.values()) for zone in game.book.forms[name].tile.zones)

    return tuple(
        (min((name for name, _ in alike), key=marks), sum(number for _, number in alike))
        for alike in members.values()
    )


def _rarest_first(box: Iterable[Tile]) -> list[Terrain]:
    """Terrains on the fewest kinds of tiles first."""
    have = Counter[Terrain]()
    for tile in box:
        have.update({zone.terrain for zone in tile.zones})
    return sorted(have, key=lambda terrain: (have[terrain], terrain))


def _segments(tile: Tile, order: Iterable[Terrain], ground: Terrain) -> Segments:
    """Segments without the ground; the ground alone if there is nothing else."""
    zones = Counter(zone.terrain for zone in tile.zones)
    counted = tuple((terrain, zones[terrain]) for terrain in order if zones[terrain])
    return counted or ((ground, zones[ground]),)


def _rank(segments: Segments, order: Iterable[Terrain]) -> tuple[int, ...]:
    numbers = {terrain: number or 1 for terrain, number in segments}
    return tuple(-numbers.get(terrain, 0) for terrain in order)


def capital_letters(number: int) -> str:
    """``A`` to ``Z``, then ``AA``, ``AB`` and so on, for a number from 1."""
    letters = ""
    while number:
        number, last = divmod(number - 1, len(ascii_uppercase))
        letters = ascii_uppercase[last] + letters
    return letters
