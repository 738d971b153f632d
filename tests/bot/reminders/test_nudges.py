"""Nudges by waiting players: pings, quiet hours and the cooldown."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import MemberActor

from bot.core.durations import HOUR
from bot.discord_io import sending
from bot.table import settings
from tests.support.clock import Clock, pass_time
from tests.support.reminders import (
    count_posts,
    pinged_users,
    posted_since,
    set_preference,
    standing_posts,
)
from tests.support.shown_messages import answer, buttons_of, private, text_of
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


async def press_nudge(world: World, who: MemberActor) -> Any:
    board = answer(await who.slash(world.channel, "board"))
    return await who.click(board, label="Nudge Ana")


async def test_nudge_pings_the_player_and_has_a_cooldown_of_eight_hours(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(3))
    posts = count_posts(world)
    assert private(await press_nudge(world, world.bo)) == "👉 You nudged **Ana**."
    [text] = standing_posts(world, posts)
    assert text.startswith(f"👉 <@{world.ana.id}>, **Bo** nudged you. Your turn in")
    assert pinged_users(world) == [world.ana.id]
    clock.now += 7 * HOUR
    reply = private(await press_nudge(world, world.cleo))
    assert reply.startswith("Someone already nudged") and posted_since(world, posts) == 1
    clock.now += 2 * HOUR
    assert "You nudged" in private(await press_nudge(world, world.cleo))
    assert posted_since(world, posts) == 2


async def test_nudge_in_quiet_hours_pings_nobody(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(2))
    await set_preference(world, world.ana, settings.QUIET, "11-14")
    assert "quiet hours" in private(await press_nudge(world, world.bo))
    assert pinged_users(world) == []


async def test_nudging_player_may_ask_the_table_after_a_day(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(3))
    assert "Ask everyone" not in buttons_of(answer(await press_nudge(world, world.bo)))
    await pass_time(world, clock, 25 * HOUR)
    users = (world.bo, world.cleo, world.bo)
    first, other, second = [answer(await press_nudge(world, who)) for who in users]
    posts = count_posts(world)
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=503, times=sending.MAX_TRIES)
    assert "Try again" in private(await world.bo.click(first, label="Ask everyone"))
    assert "I've asked everyone what to do." in private(
        await world.bo.click(second, label="Ask everyone")
    )
    [text] = standing_posts(world, posts)
    assert text.startswith("⏳ **Ana**'s turn")
    assert "vote is already open" in private(await world.cleo.click(other, label="Ask everyone"))
    assert posted_since(world, posts) == 1


async def test_refused_nudge_may_be_tried_again(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(2))
    board = answer(await world.bo.slash(world.channel, "board"))
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=503, times=sending.MAX_TRIES)
    board = answer(await world.bo.click(board, label="Nudge Ana"))
    assert "Try again" in text_of(board)
    assert "You nudged" in private(await world.bo.click(board, label="Nudge Ana"))
