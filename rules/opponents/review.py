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
from rules.opponents.hidden_order import forgotten
from rules.opponents.rated_turn import Moves, Thought
from rules.opponents.reasons import reasons
from rules.opponents.search import NODES, Budget, compared, searched
from rules.opponents.turns import Turn, best, turns
from rules.record import END, RESIGN, SKIP, moments

WORST: Final = 3
"""The most moves that are told of a seat."""
DOUBTED: Final = 5
"""The moves of a seat that are looked at once more, those that seem to have cost most."""
FUTURES: Final = 12
"""The futures in which what was played meets what would have been better."""
LEAST: Final = 1.0
"""The points from which on a move has cost anything to speak of."""


@dataclass(frozen=True, slots=True)
class Slip:
    """Moves that cost their seat points, and what would have been better.

    ``line`` is how many lines of the record come before them, ``tile`` which tile of the game it
    was, the start tile not counted; ``lost`` is by how much the better way was worth more.
    """

    line: int
    tile: int
    seat: int
    played: Moves
    better: Thought
    lost: float


@dataclass(frozen=True, slots=True)
class Review:
    """The most expensive moves of each seat, those that cost most first, and what all cost it."""

    slips: tuple[tuple[Slip, ...], ...]
    lost: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """The decision of a seat about one tile: the game before, the lines until then, the moves."""

    line: int
    game: Game
    moves: Moves


@dataclass(frozen=True, slots=True)
class _Doubt:
    """Moves, and what they seem to have cost by one look at each way to go on."""

    made: Made
    slip: Slip


def reviewed(record: str, seconds: float | None = None, nodes: int = NODES) -> Review:
    """The cost of all moves of a record. Raise RecordError as `rules.record.moments` does.

    ``nodes`` are the positions that are weighed to find a better way than one that seems to have
    cost much, and twice as many to compare the two. After so many ``seconds`` nothing is looked at
    once more, and what one look has found stands.
    """
    until = None if seconds is None else time.monotonic() + seconds
    doubts: list[list[_Doubt]] = []
    for made in decisions(record):
        doubts = doubts or [[] for _ in range(made.game.seats)]
        seeming = _seeming(made)
        if seeming is not None:
            doubts[made.game.turn].append(_Doubt(made, seeming))
    by_seat = [sorted(each, key=lambda doubt: -doubt.slip.lost) for each in doubts]
    slips: list[list[Slip]] = [[] for _ in by_seat]
    # Rank by rank, so that where time is short it is so for every seat.
    for rank in range(DOUBTED):
        for seat, each in enumerate(by_seat):
            if rank < len(each) and (slip := _confirmed(each[rank], nodes, until)) is not None:
                slips[seat].append(slip)
    return Review(
        tuple(tuple(sorted(each, key=lambda slip: -slip.lost)[:WORST]) for each in slips),
        tuple(map(_lost, slips, by_seat)),
    )


def _lost(slips: Sequence[Slip], doubts: Sequence[_Doubt]) -> float:
    """The points lost by all moves of a seat, those looked at only once included."""
    return sum(slip.lost for slip in slips) + sum(each.slip.lost for each in doubts[DOUBTED:])


def decisions(record: str) -> Iterator[Made]:
    """The decision about each tile; none where a seat left or was skipped in the middle."""
    made: Made | None = None
    before: Game | None = None
    for number, moment in enumerate(moments(record)):
        game = moment.game
        if before is not None and made is not None:
            if moment.line.split()[0].lower() in (END, RESIGN, SKIP):
                made = None
            else:
                made = Made(made.line, made.game, (*made.moves, *before.read(moment.line)))
        if game.drawn is not None or game.over:
            if made is not None and made.moves:
                yield made
            made = None if game.over else Made(number, game, ())
        before = game


def _seeming(made: Made) -> Slip | None:
    """The cost of moves by one look at each way to continue; None if it is negligible."""
    game = _unknowing(made)
    evaluation = Evaluation(game)
    measure = partial(evaluation.margin, seat=game.turn)
    now, (worth, turn) = measure(game), best(turns(game, measure), measure)[0]
    lost = worth - measure(play_draft(game, made.moves))
    return _slip(made, game, evaluation, turn, worth - now, lost)


def _confirmed(doubt: _Doubt, nodes: int, until: float | None) -> Slip | None:
    """The cost of moves by a search; by one look where there is no time for a search.

    It looks for the best way first, and then compares the two in other futures: the best of
    several owes something to those in which it was found.
    """
    made = doubt.made
    if nodes <= 0 or (until is not None and time.monotonic() > until):
        return doubt.slip
    game, chance = _unknowing(made), random.Random(f"{made.line} once more")
    evaluation = Evaluation(game)
    now = evaluation.margin(game, game.turn)
    turn = searched(game, chance, nodes, until, evaluation)[0].turn
    if turn.moves == made.moves:
        return None
    played = Turn(made.moves, play_draft(game, made.moves))
    budget = Budget(evaluation, evaluation.weighed + 2 * nodes, until)
    better, own = compared(game, (turn, played), chance, FUTURES, budget)
    return _slip(made, game, evaluation, turn, better.worth - now, better.worth - own.worth)


def _slip(
    made: Made, game: Game, evaluation: Evaluation, turn: Turn, worth: float, lost: float
) -> Slip | None:
    """Moves beside a better turn that is worth so much; None if too little is lost."""
    if lost < LEAST:
        return None
    better = Thought(turn.moves, worth, reasons(game, turn.after, evaluation))
    return Slip(made.line, len(game.board.tiles), game.turn, made.moves, better, lost)


def _unknowing(made: Made) -> Game:
    """The game before a move as it could be known then."""
    return forgotten(made.game, random.Random(made.line))
