"""Followers and other wooden pieces: kinds, roles, who stands where, and who is in the majority."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.geometry import Spot


class Kind(StrEnum):
    """A kind of wooden piece in a seat's supply."""

    FOLLOWER = "follower"
    HUT = "hut"
    PROPHET = "prophet"


@dataclass(frozen=True, slots=True)
class Role:
    """What a piece becomes by the layer it is placed on (B-10, H-21): a hunter, a hut, a knight."""

    name: str
    kind: Kind
    layer: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A seat's piece standing on a zone of the board."""

    seat: int
    role: Role
    spot: Spot


def leaders(pieces: Iterable[Piece]) -> tuple[int, ...]:
    """The seats with the most pieces, all of them where they tie, in order (COM-16)."""
    tally = Counter(piece.seat for piece in pieces)
    most = max(tally.values(), default=0)
    return tuple(sorted(seat for seat, count in tally.items() if count == most))
