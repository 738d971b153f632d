"""Refusals of `/place`: each names the mistake and the correction, and lays nothing."""

import random

import pytest

from bot.table.refusals import Refusal
from bot.text.names import Names
from bot.words.moves import read_placement
from bot.words.refusals import refusal_text
from rules import notation
from rules.analysis.placements import spaces
from rules.errors import NotationError
from rules.game import start
from tests.support.legal_turns import any_turn
from tests.support.shown_messages import private
from tests.support.world import World, shuffled_header

NAMES = Names((1, 2), {1: "Ana", 2: "Bo"})
FIGURES = "this game has `hunter`, `gatherer`, `fisher` and `hut`"


def test_example_is_a_figure_of_the_game_that_is_played() -> None:
    with pytest.raises(NotationError) as caught:
        notation.figure("a b c")
    said = {game: refusal_text(caught.value, NAMES, game) for game in ("base", "hunters")}
    assert "Try `knight b` or `none`." in said["base"]
    assert "Try `hunter b` or `none`." in said["hunters"]


def test_space_sign_without_a_number_asks_for_one() -> None:
    header = shuffled_header(3)
    game = start(header.book, header.seats, header.bags)
    with pytest.raises(Refusal) as caught:
        read_placement("#", game)
    most = len(spaces(game))
    said = refusal_text(caught.value, NAMES)
    assert said == f"Type the number of a space after the #, from #1 to #{most}."


async def test_refused_move_is_answered_privately_and_nothing_is_saved_or_posted(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3))
    before, posts = await world.log(), world.posts()
    x, y, turned, *_figure = any_turn(await world.game(), random.Random(1)).text.split()
    for move, words in {
        "0 0": "There's already a tile at `0 0`",
        f"{x} {y} {turned} knight a": FIGURES,
        f"{x} {y} rot45": "isn't a rotation.",
        "here": "I couldn't read that move. Try `3 -1`, or press *Place my tile*.",
        f"{x} {y} {turned} walk": "This game has no `/ark`",
    }.items():
        assert words in private(await world.ana.slash(world.channel, "place", move=move)), move
    assert await world.log() == before and world.posts() == posts
