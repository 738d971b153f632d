"""The poster of a finished game: in the last post, with turning points, and to print."""

import asyncio
import io
import random

import pytest
from PIL import Image

from bot.table.table import MIN_POSTER_TILES
from renderer.poster import PRINT_WIDTH_PIXELS
from tests.support.discord_faults import EDIT_PATH, clear_faults
from tests.support.inline_workers import InlineWorkerPool
from tests.support.shown_messages import answer, buttons_of, private, text_of
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("inline_workers")


async def last_tiles_but_one(world: World, tiles: int = 14) -> None:
    """A game in which some tiles have been laid by chance."""
    await world.start_with(shuffled_header(3))
    await world.play_random_tiles(random.Random(2), tiles)


async def end_and_score(world: World) -> None:
    """The host ends the game with a score."""
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
    assert ": −" not in poster.description and inline_workers.asked == []
    assert world.guild.name in poster.description
    posts = len(world.messages())
    [plain] = answer(await world.press(world.dan, "print")).attachments
    assert ": −" not in plain.description
    await world.press(world.bo, "review")
    await poster_is_drawn_anew(world, poster.id)
    assert len(world.messages()) == posts and world.post().id == post.id
    assert (text_of(world.post()), list(buttons_of(world.post()))) == (text, list(buttons))
    [drawn] = world.post().attachments
    assert ": −" in drawn.description and poster.filename == drawn.filename
    [reviewed] = answer(await world.press(world.dan, "print")).attachments
    assert ": −" in reviewed.description
    await world.press(world.ana, "review")
    await world.env.settle()
    assert world.post().attachments[0].id == drawn.id, "it is drawn once"
    assert inline_workers.asked == ["review_record"]


async def test_poster_that_discord_refuses_to_edit_is_drawn_anew_with_the_next_review(
    world: World,
) -> None:
    await last_tiles_but_one(world)
    await end_and_score(world)
    [poster] = world.post().attachments
    world.env.inject_error("PATCH", EDIT_PATH, status=403, code=50013, times=None)
    reply = private(await world.press(world.bo, "review"))
    assert reply.startswith("**Review**") and world.post().attachments[0].id == poster.id
    clear_faults(world)
    await world.press(world.bo, "review")
    await poster_is_drawn_anew(world, poster.id)


@pytest.mark.painted
@pytest.mark.slow
async def test_print_is_a_private_file_as_large_as_a3(world: World) -> None:
    await last_tiles_but_one(world)
    await end_and_score(world)
    posts = world.posts()
    result = await world.press(world.dan, "print")
    assert "print it" in private(result)
    [file] = answer(result).attachments
    data = await file.read()
    assert file.filename.startswith("print-") and len(data) <= 8 * 2**20
    assert Image.open(io.BytesIO(data)).width == PRINT_WIDTH_PIXELS
    assert world.posts() == posts


@pytest.mark.parametrize("tiles", [0, MIN_POSTER_TILES - 1, MIN_POSTER_TILES])
async def test_game_ended_after_a_few_turns_has_a_plain_end_without_poster_and_print(
    world: World, inline_workers: InlineWorkerPool, tiles: int
) -> None:
    await last_tiles_but_one(world, tiles)
    reply = private(await world.press_stale(world.bo, "print"))
    assert reply.startswith("A game has a poster once it's over and scored.")
    world.app.services.end_reviews.unasked = tiles < MIN_POSTER_TILES
    await end_and_score(world)
    post = world.post()
    pictures = [one.filename.partition("-")[0] for one in post.attachments]
    if tiles == MIN_POSTER_TILES:
        assert "Print" in buttons_of(post) and text_of(post).startswith("🏆")
        assert pictures == ["poster"]
        return
    first, second, *_places = text_of(post).splitlines()
    assert first == "⏹️ **Ana** ended the game early."
    assert second == "Nobody scored, so it's a tie." if not tiles else second[0] in "🏆N"
    assert "Print" not in buttons_of(post) and "Details" in buttons_of(post)
    assert pictures == (["board"] if tiles else [])
    if tiles:
        await world.press(world.bo, "review")
    await world.env.settle()
    assert world.post().attachments == post.attachments, "no turning points come later"
    assert inline_workers.asked == (["review_record"] if tiles else []), (
        "only the press asks for a review"
    )
    reply = private(await world.press_stale(world.bo, "print"))
    assert reply.startswith("This game was too short for a poster.")
