"""The panel, the autocomplete and the hint agree about the best move."""

import random
from typing import Final

import pytest

from bot.presenters.private.autocomplete import placement_suggestions
from bot.presenters.private.panel import first_placement, panel_message
from bot.text.message import Button, Menu
from bot.text.names import Names
from rules import notation
from rules.game import Game
from rules.moves import Deploy, PlaceTile
from rules.opponents import best_turns
from rules.opponents.move_order import move_order
from tests.bot.presenters.test_news import played
from tests.support.game_choices import FIVE
from tests.support.slow_cases import rest_slow

NAMES: Final = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})


def positions(name: str, seed: int) -> list[Game]:
    """Some positions of a game with a tile in hand."""
    games = [game for game in played(name, seed) if game.drawn is not None]
    return random.Random(seed).sample(games, 6)


@pytest.mark.parametrize("name", rest_slow(FIVE))
def test_panel_autocomplete_and_the_evaluation_offer_the_same_move_first(name: str) -> None:
    for game in positions(name, 1):
        best, *choice = move_order(game).turns[0]
        assert isinstance(best, PlaceTile) and first_placement(game, aided=True) == best
        assert best_turns(game, "villager", best=1)[0].moves == (best, *choice)
        typed = notation.write(best).removeprefix("place ")
        [first, *_] = placement_suggestions(game, "", aided=True)
        assert first.value.startswith(typed)
        if choice and isinstance(choice[0], Deploy):
            assert first.value == f"{typed} {notation.write(choice[0])}"
            message = panel_message(game, [best], NAMES, aided=True)
            actions = [item.action for item in message.buttons if isinstance(item, Button)]
            actions += [
                line.action
                for item in message.buttons
                if isinstance(item, Menu) and item.name == "figure"
                for line in item.lines
            ]
            figures = [action for action in actions if action.startswith("place ")]
            assert figures[0] == f"{notation.write(best)} {notation.write(choice[0])}"
