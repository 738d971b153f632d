"""Find puzzles in recorded games, positions with one clearly best turn; judge and explain answers.

A puzzle is sound if a search sees its best turn at least PUZZLE_LEAD_POINTS ahead, and a master,
who searches further with other chances, chooses it too.
"""

import hashlib
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final

from rules.analysis.drafts import is_turn_complete, play_draft
from rules.game import Game
from rules.moves import Deploy, Pass, PlaceTile
from rules.opponents import choose
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.opponents.reasons import reasons
from rules.opponents.review import COMPARED_FUTURES, TileDecision, tile_decisions
from rules.opponents.search import ADVICE_NODES, Budget, compare_turns, search_turns
from rules.opponents.turns import Moves, RatedTurn, Turn, complete_turns, rank_turns
from rules.record import moments, parse_header, split_record
from rules.story import TilePlaced

PUZZLE_LEAD_POINTS: Final = 2.0
"""The least lead of the best turn of a puzzle over every other turn."""
SUSPECTED_LEAD_POINTS: Final = 1.0
"""The lead, looking one turn deep, from which on a position is searched."""
MIN_TURNS: Final = 10
"""The fewest turns to choose from in a puzzle."""
KEY_CHARACTERS: Final = 32
"""The characters of the name of a position."""
PUZZLE_MOVES: Final = PlaceTile, Deploy, Pass
"""The moves of a best turn: those that every panel offers by one press each."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position after ``line`` lines, its best turn, and that turn's lead."""

    line: int
    best: Moves
    lead: float


@dataclass(frozen=True, slots=True)
class Solution:
    """A puzzle's best turn, the moves played in its game, and what they lost."""

    best: RatedTurn
    played: Moves
    lost: float


def find_puzzles(record: str, seconds: float | None = None) -> Iterator[Puzzle]:
    """Find a record's sound puzzles, in a random order that depends only on it.

    Stops after ``seconds``. Later moves and the order of tiles do not count. Raise RecordError as
    `rules.record.moments` does.
    """
    until = None if seconds is None else time.monotonic() + seconds
    decisions = list(tile_decisions(record))
    random.Random(hashlib.sha256(record.encode()).digest()).shuffle(decisions)
    for decision in decisions:
        if until is not None and time.monotonic() > until:
            return
        puzzle = _sound_puzzle(decision)
        if puzzle is not None:
            yield puzzle


def puzzles_of_record(record: str, number: int, seconds: float) -> tuple[Puzzle, ...]:
    """At most ``number`` puzzles, found within ``seconds``."""
    return tuple(islice(find_puzzles(record, seconds), number))


def _sound_puzzle(decision: TileDecision) -> Puzzle | None:
    """The puzzle of a decision, if sound; independent of the moves made."""
    game = position_without_order(decision.game, decision.line)
    measure = partial(Evaluation(game).margin, seat=game.turn)
    ranked = rank_turns(complete_turns(game, measure), measure)
    if len(ranked) < MIN_TURNS or ranked[0][0] - ranked[1][0] < SUSPECTED_LEAD_POINTS:
        return None
    first, *others = search_turns(game, _chance(decision.line), ADVICE_NODES)
    lead = first.worth - max(other.worth for other in others)
    if lead < PUZZLE_LEAD_POINTS:
        return None
    best = first.turn.moves
    if not all(isinstance(move, PUZZLE_MOVES) for move in best):
        return None
    return Puzzle(decision.line, best, lead) if choose(game, "master") == best else None


def position(record: str, line: int) -> Game:
    """The game after so many lines. Raise IndexError for a shorter record."""
    moment = next(islice(moments(record), line, None), None)
    if moment is None:
        raise IndexError(f"the record has no line {line}")
    return moment.game


def position_key(record: str, line: int) -> str:
    """A unique name from a position's game, moves and tile in hand.

    The same position in two games, as with the same bag, has the same name.
    """
    game, (head, moves) = position(record, line), split_record(record)
    tiles = [event.tile for event in game.story if isinstance(event, TilePlaced)]
    lines = [*parse_header(head).public_lines(), *(text for _, text in moves[:line])]
    told = "\n".join([*lines, *tiles, game.drawn or ""])
    return hashlib.sha256(told.encode()).hexdigest()[:KEY_CHARACTERS]


def points_lost(record: str, line: int, best: Moves, played: Moves) -> float:
    """Points lost against a puzzle's best turn; 0 for the same result.

    Half a turn is completed in the best way. Other turns lose at least PUZZLE_LEAD_POINTS. Raise
    IllegalMove.
    """
    game = position_without_order(position(record, line), line)
    evaluation = Evaluation(game)
    answer = _completed_turn(game, played, evaluation)
    solution = Turn(best, play_draft(game, best))
    budget = Budget(evaluation, nodes=2**62)
    better, other = compare_turns(game, (solution, answer), _chance(line), COMPARED_FUTURES, budget)
    if (better.evaluated, better.margins) == (other.evaluated, other.margins):
        return 0.0
    return max(PUZZLE_LEAD_POINTS, better.worth - other.worth)


def explain_puzzle(record: str, line: int, best: Moves) -> Solution:
    """The best turn with its reasons, and what was played in the game.

    Raise ValueError if the record has no whole turn there.
    """
    [decision] = (one for one in tile_decisions(record) if one.line == line)
    game = position_without_order(decision.game, line)
    evaluation = Evaluation(game)
    after = play_draft(game, best)
    worth = evaluation.margin(after, game.turn) - evaluation.margin(game, game.turn)
    rated = RatedTurn(best, worth, reasons(game, after, evaluation, worth))
    return Solution(rated, decision.moves, points_lost(record, line, best, decision.moves))


def position_without_order(game: Game, line: int) -> Game:
    """A position with hidden piles in an order that depends on its line only."""
    return shuffle_hidden_piles(game, _chance(line))


def _completed_turn(game: Game, played: Moves, evaluation: Evaluation) -> Turn:
    after = play_draft(game, played)
    if is_turn_complete(after):
        return Turn(played, after)
    measure = partial(evaluation.margin, seat=game.turn)
    _worth, rest = rank_turns(complete_turns(after, measure), measure)[0]
    return Turn((*played, *rest.moves), rest.after)


def _chance(line: int) -> random.Random:
    return random.Random(f"puzzle {line}")
