"""The search of opponents: its cost, its knowledge and its strength."""

import random
import time

import pytest

from rules.analysis.draw_odds import count_known_at_bottom
from rules.game import Game, play, start
from rules.opponents import best_turns, choose
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.opponents.search import search_turns
from rules.opponents.turns import complete_turns
from rules.random_play import deal, random_move
from tests.support.game_choices import FOUR


def after(name: str, moves: int, seed: int = 3, seats: int = 2) -> Game:
    """A game after some random moves, a tile in hand."""
    chance = random.Random(seed)
    header = deal(name, seats, chance)
    game = start(header.book, seats, header.bags)
    while moves > 0 or game.drawn is None:
        game = play(game, random_move(game, chance))
        moves -= 1
    return game


@pytest.mark.parametrize("nodes", [0, 100, 400])
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


def test_search_stops_at_its_deadline() -> None:
    since = time.monotonic()
    choose(after("base", 24), "master", 1, nodes=1_000_000, until=since + 0.3)
    assert time.monotonic() - since < 5


def test_master_chooses_its_best_rated_turn() -> None:
    game = after("hunters", 20)
    assert best_turns(game, seed=4, nodes=300)[0].moves == choose(game, "master", 4, nodes=300)


@pytest.mark.parametrize("name", [*FOUR, "base+river"])
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
