"""Reminders, the settings of a player for them, and the question to the table."""

from __future__ import annotations

import random
import re

import pytest

from bot.core.durations import DAY, HOUR
from bot.runtime.notifier import DAILY_LIMIT
from bot.table import settings
from tests.support.clock import NOON, Clock, pass_time, pass_time_without_bot
from tests.support.legal_turns import any_turn, turn_with_figure_choice
from tests.support.reminders import (
    FIRST,
    REMINDER_TIMES,
    SECOND,
    count_posts,
    direct_messages,
    pinged_users,
    posted_since,
    restart,
    set_preference,
    standing_posts,
)
from tests.support.shown_messages import buttons_of, private, text_of
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


# -- reminders and the note -----------------------------------------------------------------------


async def test_reminders_come_at_doubled_intervals_and_then_the_table_is_asked(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(3))
    posts = count_posts(world)
    for number, seconds in enumerate(REMINDER_TIMES, 1):
        await pass_time(world, clock, NOON + seconds - 60 - clock.now)
        assert posted_since(world, posts) == number - 1, f"not before {seconds} s"
        await pass_time(world, clock, 120)
        [*_, text] = standing_posts(world, posts)
        assert text.startswith(f"⏰ <@{world.ana.id}>, it's still your turn in")
        assert f"still your turn in <#{world.channel.id}>." in text and f"<t:{int(NOON)}:R>" in text
        assert pinged_users(world) == [world.ana.id]
        assert list(buttons_of(world.post())) == ["Place my tile", "Not now", "Settings"]
    await pass_time(world, clock, DAY)
    assert posted_since(world, posts) == len(REMINDER_TIMES) + 1
    assert text_of(world.post()).startswith(f"⏳ **Ana**'s turn began <t:{int(NOON)}:R>.")
    assert set(pinged_users(world)) == {world.bo.id, world.cleo.id}
    await pass_time(world, clock, 50 * DAY)
    assert posted_since(world, posts) == len(REMINDER_TIMES) + 1, "then nobody is bothered any more"


async def test_reminder_takes_the_place_of_the_one_before_it(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(2))
    await pass_time(world, clock, FIRST + 60)
    first = world.post()
    await restart(world, clock)
    await pass_time(world, clock, SECOND - FIRST)
    second = world.post()
    assert second.id != first.id and first.id not in {post.id for post in world.messages()}
    await world.place(turn_with_figure_choice(await world.game()))
    await pass_time(world, clock, FIRST + 60)
    assert [text[0] for text in world.posts()].count("⏰") == 1, "also that of the turn before"


async def test_finished_game_gets_no_reminder(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(2))
    await pass_time(world, clock, FIRST + HOUR)
    await world.end_game()
    posts = count_posts(world)
    await pass_time(world, clock, 30 * DAY)
    assert posted_since(world, posts) == 0


# -- within measure -------------------------------------------------------------------------------


@pytest.mark.slow
async def test_daily_limit_of_reminders_holds_over_all_tables(world: World, clock: Clock) -> None:
    channels = [world.guild.create_text_channel(f"t{n}") for n in range(DAILY_LIMIT + 4)]
    for channel in channels:
        await world.start_game(2, channel)
    posts = {channel: len(world.messages(channel)) for channel in channels}
    await pass_time_without_bot(world, clock, FIRST + HOUR)
    calls: dict[int, int] = {}
    for channel in channels:
        for body in world.sent(channel)[posts[channel] :]:
            [user] = map(int, body["allowed_mentions"]["users"])
            calls[user] = calls.get(user, 0) + 1
    assert max(calls.values()) <= DAILY_LIMIT and sum(calls.values()) >= DAILY_LIMIT
    await pass_time(world, clock, 60 * HOUR)
    assert all(len(world.messages(channel)) > posts[channel] for channel in channels), "all in turn"


# -- where Discord fails --------------------------------------------------------------------------


async def test_reminder_that_discord_refuses_is_sent_later_and_once(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(2))
    posts = count_posts(world)
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    await pass_time(world, clock, FIRST + HOUR)
    assert posted_since(world, posts) == 0
    world.env.backend.faults.clear()
    await pass_time(world, clock, 2 * HOUR)
    assert posted_since(world, posts) == 1
    await pass_time(world, clock, SECOND - FIRST - 4 * HOUR)
    assert posted_since(world, posts) == 1


async def test_missed_post_comes_before_the_reminder(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(2))
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    await world.place(any_turn(await world.game(), random.Random(3)))
    posts = count_posts(world)
    await pass_time(world, clock, FIRST + HOUR)
    world.env.backend.faults.clear()
    assert posted_since(world, posts) == 0
    await world.app.services.outbox.catch_up()
    await pass_time(world, clock, HOUR)
    first, second = standing_posts(world, posts)
    assert "**Ana** placed a tile" in first and second.startswith("⏰")


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
