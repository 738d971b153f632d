"""Place pieces and marks in the zones of a tile, by the room there, and enlarge small marks.

A place is a square wholly within its zone, so an upright drawing stays in the zone however the tile
is turned.
"""

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from renderer.art.curves import OUTWARD, Point, seeded_random
from renderer.art.drawing import Extent
from renderer.art.look import Look
from renderer.art.plan.skeleton import Node
from renderer.art.plan.zone_map import ZoneMap
from renderer.art.terrains import FOREST, MEADOW
from rules.tiles import Tile, Zone

GRID_CELLS: Final = 48
PAD_CELLS: Final = 16
MIN_ANCHOR_DISTANCE: Final = 0.15
"""Anchors of different zones stay at least this far apart."""

ANCHOR_ROOMS: Final = (0.24, 0.2, 0.165, 0.135, 0.11, 0.09, 0.075, 0.06, 0.045)
SHRINK_LEVELS: Final = (
    *((1.0, 0.135), (0.94, 0.13), (0.88, 0.115), (0.84, 0.095), (0.8, 0.08), (0.76, 0.068)),
    *((0.72, 0.06), (0.66, 0.055), (0.6, 0.05), (0.54, 0.045)),
)
"""The scale of marks and the room of a piece, for more and more cramped zones."""


@dataclass(frozen=True, slots=True)
class MarkAt:
    """A printed mark: name, zone, middle, width, and number on the tile."""

    name: str
    zone: str
    at: Point
    size: float
    number: int


def place_marks(
    look: Look,
    zones: ZoneMap,
    fixed: Mapping[str, Point],
    plots: Mapping[str, Point],
    nodes: Iterable[Node],
) -> tuple[dict[str, Point], tuple[MarkAt, ...]]:
    """The anchor of every zone and the place of every mark.

    ``fixed``: anchors of strips, ``plots``: where strips' marks lie.
    """
    tile, anchors = look.tile, dict(fixed)
    marks: list[MarkAt] = []
    for letter, at in plots.items():
        for name in _names(tile.zone(letter)):
            marks.append(MarkAt(name, letter, at, look.mark(name).width, 0))
    for node in nodes:
        if node.zone:
            anchors[node.zone], placed_marks = _place_in_circle(look, node)
            marks += placed_marks
    decor = _decor_zone(look)
    wide = [zone for zone in tile.zones if look.extent(zone) in (Extent.OPEN, Extent.MASS)]
    # cramped zones choose first; wide ones give way
    rooms = {zone.letter: _free_cells(zones, tile.index(zone.letter)) for zone in wide}
    for zone in sorted(wide, key=lambda zone: (sum(rooms[zone.letter].tobytes()), zone.letter)):
        names = _names(zone)
        if zone.letter == decor and tile.decor:
            names.append(tile.decor)
        taken = [*anchors.values()]
        room = rooms[zone.letter]
        anchors[zone.letter], placed_marks = _place_in_zone(look, zone.letter, room, names, taken)
        marks += placed_marks
    return anchors, tuple(marks)


def _names(zone: Zone) -> list[str]:
    return [mark for mark, count in sorted(zone.marks.items()) for _ in range(count)]


def _decor_zone(look: Look) -> str | None:
    """The zone with the most border points."""
    if look.decor() is None:
        return None
    return max(look.tile.zones, key=lambda zone: len(zone.ports)).letter


def _place_in_circle(look: Look, node: Node) -> tuple[Point, list[MarkAt]]:
    """A round place's anchor at one side, and its marks along the other."""
    zone = look.tile.zone(node.zone or "")
    names = _names(zone)
    x = -math.fsum(OUTWARD[port // 3][0] for port in node.arms)
    y = -math.fsum(OUTWARD[port // 3][1] for port in node.arms)
    lean = math.atan2(y, x) if (x, y) != (0, 0) else math.radians(225)
    if not names:
        return node.at, []
    spread = {1: (0,), 2: (-52, 52), 3: (-78, 0, 78), 4: (-105, -35, 35, 105)}
    angles = spread.get(len(names)) or [
        -120 + 240 * k / (len(names) - 1) for k in range(len(names))
    ]
    ring = node.radius * (0.5 if len(names) == 1 else 0.6)
    # close to the rim, so that a piece on a small lake leaves its marks alone
    anchor = _polar(node.at, lean, node.radius * 0.82)
    marks = []
    for number, (name, angle) in enumerate(zip(names, angles, strict=True)):
        at = _polar(node.at, lean + math.pi + math.radians(angle), ring)
        size = min(look.mark(name).width, node.radius * 0.72)
        marks.append(MarkAt(name, zone.letter, at, size, number))
    return anchor, marks


def _polar(at: Point, angle: float, reach: float) -> Point:
    return at[0] + reach * math.cos(angle), at[1] + reach * math.sin(angle)


def _free_cells(zones: ZoneMap, index: int) -> Image.Image:
    """Cells wholly in a zone, with a dark frame so that the border counts as edge."""
    mask = zones.mask(index).reduce(zones.image.width // GRID_CELLS)
    room = Image.new("L", (GRID_CELLS + 2 * PAD_CELLS, GRID_CELLS + 2 * PAD_CELLS), 0)
    room.paste(mask.point([0] * 255 + [255]), (PAD_CELLS, PAD_CELLS))
    return room


def _place_in_zone(
    look: Look, letter: str, room: Image.Image, names: Sequence[str], others: Sequence[Point]
) -> tuple[Point, list[MarkAt]]:
    """An anchor and mark places, as large as the zone allows."""
    widths = [(name, look.mark(name).width) for name in names]
    for shrink, clear in SHRINK_LEVELS:
        for way in range(6 if names else 1):
            free = room.copy()
            chance = seeded_random(look.tile.id, letter, "marks", shrink)
            anchor = _roomiest_point(free, others, 0.045) if way == 0 else None
            if way == 0 and anchor is None:
                continue
            if anchor:
                _block_square(free, anchor, clear)
            marks = _marks_in(
                free, letter, widths, shrink, chance, [*others, *filter(None, [anchor])], way
            )
            if marks is None:
                continue
            anchor = anchor or _roomiest_point(free, others, max(0.045, clear * 0.8))
            if anchor:
                return anchor, marks
    wanted = ", ".join(names) or "a piece"
    raise ValueError(f"tile {look.tile.id}, zone {letter}: no room for {wanted}")


CORNERWARDS: Final = ((1, 1), (-1, -1), (1, -1), (-1, 1))


def _marks_in(
    free: Image.Image,
    letter: str,
    widths: Sequence[tuple[str, float]],
    shrink: float,
    chance: random.Random,
    near: Sequence[Point],
    way: int,
) -> list[MarkAt] | None:
    """Places for marks; None without enough room.

    ``way``: 0 avoids ``near``, 1 takes the middle, 2 to 5 a corner, which leaves most room in
    cramped zones.
    """
    marks: list[MarkAt] = []
    counts: dict[str, int] = {}
    for name, width in sorted(widths, key=lambda one: -one[1]):
        size = width * shrink
        cells = _cells(_eroded(free, size / 2 + (0.012 if shrink > 0.9 else 0.0)))
        if not cells:
            return None
        if way == 0 or marks:
            taken = [*near, *(mark.at for mark in marks)]
            tries = [chance.choice(cells) for _ in range(16)]
            at = max(
                tries, key=lambda p: min(0.36, _border_clearance(p, size), *_distances(p, taken))
            )
        elif way == 1:
            at = _middle(cells)
        else:
            ex, ey = CORNERWARDS[way - 2]
            at = max(cells, key=lambda p: ex * p[0] + ey * p[1])
        marks.append(MarkAt(name, letter, at, size, counts.setdefault(name, 0)))
        counts[name] += 1
        _block_square(free, at, size / 2)
    return marks


def _distances(at: Point, others: Iterable[Point]) -> Iterator[float]:
    return (math.dist(at, other) for other in others)


def _border_clearance(at: Point, size: float) -> float:
    """Four times the distance of a mark's square to the nearest side."""
    return 4 * (min(*at, *(1 - part for part in at)) - size / 2)


def _roomiest_point(free: Image.Image, others: Sequence[Point], at_least: float) -> Point | None:
    """The middle of the roomiest part that keeps clear of other anchors."""
    for room in ANCHOR_ROOMS:
        if room < at_least:
            return None
        cells = [
            cell
            for cell in _cells(_eroded(free, room))
            if all(math.dist(cell, other) >= MIN_ANCHOR_DISTANCE for other in others)
        ]
        if cells:
            return _middle(cells)
    return None


def _middle(cells: Sequence[Point]) -> Point:
    x = math.fsum(cell[0] for cell in cells) / len(cells)
    y = math.fsum(cell[1] for cell in cells) / len(cells)
    return min(cells, key=lambda cell: (cell[0] - x) ** 2 + (cell[1] - y) ** 2)


def _eroded(free: Image.Image, room: float) -> Image.Image:
    """The middles of squares reaching ``room`` to all sides that still fit."""
    reach = min(PAD_CELLS - 1.0, room * GRID_CELLS - 0.5)
    return free.filter(ImageFilter.BoxBlur(reach)) if reach > 0 else free


def _cells(image: Image.Image) -> list[Point]:
    data = image.tobytes()
    width = image.width
    out = []
    start = data.find(255)
    while start >= 0:
        y, x = divmod(start, width)
        out.append(((x - PAD_CELLS + 0.5) / GRID_CELLS, (y - PAD_CELLS + 0.5) / GRID_CELLS))
        start = data.find(255, start + 1)
    return out


def _block_square(free: Image.Image, at: Point, room: float) -> None:
    x, y = at[0] * GRID_CELLS + PAD_CELLS - 0.5, at[1] * GRID_CELLS + PAD_CELLS - 0.5
    reach = room * GRID_CELLS
    ImageDraw.Draw(free).rectangle((x - reach, y - reach, x + reach, y + reach), fill=0)


MIN_MARK_WIDTH: Final = 0.255
"""The least width of a mark that is not small by nature."""

CORE_SHARE: Final = 0.28
"""The share of a mark's width, from its middle, that must lie in its own zone."""

STEP: Final = 1 / 48
STEPS: Final = 6
"""The step of the search for a better position, and the most steps each way."""

SHRINK: Final = (1.0, 0.96, 0.92, 0.88, 0.84, 0.8, 0.76, 0.72)
MAX_OVERLAP: Final = 0.02
"""The most overlap of two marks' squares, which no drawing fills."""

GRID: Final = (-0.46, -0.23, 0.0, 0.23, 0.46)
FOREIGN_ZONE_VALUE: Final = {FOREST: 0.3, MEADOW: 0.3}
"""The value of a mark's part on another zone; its own zone counts 1."""


def enlarge_marks(
    look: Look, zones: ZoneMap, anchors: Mapping[str, Point], marks: Sequence[MarkAt]
) -> tuple[MarkAt, ...]:
    """Enlarge small marks where that covers no piece and no other mark."""
    tile, out = look.tile, list(marks)
    for n, mark in enumerate(out):
        printed = look.mark(mark.name)
        least = min(printed.width, MIN_MARK_WIDTH)
        if printed.small or mark.size >= least:
            continue
        others = [*out[:n], *out[n + 1 :]]
        sizes = (least * shrink for shrink in SHRINK if least * shrink > mark.size)
        tries = (
            _best_position(tile, zones, anchors, others, replace(mark, size=size)) for size in sizes
        )
        out[n] = next((enlarged for enlarged in tries if enlarged), mark)
    return tuple(out)


def _best_position(
    tile: Tile,
    zones: ZoneMap,
    anchors: Mapping[str, Point],
    others: Sequence[MarkAt],
    wanted: MarkAt,
) -> MarkAt | None:
    """The best position near the present one; None if there is none."""
    own, half = tile.zone(wanted.zone), wanted.size / 2

    def free(at: Point) -> bool:
        inside = all(half <= part <= 1 - half for part in at)
        core = (
            zones.zone_at(*p) is own for p in _points(at, wanted.size, (-CORE_SHARE, 0, CORE_SHARE))
        )
        return (
            inside
            and all(
                _square_distance(at, other.at) > half + other.size / 2 - MAX_OVERLAP
                for other in others
            )
            and all(_square_distance(at, anchor) > half for anchor in anchors.values())
            and all(core)
        )

    def worth(at: Point) -> tuple[float, float]:
        zones_below = (zones.zone_at(*p) for p in _points(at, wanted.size, GRID))
        good = (
            1.0 if zone is own else FOREIGN_ZONE_VALUE.get(zone.terrain, 0.0)
            for zone in zones_below
            if zone
        )
        return math.fsum(good), min(math.dist(at, anchor) for anchor in anchors.values())

    x, y = wanted.at
    moves = [n * STEP for n in range(-STEPS, STEPS + 1)]
    places = [at for dx in moves for dy in moves if free(at := (x + dx, y + dy))]
    return replace(wanted, at=max(places, key=worth)) if places else None


def _points(at: Point, size: float, parts: Sequence[float]) -> Iterator[Point]:
    return ((at[0] + dx * size, at[1] + dy * size) for dx in parts for dy in parts)


def _square_distance(one: Point, other: Point) -> float:
    """The larger of horizontal and vertical distance."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
