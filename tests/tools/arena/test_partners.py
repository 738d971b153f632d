"""Sparring partners: their habits, and weights against them."""

import random

import pytest

from rules.opponents.simple_players import villager_moves
from tests.rules.opponents.test_search import after
from tools.arena.__main__ import main
from tools.arena.spar import PARTNERS, partner_moves, spar

VILLAGER = PARTNERS["villager"].weights
CHANCE = random.Random(1)
"""Nothing that is weighed here is left to it."""


def test_partner_that_counts_its_rival_as_itself_plays_like_a_villager() -> None:
    game = after("base", 30)
    assert partner_moves(game, PARTNERS["villager"]) == villager_moves(game, CHANCE, VILLAGER)


def test_sparring_with_an_unknown_weight_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["spar", "--weights", "luck=1"])
    assert "there is no weight luck" in capsys.readouterr().err


@pytest.mark.slow
def test_duel_is_played_by_the_options_of_its_game() -> None:
    bags = range(5, 6)
    third = spar("base", "farmer", bags, VILLAGER, (("fields", "third"),))
    assert spar("base", "farmer", bags, VILLAGER) != third
