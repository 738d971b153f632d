"""The pairings of cups against those of another implementation (cardarena-tournament-core)."""

from __future__ import annotations

import random

from cardarena_tournament_core.common.models import MatchupOutcome, Player, Round
from cardarena_tournament_core.pairings.round_robin import RoundRobin
from cardarena_tournament_core.pairings.swiss import Swiss

from bot.cups.policy import DRAW, WIN, RoundPairs, number_of_rounds, round_robin, swiss_round
from tests.support.for_each import for_each

CUPS = 40


def players(number: int) -> list[Player]:
    return [Player(id=str(n), name=str(n)) for n in range(number)]


def pairs_of(paired: Round) -> RoundPairs:
    """The pairs of the other implementation in the form of ours."""
    pairs = [
        (int(matchup.player1.id), int(matchup.player2.id))
        for matchup in paired.matchups
        if matchup.player2 is not None
    ]
    byes = [int(matchup.player1.id) for matchup in paired.matchups if matchup.player2 is None]
    return RoundPairs(tuple(pairs), byes[0] if byes else None)


def play(paired: Round, points: dict[int, int], chance: random.Random) -> None:
    for matchup in paired.matchups:
        if matchup.player2 is None:
            continue
        one, other = int(matchup.player1.id), int(matchup.player2.id)
        first, second, outcome = chance.choice(
            [
                (WIN, 0, MatchupOutcome.PLAYER1_WINS),
                (0, WIN, MatchupOutcome.PLAYER2_WINS),
                (DRAW, DRAW, MatchupOutcome.DRAW),
            ]
        )
        points[one] += first
        points[other] += second
        matchup.outcome = outcome


def test_swiss_rounds_are_the_same_until_the_other_one_must_repeat_a_pair() -> None:
    """The other one never goes back: where its last players have met, they meet again."""
    same = 0
    for seed in range(CUPS):
        chance = random.Random(seed)
        number = 2 * chance.randint(5, 16)
        other = Swiss(players(number), win_points=WIN, draw_points=DRAW, bye_points=WIN)
        points, met = dict.fromkeys(range(number), 0), set[frozenset[int]]()
        for _round in range(number_of_rounds(number)):
            ranked = sorted(points, key=lambda player: -points[player])
            ours, theirs = swiss_round(ranked, met), other.pair()
            pairs = {frozenset(pair) for pair in pairs_of(theirs).pairs}
            if pairs & met:
                assert not {frozenset(pair) for pair in ours.pairs} & met
                break
            assert ours == pairs_of(theirs)
            same += 1
            met |= pairs
            play(theirs, points, chance)
            other.submit_results(theirs)
    assert same > 3 * CUPS


@for_each("number", range(3, 9))
def test_rounds_of_a_round_robin_are_the_same(number: int) -> None:
    other, points = RoundRobin(players(number)), dict.fromkeys(range(number), 0)
    for ours in round_robin(range(number)):
        theirs = other.pair()
        pairs = pairs_of(theirs)
        assert {frozenset(pair) for pair in pairs.pairs} == {frozenset(p) for p in ours.pairs}
        assert pairs.bye == ours.bye
        play(theirs, points, random.Random(number))
        other.submit_results(theirs)
