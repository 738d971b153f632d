"""Games as values: stored and copied at any point, they continue to the same end."""

import copy
import pickle
import random
from itertools import product
from pathlib import Path

import rules
from rules.game import Game, play
from rules.opponents.search import Effort
from rules.opponents.weights import Lookahead, Weights
from rules.random_play import random_move
from rules.variants import rulebook
from tests.support.constants import constant_lines
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE
from tests.support.goldens import assert_golden
from tests.support.random_games import random_positions, shuffled_deal


def to_the_end(game: Game, seed: int) -> Game:
    chance = random.Random(seed)
    while not game.over:
        game = play(game, random_move(game, chance))
    return game


@for_each("seed, name", product(range(3), FIVE), fast=3)
def test_stored_or_copied_game_continues_to_the_same_end(seed: int, name: str) -> None:
    kept = [game for game, _ in random_positions(name, 2 + seed, seed, tidy=bool(seed % 2))]
    chance = random.Random(seed)
    for game in chance.sample(kept[:-1], 2):
        played = to_the_end(game, seed)
        for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
            assert twin == game and hash(twin.book) == hash(game.book)
            assert twin.legal_moves() == game.legal_moves()
            again = to_the_end(twin, seed)
            assert again.story == played.story
            assert again.scores == played.scores


def test_compiled_tiles_are_equal_if_their_rotations_are() -> None:
    forms = rulebook("base").forms
    for tile, compiled in forms.items():
        copied = pickle.loads(pickle.dumps(compiled))
        assert copied is not compiled and copied == compiled and copied != tile
    assert forms["D"] != forms["E"]
    for caches in ("passages=", "contacts=", "fitting="):
        assert caches not in repr(forms["D"])


@for_each("name", FIVE)
def test_a_ruleset_is_a_value_too(name: str) -> None:
    ruleset = shuffled_deal(name, 2, 1).book.ruleset
    assert pickle.loads(pickle.dumps(ruleset)) == copy.deepcopy(ruleset) == ruleset


def test_chosen_and_measured_numbers_are_changed_on_purpose_only() -> None:
    lines = list(
        constant_lines(
            rules,
            lambda value: (
                isinstance(value, int | float | Effort | Lookahead) or is_of_numbers(value)
            ),
        )
    )
    assert len(lines) > 60
    assert_golden(Path(__file__).parent / "goldens" / "numbers.txt", lines)


def is_of_numbers(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(is_of_numbers, value.values()))
    if isinstance(value, tuple):
        return all(isinstance(one, int | float) or is_of_numbers(one) for one in value)
    return isinstance(value, Weights | Lookahead)
