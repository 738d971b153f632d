"""The positions of pieces and letters on a tile, moved apart where they would overlap."""

import math
from collections.abc import Sequence
from typing import Final

from renderer.art.curves import Point, turn_point
from renderer.art.drawing import Extent
from renderer.art.look import Look
from renderer.art.tile_plan import plan_of

PIECE_RADIUS: Final = 0.19
TOKEN_RADIUS: Final = 0.24
"""The radius of a seat's piece and of a neutral token, as a share of a tile's side."""

DOOR_DISTANCE = 0.13
"""The distance of a piece from the middle of a building, so that the building stays visible."""


def anchor(look: Look, rotation: int, letter: str) -> Point:
    """The position of a piece on a zone and of its letter, after quarter turns clockwise.

    x and y are shares of the tile, y downwards. Raise KeyError if the tile has no such zone.
    """
    zone = look.tile.zone(letter)
    x, y = turn_point(plan_of(look).anchors[letter], rotation)
    # buildings stay upright, so the place at their door does not turn with the tile
    return (x, y + DOOR_DISTANCE) if look.extent(zone) is Extent.HOUSE else (x, y)


def landing_point(look: Look, rotation: int, letter: str) -> Point:
    """The point where a letter's strip meets water. Raise KeyError if it does not."""
    return turn_point(plan_of(look).landings[letter], rotation)


def push_apart(places: Sequence[Point], radii: Sequence[float], held: int = 0) -> tuple[Point, ...]:
    """Move the middles of discs until the discs lie side by side within a tile.

    The first ``held`` discs stay, and the others make room for them.
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
    """The direction from a position towards the middle of the tile."""
    dx, dy = 0.5 - place[0], 0.5 - place[1]
    far = math.hypot(dx, dy)
    return (dx / far, dy / far) if far > 1e-9 else (1.0, 0.0)
