"""Refusals of `/place`: each names the mistake and the correction, and lays nothing."""

import random

from tests.support.legal_turns import any_turn
from tests.support.shown_messages import private
from tests.support.world import World, shuffled_header

FIGURES = "this game has `hunter`, `gatherer`, `fisher` and `hut`"


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
