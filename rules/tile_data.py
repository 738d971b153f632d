"""Read the tile data in ``rules/data``, and validate it by the `TileSchema` of its part."""

import json
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Final

from rules.errors import TileSetError
from rules.geometry import Side
from rules.tiles import Terrain, Tile, TileSet, Zone


@dataclass(frozen=True, slots=True)
class TileSchema:
    """The keys and values that a part's tile data may use.

    ``strips``: terrains that cross the middle of a side, with another zone on either hand.
    ``borders``: keys of a segment that name segments it touches, each with their terrain; those in
    ``mutual`` hold both ways. ``ends``: values of a segment's inner end; ``notes``: keys for human
    readers, ignored here.
    """

    terrains: frozenset[str]
    strips: frozenset[str] = frozenset()
    marks: tuple[str, ...] = ()
    borders: Mapping[str, str] = field(default_factory=dict)
    mutual: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()
    notes: frozenset[str] = frozenset()

    def __or__(self, other: "TileSchema") -> "TileSchema":
        return TileSchema(
            self.terrains | other.terrains,
            self.strips | other.strips,
            tuple(dict.fromkeys(self.marks + other.marks)),
            {**self.borders, **other.borders},
            self.mutual | other.mutual,
            self.ends | other.ends,
            self.notes | other.notes,
        )


TILE_KEYS: Final = {"id", "sides", "count", "counts", "start", "segments", "evidence", "decor"}
"""The keys of a tile's data; ``evidence`` notes which facts are uncertain."""
ZONE_KEYS: Final = {"letter", "kind", "ports", "inner_end"}


def read_tiles(name: str, schema: TileSchema, mix: str | None = None) -> TileSet:
    """Read ``rules/data/<name>.json``. Raise TileSetError for invalid data.

    ``mix`` chooses among the counts of a box that has had several (F-02).
    """
    text = resources.files("rules").joinpath("data", f"{name}.json").read_text("utf-8")
    return parse_tiles(text, f"{name}.json", schema, mix)


def parse_tiles(text: str, source: str, schema: TileSchema, mix: str | None = None) -> TileSet:
    """``text`` is JSON; ``source`` names it in errors."""
    try:
        facts = json.loads(text)
    except ValueError as error:
        raise TileSetError(f"{source}: not JSON: {error}") from None
    if not isinstance(facts, list) or not facts:
        raise TileSetError(f"{source}: expected a list of tiles")
    tiles: dict[str, Tile] = {}
    counts: dict[str, int] = {}
    start: str | None = None
    for fact in facts:
        where = f"{source}: tile {fact.get('id', '?') if isinstance(fact, dict) else fact!r}"
        try:
            tile = _tile(fact, schema)
            count = _count(fact, mix)
        except KeyError as error:
            raise TileSetError(f"{where}: there is no {error.args[0]!r}") from None
        except (AttributeError, TypeError, ValueError) as error:
            raise TileSetError(f"{where}: {error}") from None
        if tile.id in tiles:
            raise TileSetError(f"{where}: the id stands twice")
        tiles[tile.id], counts[tile.id] = tile, count
        if fact.get("start", False) is not False:
            if fact["start"] is not True:
                raise TileSetError(f"{where}: start is true or left out, not {fact['start']!r}")
            if start is not None:
                raise TileSetError(f"{where}: {start} is the start tile already")
            start = tile.id
    return TileSet(tiles, counts, start)


def _count(fact: Mapping[str, Any], mix: str | None) -> int:
    """Copies of a tile; a box with several mixes has a number for each."""
    if "counts" not in fact:
        count = fact["count"]
    elif mix in fact["counts"]:
        count = fact["counts"][mix]
    else:
        raise ValueError(f"there is no mix {mix!r}, only {', '.join(fact['counts'])}")
    if type(count) is not int or count < 0:
        raise ValueError(f"{count!r} is no number of copies")
    return count


def _tile(fact: Mapping[str, Any], schema: TileSchema) -> Tile:
    _refuse_unknown(fact, TILE_KEYS)
    segments = fact["segments"]
    letters = [segment["letter"] for segment in segments]
    if letters != [chr(ord("a") + index) for index in range(len(segments))]:
        raise ValueError(f"letters {letters} are not a, b, c …")
    tile = Tile(
        fact["id"],
        tuple(_zone(segment, segments, letters, schema) for segment in segments),
        fact.get("decor"),
    )
    _check_border(tile, fact["sides"], schema.strips)
    return tile


def _zone(
    segment: Mapping[str, Any],
    segments: Sequence[Mapping[str, Any]],
    letters: list[str],
    schema: TileSchema,
) -> Zone:
    allowed_keys = {*ZONE_KEYS, *schema.marks, *schema.borders, *schema.notes}
    _refuse_unknown(segment, allowed_keys)
    letter, inner_end = segment["letter"], segment.get("inner_end")
    if segment["kind"] not in schema.terrains:
        raise ValueError(f"segment {letter} is a {segment['kind']!r}, which there is not")
    touches = [other for key in schema.borders for other in segment.get(key, ())]
    touches += [
        other["letter"]
        for other in segments
        for key in sorted(schema.mutual)
        if letter in other.get(key, ())
    ]
    for other in touches:
        if other not in letters or other == letter:
            raise ValueError(f"segment {letter} cannot touch {other!r}")
    if inner_end is not None and inner_end not in schema.ends and inner_end not in touches:
        raise ValueError(f"segment {letter} cannot end in {inner_end!r}")
    if any(int(segment.get(mark, 0)) < 0 for mark in schema.marks):
        raise ValueError(f"segment {letter} has less than none of a mark")
    for key, terrain in schema.borders.items():
        for other in segment.get(key, ()):
            if next(s["kind"] for s in segments if s["letter"] == other) != terrain:
                raise ValueError(f"segment {letter} has {other!r} among its {key}")
    return Zone(
        letter,
        Terrain(segment["kind"]),
        tuple(segment["ports"]),
        {mark: int(segment[mark]) for mark in schema.marks if segment.get(mark)},
        tuple(touches),
        inner_end,
    )


def _refuse_unknown(fact: Mapping[str, Any], allowed_keys: AbstractSet[str]) -> None:
    unknown = set(fact) - allowed_keys
    if unknown:
        raise ValueError(f"unknown words {sorted(unknown)}")


def _check_border(tile: Tile, sides: str, strips: Collection[str]) -> None:
    """Each border point needs one zone, each side one zone or three (COM-07)."""
    ports = sorted(port for zone in tile.zones for port in zone.ports)
    if ports != list(range(12)):
        raise ValueError(f"the border points {ports} are not 0 to 11, each once")
    if len(sides) != len(Side):
        raise ValueError(f"{sides!r} names not four sides")
    for side in Side:
        zones = [tile.at_port(3 * side + n) for n in range(3)]
        if zones[1].terrain[0].upper() != sides[side]:
            raise ValueError(f"the {side.name.lower()} side is {zones[1].terrain}, not {sides}")
        through = zones[1].terrain in strips
        if through == (zones[0].letter == zones[1].letter):
            raise ValueError(f"the {side.name.lower()} side is neither one zone nor a strip")
        if zones[0].terrain != zones[2].terrain:
            raise ValueError(f"the {side.name.lower()} side differs to its left and right")
