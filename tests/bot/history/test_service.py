"""The review of a finished game, which is owed until its turning points are on the poster."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest

from bot.core.durations import MINUTE
from bot.history.service import OLDEST_END_SECONDS, REVIEW_CHECK_SECONDS, ReviewDue
from bot.opponents.pool import QueueFull
from storage import Due, Schedule
from tests.support.clock import Clock, pass_time
from tests.support.inline_workers import InlineWorkerPool
from tests.support.shown_messages import answer, turning_points_of
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("inline_workers")


async def ended_without_review(world: World, inline_workers: InlineWorkerPool) -> int:
    """End a game while the worker processes have too much to do; return its number."""
    inline_workers.fails = QueueFull()
    reviews = world.app.services.end_reviews
    reviews.config = replace(reviews.config, reviews=True)
    await world.start_with(shuffled_header(3))
    await world.play_random_tiles(random.Random(2), 21)
    game = await world.game_id()
    asked = await world.ana.slash(world.channel, "end")
    await world.ana.click(answer(asked), label="End and score")
    await reviewed(world)
    assert "review_record" in inline_workers.asked
    inline_workers.fails = None
    return game


async def review_due(world: World, game: int) -> Due | None:
    return await Schedule(world.database).of(ReviewDue(game).key)


def has_turning_points(world: World) -> bool:
    """Return True if the poster in the last post names what a turn lost."""
    [poster] = world.post().attachments
    return bool(turning_points_of(poster))


async def reviewed(world: World) -> None:
    await world.env.settle()
    await asyncio.gather(*world.app.services.end_reviews._tasks)


async def test_review_is_tried_again_until_the_poster_has_its_turning_points(
    world: World, inline_workers: InlineWorkerPool, clock: Clock
) -> None:
    game = await ended_without_review(world, inline_workers)
    await pass_time(world, clock, MINUTE)
    due = await review_due(world, game)
    assert due is not None and due.at == clock.now + REVIEW_CHECK_SECONDS
    assert not has_turning_points(world)
    await pass_time(world, clock, REVIEW_CHECK_SECONDS)
    await reviewed(world)
    assert await review_due(world, game) is None
    assert has_turning_points(world)
    drawn = world.post().attachments[0].id
    await pass_time(world, clock, 3 * REVIEW_CHECK_SECONDS)
    assert world.post().attachments[0].id == drawn, "it is drawn once"


async def test_end_that_is_a_day_old_is_not_reviewed_unasked(
    world: World, inline_workers: InlineWorkerPool, clock: Clock
) -> None:
    game = await ended_without_review(world, inline_workers)
    inline_workers.fails = QueueFull()
    await pass_time(world, clock, OLDEST_END_SECONDS + 2 * REVIEW_CHECK_SECONDS)
    inline_workers.fails = None
    assert await review_due(world, game) is None and not has_turning_points(world)


async def test_host_who_wants_no_reviews_has_no_due_of_one(world: World, clock: Clock) -> None:
    assert not world.app.services.end_reviews.config.reviews
    await world.start_with(shuffled_header(3))
    game = await world.game_id()
    asked = await world.ana.slash(world.channel, "end")
    await world.ana.click(answer(asked), label="End and score")
    await pass_time(world, clock, MINUTE)
    assert await review_due(world, game) is None


async def test_review_of_an_end_that_was_undone_leaves_the_due_of_the_next_end(
    world: World, inline_workers: InlineWorkerPool, clock: Clock
) -> None:
    game = await ended_without_review(world, inline_workers)
    await pass_time(world, clock, MINUTE)
    table = await world.table()
    undone = replace(table, last=table.last - 2)
    await world.app.services.end_reviews._review(game, undone)
    assert not has_turning_points(world) and await review_due(world, game) is not None
