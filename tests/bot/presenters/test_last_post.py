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
from rules.analysis.history import index_of_last_tile
from rules.game import play, start
from rules.random_play import deal, random_move
from rules.story import Scored
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
    post = turns.current_post(table, NAMES)
    first, table_of_points, *rest = re.split(r"\n?```\n?", post.text)
    assert first.startswith("🏆") and "\n" not in first
    assert len(rest[0].splitlines()) <= 2 + 1 and post.text.count("```") == 2
    assert re.search(r"^total( +\d+){3}$", table_of_points, re.M)
    assert "`/new` opens the next game." in post.text
    assert [picture.shot for picture in post.pictures] == [Shot.CHART]
    assert all(f"{name} {game.scores[seat]}" in post.pictures[0].alt for seat, name in CALLED)
    assert {"Details", "Whole board", "Film"} <= {each.label for each in post.buttons if each}


@pytest.mark.parametrize("name", FIVE)
def test_last_post_shows_points_of_the_last_turn_and_of_the_final_scoring(name: str) -> None:
    table = over(name)
    game = table.running_game
    news = game.story[index_of_last_tile(game) :]
    brought = dict.fromkeys(["Ana", "Bo", "Cleo"], 0)
    for event in news:
        if isinstance(event, Scored):
            for seat, points in event.points:
                brought[NAMES.plain_name(seat)] += points
    assert any(brought.values())
    [line] = [each for each in turns.current_post(table, NAMES).text.splitlines() if "🏁" in each]
    told = {who: int(n) for n, who in re.findall(r"\*\*(\d+)\*\* for \*\*(\w+)\*\*", line)}
    assert told == {who: points for who, points in brought.items() if points}


def test_B63_line_of_paid_farmers_names_the_city() -> None:
    table = over("base")
    paid = [e for e in table.running_game.story if isinstance(e, Scored) and e.kind == "field"]
    assert paid, "nobody lay around a city"
    for event in paid:
        assert scores.score_line(event, NAMES).startswith("🌾 Farmers around the city at ")
