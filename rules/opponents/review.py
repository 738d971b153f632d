"""A whole game looked over: what each seat's moves have cost it against the best there were.

Each tile is looked at as a villager does, what seems to have cost most once more as a master does.
"""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from rules.analysis.drafts import play_draft
from rules.game import Game
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.opponents.rated_turn import Moves, RatedTurn
from rules.opponents.reasons import reasons
from rules.opponents.search import DEFAULT_NODES, Budget, compare_turns, search_turns
from rules.opponents.turns import Turn, complete_turns, rank_turns
from rules.record import END, RESIGN, SKIP, moments

MAX_MISTAKES_PER_SEAT: Final = 3
"""The most moves that are told of a seat."""
MAX_RECHECKED_PER_SEAT: Final = 5
"""The moves of a seat that are looked at once more, those that seem to have cost most."""
COMPARED_FUTURES: Final = 12
"""The futures in which what was played meets what would have been better."""
MIN_LOSS_POINTS: Final = 1.0
"""The points from which on a move has cost anything to speak of."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Moves that cost their seat points, and what would have been better.

    ``line`` is how many lines of the record come before them, ``tile`` which tile of the game it
    was, the start tile not counted; ``lost`` is by how much the better way was worth more.
    """

    line: int
    tile: int
    seat: int
    played: Moves
    better: RatedTurn
    lost: float


@dataclass(frozen=True, slots=True)
class Review:
    """The most expensive moves of each seat, those that cost most first, and what all cost it."""

    slips: tuple[tuple[Mistake, ...], ...]
    lost: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TileDecision:
    """The decision of a seat about one tile: the game before, the lines until then, the moves."""

    line: int
    game: Game
    moves: Moves


@dataclass(frozen=True, slots=True)
class _Suspect:
    """Moves, and what they seem to have cost by one look at each way to go on."""

    made: TileDecision
    slip: Mistake


def review_record(record: str, seconds: float | None = None, nodes: int = DEFAULT_NODES) -> Review:
    """The cost of all moves of a record. Raise RecordError as `rules.record.moments` does.

    ``nodes`` are the positions that are weighed to find a better way than one that seems to have
    cost much, and twice as many to compare the two. After so many ``seconds`` nothing is looked at
    once more, and what one look has found stands.
    """
    until = None if seconds is None else time.monotonic() + seconds
    doubts: list[list[_Suspect]] = []
    for made in tile_decisions(record):
        doubts = doubts or [[] for _ in range(made.game.seats)]
        mistake = _estimated_mistake(made)
        if mistake is not None:
            doubts[made.game.turn].append(_Suspect(made, mistake))
    by_seat = [
        sorted(seat_suspects, key=lambda doubt: -doubt.slip.lost) for seat_suspects in doubts
    ]
    slips: list[list[Mistake]] = [[] for _ in by_seat]
    # Rank by rank, so that where time is short it is so for every seat.
    for rank in range(MAX_RECHECKED_PER_SEAT):
        for seat, seat_suspects in enumerate(by_seat):
            if (
                rank < len(seat_suspects)
                and (slip := _searched_mistake(seat_suspects[rank], nodes, until)) is not None
            ):
                slips[seat].append(slip)
    return Review(
        tuple(
            tuple(sorted(seat_suspects, key=lambda slip: -slip.lost)[:MAX_MISTAKES_PER_SEAT])
            for seat_suspects in slips
        ),
        tuple(map(_points_lost, slips, by_seat)),
    )


def _points_lost(slips: Sequence[Mistake], doubts: Sequence[_Suspect]) -> float:
    """The points lost by all moves of a seat, those looked at only once included."""
    return sum(slip.lost for slip in slips) + sum(
        suspect.slip.lost for suspect in doubts[MAX_RECHECKED_PER_SEAT:]
    )


def tile_decisions(record: str) -> Iterator[TileDecision]:
    """The decision about each tile; none where a seat left or was skipped in the middle."""
    made: TileDecision | None = None
    before: Game | None = None
    for number, moment in enumerate(moments(record)):
        game = moment.game
        if before is not None and made is not None:
            if moment.line.split()[0].lower() in (END, RESIGN, SKIP):
                made = None
            else:
                made = TileDecision(made.line, made.game, (*made.moves, *before.read(moment.line)))
        if game.drawn is not None or game.over:
            if made is not None and made.moves:
                yield made
            made = None if game.over else TileDecision(number, game, ())
        before = game


def _estimated_mistake(made: TileDecision) -> Mistake | None:
    """The cost of moves by one look at each way to continue; None if it is negligible."""
    game = _game_without_hidden_order(made)
    evaluation = Evaluation(game)
    measure = partial(evaluation.margin, seat=game.turn)
    now, (worth, turn) = measure(game), rank_turns(complete_turns(game, measure), measure)[0]
    lost = worth - measure(play_draft(game, made.moves))
    return _mistake_if_costly(made, game, evaluation, turn, worth - now, lost)


def _searched_mistake(doubt: _Suspect, nodes: int, until: float | None) -> Mistake | None:
    """The cost of moves by a search; by one look where there is no time for a search.

    It looks for the best way first, and then compares the two in other futures: the best of
    several owes something to those in which it was found.
    """
    made = doubt.made
    if nodes <= 0 or (until is not None and time.monotonic() > until):
        return doubt.slip
    game, chance = _game_without_hidden_order(made), random.Random(f"{made.line} once more")
    evaluation = Evaluation(game)
    now = evaluation.margin(game, game.turn)
    turn = search_turns(game, chance, nodes, until, evaluation)[0].turn
    if turn.moves == made.moves:
        return None
    played = Turn(made.moves, play_draft(game, made.moves))
    budget = Budget(evaluation, evaluation.positions_weighed + 2 * nodes, until)
    better, own = compare_turns(game, (turn, played), chance, COMPARED_FUTURES, budget)
    return _mistake_if_costly(
        made, game, evaluation, turn, better.worth - now, better.worth - own.worth
    )


def _mistake_if_costly(
    made: TileDecision, game: Game, evaluation: Evaluation, turn: Turn, worth: float, lost: float
) -> Mistake | None:
    """Moves beside a better turn that is worth so much; None if too little is lost."""
    if lost < MIN_LOSS_POINTS:
        return None
    better = RatedTurn(turn.moves, worth, reasons(game, turn.after, evaluation))
    return Mistake(made.line, len(game.board.tiles), game.turn, made.moves, better, lost)


def _game_without_hidden_order(made: TileDecision) -> Game:
    """The game before a move as it could be known then."""
    return shuffle_hidden_piles(made.game, random.Random(made.line))
