"""Positions of pieces, letters and landings on a turned tile, moved apart where they overlap."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from renderer.art.curves import Point, turn_point
from renderer.art.drawing import Extent
from renderer.art.look import Look
from renderer.art.plan.tile_plan import plan_of
from renderer.sprite_files import kept_values
from renderer.sprites import look_name

PIECE_RADIUS: Final = 0.19
TOKEN_RADIUS: Final = 0.24
"""The radius of a seat's piece and of a neutral token, as a share of a tile's side."""

DOOR_DISTANCE = 0.13
"""The distance of a piece from the middle of a building, so that the building stays visible."""

SEARCH_STEPS: Final = 32
"""The steps across a tile in which a place for a letter is looked for."""

BUILDING_RADIUS: Final = 0.2
BUILDING_LIFT: Final = 0.06
"""The radius of a building, and the height of its middle above its zone's, as shares of a side."""


def anchor(look: Look, rotation: int, letter: str) -> Point:
    """The position of a piece on a zone, and of its letter, after quarter turns clockwise.

    Shares of the tile, y downwards. Raise KeyError if the tile has no such zone.
    """
    zone = look.tile.zone(letter)
    x, y = turn_point(_points(look)[0][letter], rotation)
    # buildings stay upright, so the place at their door does not turn with the tile
    return (x, y + DOOR_DISTANCE) if look.extent(zone) is Extent.HOUSE else (x, y)


@lru_cache(maxsize=512)
def _points(look: Look) -> tuple[Mapping[str, Point], Mapping[str, Point]]:
    """The anchors and landings of a tile, north up: kept, as its plan takes 10 ms to make."""

    def from_plan() -> Sequence[Mapping[str, Point]]:
        plan = plan_of(look)
        return plan.anchors, plan.landings

    kept = kept_values(f"{look_name(look)}-points", from_plan)
    anchors, landings = ({letter: (x, y) for letter, (x, y) in each.items()} for each in kept)
    return anchors, landings


def building_middles(look: Look, rotation: int) -> tuple[Point, ...]:
    """The middles of buildings after quarter turns clockwise, for discs around them."""
    turned = (
        turn_point(site.node.at, rotation)
        for site in plan_of(look).sites
        if look.building(site.node.kind) is not None
    )
    return tuple((x, y - BUILDING_LIFT) for x, y in turned)


@lru_cache(maxsize=1024)
def letter_places(look: Look, rotation: int, radius: float) -> tuple[Point, ...]:
    """Places for discs with the zones' letters, side by side and off buildings.

    Beside a building each letter stands on its own zone, the building's letter below it.
    """
    zones = look.tile.zones
    anchors = [anchor(look, rotation, zone.letter) for zone in zones]
    middles = building_middles(look, rotation)
    if not middles:
        return push_apart(anchors, [radius] * len(anchors))
    taken = [(middle, BUILDING_RADIUS) for middle in middles]
    places: dict[str, Point] = {}
    houses = {zone.letter for zone in zones if look.extent(zone) is Extent.HOUSE}
    for letter, (x, y) in sorted(
        ((zone.letter, at) for zone, at in zip(zones, anchors, strict=True)),
        key=lambda pair: pair[0] not in houses,
    ):
        if letter in houses:
            _, low = min(middles, key=lambda middle: math.dist(middle, (x, y)))
            y = min(low + BUILDING_RADIUS + radius, 1 - radius)
        own = None if letter in houses else letter
        places[letter] = _free_place(look, rotation, own, (x, y), radius, taken)
        taken.append((places[letter], radius))
    return tuple(places[zone.letter] for zone in zones)


def _free_place(
    look: Look,
    rotation: int,
    letter: str | None,
    at: Point,
    radius: float,
    taken: Sequence[tuple[Point, float]],
) -> Point:
    """The place nearest to ``at`` that is off all taken discs.

    It is on the letter's zone, if given and roomy enough. Without a free place, the one farthest
    from the taken discs.
    """
    steps = [n / SEARCH_STEPS for n in range(SEARCH_STEPS + 1)]
    inside = [step for step in steps if radius <= step <= 1 - radius]
    clamped = (min(max(at[0], radius), 1 - radius), min(max(at[1], radius), 1 - radius))
    places = [clamped, *((x, y) for x in inside for y in inside)]

    def room(place: Point) -> float:
        return min(math.dist(place, other) - reach for other, reach in taken) - radius

    def is_on_zone(place: Point) -> bool:
        zone = plan_of(look).zones.zone_at(*turn_point(place, -rotation))
        return zone is not None and zone.letter == letter

    free = [place for place in places if room(place) > -1e-6]
    if not free:
        return max(places, key=room)
    own = [place for place in free if is_on_zone(place)] if letter is not None else []
    return min(own or free, key=lambda place: math.dist(place, at))


def landing_point(look: Look, rotation: int, letter: str) -> Point:
    """The point where a letter's strip meets water. Raise KeyError if it does not."""
    return turn_point(_points(look)[1][letter], rotation)


def push_apart(places: Sequence[Point], radii: Sequence[float], held: int = 0) -> tuple[Point, ...]:
    """Move discs until they lie side by side within a tile.

    The first ``held`` discs stay.
    """
    moved = [list(place) for place in places]
    for _ in range(40):
        overlapping = False
        for n, disc in enumerate(moved):
            for m, earlier in enumerate(moved[:n]):
                dx, dy = disc[0] - earlier[0], disc[1] - earlier[1]
                distance, least = math.hypot(dx, dy), radii[n] + radii[m]
                if n >= held and distance < least - 1e-9:
                    overlapping = True
                    push = least - distance + 2e-6
                    ux, uy = (dx / distance, dy / distance) if distance > 1e-9 else _inward(disc)
                    if m >= held:
                        push /= 2
                        earlier[0], earlier[1] = earlier[0] - ux * push, earlier[1] - uy * push
                    disc[0], disc[1] = disc[0] + ux * push, disc[1] + uy * push
        for place, radius in zip(moved[held:], radii[held:], strict=True):
            place[0] = min(max(place[0], radius), 1 - radius)
            place[1] = min(max(place[1], radius), 1 - radius)
        if not overlapping:
            break
    return tuple((x, y) for x, y in moved)


def _inward(place: Sequence[float]) -> Point:
    dx, dy = 0.5 - place[0], 0.5 - place[1]
    far = math.hypot(dx, dy)
    return (dx / far, dy / far) if far > 1e-9 else (1.0, 0.0)


def clear_caches() -> None:
    _points.cache_clear()
    letter_places.cache_clear()
