"""Games are values: stored and copied at any moment they go on to the same end."""

import copy
import pickle
import random

import pytest

from rules.game import Game, play
from rules.random_play import random_move
from tests.games import FIVE
from tests.rules.tables import dealt, moments


def to_the_end(game: Game, seed: int) -> Game:
    """The game played on by chance."""
    chance = random.Random(seed)
    while not game.over:
        game = play(game, random_move(game, chance))
    return game


@pytest.mark.parametrize("name", FIVE)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_was_stored_or_copied_goes_on_to_the_same_end(name: str, seed: int) -> None:
    kept = [game for game, _ in moments(name, 2 + seed, seed, tidy=bool(seed % 2))]
    chance = random.Random(seed)
    for game in chance.sample(kept[:-1], 2):
        played = to_the_end(game, seed)
        for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
            assert twin == game and hash(twin.book) == hash(game.book)
            assert twin.offered() == game.offered()
            again = to_the_end(twin, seed)
            assert again.story == played.story
            assert again.scores == played.scores


@pytest.mark.parametrize("name", FIVE)
def test_a_ruleset_is_a_value_too(name: str) -> None:
    ruleset = dealt(name, 2, 1).book.ruleset
    assert pickle.loads(pickle.dumps(ruleset)) == copy.deepcopy(ruleset) == ruleset
