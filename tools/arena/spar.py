"""Weights of the evaluation against sparring partners: players with one habit each.

The partners' weights are numbers of their own: partners stay as they are when the tuned weights
change, except for the one called today. Each bag is played from both seats.
"""

import random
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.game import Game, play, start
from rules.header import Header
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.opponents.simple_players import MAX_PLACEMENTS, other_seats, villager_moves
from rules.opponents.turns import Moves, complete_turns, rank_turns
from rules.opponents.weights import Weights, weights_of
from rules.random_play import deal
from tools.arena.tally import Options, standing_text

SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Partner:
    """A villager with its own weights, to whom its rival's points count ``rivals`` times.

    ``weights``: None for today's of the game.
    """

    weights: Weights | None
    rivals: float = 1.0


VILLAGER_OF_2026: Final = Weights(
    effort=0.4061,
    onward=0.25,
    gaps=0.6467,
    around=0.4523,
    growth=0.0935,
    hand=73.4737,
    plenty=2.5,
    horizon=12.0,
    back=0.4673,
    spare=3.0,
    extra=4.0,
    joining=0.4539,
    promise=0.7243,
    coming=0.0,
    contest=0.0,
    contested=0.0,
)
"""The weights of version 1.0.0, which see in a field only the cities at it."""

PARTNERS: Final = {
    "today": Partner(None),
    "villager": Partner(VILLAGER_OF_2026),
    "farmer": Partner(replace(VILLAGER_OF_2026, promise=1.2)),
    "blocker": Partner(VILLAGER_OF_2026, rivals=1.6),
    "finisher": Partner(replace(VILLAGER_OF_2026, hand=25.0, growth=0.0, effort=0.25)),
}
"""Today's villager; that of version 1.0.0; one that trusts what the end will pay, and so lays many
farmers; one that rather takes points from its rival; one that closes at once and keeps no figure.
"""


def spar(
    game: str, partner: str, bags: range, changes: Mapping[str, float], options: Options = ()
) -> str:
    """Play a partner on some bags, and return the standing of the changed weights."""
    points: list[tuple[tuple[int, int], ...]] = []
    for seed in bags:
        header = deal(game, SEATS, random.Random(seed), dict(options))
        tried = replace(weights_of(header.book.ruleset), **changes)
        both = (played(header, seed, first, tried, PARTNERS[partner]) for first in range(SEATS))
        points.append(tuple(both))
        print(f"\r{len(points)} of {len(bags)} ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return f"{game}, {partner}: {standing_text(points)}"


def played(
    header: Header, seed: int, first: int, tried: Weights, partner: Partner
) -> tuple[int, int]:
    """The points of the tried weights, which have the seat ``first``, then the partner's."""
    game, chance = start(header.book, SEATS, header.bags), random.Random(seed)
    while not game.over:
        shown = shuffle_hidden_piles(game, chance)
        if game.turn == first:
            moves = villager_moves(shown, tried)
        else:
            moves = partner_moves(shown, partner)
        for move in moves:
            game = play(game, move)
    return game.scores[first], game.scores[1 - first]


def partner_moves(game: Game, partner: Partner) -> Moves:
    evaluation, seat = Evaluation(game, partner.weights), game.turn
    others = other_seats(game, seat)

    def measure(draft: Game) -> float:
        totals = evaluation.totals(draft)
        return totals[seat] - partner.rivals * max(totals[other] for other in others)

    return rank_turns(complete_turns(game, measure, places=MAX_PLACEMENTS), measure)[0][1].moves
