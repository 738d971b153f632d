"""Turns that score: those of random games, and one that closes a city of sixteen tiles."""

from functools import cache
from itertools import islice, pairwise
from pathlib import Path

from rules.analysis.history import paid_scores
from rules.game import Game
from rules.header import Header
from rules.record import Moment, moments, parse_header, split_record
from rules.story import Scored
from tests.support.random_games import positions

RECORD = Path(__file__).with_name("large_city.record").read_text()


@cache
def played_city() -> tuple[Moment, ...]:
    return tuple(moments(RECORD))


def large_city() -> tuple[Game, tuple[Scored, ...]]:
    """The game after its last move, and the scores of the move."""
    *_, before, after = [moment.game for moment in played_city()]
    return after, paid_scores(after.story[len(before.story) :])


def large_city_header() -> Header:
    return parse_header(split_record(RECORD)[0])


def large_city_lines() -> list[tuple[int, str]]:
    """The seat and the text of each move of the game; the last one closes the city."""
    return [(before.game.turn, move.line) for before, move in pairwise(played_city())]


def scoring_turns(name: str, seed: int) -> list[tuple[Game, tuple[Scored, ...]]]:
    """The turns of a random game in which a seat got points, and what they scored."""
    turns, known = [], 0
    for game in islice(positions(name, 2, seed), 1, None):
        if game.hand is not None and not game.over:
            if scores := paid_scores(game.story[known:]):
                turns.append((game, scores))
            known = len(game.story)
    return turns
