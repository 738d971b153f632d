"""Followers and other pieces: kinds, roles, where they may stand, and majorities."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rules.geometry import Spot


class Kind(str):
    """A kind of wooden piece; ``weight`` is its count in a majority."""

    __slots__ = ("weight",)
    weight: int

    def __new__(cls, name: str, weight: int = 1) -> "Kind":
        kind = super().__new__(cls, name)
        kind.weight = weight
        return kind

    def __reduce__(self) -> tuple[type["Kind"], tuple[str, int]]:
        return Kind, (str(self), self.weight)


FOLLOWER: Final = Kind("follower")
"""The kind of piece that every game has."""


@dataclass(frozen=True, slots=True)
class Role:
    """The role of a piece by the layer it is placed on (B-10, H-21).

    A normal piece goes onto an unclaimed feature (COM-12). A piece ``beside`` others goes onto a
    feature where a normal piece of its owner stands (TB-04, TB-08). ``lies`` is true for a piece
    shown lying (B-13).
    """

    name: str
    kind: Kind
    layer: str
    beside: bool = False
    lies: bool = False

    def is_allowed(self, seat: int, standing: Sequence["Piece"]) -> bool:
        if self.beside:
            return any(piece.seat == seat and not piece.role.beside for piece in standing)
        return not standing


@dataclass(frozen=True, slots=True)
class Piece:
    seat: int
    role: Role
    spot: Spot


def leaders(pieces: Iterable[Piece]) -> tuple[int, ...]:
    """Seats with the greatest weight of pieces, several if tied, in order (COM-16).

    A seat whose pieces weigh nothing never leads.
    """
    tally: dict[int, int] = {}
    for piece in pieces:
        tally[piece.seat] = tally.get(piece.seat, 0) + piece.role.kind.weight
    if len(tally) == 1:
        return tuple([seat for seat, weight in tally.items() if weight])
    most = max(tally.values(), default=0)
    return tuple(sorted([seat for seat, weight in tally.items() if most and weight == most]))


def lead(pieces: Sequence[Piece]) -> int:
    """The weight by which the first seat leads, 0 for a tie."""
    if len(pieces) == 1:
        return pieces[0].role.kind.weight
    tally: dict[int, int] = {}
    for piece in pieces:
        tally[piece.seat] = tally.get(piece.seat, 0) + piece.role.kind.weight
    second, first = sorted([0, 0, *tally.values()])[-2:]
    return first - second
