"""Which figures a placement would allow, read off the neighbouring areas without placing anything.

A zone may take a piece only if the whole area it becomes patch of holds none (COM-12). All that a
gap has to say about it is which of its border points lead to an occupied area: `Board.taken`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeAlias

from rules.board import Board
from rules.fitting import places
from rules.game import Game
from rules.geometry import PORT, SLOTS, Cell
from rules.layers import NIBBLE, Form
from rules.moves import Deploy

Triple: TypeAlias = tuple[Cell, Form, Deploy | None]

_PLANE = (1 << SLOTS) - 1
_ONE_SIDED = frozenset(code << 4 * side for code in range(NIBBLE + 1) for side in range(4))
"""Gaps with a single neighbour: there no tile can bridge two areas."""


def triples(game: Game) -> list[Triple]:
    """Every (cell, form, figure or none) the seat to move could play with the drawn tile."""
    found: list[Triple] = []
    if game.drawn is None:
        return found
    board = game.board
    taken, gaps = board.taken, board.gaps
    own = _own_points(game)
    stock = 0
    for bit, left in enumerate(game.supply[game.turn].values()):
        if left:
            stock |= 1 << bit
    for cell, forms in places(game, game.drawn):
        gap = gaps[cell]
        mask = taken.get(cell, 0)
        mine = own.get(cell, 0) if own else 0
        bridging = gap not in _ONE_SIDED
        for form in forms:
            met = _met(board, cell, gap, form, mask) if mask and bridging else mask
            held = _met(board, cell, gap, form, mine) if mine and bridging else mine
            figures = form.offers.get((met, held, stock))
            if figures is None:
                figures = form.offers[met, held, stock] = _figures(game, form, met, held)
            for figure in figures:
                found.append((cell, form, figure))
    return found


def _own_points(game: Game) -> Mapping[Cell, int]:
    """Which border points of each gap lead to areas where the seat to move has a follower.

    Nobody asks where no role stands beside its owner's (`Role.beside`).
    """
    if not any(role.beside for role in game.book.ruleset.roles):
        return {}
    found: dict[Cell, int] = {}
    for number, plane in enumerate(game.board.planes):
        for area in plane.areas.values():
            for piece in area.pieces:
                if piece.seat == game.turn and not piece.role.beside:
                    for joint in area.open:
                        port = joint & PORT
                        there = joint - port
                        found[there] = found.get(there, 0) | 1 << port + SLOTS * number
                    break
    return found


def _met(board: Board, cell: Cell, gap: int, form: Form, mask: int) -> int:
    """Some border points of a gap, with those that a tile there joins to them."""
    for patch in form.masks:
        if patch & mask and patch & ~mask:
            return _spread(form, mask, _bridges(board, cell, gap, mask))
    return mask


def _figures(game: Game, form: Form, met: int, held: int) -> tuple[Deploy | None, ...]:
    """None and the figures in supply that the areas they would stand on admit.

    ``met`` are the border points that lead to an occupied area, ``held`` to one of the seat's own.
    """
    supply = game.supply[game.turn]
    return (
        None,
        *(
            stand.figure
            for stand in form.stands
            if supply[stand.role.kind]
            and (stand.mask & held if stand.role.beside else not stand.mask & met)
        ),
    )


def _bridges(board: Board, cell: Cell, gap: int, mask: int) -> tuple[int, ...]:
    """The border points of each free area that looks into a gap at several of them."""
    joints = board.joints
    facing = [(port, joints[cell + port]) for port in _ports(gap) if cell + port in joints]
    found = []
    for number, plane in enumerate(board.planes):
        if not mask >> SLOTS * number & _PLANE:
            continue
        home = plane.home
        free: dict[int, int] = {}
        for port, spot in facing:
            bit = 1 << port + SLOTS * number
            if not mask & bit and spot in home:
                at = home[spot]
                free[at] = free.get(at, 0) | bit
        found += [bits for bits in free.values() if bits & bits - 1]
    return tuple(found)


@cache
def _ports(gap: int) -> tuple[int, ...]:
    """The border points of the sides where a gap has a neighbour."""
    return tuple(port for port in range(12) if gap >> 4 * (port // 3) & NIBBLE)


def _spread(form: Form, mask: int, bridges: Sequence[int]) -> int:
    """The occupied border points once the tile has joined free areas to occupied ones."""
    grown = True
    while grown:
        grown = False
        for bridge in bridges:
            if bridge & ~mask and any(patch & mask and patch & bridge for patch in form.masks):
                mask |= bridge
                grown = True
    return mask
