"""Players without a search: greedy, a novice, and a villager that looks one turn ahead."""

import random
from functools import partial
from typing import Final

from rules.analysis.hypothetical_scores import final_scoring_events
from rules.game import Game
from rules.moves import Deploy
from rules.opponents.evaluation import Evaluation
from rules.opponents.turns import Moves, Turn, complete_turns, rank_turns
from rules.opponents.weights import Weights
from rules.story import Scored, totals


def margin(game: Game, seat: int, ignored_kinds: frozenset[str] = frozenset()) -> int:
    """A seat's lead over the best other if the game ended now.

    ``ignored_kinds``: scores that do not count.
    """
    story = game.story.extended(final_scoring_events(game))
    points = totals(
        (e for e in story if not (isinstance(e, Scored) and e.kind in ignored_kinds)), game.seats
    )
    return points[seat] - max(points[other] for other in other_seats(game, seat))


def other_seats(game: Game, seat: int) -> tuple[int, ...]:
    """Other seats in the game; the resigned ones if no other plays."""
    rest = [other for other in range(game.seats) if other != seat]
    return tuple(other for other in rest if other not in game.out) or tuple(rest)


def greedy_moves(game: Game, chance: random.Random) -> Moves:
    """The largest margin; ties are broken at random."""
    measure = partial(margin, seat=game.turn)
    ranked = rank_turns(complete_turns(game, measure), measure)
    return chance.choice([turn.moves for worth, turn in ranked if worth == ranked[0][0]])


def novice_moves(game: Game, chance: random.Random) -> Moves:
    """A random better turn, ignoring layers scored only at the end.

    Better turns have at least the mean of the best and the median margin.
    """
    ignored = layers_scored_at_end(game)
    measure = partial(margin, seat=game.turn, ignored_kinds=ignored)
    ranked = rank_turns(complete_turns(game, measure), measure)
    considered = [option for option in ranked if not _deploys_on(option[1], ignored)] or ranked
    threshold = (considered[0][0] + considered[len(considered) // 2][0]) / 2
    return chance.choice([turn.moves for worth, turn in considered if worth >= threshold])


def layers_scored_at_end(game: Game) -> frozenset[str]:
    """Layers of figures that are scored only at the end."""
    ruleset = game.book.ruleset
    return frozenset(role.layer for role in ruleset.roles if role.layer not in ruleset.scorers)


def _deploys_on(turn: Turn, layers: frozenset[str]) -> bool:
    form = turn.after.last_form
    return any(
        isinstance(move, Deploy) and form.stand(move).role.layer in layers for move in turn.moves
    )


MAX_PLACEMENTS: Final = 64
"""The placements that are followed; one that ranks lower before deployment is seldom the best."""


def villager_moves(game: Game, weights: Weights | None = None) -> Moves:
    measure = partial(Evaluation(game, weights).margin, seat=game.turn)
    return rank_turns(complete_turns(game, measure, places=MAX_PLACEMENTS), measure)[0][1].moves
