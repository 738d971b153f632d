"""The poster of a finished game: in the last post, with turning points, and to print."""

import asyncio
import random

import pytest

from tests.support.inline_workers import InlineWorkerPool
from tests.support.shown_messages import (
    answer,
    buttons_of,
    text_of,
    turning_points_of,
)
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("inline_workers")


async def last_tiles_but_one(world: World, tiles: int = 21) -> None:
    """A game in which some tiles have been laid by chance."""
    await world.start_with(shuffled_header(3))
    await world.play_random_tiles(random.Random(2), tiles)


async def end_and_score(world: World) -> None:
    asked = await world.ana.slash(world.channel, "end")
    await world.ana.click(answer(asked), label="End and score")


async def poster_is_drawn_anew(world: World, before: int) -> None:
    """Wait until the last post has another picture."""
    for _ in range(600):
        if world.post().attachments[0].id != before:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the poster has not been drawn anew")


async def test_review_puts_the_turning_points_on_the_poster_of_the_last_post(
    world: World, inline_workers: InlineWorkerPool
) -> None:
    await last_tiles_but_one(world)
    await end_and_score(world)
    post = world.post()
    text, buttons, [poster] = text_of(post), buttons_of(post), post.attachments
    assert turning_points_of(poster) == [] and inline_workers.asked == []
    assert world.guild.name in poster.description
    posts = len(world.messages())
    [plain] = answer(await world.press(world.dan, "print")).attachments
    assert turning_points_of(plain) == []
    await world.press(world.bo, "review")
    await poster_is_drawn_anew(world, poster.id)
    assert len(world.messages()) == posts and world.post().id == post.id
    assert (text_of(world.post()), list(buttons_of(world.post()))) == (text, list(buttons))
    [drawn] = world.post().attachments
    assert turning_points_of(drawn) and poster.filename == drawn.filename
    [reviewed] = answer(await world.press(world.dan, "print")).attachments
    assert turning_points_of(reviewed)
    await world.press(world.ana, "review")
    await world.env.settle()
    assert world.post().attachments[0].id == drawn.id, "it is drawn once"
    assert inline_workers.asked == ["review_record"]
