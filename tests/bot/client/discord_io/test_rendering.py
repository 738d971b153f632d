"""Pictures of messages: the legend of a game's first rounds."""

import random
from typing import Any

import pytest

import renderer
from bot.client.discord_io.rendering import FILE_LIMIT, Rendering
from bot.text.i18n import use_language
from bot.text.message import Illustration, Shot, TurnView
from bot.text.names import Names
from rules.game import Game, play, start
from rules.random_play import deal, random_move

NAMES = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})
TURN = Illustration(Shot.TURN, "the board", TurnView())


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
async def test_turns_of_the_first_two_rounds_have_a_legend_in_the_language_of_the_post(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    legends = []

    def turn(*_args: Any, legend: renderer.Legend | None, **_kwargs: Any) -> renderer.Picture:
        legends.append(legend)
        return renderer.Picture(b"", 1, 1)

    monkeypatch.setattr(renderer, "turn", turn)
    rendering = Rendering()
    for n, game in enumerate(turns(name, 9)):
        with use_language("fr" if n == 2 else "en"):
            await rendering.picture(TURN, game, NAMES, n, FILE_LIMIT)
    english = renderer.Legend("The tile fits here", "Newest tile")
    assert legends[:2] == [english, english] and legends[3:6] == [english] * 3
    assert legends[2] == renderer.Legend("Ta tuile va ici", "Dernière tuile")
    assert legends[7:] == [None, None]
