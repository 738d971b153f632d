"""The expected points of the Ark's walks: the best ones now, and those to come."""

from operator import add
from typing import Final, TypeAlias

from rules.foresight import Chances
from rules.game import Game
from rules.geometry import CROSS, Cell, cell_of, xy

STEPS: Final = ("n", "e", "s", "w")
"""A walk's steps by the side they leave a tile through, in the order of the sides."""
WAYS: Final = tuple(zip(STEPS, CROSS, strict=True))
"""The steps and where they lead."""
BEST: Final = 2
"""The walks worth thinking about, of the hundreds that there may be."""
A_TURN: Final = 0.2
NEARER: Final = 0.98
"""The points a piece beside the Ark gets in walks, a turn, and their share one tile further."""

Steps: TypeAlias = tuple[str, ...]


def best_steps(game: Game, start: Cell, longest: int) -> list[Steps]:
    """The steps of walks that pay the seat to move most beyond the best of the others.

    There is one to a tile, the shortest of those that pay as much, and only a few are given.
    """
    standing: dict[Cell, list[int]] = {}
    for piece in game.board.pieces():
        met = standing.setdefault(cell_of(piece.spot), [0] * game.seats)
        met[piece.seat] += 1
    tiles, seat = game.board.tiles, game.turn
    # How each tile is reached best so far: the margin, the shorter the better, and the steps.
    found: dict[Cell, tuple[int, int, Steps]] = {}
    ahead: list[tuple[tuple[Cell, ...], Steps, tuple[int, ...]]]
    ahead = [((start,), (), (0,) * game.seats)]
    while ahead:
        been, steps, points = ahead.pop()
        for step, way in WAYS:
            cell = been[-1] + way
            if cell not in tiles or cell in been:
                continue
            more, earned = (*steps, step), points
            if cell in standing:
                earned = tuple(map(add, points, standing[cell]))
            margin = earned[seat] - max(p for n, p in enumerate(earned) if n != seat)
            if cell not in found or (margin, -len(more)) > found[cell][:2]:
                found[cell] = (margin, -len(more), more)
            if len(more) < longest:
                ahead.append(((*been, cell), more, earned))
    best = sorted(found.values(), key=lambda each: (-each[0], -each[1], each[2]))
    return [steps for _, _, steps in best[:BEST]]


def walks_to_come(game: Game, ark: Cell, chances: Chances) -> list[float]:
    """The expected points of walks to come for each seat: the nearer a piece, the more."""
    x, y = xy(ark)
    near = [0.0] * game.seats
    for piece in game.board.pieces():
        column, row = xy(piece.spot)
        near[piece.seat] += NEARER ** (abs(column - x) + abs(row - y))
    return [part * A_TURN * chances.turns_left(game, seat) for seat, part in enumerate(near)]
