"""A reference for the figures that a placement allows, from the neighbouring areas alone.

A zone may take a piece only if the whole area it becomes patch of holds none (COM-12). All that a
gap has to say about it is which of its border points lead to an occupied area: `Board.taken`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeAlias

from rules.areas import mark_taken
from rules.board import Board
from rules.forms import Form
from rules.game import Game
from rules.geometry import SLOTS_PER_CELL, Cell
from rules.layers import SIDE_MASK
from rules.moves import Deploy
from rules.tile_fitting import fitting_places

Triple: TypeAlias = tuple[Cell, Form, Deploy | None]

_PLANE = (1 << SLOTS_PER_CELL) - 1
_ONE_SIDED = frozenset(code << 4 * side for code in range(SIDE_MASK + 1) for side in range(4))
"""Gaps with a single neighbour: there no tile can bridge two areas."""


def triples(game: Game) -> list[Triple]:
    """Every (cell, form, figure or none) the seat to move could play with the drawn tile."""
    offered: list[Triple] = []
    if game.drawn is None:
        return offered
    board = game.board
    taken, gaps = board.taken, board.gaps
    stock, beside = _stock(game)
    where = fitting_places(game, game.drawn)
    if not stock:
        return [(cell, form, None) for cell, forms in where for form in forms]
    own = _own_points(game) if beside else {}
    for cell, forms in where:
        gap = gaps[cell]
        mask = taken.get(cell, 0)
        mine = own.get(cell, 0) if own else 0
        lonely = not mask or gap in _ONE_SIDED
        for form in forms:
            met = mask if lonely else _met(board, cell, gap, form, mask)
            held = mine if lonely or not mine else _met(board, cell, gap, form, mine)
            figures = form.offers.get((met, held, stock))
            if figures is None:
                figures = form.offers[met, held, stock] = _figures(game, form, met, held)
            for figure in figures:
                offered.append((cell, form, figure))
    return offered


def _stock(game: Game) -> tuple[int, bool]:
    """The kinds of piece that the seat to move has left, as bits; whether one stands beside."""
    supply = game.supply[game.turn]
    stock = 0
    for bit, left in enumerate(supply.values()):
        if left:
            stock |= 1 << bit
    for role in game.book.ruleset.roles:
        if role.beside and supply[role.kind]:
            return stock, True
    return stock, False


def _own_points(game: Game) -> Mapping[Cell, int]:
    """The border points of each gap that lead to areas with a follower of the seat to move."""
    own_bits: dict[Cell, int] = {}
    for number, plane in enumerate(game.board.planes):
        for key in plane.held:
            area = plane.areas[key]
            for piece in area.pieces:
                if piece.seat == game.turn and not piece.role.beside:
                    mark_taken(own_bits, number, area.open)
                    break
    return own_bits


def _met(board: Board, cell: Cell, gap: int, form: Form, mask: int) -> int:
    """Some border points of a gap, with those that a tile there joins to them."""
    free = _facing(gap, len(board.planes)) & ~mask
    for patch in _joining_masks(form):
        if patch & mask and patch & free:
            return _spread(form, mask, _bridges(board, cell, gap, free))
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


def _bridges(board: Board, cell: Cell, gap: int, free: int) -> list[int]:
    """The border points of each area that looks into a gap at several of some."""
    joints = board.joints
    joining = []
    for number, plane in enumerate(board.planes):
        points = free >> SLOTS_PER_CELL * number & _PLANE
        if points & points - 1:
            home = plane.home
            several: dict[int, int] = {}
            for port in _ports(gap):
                if points >> port & 1:
                    spot = joints.get(cell + port)
                    if spot in home:
                        key = home[spot]
                        several[key] = several.get(key, 0) | 1 << port + SLOTS_PER_CELL * number
            joining += [bits for bits in several.values() if bits & bits - 1]
    return joining


@cache
def _joining_masks(form: Form) -> tuple[int, ...]:
    """The masks of the patches of a tile that meet a neighbour at more than one point."""
    return tuple(patch.mask for cut in form.patches for patch in cut if len(patch.ports) > 1)


@cache
def _facing(gap: int, planes: int) -> int:
    """The border points of the sides where a gap has a neighbour, as bits, on so many planes."""
    points = sum(1 << port for port in _ports(gap))
    return sum(points << SLOTS_PER_CELL * number for number in range(planes))


@cache
def _ports(gap: int) -> tuple[int, ...]:
    """The border points of the sides where a gap has a neighbour."""
    return tuple(port for port in range(12) if gap >> 4 * (port // 3) & SIDE_MASK)


def _spread(form: Form, mask: int, bridges: Sequence[int]) -> int:
    """Some border points with those that a tile joins to them, alone or by areas outside it."""
    grown = True
    while grown:
        grown = False
        for bridge in bridges:
            if bridge & ~mask:
                for patch in _joining_masks(form):
                    if patch & mask and patch & bridge:
                        mask |= bridge
                        grown = True
                        break
    return mask
