"""What is said when a game is over."""

import random
from dataclasses import dataclass

import pytest

from bot.presenters.public import turns
from bot.presenters.words import scores
from bot.table.fold import fold
from bot.table.table import Table
from bot.text.message import Shot
from bot.text.names import Names
from rules import notation
from rules.game import play, start
from rules.random_play import deal, random_move
from rules.story import Scored
from rules.variants import games


def over(name: str) -> Table:
    """A finished game of three by chance."""
    chance = random.Random(3)
    header = deal(name, 3, chance)
    entries = [(1, f"new {name} 3"), (2, "join 1"), (3, "join 2")]
    entries += [(1, f"start\norder: 0 1 2\n{header.text()}")]
    game = start(header.book, 3, header.bags)
    while not game.over:
        move = random_move(game, chance)
        entries.append((1 + game.turn, notation.write(move)))
        game = play(game, move)
    return fold([Logged(number, user, text) for number, (user, text) in enumerate(entries)])


@dataclass(frozen=True)
class Logged:
    """An entry of the log."""

    number: int
    user: int | None
    text: str
    actor: int | None = None


@pytest.mark.parametrize("name", games())
def test_the_last_post_begins_with_who_won_and_shows_the_whole_board(name: str) -> None:
    table = over(name)
    post = turns.present(table, Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"}))
    assert post.text.startswith("🏆")
    assert "`/new` opens the next game." in post.text
    assert post.pictures[0].shot is Shot.BOARD and "🏆" in post.pictures[0].alt


def test_B63_farmers_are_paid_for_a_city_and_the_line_says_which() -> None:
    table = over("base")
    names = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})
    paid = [e for e in table.running_game.story if isinstance(e, Scored) and e.kind == "field"]
    assert paid, "nobody lay around a city"
    for event in paid:
        assert scores.scored(event, names).startswith("🌾 Farmers around the city at ")
