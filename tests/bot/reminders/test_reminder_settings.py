"""A player's own reminder settings: direct messages, quiet hours, snoozed reminders."""

from __future__ import annotations

import re

import pytest

from bot.core.durations import DAY, HOUR
from bot.table import settings
from storage import Absences
from tests.support.clock import Clock, pass_time
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.reminders import (
    FIRST,
    SECOND,
    count_posts,
    direct_messages,
    pinged_users,
    posted_since,
    set_preference,
)
from tests.support.shown_messages import buttons_of, private, text_of
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


# -- own settings ---------------------------------------------------------------------------------


async def test_reminders_come_by_direct_message_instead_or_as_well(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(2))
    posts = count_posts(world)
    await set_preference(world, world.ana, settings.TARGET, settings.DIRECT)
    await pass_time(world, clock, FIRST + HOUR)
    assert posted_since(world, posts) == 0
    [letter] = direct_messages(world.ana)
    assert "still your turn in" in text_of(letter)
    assert list(buttons_of(letter)) == ["Place my tile", "Not now", "Settings"]
    await set_preference(world, world.ana, settings.TARGET, settings.BOTH)
    await pass_time(world, clock, SECOND - FIRST)
    assert posted_since(world, posts) == 1 and len(direct_messages(world.ana)) == 2


async def test_turn_that_begins_in_quiet_hours_pings_after_them(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(2))
    await set_preference(world, world.bo, settings.QUIET, "11-14")
    await world.place(turn_with_figure_choice(await world.game()))
    posts = count_posts(world)
    assert f"<@{world.bo.id}>, your turn" in world.posts()[-1] and pinged_users(world) == []
    await pass_time(world, clock, 2 * HOUR - 60)
    assert posted_since(world, posts) == 0
    await pass_time(world, clock, 120)
    assert posted_since(world, posts) == 1 and pinged_users(world) == [world.bo.id]
    await pass_time(world, clock, FIRST - 3 * HOUR)
    assert posted_since(world, posts) == 1
    await pass_time(world, clock, 2 * HOUR)
    assert posted_since(world, posts) == 2, "the first reminder comes as ever"


async def test_next_player_gets_a_message_when_the_turn_before_begins(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(3))
    await set_preference(world, world.cleo, settings.NEXT, settings.YES)
    await pass_time(world, clock, HOUR)
    assert direct_messages(world.cleo) == [] and direct_messages(world.bo) == []
    await world.place(turn_with_figure_choice(await world.game()))
    posts = count_posts(world)
    await pass_time(world, clock, HOUR)
    [letter] = direct_messages(world.cleo)
    assert f"You're next in <#{world.channel.id}>" in text_of(letter)
    assert "It's **Bo**'s turn now" in text_of(letter)
    await pass_time(world, clock, 5 * HOUR)
    assert len(direct_messages(world.cleo)) == 1 and posted_since(world, posts) == 0


# -- not now --------------------------------------------------------------------------------------


async def test_not_now_snoozes_a_reminder_for_hours(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(2))
    await pass_time(world, clock, FIRST + 60)
    posts = count_posts(world)
    assert "not your turn" in private(await world.bo.click(world.post(), label="Not now"))
    reply = private(await world.ana.click(world.post(), label="Not now"))
    assert re.search(r"I'll remind you again <t:\d+:R>", reply)
    await pass_time(world, clock, 4 * HOUR - 120)
    assert posted_since(world, posts) == 0
    await pass_time(world, clock, 240)
    assert posted_since(world, posts) == 1
    await pass_time(world, clock, SECOND - FIRST - 5 * HOUR)
    assert posted_since(world, posts) == 1
    await pass_time(world, clock, 2 * HOUR)
    assert posted_since(world, posts) == 2, "the next one comes when it always would"


async def test_reminder_comes_where_a_kill_lost_the_wake_up_of_a_player_who_is_back(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(2))
    absences = Absences(world.database)
    # The allowance of the year is used up, so that clocks run although Ana is away.
    await absences.begin(world.ana.id, clock() + 30 * DAY, clock() - 25 * DAY)
    await pass_time(world, clock, FIRST + HOUR)
    posts = count_posts(world)
    await absences.end(world.ana.id, clock())
    await pass_time(world, clock, 2 * HOUR)
    assert posted_since(world, posts) == 1
    assert pinged_users(world) == [world.ana.id]
