"""The limits of a part on the places of its tiles, beyond matching sides."""

from abc import ABC, abstractmethod

from rules.board import Board
from rules.errors import IllegalMove
from rules.forms import Form
from rules.geometry import Cell
from rules.tiles import Tile


class Limit(ABC):
    """A demand on the placement of some kinds of tiles; a value, as everything of a ruleset."""

    __slots__ = ()

    @abstractmethod
    def concerns(self, tile: Tile) -> bool:
        """Return True if the limit concerns a kind of tile."""

    @abstractmethod
    def refusal(self, board: Board, cell: Cell, form: Form) -> IllegalMove | None:
        """Why a tile that matches its neighbours may not be laid so; None where it may."""
