"""A whole game looked over: what each seat's moves have cost it against the best there were."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from rules.analysis.drafts import drafted
from rules.game import Game
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden import forgotten
from rules.opponents.reasons import reasons
from rules.opponents.thought import Moves, Thought
from rules.opponents.turns import best, turns
from rules.record import END, RESIGN, SKIP, moments

WORST: Final = 3
"""The most moves that are told of a seat."""
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
    """What a seat did with a tile: the game before, how many lines that is, the moves."""

    line: int
    game: Game
    moves: Moves


def reviewed(record: str) -> Review:
    """What all moves of a record have cost; RecordError as `rules.record.moments`."""
    found: list[Slip] = []
    seats = 0
    for made in decisions(record):
        seats = made.game.seats
        slip = _slip(made)
        if slip is not None:
            found.append(slip)
    by_seat = [[slip for slip in found if slip.seat == seat] for seat in range(seats)]
    return Review(
        tuple(tuple(sorted(each, key=lambda slip: -slip.lost)[:WORST]) for each in by_seat),
        tuple(sum(slip.lost for slip in each) for each in by_seat),
    )


def decisions(record: str) -> Iterator[Made]:
    """What was done with each tile; where a seat left or was skipped in the middle, nothing is."""
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


def _slip(made: Made) -> Slip | None:
    """What moves have cost; None if nothing to speak of."""
    game = forgotten(made.game, random.Random(made.line))
    evaluation = Evaluation(game)
    measure = partial(evaluation.margin, seat=game.turn)
    now, found = measure(game), best(turns(game, measure), measure)
    worth, turn = found[0]
    lost = worth - measure(drafted(game, made.moves))
    if lost < LEAST:
        return None
    why = reasons(game, turn.after, evaluation)
    better = Thought(turn.moves, worth - now, why)
    return Slip(made.line, len(game.board.tiles), game.turn, made.moves, better, lost)
