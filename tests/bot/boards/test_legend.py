"""The legend of a game's first rounds."""

import random

import pytest

from bot.text.i18n import use_language
from bot.words.state import turn_legend
from renderer.requests import Legend
from rules.game import Game, play, start
from rules.random_play import deal, random_move


def turns(name: str, number: int) -> list[Game]:
    """The first positions of a random game in which a tile is to be laid."""
    chance = random.Random(3)
    header = deal(name, 3, chance)
    game, games = start(header.book, 3, header.bags), []
    while len(games) < number:
        if game.hand is not None:
            games.append(game)
        game = play(game, random_move(game, chance))
    return games


@pytest.mark.parametrize("name", ["base", "ark"])
def test_turns_of_the_first_two_rounds_have_a_legend_in_the_language_of_the_post(name: str) -> None:
    legends = []
    for n, game in enumerate(turns(name, 9)):
        with use_language("fr" if n == 2 else "en"):
            legends.append(turn_legend(game))
    english = Legend("The tile fits here", "Newest tile")
    assert legends[:2] == [english, english] and legends[3:6] == [english] * 3
    assert legends[2] == Legend("Ta tuile va ici", "Dernière tuile")
    assert legends[7:] == [None, None]
