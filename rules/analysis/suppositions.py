"""Boards as they could be: the same tiles, with something supposed of every feature."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.areas import Area, Plane
from rules.board import Board
from rules.pieces import Piece, Role


def all_finished(board: Board) -> Board:
    """The board as if nothing of any feature were missing, and all of them just finished."""
    supposed = _each(board, lambda area: area._replace(open=frozenset()))
    fresh = tuple((number, at) for number, plane in enumerate(board.planes) for at in plane.areas)
    return replace(supposed, fresh=fresh)


def all_claimed(board: Board, roles: Mapping[str, Role], seat: int) -> Board:
    """The board as if a piece of a seat stood on every feature where nobody does.

    ``roles`` say by layer as what it stands there; where a layer has none, nobody can.
    """

    def claimed(area: Area) -> Area:
        role = roles.get(area.layer.name)
        if area.pieces or role is None:
            return area
        return area._replace(pieces=(Piece(seat, role, area.spots[0]),))

    return _each(board, claimed)


def _each(board: Board, supposed: Callable[[Area], Area]) -> Board:
    """The board with another area in the place of each."""
    planes = tuple(
        Plane.of(plane.home, {at: supposed(area) for at, area in plane.areas.items()}, plane.laid)
        for plane in board.planes
    )
    return replace(board, planes=planes)
