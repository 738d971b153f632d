"""The order of a player's possible moves: complete turns as the evaluation rates them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rules.analysis.deployment_choices import Choice
from rules.analysis.placement_ranking import TilePlacement
from rules.analysis.result_cache import cached_by_game
from rules.game import Game
from rules.moves import Move, OwnMove, PlaceTile
from rules.opponents.evaluation import Evaluation
from rules.opponents.rated_turn import Moves
from rules.opponents.turns import complete_turns, rank_turns


@dataclass(frozen=True, slots=True)
class MoveOrder:
    """Complete turns, best first, and the rank of the best turn that begins with one or two moves.

    Turns with the same result are listed once, and after many decisions only the better ones. A
    turn that is not listed ranks last.
    """

    turns: tuple[Moves, ...]
    ranks: Mapping[Moves, int]

    @classmethod
    def of(cls, turns: Iterable[Moves]) -> "MoveOrder":
        """The order of some turns, best first."""
        listed = tuple(turns)
        ranks: dict[Moves, int] = {}
        for rank, moves in enumerate(listed):
            ranks.setdefault(moves[:1], rank)
            ranks.setdefault(moves[:2], rank)
        return cls(listed, ranks)

    def placement_rank(self, laid: PlaceTile) -> int:
        """The rank of the best turn with a placement, from 0."""
        return self.ranks.get((laid,), len(self.turns))

    def choice_rank(self, laid: PlaceTile, move: Move) -> int:
        """The rank of the best turn with a placement and the choice after it, from 0.

        A choice made step by step stands for all moves of its kind.
        """
        rank = self.ranks.get((laid, move))
        if rank is not None:
            return rank
        ranks_of_kind = (
            rank
            for start, rank in self.ranks.items()
            if len(start) > 1 and start[0] == laid and type(start[1]) is type(move)
        )
        last = len(self.turns)
        return min(ranks_of_kind, default=last) if isinstance(move, OwnMove) else last

    def sort_gaps(
        self, gaps: Iterable[Sequence[TilePlacement]]
    ) -> tuple[tuple[TilePlacement, ...], ...]:
        """Sort the placements of each gap, and the gaps by their best placement."""
        sorted_gaps = [tuple(sorted(ways, key=self._rank)) for ways in gaps]
        return tuple(sorted(sorted_gaps, key=lambda ways: self._rank(ways[0])))

    def sort_choices(self, laid: PlaceTile, choices: Iterable[Choice]) -> tuple[Choice, ...]:
        """Sort the choices after a placement."""
        return tuple(sorted(choices, key=lambda choice: self.choice_rank(laid, choice.move)))

    def _rank(self, way: TilePlacement) -> int:
        return self.placement_rank(PlaceTile(way.cell, way.rotation))


@cached_by_game
def move_order(game: Game) -> MoveOrder:
    """Rate all complete turns of the seat to move one turn deep.

    The order uses public information only: nothing is drawn. It takes up to a tenth of a second.
    """
    evaluation = Evaluation(game)
    measure = partial(evaluation.margin, seat=game.turn)
    ranked = rank_turns(complete_turns(game, measure), measure)
    return MoveOrder.of(turn.moves for _margin, turn in ranked)
