"""The decision to deploy a piece on the tile just placed, or to take a game's alternative."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules import explain
from rules.forms import Stand
from rules.game import Game
from rules.i18n import N_
from rules.moves import Deploy, Move, MovePicker, Pass, pickers_by_word
from rules.pieces import Piece
from rules.ruleset import Decision
from rules.story import PieceDeployed


class Alternative(ABC):
    """An action that a seat may take instead of deploying a piece (A-11)."""

    __slots__ = ()

    @property
    @abstractmethod
    def opening(self) -> Move:
        """The alternative's move before its first step."""

    @abstractmethod
    def is_possible(self, game: Game) -> bool:
        """True if possible now."""

    @abstractmethod
    def legal_moves(self, game: Game) -> Iterator[Move]:
        """Every legal move; there may be hundreds."""

    def distinct_moves(self, game: Game) -> Iterator[Move]:
        """The moves worth evaluating: one per result."""
        return self.legal_moves(game)

    @abstractmethod
    def pickers(self, game: Game) -> dict[str, MovePicker]:
        """Pickers by first word, which choose a move without listing all."""

    @abstractmethod
    def resolve(self, game: Game, move: Move) -> Move | None:
        """The legal move for ``move``; None for another kind of move. Raise IllegalMove."""

    @abstractmethod
    def take(self, game: Game, move: Move) -> Game:
        """The game after a move of the alternative."""


@dataclass(frozen=True, slots=True)
class Deployment(Decision):
    """The decision to deploy a piece on a free feature of the tile just placed (COM-11, COM-12)."""

    wanted: ClassVar[str] = N_("place a meeple, or pass")

    instead: tuple[Alternative, ...] = ()

    def is_needed(self, game: Game) -> bool:
        """True if a piece can be deployed or an alternative is possible."""
        return next(self._figures(game), None) is not None or any(
            other.is_possible(game) for other in self.instead
        )

    def legal_moves(self, game: Game) -> tuple[Move, ...]:
        """Each piece on each free segment, each alternative move, and a pass."""
        alternatives = [move for other in self.instead for move in other.legal_moves(game)]
        moves = (*self._figures(game), *alternatives)
        return (*moves, Pass()) if moves else ()

    def distinct_moves(self, game: Game) -> tuple[Move, ...]:
        """`legal_moves` with only the alternative moves worth evaluating."""
        alternatives = [move for other in self.instead for move in other.distinct_moves(game)]
        moves = (*self._figures(game), *alternatives)
        return (*moves, Pass()) if moves else ()

    def opening_moves(self, game: Game) -> tuple[Move, ...]:
        """`legal_moves` with only the opening move of each alternative."""
        alternatives = [other.opening for other in self.instead if other.is_possible(game)]
        moves = (*self._figures(game), *alternatives)
        return (*moves, Pass()) if moves else ()

    def pickers(self, game: Game) -> dict[str, MovePicker]:
        """Figures by role, alternatives by first word, and a pass."""
        pickers = pickers_by_word([*self._figures(game), Pass()])
        for other in self.instead:
            pickers |= other.pickers(game)
        return pickers

    def _figures(self, game: Game) -> Iterator[Deploy]:
        return (stand.figure for stand in game.last_form.stands if _free(game, stand))

    def resolve(self, game: Game, move: Move) -> Move:
        """Resolve a deployment; a missing letter stands for the only possible segment."""
        match move:
            case Pass():
                return move
            case Deploy():
                meant = [
                    stand.figure
                    for stand in game.last_form.stands
                    if stand.figure.role == move.role
                    and move.letter in ("", stand.figure.letter)
                    and _free(game, stand)
                ]
                if len(meant) != 1:
                    raise explain.deployment_refusal(game, move, meant)
                return meant[0]
            case _:
                for other in self.instead:
                    resolved = other.resolve(game, move)
                    if resolved is not None:
                        return resolved
                raise explain.not_now(move, self)

    def take(self, game: Game, move: Move) -> Game:
        if isinstance(move, Pass):
            return game
        if not isinstance(move, Deploy):
            for other in self.instead:
                if other.resolve(game, move) is not None:
                    return other.take(game, move)
            raise explain.not_now(move, self)
        stand = game.last_form.stand(move)
        role = stand.role
        piece = Piece(game.turn, role, game.placed + stand.zone)
        hand = game.supply[game.turn]
        supply = list(game.supply)
        supply[game.turn] = {**hand, role.kind: hand[role.kind] - 1}
        return game.with_events(
            PieceDeployed(piece), board=game.board.with_piece(piece), supply=tuple(supply)
        )


def _free(game: Game, stand: Stand) -> bool:
    role, seat = stand.role, game.turn
    if not game.supply[seat][role.kind]:
        return False
    plane = game.board.planes[stand.plane]
    return role.is_allowed(seat, plane.areas[plane.home[game.placed + stand.zone]].pieces)
