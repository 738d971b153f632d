"""A player's own reminder settings: direct messages, quiet hours, snoozed reminders."""

from __future__ import annotations

import re

import pytest

from bot.durations import DAY, HOUR
from bot.table import reminder_policy
from storage import Absences
from tests.support.clock import Clock, pass_time
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.reminders import (
    choose_interval,
    count_posts,
    direct_messages,
    pinged_users,
    posted_since,
    restart,
    set_preference,
    standing_posts,
)
from tests.support.shown_messages import answer, buttons_of, private, text_of
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


# -- own settings ---------------------------------------------------------------------------------


async def test_table_is_asked_about_a_player_who_wants_no_reminder(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(2))
    await set_preference(world, world.ana, reminder_policy.REMIND, "0")
    posts = count_posts(world)
    await pass_time(world, clock, 119 * HOUR)
    assert posted_since(world, posts) == 0
    await pass_time(world, clock, 2 * HOUR)
    assert [text[0] for text in standing_posts(world, posts)] == ["⏳"]


async def test_shorter_interval_chosen_during_a_turn_reminds_at_its_time(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(3))
    await set_preference(world, world.ana, reminder_policy.REMIND, "48")
    await pass_time(world, clock, 4 * HOUR)
    await choose_interval(world, world.ana, 6)
    posts = count_posts(world)
    await pass_time(world, clock, HOUR)
    assert posted_since(world, posts) == 0
    await pass_time(world, clock, 2 * HOUR)
    assert posted_since(world, posts) == 1 and pinged_users(world) == [world.ana.id]


async def test_reminders_chosen_again_during_a_turn_come(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(2))
    await set_preference(world, world.ana, reminder_policy.REMIND, "0")
    await pass_time(world, clock, 4 * HOUR)
    await choose_interval(world, world.ana, 12)
    posts = count_posts(world)
    await pass_time(world, clock, 9 * HOUR)
    assert posted_since(world, posts) == 1 and pinged_users(world) == [world.ana.id]


async def test_reminders_come_by_direct_message_instead_or_as_well(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(2))
    posts = count_posts(world)
    await set_preference(world, world.ana, reminder_policy.TARGET, reminder_policy.DIRECT)
    await pass_time(world, clock, 13 * HOUR)
    assert posted_since(world, posts) == 0
    [letter] = direct_messages(world.ana)
    assert "still your turn in" in text_of(letter)
    assert list(buttons_of(letter)) == ["Place my tile", "Not now", "Settings"]
    await set_preference(world, world.ana, reminder_policy.TARGET, reminder_policy.BOTH)
    await pass_time(world, clock, 12 * HOUR)
    assert posted_since(world, posts) == 1 and len(direct_messages(world.ana)) == 2


async def test_closed_direct_messages_move_the_reminder_to_the_channel(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(2))
    posts = count_posts(world)
    await set_preference(world, world.ana, reminder_policy.TARGET, reminder_policy.DIRECT)
    path = f"/channels/{world.ana.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50007, times=1)
    await pass_time(world, clock, 13 * HOUR)
    assert posted_since(world, posts) == 1 and pinged_users(world) == [world.ana.id]


async def test_reminder_waits_for_the_end_of_quiet_hours(world: World, clock: Clock) -> None:
    """The turn begins at noon UTC; twelve hours later it is one o'clock at night in Paris."""
    await world.start_with(shuffled_header(2))
    posts = count_posts(world)
    await set_preference(world, world.ana, reminder_policy.QUIET, "22-7")
    await set_preference(world, world.ana, reminder_policy.ZONE, "Europe/Paris")
    await pass_time(world, clock, 17 * HOUR + 59 * 60)
    assert posted_since(world, posts) == 0
    await pass_time(world, clock, 120)
    assert posted_since(world, posts) == 1


async def test_turn_that_begins_in_quiet_hours_pings_after_them(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(2))
    await set_preference(world, world.bo, reminder_policy.QUIET, "11-14")
    await world.place(turn_with_figure_choice(await world.game()))
    posts = count_posts(world)
    assert f"<@{world.bo.id}>, your turn" in world.posts()[-1] and pinged_users(world) == []
    await pass_time(world, clock, 2 * HOUR - 60)
    assert posted_since(world, posts) == 0
    await pass_time(world, clock, 120)
    assert posted_since(world, posts) == 1 and pinged_users(world) == [world.bo.id]
    await pass_time(world, clock, 9 * HOUR)
    assert posted_since(world, posts) == 1
    await pass_time(world, clock, 2 * HOUR)
    assert posted_since(world, posts) == 2, "the first reminder comes as ever"


async def test_next_player_gets_a_message_when_the_turn_before_begins(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(3))
    await set_preference(world, world.cleo, reminder_policy.NEXT, reminder_policy.YES)
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


async def test_reminder_settings_are_changed_by_menus_and_kept(world: World, clock: Clock) -> None:
    shown = answer(await world.ana.slash(world.channel, "help"))
    settings = answer(await world.ana.click(shown, label="Settings"))
    assert "You get a reminder after 12 hours, in the channel." in text_of(settings)
    for value, words in (
        ("habits remind 48", "You get a reminder after 48 hours, in the channel."),
        ("habits remind-way direct", "You get a reminder after 48 hours, by DM."),
        ("habits remind-way both", "in the channel and by DM."),
        ("habits remind 0", "You get no reminders."),
    ):
        menu = f"pick:0:0:{value.split()[1].removeprefix('remind-')}"
        assert words in private(await world.ana.select(settings, [value], custom_id=menu))
    reply = private(await world.ana.click(settings, label="Ping when next"))
    assert "You get a ping when you're next." in reply
    quiet = answer(await world.ana.click(settings, label="Quiet hours"))
    assert "You have no quiet hours." in text_of(quiet)
    first, zone = "pick:0:0:first", "pick:0:0:zone"
    reply = private(await world.ana.select(quiet, ["habits quiet 23-7"], custom_id=first))
    assert "Your quiet hours: 23:00 to 7:00 (UTC, without summer time)." in reply
    reply = private(await world.ana.select(quiet, ["habits zone Europe/Paris"], custom_id=zone))
    assert "23:00 to 7:00 (Paris, Berlin, Madrid, Rome)" in reply
    await restart(world, clock)
    preferences = await world.app.context.people.preferences.notifications(world.ana.id)
    assert preferences == reminder_policy.NotificationPreferences(
        0, reminder_policy.BOTH, (23, 7), "Europe/Paris", True
    )
    reply = private(await world.ana.click(quiet, label="No quiet hours"))
    assert "You have no quiet hours." in reply


# -- not now --------------------------------------------------------------------------------------


async def test_not_now_snoozes_a_reminder_for_hours(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(2))
    await pass_time(world, clock, 12 * HOUR + 60)
    posts = count_posts(world)
    assert "not your turn" in private(await world.bo.click(world.post(), label="Not now"))
    reply = private(await world.ana.click(world.post(), label="Not now"))
    assert re.search(r"I'll remind you again <t:\d+:R>", reply)
    await pass_time(world, clock, 4 * HOUR - 120)
    assert posted_since(world, posts) == 0
    await pass_time(world, clock, 240)
    assert posted_since(world, posts) == 1
    await pass_time(world, clock, 7 * HOUR)
    assert posted_since(world, posts) == 1
    await pass_time(world, clock, 2 * HOUR)
    assert posted_since(world, posts) == 2, "the next one comes when it always would"


async def test_snoozed_reminder_comes_although_another_player_goes_away(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(3))
    await pass_time(world, clock, 12 * HOUR + 60)
    await world.ana.click(world.post(), label="Not now")
    await world.bo.slash(world.channel, "away", until="in 5 days")
    await pass_time(world, clock, 60)
    posts = count_posts(world)
    await pass_time(world, clock, 4 * HOUR)
    assert posted_since(world, posts) == 1
    assert pinged_users(world) == [world.ana.id]


async def test_snoozed_reminder_comes_although_the_table_is_asked_meanwhile(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(2), pace="day")
    await pass_time(world, clock, 12 * HOUR + 60)
    reminder = world.post()
    await pass_time(world, clock, 11 * HOUR)
    await world.ana.click(reminder, label="Not now")
    posts = count_posts(world)
    await pass_time(world, clock, 2 * HOUR)
    assert posted_since(world, posts) == 1, "the table is asked as the clock runs out"
    await pass_time(world, clock, 3 * HOUR)
    assert posted_since(world, posts) == 2
    assert pinged_users(world) == [world.ana.id]
    await pass_time(world, clock, 24 * HOUR)
    assert posted_since(world, posts) == 2, "the snoozed reminder comes once"


async def test_snooze_that_ends_in_a_pause_reminds_after_the_pause(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(2))
    await pass_time(world, clock, 12 * HOUR + 60)
    await world.ana.click(world.post(), label="Not now")
    pause = f"pause {int(clock()) + 10 * int(HOUR)}"
    both = (world.ana, world.bo)
    await world.write([*((who.id, "vote pause") for who in both), (world.bo.id, pause)])
    posts = count_posts(world)
    await pass_time(world, clock, 9 * HOUR)
    assert posted_since(world, posts) == 0
    await pass_time(world, clock, 2 * HOUR)
    assert pinged_users(world) == [world.ana.id]


async def test_quiet_hours_of_the_player_do_not_delay_the_question_to_the_table(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(2), pace="day")
    await set_preference(world, world.ana, reminder_policy.QUIET, "23-20")
    await pass_time(world, clock, 23 * HOUR)
    posts = count_posts(world)
    await pass_time(world, clock, 2 * HOUR)
    assert [text[0] for text in standing_posts(world, posts)] == ["⏳"]


async def test_reminder_comes_where_a_kill_lost_the_wake_up_of_a_player_who_is_back(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(2))
    absences = Absences(world.app.game_log._database)
    # The allowance of the year is used up, so that clocks run although Ana is away.
    await absences.begin(world.ana.id, clock() + 30 * DAY, clock() - 25 * DAY)
    await pass_time(world, clock, 13 * HOUR)
    posts = count_posts(world)
    await absences.end(world.ana.id, clock())
    await pass_time(world, clock, 2 * HOUR)
    assert posted_since(world, posts) == 1
    assert pinged_users(world) == [world.ana.id]
