"""Geometry on the unit square, y downwards: points, curves, ribbons, ovals, seeded randomness."""

import math
import random
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = tuple[Point, ...]

CENTRE: Final[Point] = (0.5, 0.5)
CORNERS: Final[Line] = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
"""The corner at which each side begins, clockwise from the north-west."""
OUTWARD: Final[Line] = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
"""The direction out of the tile over each side."""


def port_point(port: int, inset: float = 0.0) -> Point:
    """A border point's position, moved into the tile by ``inset``."""
    side, along = divmod(port, 3)
    (ax, ay), (bx, by) = CORNERS[side], CORNERS[(side + 1) % 4]
    part = (2 * along + 1) / 6
    out = OUTWARD[side]
    return (
        ax + (bx - ax) * part - out[0] * inset,
        ay + (by - ay) * part - out[1] * inset,
    )


def turn_point(point: Point, quarters: int) -> Point:
    """Turn a point by quarters clockwise."""
    x, y = point
    for _ in range(quarters % 4):
        x, y = 1.0 - y, x
    return x, y


def seeded_random(*words: object) -> random.Random:
    """A generator seeded by words, with the same numbers on every machine."""
    return random.Random(" ".join(str(word) for word in words))


def interpolate(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def bezier(a: Point, b: Point, c: Point, d: Point, steps: int = 24) -> Line:
    """A cubic curve, both ends included."""
    out = []
    for i in range(steps + 1):
        t = i / steps
        u = 1.0 - t
        k = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        out.append(
            (
                k[0] * a[0] + k[1] * b[0] + k[2] * c[0] + k[3] * d[0],
                k[0] * a[1] + k[1] * b[1] + k[2] * c[1] + k[3] * d[1],
            )
        )
    return tuple(out)


def smooth(points: Sequence[Point], steps: int = 8) -> Line:
    """A closed Catmull-Rom curve through the points."""
    out: list[Point] = []
    count = len(points)
    for i in range(count):
        a, b, c, d = (points[(i + k) % count] for k in (-1, 0, 1, 2))
        for k in range(steps):
            t = k / steps
            t2, t3 = t * t, t * t * t
            wa, wb = -t + 2 * t2 - t3, 2 - 5 * t2 + 3 * t3
            wc, wd = t + 4 * t2 - 3 * t3, t3 - t2
            out.append(
                (
                    (wa * a[0] + wb * b[0] + wc * c[0] + wd * d[0]) / 2,
                    (wa * a[1] + wb * b[1] + wc * c[1] + wd * d[1]) / 2,
                )
            )
    return tuple(out)


def wobble(line: Sequence[Point], amount: float, chance: random.Random) -> Line:
    """Bend a line softly to both sides; its ends and their directions stay."""
    waves = [
        (chance.uniform(0.7, 1.0) * high, k, chance.uniform(0, math.tau))
        for k, high in ((1, 1.0), (2, 0.5), (3, 0.12))
    ]
    last = len(line) - 1
    out = list(line)
    for i in range(1, last):
        t = i / last
        (ax, ay), (bx, by) = line[i - 1], line[i + 1]
        length = math.hypot(bx - ax, by - ay) or 1.0
        push = amount * math.sin(math.pi * t) ** 2
        # fsum, here and elsewhere: sum() on floats differs between Python versions.
        push *= math.fsum(high * math.sin(math.tau * k * t + start) for high, k, start in waves)
        out[i] = (line[i][0] - (by - ay) / length * push, line[i][1] + (bx - ax) / length * push)
    return tuple(out)


def ribbon(line: Sequence[Point], width: float) -> Line:
    """The outline of a band of even width along a line."""
    left: list[Point] = []
    right: list[Point] = []
    before, after = (line[0], *line[:-1]), (*line[1:], line[-1])
    for (x, y), (ax, ay), (bx, by) in zip(line, before, after, strict=True):
        length = math.hypot(bx - ax, by - ay) or 1.0
        nx, ny = -(by - ay) / length * width / 2, (bx - ax) / length * width / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return (*left, *reversed(right))


def straight_ribbon(start: Point, end: Point, width: float) -> Line:
    """`ribbon` for a straight line, but faster."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay) or 1.0
    nx, ny = -(by - ay) / length * width / 2, (bx - ax) / length * width / 2
    return (ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)


def oval(at: Point, rx: float, ry: float, steps: int = 36) -> Line:
    turn = math.tau / steps
    return tuple(
        (at[0] + rx * math.cos(turn * i), at[1] + ry * math.sin(turn * i)) for i in range(steps)
    )


def pebble(at: Point, rx: float, ry: float, rough: float, chance: random.Random) -> Line:
    """An ellipse with a few soft bays."""
    corners = 9
    turn = math.tau / corners
    return smooth(
        [
            (
                at[0] + rx * (1 + chance.uniform(-rough, rough)) * math.cos(turn * i),
                at[1] + ry * (1 + chance.uniform(-rough, rough)) * math.sin(turn * i),
            )
            for i in range(corners)
        ],
        5,
    )


def scale_points(points: Iterable[Point], size: float) -> list[Point]:
    """The points in pixels of a square ``size`` wide."""
    return [(x * size, y * size) for x, y in points]
