"""The sentences of hints, over positions of random games."""

import random
from collections.abc import Iterator

from bot.presenters.private.hints import hint_line
from bot.text.i18n import use_language
from bot.text.names import Names
from rules import deal, play, start
from rules.game import Game
from rules.opponents import RatedTurn, best_turns
from rules.random_play import random_move
from rules.variants.ark_walk import Walk

NAMES = Names((1, 2), {1: "Ana", 2: "Bo"})


def hints(name: str, seeds: int, tiles: int) -> Iterator[tuple[Game, RatedTurn, str]]:
    """The hints of the first positions of random games, each with its line."""
    for seed in range(seeds):
        chance = random.Random(seed)
        header = deal(name, 2, chance)
        game = start(header.book, header.seats, header.bags)
        while not game.over and len(game.board.tiles) < tiles:
            if game.drawn is not None:
                for thought in best_turns(game, "villager", best=6):
                    yield game, thought, hint_line(game, thought, thought.worth, NAMES)
            game = play(game, random_move(game, chance))


def test_A30_hint_about_the_ark_is_a_sentence_that_names_the_ark_once() -> None:
    walked = 0
    for game, thought, line in hints("ark", 1, 30):
        assert line.count("(a move of the Ark)") <= 1
        assert "walk" not in line
        for move in thought.moves:
            if isinstance(move, Walk):
                walked += 1
                assert "Ark to `" in line
                with use_language("fr"):
                    assert "Arche en `" in hint_line(game, thought, thought.worth, NAMES)
    assert walked
