"""Which figures a placement would allow, read off the neighbouring areas without placing anything.

A zone may take a piece only if the whole area it becomes part of holds none (COM-12). All that a
gap has to say about it is which of its border points lead to an occupied area: one bit a border
point, twelve for each plane, as in `Part.mask`.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rules.board import Board
from rules.game import Game
from rules.geometry import SLOTS, Cell
from rules.layers import NIBBLE, Form, Part
from rules.moves import Deploy

Triple: TypeAlias = tuple[Cell, Form, Deploy | None]

_PORT = SLOTS - 1
_PLANE = (1 << 12) - 1
_ONE_SIDED = frozenset(code << 4 * side for code in range(NIBBLE + 1) for side in range(4))
"""Gaps with a single neighbour: there no tile can bridge two areas."""


def triples(game: Game) -> list[Triple]:
    """Every (cell, form, figure or none) the seat to move could play with the drawn tile."""
    return [
        (cell, form, figure)
        for cell, form, figures in placements(game)
        for figure in (None, *figures)
    ]


def placements(game: Game) -> Iterator[tuple[Cell, Form, tuple[Deploy, ...]]]:
    """Every (cell, form) the drawn tile fits, with the figures that could be deployed on it."""
    hand = game.hand
    if hand is None:
        return
    occupied = taken(game.board)
    stock = tuple([kind.value for kind, left in game.supply[game.turn].items() if left])
    fitting = hand.fitting
    for cell, gap in game.board.gaps.items():
        forms = fitting[gap]
        if not forms:
            continue
        mask = occupied.get(cell, 0)
        bridges = _bridges(game.board, cell, mask) if mask and gap not in _ONE_SIDED else ()
        for form in forms:
            met = _spread(form, mask, bridges) if bridges else mask
            key = met, stock
            figures = form.offers.get(key)
            if figures is None:
                figures = form.offers[key] = tuple(
                    stand.figure
                    for stand in form.stands
                    if stand.kind in stock and not stand.mask & met
                )
            yield cell, form, figures


def taken(board: Board) -> dict[Cell, int]:
    """For each gap that an occupied area looks into, the border points where it does."""
    found: dict[Cell, int] = {}
    for number, plane in enumerate(board.planes):
        shift = 12 * number
        for area in plane.areas.values():
            if area.pieces:
                for joint in area.open:
                    port = joint & _PORT
                    cell = joint - port
                    found[cell] = found.get(cell, 0) | 1 << port + shift
    return found


def _bridges(board: Board, cell: Cell, mask: int) -> tuple[int, ...]:
    """The border points of each free area that looks into a gap at several of them."""
    joints = board.joints
    found = []
    for number, plane in enumerate(board.planes):
        if not mask >> 12 * number & _PLANE:
            continue
        free: dict[int, int] = {}
        for port in range(12):
            bit = 1 << port + 12 * number
            spot = joints.get(cell + port)
            if spot is not None and not mask & bit and spot in plane.home:
                at = plane.home[spot]
                free[at] = free.get(at, 0) | bit
        found += [bits for bits in free.values() if bits & bits - 1]
    return tuple(found)


def _spread(form: Form, mask: int, bridges: Sequence[int]) -> int:
    """The occupied border points once the tile has joined free areas to occupied ones."""
    parts: list[Part] = [part for plane in form.parts for part in plane]
    grown = True
    while grown:
        grown = False
        for bridge in bridges:
            if bridge & ~mask and any(p.mask & mask and p.mask & bridge for p in parts):
                mask |= bridge
                grown = True
    return mask
