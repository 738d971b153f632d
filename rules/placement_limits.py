"""Limits of a part on where its tiles may be placed, beyond matching sides."""

from abc import ABC, abstractmethod

from rules.board import Board
from rules.errors import IllegalMove
from rules.forms import Form
from rules.geometry import Cell
from rules.tiles import Tile


class Limit(ABC):
    """A limit on the placement of some kinds of tiles; a value, like all of a ruleset."""

    __slots__ = ()

    @abstractmethod
    def concerns(self, tile: Tile) -> bool:
        """Return True if the limit applies to a kind of tile."""

    @abstractmethod
    def refusal(self, board: Board, cell: Cell, form: Form) -> IllegalMove | None:
        """Return the error for a placement that breaks the limit, else None."""
