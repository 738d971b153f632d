"""The poster of a finished game: in the last post, with turning points, and to print."""

import random

import pytest

from tests.support.bot_in_process import wait_until
from tests.support.inline_workers import InlineWorkerPool
from tests.support.shown_messages import answer, buttons_of, text_of, turning_points_of
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("inline_workers")


async def test_review_puts_the_turning_points_on_the_poster_of_the_last_post(
    world: World, inline_workers: InlineWorkerPool
) -> None:
    await world.start_with(shuffled_header(3))
    await world.play_random_tiles(random.Random(2), 21)
    asked = await world.ana.slash(world.channel, "end")
    await world.ana.click(answer(asked), label="End and score")
    post = world.post()
    text, buttons, [poster] = text_of(post), buttons_of(post), post.attachments
    assert turning_points_of(poster) == [] and inline_workers.asked == []
    assert world.guild.name in poster.description
    posts = len(world.messages())
    [plain] = answer(await world.press(world.dan, "print")).attachments
    assert turning_points_of(plain) == []
    await world.press(world.bo, "review")
    await wait_until(lambda: world.post().attachments[0].id != poster.id)
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
