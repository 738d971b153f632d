"""The last post of a game: scores, winners, record and next game."""

import random
import re
from dataclasses import dataclass
from typing import Final

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
from rules.table_decisions import end_early
from tests.support.game_choices import FIVE

CALLED: Final = ((0, "Ana"), (1, "Bo"), (2, "Cleo"))
NAMES: Final = Names((1, 2, 3), {seat + 1: name for seat, name in CALLED})


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
    sound: bool = True
    at: float = 0.0


@pytest.mark.parametrize("name", FIVE)
def test_last_post_names_the_winner_and_has_one_table_and_the_chart(name: str) -> None:
    """The rest is behind its buttons: the post fits a phone."""
    table = over(name)
    game = table.running_game
    post = turns.current_post(table, NAMES, channel=7)
    first, *rows = post.text.splitlines()
    assert first.startswith("🏆") and len(rows) == game.seats
    points = [int(re.match(r"\S+ \*\*(\w+)\*\* (\d+) · ", row)[2]) for row in rows]  # type: ignore[index]
    assert points == sorted(game.scores, reverse=True)
    for row, total in zip(rows, points, strict=True):
        assert sum(map(int, re.findall(r" · \S+ (\d+)", row))) == total, "the kinds make the sum"
    assert [picture.shot for picture in post.pictures] == [Shot.END]
    assert all(f"{name} {game.scores[seat]}" in post.pictures[0].alt for seat, name in CALLED)
    assert {"Details", "Whole board", "Film"} <= {button.label for button in post.buttons if button}
    assert [button.label for button in post.buttons if button].count("Again") == 1


def test_last_post_shows_names_whole_and_the_same_medal_for_the_same_points() -> None:
    names = Names((1, 2, 3), {1: "Bartholomäus of the Rivers", 2: "Bartolo", 3: "Bo (v"})
    header = deal("base", 3, random.Random(1))
    game = end_early(start(header.book, 3, header.bags))
    game = game.with_events(Scored("city", (), (), ((0, 9), (1, 4), (2, 9))))
    assert scores.result_lines(game, names) == [
        "🥇 **Bartholomäus of the Rivers** 9 · 🏰 9",
        "🥇 **Bo \\(v** 9 · 🏰 9",
        "🥉 **Bartolo** 4 · 🏰 4",
    ]


def test_B63_line_of_paid_farmers_names_the_city() -> None:
    table = over("base")
    paid = [e for e in table.running_game.story if isinstance(e, Scored) and e.kind == "field"]
    assert paid, "nobody lay around a city"
    for event in paid:
        assert scores.score_line(event, NAMES).startswith("🌾 Farmers around the city at ")
