"""Pairings: every pair once in a round robin; Swiss rounds against a search of all pairings."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from bot.cups.policy import Pair, RoundPairs, number_of_rounds, round_robin, swiss_round
from tests.support.for_each import for_each


@for_each("players", range(3, 9))
def test_each_pair_meets_once_in_a_round_robin(players: int) -> None:
    order = random.Random(players).sample(range(20), players)
    rounds = round_robin(order)
    assert len(rounds) == number_of_rounds(players)
    met = [frozenset(pair) for played in rounds for pair in played.pairs]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(order, 2)))
    for played in rounds:
        playing = [player for pair in played.pairs for player in pair]
        resting = [] if played.bye is None else [played.bye]
        assert sorted(playing + resting) == sorted(order), "everybody once a round"


@for_each("players", [3, 5, 7])
def test_everybody_has_one_bye_in_a_round_robin_of_an_odd_number(players: int) -> None:
    byes = [played.bye for played in round_robin(range(players))]
    assert sorted(bye for bye in byes if bye is not None) == list(range(players))


def test_circle_method_as_it_is_drawn() -> None:
    """The first player stays, the others move on by one seat."""
    assert [played.pairs for played in round_robin([0, 1, 2, 3])] == [
        ((0, 3), (1, 2)),
        ((0, 2), (3, 1)),
        ((0, 1), (2, 3)),
    ]


@for_each("players, rounds", [(3, 3), (4, 3), (7, 7), (8, 7), (9, 4), (13, 4), (16, 4), (17, 5)])
def test_rounds_by_players(players: int, rounds: int) -> None:
    assert number_of_rounds(players) == rounds


def test_swiss_neighbours_meet_unless_they_have_met() -> None:
    assert swiss_round([0, 1, 2, 3], set()) == RoundPairs(((0, 1), (2, 3)))
    assert swiss_round([0, 1, 2, 3], {frozenset((0, 1))}) == RoundPairs(((0, 2), (1, 3)))


def test_swiss_pairing_goes_back_where_the_last_two_have_met() -> None:
    met = {frozenset((2, 3))}
    assert swiss_round([0, 1, 2, 3], met) == RoundPairs(((0, 2), (1, 3)))


def test_lowest_player_without_a_bye_has_it() -> None:
    assert swiss_round([4, 3, 2, 1, 0], set(), byes=[0]).bye == 1


def test_bye_goes_further_up_where_a_rematch_is_avoided_by_that() -> None:
    met = {frozenset(pair) for pair in [(0, 1)]}
    assert swiss_round([0, 1, 2], met) == RoundPairs(((0, 2),), 1)


def test_rematch_where_nothing_else_is_left() -> None:
    met = {frozenset(pair) for pair in combinations(range(4), 2)}
    assert swiss_round([2, 0, 1, 3], met) == RoundPairs(((2, 0), (1, 3)))


def all_pairings(ranked: Sequence[int]) -> Iterator[tuple[Pair, ...]]:
    """Yield every pairing, those first that pair the top player with the next one."""
    if not ranked:
        yield ()
        return
    top, *others = ranked
    for player in others:
        for rest in all_pairings([other for other in others if other != player]):
            yield ((top, player), *rest)


def reference(
    ranked: Sequence[int], met: Collection[frozenset[int]], byes: Sequence[int]
) -> RoundPairs:
    """Try every bye with every pairing and keep the first best, with nothing left out."""
    resting: list[int | None] = [None]
    if len(ranked) % 2:
        fewest = min(map(byes.count, ranked))
        resting = [player for player in ranked[::-1] if byes.count(player) == fewest]
    every = [
        (sum(frozenset(pair) in met for pair in pairs), number, pairs, bye)
        for number, bye in enumerate(resting)
        for pairs in all_pairings([player for player in ranked if player != bye])
    ]
    _rematches, _number, pairs, bye = min(every, key=lambda tried: tried[:2])
    return RoundPairs(pairs, bye)


@for_each("seed", range(60))
def test_swiss_round_is_the_best_of_all_pairings(seed: int) -> None:
    chance = random.Random(seed)
    ranked = chance.sample(range(9), chance.randint(2, 8))
    every = [frozenset(pair) for pair in combinations(ranked, 2)]
    met = set(chance.sample(every, chance.randint(0, len(every))))
    byes = chance.choices(ranked, k=chance.randint(0, 4))
    assert swiss_round(ranked, met, byes) == reference(ranked, met, byes)


@for_each("players", [9, 13, 31, 32])
def test_no_rematch_in_a_whole_swiss_cup(players: int) -> None:
    chance = random.Random(players)
    met, byes, points = set[frozenset[int]](), list[int](), dict.fromkeys(range(players), 0)
    for _number in range(number_of_rounds(players)):
        ranked = sorted(points, key=lambda player: -points[player])
        played = swiss_round(ranked, met, byes)
        pairs = {frozenset(pair) for pair in played.pairs}
        assert not pairs & met and len(pairs) == players // 2
        met |= pairs
        if played.bye is not None:
            assert played.bye not in byes
            byes.append(played.bye)
            points[played.bye] += 1
        for pair in played.pairs:
            points[chance.choice(pair)] += 1
