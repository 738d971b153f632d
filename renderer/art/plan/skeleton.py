"""The skeleton of a tile: the course and ends of strips, and the masses that must touch them.

The data says which zones meet the border where; it does not say how they meet inside. Two rules
are enough: going round a river or a road, the meadows between two of its arms must be one
zone, or else a mass (a forest, a city) between them touches it; and two meadows that meet in a
corner of the tile are parted by a mass that reaches into that corner.
"""

import math
from dataclasses import dataclass

from renderer.art.curves import CENTRE, OUTWARD, Point, interpolate, port_point
from renderer.art.drawing import Extent
from renderer.art.look import Look
from rules.tiles import Zone

HUBS = {"village", "crossing"}
LANDING = "quay"
"""The end of a strip at water that does not name the zone."""


@dataclass(frozen=True, slots=True)
class Node:
    """A place inside a tile where strips end: a lake, building, village or spring.

    ``zone``: letter of the zone there, if any; ``arms``: border points of its strips; ``masses``:
    letters of masses that must touch it.
    """

    kind: str
    zone: str | None
    arms: tuple[int, ...]
    at: Point
    radius: float
    masses: tuple[str, ...]
    wet: bool


@dataclass(frozen=True, slots=True)
class Through:
    """A strip from border to border, and the masses that must touch it.

    ``past``: a point it goes by, out of the way of a house.
    """

    zone: str
    ports: tuple[int, int]
    masses: tuple[str, ...]
    past: Point | None = None


@dataclass(frozen=True, slots=True)
class Skeleton:
    nodes: tuple[Node, ...]
    throughs: tuple[Through, ...]


def skeleton(look: Look) -> Skeleton:
    ends: dict[tuple[str, str | None], list[int]] = {}
    throughs = []
    for zone in look.tile.zones:
        extent = look.extent(zone)
        if extent is Extent.STRIP and len(zone.ports) == 2:
            first, second = zone.ports
            throughs.append(Through(zone.letter, (first, second), _masses(look, zone.ports)))
        elif extent is Extent.STRIP:
            ends.setdefault(_strip_end(look, zone), []).extend(zone.ports)
        elif extent in (Extent.WATER, Extent.HOUSE):
            ends.setdefault((str(zone.terrain), zone.letter), [])
    nodes = [
        _node(look, kind, letter, sorted(ports), len(ends))
        for (kind, letter), ports in ends.items()
    ]
    return Skeleton(tuple(nodes), tuple(throughs))


def _strip_end(look: Look, zone: Zone) -> tuple[str, str | None]:
    """A strip's end; springs and road ends are each their own."""
    end = zone.inner_end or "end"
    for other in look.tile.zones:
        extent = look.extent(other)
        named = other.letter == end
        housed = extent is Extent.HOUSE and other.terrain == end
        landed = end == LANDING and extent is Extent.WATER
        if named or housed or landed:
            return str(other.terrain), other.letter
    return (end, None) if end in HUBS else (f"{end} {zone.letter}", None)


def _node(look: Look, kind: str, letter: str | None, arms: list[int], siblings: int) -> Node:
    masses = _masses(look, tuple(arms))
    word, tile = kind.split()[0], look.tile
    extent = look.extent(tile.zone(letter)) if letter else None
    wet = extent is Extent.WATER
    marks = sum(tile.zone(letter).marks.values()) if letter else 0
    # a mass that fills a side without an arm and need not be touched
    beside = any(
        look.extent(zone) is Extent.MASS and zone.letter not in masses for zone in tile.zones
    )
    radius = 0.0
    if extent is Extent.HOUSE:
        radius = 0.235
    elif wet and siblings > 1:
        radius = 0.14 + 0.006 * marks
    elif wet:
        radius = 0.165 + 0.014 * marks
        if len(arms) >= 3 and not marks:
            radius = 0.185 if beside else 0.23
    if wet and arms and siblings == 1:
        # wider than the widest strip that flows into it
        widest = max(look.strip(tile.at_port(port).terrain).width for port in arms)
        radius = max(radius, 1.3 * widest)
    x = math.fsum(OUTWARD[port // 3][0] for port in arms)
    y = math.fsum(OUTWARD[port // 3][1] for port in arms)
    length = math.hypot(x, y)
    at = CENTRE
    if word in ("spring", "end", "city"):
        # short of the middle if the end need not touch a mass
        at = interpolate(port_point(arms[0]), CENTRE, 1.0 if masses else 0.78)
        if masses and siblings > 1:
            # each takes its own way to the mass, or they would cross
            at = interpolate(port_point(arms[0]), point_inside_mass(tile.zone(masses[0])), 0.4)
    elif siblings > 1 and length > 0.1:
        reach = 0.235 if x and y else 0.19
        at = (0.5 + reach * x / length, 0.5 + reach * y / length)
    elif wet and masses:
        hearts = [point_inside_mass(tile.zone(mass)) for mass in masses]
        goal = (
            math.fsum(point[0] for point in hearts) / len(hearts),
            math.fsum(point[1] for point in hearts) / len(hearts),
        )
        at = interpolate(CENTRE, goal, 0.1)
    elif wet and length > 0.1 and len(arms) < 3:
        at = interpolate(CENTRE, (0.5 - x / length, 0.5 - y / length), 0.05)
    elif wet and length > 0.1 and not marks:
        # away from a city on the side without a road, with visible land between
        reach = 0.1 if beside else 0.055
        at = interpolate(CENTRE, (0.5 + x / length, 0.5 + y / length), reach)
    return Node(word, letter, tuple(arms), at, radius, masses, wet)


def point_inside_mass(zone: Zone) -> Point:
    """Near the middle of the sides that the mass fills."""
    sides = sorted({port // 3 for port in zone.ports})
    x = math.fsum(OUTWARD[side][0] for side in sides)
    y = math.fsum(OUTWARD[side][1] for side in sides)
    reach = 0.42 if len(sides) == 1 else 0.28
    return 0.5 + reach * x, 0.5 + reach * y


def _masses(look: Look, arms: tuple[int, ...]) -> tuple[str, ...]:
    """Masses that must touch a strip or node to part the meadows beside it."""
    letters = []
    ring = sorted(arms)
    for i, arm in enumerate(ring):
        until = ring[(i + 1) % len(ring)]
        count = (until - arm - 1) % 12 if until != arm else 11
        between = [look.tile.at_port((arm + 1 + k) % 12) for k in range(count)]
        opens = [zone for zone in between if look.extent(zone) is Extent.OPEN]
        masses = [zone for zone in between if look.extent(zone) is Extent.MASS]
        if masses and opens and opens[0] is not opens[-1]:
            letters.append(masses[len(masses) // 2].letter)
    return tuple(dict.fromkeys(letters))
