"""The search of opponents: its cost, its knowledge and its strength."""

import random
import time
from dataclasses import replace
from pathlib import Path

import pytest

from rules.analysis.draw_odds import count_known_at_bottom
from rules.game import Game, play, start
from rules.notation import write
from rules.opponents import best_turns, choose, search
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.opponents.search import GRANDMASTER, MASTER, NEAR, Candidate, search_turns
from rules.opponents.turns import complete_turns
from rules.random_play import deal, random_move
from rules.turn import Draw
from tests.support.for_each import for_each
from tests.support.game_choices import FOUR
from tests.support.goldens import assert_golden

GOLDENS = Path(__file__).parent / "goldens"


def after(name: str, moves: int, seed: int = 3, seats: int = 2) -> Game:
    """A game after some random moves, a tile in hand."""
    chance = random.Random(seed)
    header = deal(name, seats, chance)
    game = start(header.book, seats, header.bags)
    while moves > 0 or game.drawn is None:
        game = play(game, random_move(game, chance))
        moves -= 1
    return game


@for_each("nodes", [0, 100, 400])
def test_search_exceeds_the_node_limit_by_one_future_at_most(nodes: int) -> None:
    game = after("base", 24)
    evaluation = Evaluation(game)
    search_turns(game, random.Random(1), nodes, evaluation=evaluation)
    first, replies = len(complete_turns(game, lambda draft: 0)), 2 * 4 * 400
    assert first <= evaluation.positions_weighed <= max(nodes, first) + replies
    again = Evaluation(game)
    search_turns(game, random.Random(1), nodes, evaluation=again)
    assert again.positions_weighed == evaluation.positions_weighed


def test_search_without_time_plays_the_best_rated_turn() -> None:
    game = after("base", 24)
    assert choose(game, "master", 1, until=time.monotonic()) == choose(game, "villager", 1)


def test_master_chooses_its_best_rated_turn() -> None:
    game = after("hunters", 20)
    assert best_turns(game, seed=4, nodes=300)[0].moves == choose(game, "master", 4, nodes=300)


@for_each("name", [*FOUR, "base+river"])
def test_com_04_hidden_piles_are_shuffled_and_known_tiles_stay(name: str) -> None:
    game = after(name, 2)
    dealt = shuffle_hidden_piles(game, random.Random(8))
    assert {bag: sorted(pile) for bag, pile in dealt.bags.items()} == {
        bag: sorted(pile) for bag, pile in game.bags.items()
    }
    assert dealt.bags != game.bags
    for bag, pile in game.bags.items():
        seen = count_known_at_bottom(game, bag)
        assert dealt.bags[bag][len(pile) - seen :] == pile[len(pile) - seen :]


def draws_again(draft: Game) -> bool:
    """True if the seat to move draws a second tile in its turn."""
    return bool(draft.agenda) and isinstance(draft.agenda[0], Draw)


def tried_candidates(nodes: int, number: int = 24, name: str = "base") -> list[Candidate]:
    """The candidates that a search tries in futures."""
    game = after(name, number)
    candidates = search_turns(game, random.Random(1), nodes)
    return [candidate for candidate in candidates if candidate.margins]


@for_each("nodes", [0, 1500])
def test_turns_after_the_first_are_sorted_by_what_is_known_of_them(nodes: int) -> None:
    _first, *others = search_turns(after("base", 12), random.Random(1), nodes)
    tried = [each.worth for each in others if each.margins]
    untried = [each.evaluated for each in others if not each.margins]
    assert bool(tried) is bool(nodes) and len(untried) > 20
    assert (tried, untried) == (sorted(tried, reverse=True), sorted(untried, reverse=True))
    assert [bool(each.margins) for each in others] == [True] * len(tried) + [False] * len(untried)


@for_each("name", FOUR)
def test_same_turns_are_tried_in_the_same_futures_by_every_version(name: str) -> None:
    lines: list[str] = []
    for seats, level in ((2, MASTER), (3, GRANDMASTER)):
        game = after(name, 24, seats=seats)
        evaluation = Evaluation(game)
        candidates = search_turns(game, random.Random(1), 700, None, evaluation, level)
        lines.append(f"{len(candidates)} turns, {evaluation.positions_weighed} positions evaluated")
        for candidate in candidates[:12]:
            margins = " ".join(f"{margin:.3f}" for margin in candidate.margins)
            moves = " ".join(map(write, candidate.turn.moves))
            lines.append(f"{candidate.worth:.3f} {moves}: {candidate.evaluated:.3f}, {margins}")
    assert_golden(GOLDENS / f"search-{name}.txt", lines)


def test_search_stops_where_the_first_turn_is_clear() -> None:
    evaluation = Evaluation(after("base", 20))
    search_turns(after("base", 20), random.Random(1), 3_900, evaluation=evaluation)
    assert evaluation.positions_weighed < 3_000


@for_each("share", [12, 1], fast=1)
def test_grandmaster_weighs_more_positions_than_a_master_before_it_is_sure(share: int) -> None:
    weighed = []
    for effort in (MASTER, GRANDMASTER):
        shorter = replace(effort, nodes=effort.nodes // share)
        evaluation = Evaluation(after("base", 24))
        search_turns(after("base", 24), random.Random(1), None, None, evaluation, shorter)
        weighed.append(evaluation.positions_weighed)
        assert evaluation.positions_weighed < shorter.nodes + 4_000
    assert weighed[0] < weighed[1]


def test_late_candidates_are_tried_in_the_same_futures_as_the_first_ones() -> None:
    game = after("base", 24)
    evaluation = Evaluation(game)
    budget = search.Budget(evaluation, 1_000_000)
    turns = [Candidate(turn, 0.0, NEAR) for turn in complete_turns(game, lambda draft: 0)[:3]]
    together = search.Futures(game, random.Random(5)).tried(turns, 4, budget)
    futures = search.Futures(game, random.Random(5))
    apart = [*futures.tried(turns[:2], 4, budget), *futures.tried(turns[2:], 4, budget)]
    assert [candidate.margins for candidate in apart] == [
        candidate.margins for candidate in together
    ]
    assert len({candidate.margins for candidate in together}) == 3


def test_turn_with_a_second_tile_is_tried_as_many_turns_ahead_as_others() -> None:
    class LastSeen(Evaluation):
        def margin(self, game: Game, seat: int) -> float:
            self.last = game
            return super().margin(game, seat)

    game = next(
        game
        for moves in range(40, 200)
        for game in [after("hunters", moves)]
        if any(draws_again(turn.after) for turn in complete_turns(game, lambda draft: 0))
    )
    ends = {}
    for turn in complete_turns(game, lambda draft: 0):
        evaluation = LastSeen(game)
        candidate = Candidate(turn, 0.0, NEAR)
        budget = search.Budget(evaluation, 1_000_000)
        search.Futures(game, random.Random(5)).tried([candidate], 1, budget)
        ends.setdefault(draws_again(turn.after), set()).add(
            (evaluation.last.turn, draws_again(evaluation.last))
        )
    assert ends == {True: {(game.turn, False)}, False: {(game.turn, False)}}


def test_candidate_is_clearly_behind_only_by_more_than_chance() -> None:
    turn = tried_candidates(800)[0].turn
    first = Candidate(turn, 10.0, NEAR, (10.0, 12.0, 8.0, 11.0, 9.0, 10.0))
    near = Candidate(turn, 9.5, NEAR, (14.0, 5.0, 9.0, 10.0, 12.0, 6.0))
    far = Candidate(turn, 2.0, NEAR, (2.0, 4.0, 0.0, 3.0, 1.0, 2.0))
    assert far.is_clearly_behind(first, MASTER) and not near.is_clearly_behind(first, MASTER)
    assert not first.is_clearly_behind(far, MASTER) and not first.is_clearly_behind(near, MASTER)
    late = Candidate(turn, 9.5, NEAR, near.margins[:3])
    assert not late.is_clearly_behind(first, MASTER)


def test_search_with_a_deadline_stops_by_its_clock_of_processor_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = after("base", 24)
    now = [0.0]

    def ticking() -> float:
        now[0] += 0.01
        return now[0]

    monkeypatch.setattr(time, "process_time", ticking)
    weighed = []
    for seconds in (0.1, 0.4):
        evaluation = Evaluation(game)
        until = time.monotonic() + 600
        effort = replace(MASTER, cpu_seconds=seconds)
        search_turns(game, random.Random(1), 3_900, until, evaluation, effort)
        weighed.append(evaluation.positions_weighed)
    assert weighed[0] < weighed[1] < 3_900


def met(name: str, one: str, other: str, bags: int, seed: int = 7) -> int:
    """By how much one came out ahead, with the same bags from both seats."""
    ahead = 0
    for number in range(2 * bags):
        header = deal(name, 2, random.Random(seed + number // 2))
        game = start(header.book, 2, header.bags)
        while not game.over:
            level = (one, other)[(game.turn + number) % 2]
            for move in choose(game, level, number):
                game = play(game, move)
        own = number % 2
        ahead += game.scores[own] - game.scores[1 - own]
    return ahead


@pytest.mark.slow
def test_villager_beats_the_greedy_player() -> None:
    assert met("hunters", "villager", "greedy", 1) > 40


@pytest.mark.slow
def test_novice_beats_the_random_player() -> None:
    assert met("base", "novice", "random", 1) > 0
