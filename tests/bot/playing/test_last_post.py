"""The last post of a game: scores, winners, record and next game."""

import random
import re
from typing import Final

import pytest

from bot.history.end_post import honour_text
from bot.history.words import score_text
from bot.playing import words as playing_words
from bot.table.fold import fold
from bot.table.table import Table
from bot.text.message import Button
from bot.text.names import Names
from bot.words import scores
from renderer.requests import Poster
from rules import notation
from rules.analysis.history import final_ranking, winners
from rules.analysis.honour_finders import Honour, HonourKind
from rules.game import play, start
from rules.random_play import deal, random_move
from rules.story import Scored, totals
from rules.table_decisions import end_early
from tests.support.game_choices import FIVE
from tests.support.written_logs import log

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
    return fold(log(*entries))


@pytest.mark.parametrize("name", FIVE)
def test_last_post_is_the_winner_the_other_places_and_the_poster(name: str) -> None:
    """The rest is in the picture and behind the buttons: two lines at most."""
    table = over(name)
    game = table.running_game
    post = playing_words.current_post(table, NAMES, channel=7)
    first, *rest = post.text.splitlines()
    assert first.startswith("🏆") and len(rest) <= 1
    best = [called for seat, called in CALLED if seat in winners(game)]
    assert all(f"**{called}**" in first for called in best)
    told = re.findall(r"(🥈|🥉) \*\*(\w+)\*\* (\d+)", " ".join(rest))
    assert [(called, int(points)) for _sign, called, points in told] == [
        (CALLED[seat][1], game.scores[seat])
        for _place, seat in final_ranking(game)
        if CALLED[seat][1] not in best
    ]
    [picture] = post.pictures
    assert isinstance(picture.request, Poster)
    assert all(f"{called} {game.scores[seat]}" in picture.alt for seat, called in CALLED)
    assert all(honour.title in picture.alt for honour in picture.request.honours)
    assert {"Details", "Board", "Film", "Print"} <= {
        button.label for button in post.buttons if isinstance(button, Button)
    }
    assert [button.label for button in post.buttons if button].count("Again") == 1


OF_THE_WHOLE_GAME = {HonourKind.TILES, HonourKind.CLOSE_FINISH, HonourKind.CLEAR_WIN}
"""The honours that are about no feature and no other player, so that their value says it all."""


def test_every_kind_of_honour_has_words() -> None:
    game = over("base").running_game
    scored = next(n for n, event in enumerate(game.story) if isinstance(event, Scored))
    said = set()
    for kind in HonourKind:
        text = honour_text(Honour(kind, 3, 0, (1,), (scored,)), game, NAMES)
        assert text.title and text.value.startswith("3 ")
        assert bool(text.note) == (kind not in OF_THE_WHOLE_GAME)
        said.add(text.title)
    assert len(said) == len(HonourKind)


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


@pytest.mark.parametrize("name", FIVE)
def test_details_are_in_order_and_the_subtotals_add_up_to_the_points_on_the_board(
    name: str,
) -> None:
    table = over(name)
    game = table.running_game
    events = [event for event in game.story if isinstance(event, Scored) and event.points]
    play, final = ([e for e in events if e.final is last] for last in (False, True))
    assert play and final and events == [*play, *final]
    text = score_text(table, NAMES)
    blocks = re.split(r"^\*\*(?:During the game|Final scoring)\*\* · ", text, flags=re.MULTILINE)
    sums = [0] * len(CALLED)
    for block, part in zip(blocks[1:], (play, final), strict=True):
        subtotals, *lines = block.strip().splitlines()
        assert lines == [scores.score_line(event, NAMES) for event in part]
        points = [int(number) for number in re.findall(r"\*\*\w+\*\* (\d+)", subtotals)]
        assert points == list(totals(part, len(CALLED)))
        sums = [total + more for total, more in zip(sums, points, strict=True)]
    assert tuple(sums) == game.scores
