"""Reminders, the settings of a player for them, nudges, and the question to the table."""

from __future__ import annotations

import random
from typing import Any

import pytest
from simcord import ChannelHandle, MemberActor

from bot.core.durations import DAY, HOUR, MINUTE
from bot.discord_io import sending
from bot.reminders.turn_facts import first_notice
from bot.runtime.notifier import DAILY_LIMIT
from bot.table import settings
from bot.table.settings import DIRECT, QUIET, TARGET
from storage import Notifications
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
from tests.support.shown_messages import answer, buttons_of, private, text_of
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
        assert "not your turn" in private(await world.bo.click(world.post(), label="Not now"))
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


# -- nudges ---------------------------------------------------------------------------------------


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


QUIET_END = NOON + 2 * HOUR


async def tables_in_quiet_hours(
    world: World, clock: Clock, number: int, target: str
) -> dict[int, list[ChannelHandle]]:
    """Begin games ten minutes apart in quiet hours; the channels by the player to move."""
    for player in (world.ana, world.bo):
        await set_preference(world, player, QUIET, "11-14")
        await set_preference(world, player, TARGET, target)
    waiting: dict[int, list[ChannelHandle]] = {}
    for name in range(number):
        channel = world.guild.create_text_channel(f"table-{name}")
        table = await world.start_game(2, channel)
        assert table.to_move is not None
        waiting.setdefault(table.to_move, []).append(channel)
        await pass_time(world, clock, 10 * MINUTE)
    return waiting


def pings(world: World, channel: ChannelHandle, player: int) -> int:
    pinged = [body["allowed_mentions"].get("users", ()) for body in world.sent(channel)]
    return sum(player in map(int, users) for users in pinged)


def player_of(world: World, user: int) -> MemberActor:
    return next(player for player in world.players if player.id == user)


async def test_turns_of_the_quiet_hours_come_as_one_direct_message_the_longest_wait_first(
    world: World, clock: Clock
) -> None:
    waiting = await tables_in_quiet_hours(world, clock, 3, DIRECT)
    await pass_time(world, clock, QUIET_END - 60 - clock.now)
    assert not any(direct_messages(player_of(world, user)) for user in waiting)
    await pass_time(world, clock, 3 * HOUR)
    for user, channels in waiting.items():
        [letter] = direct_messages(player_of(world, user))
        places = [f"<#{channel.id}>" for channel in channels]
        found = [text_of(letter).find(place) for place in places]
        assert -1 not in found and found == sorted(found)
        if len(channels) > 1:
            assert f"It's your turn in {len(channels)} games" in text_of(letter)
            assert list(buttons_of(letter)) == ["Your games", "Settings"]
        assert [pings(world, channel, user) for channel in channels] == [0] * len(channels)


async def test_turns_of_the_quiet_hours_are_posted_in_each_channel_of_its_own_alone(
    world: World, clock: Clock
) -> None:
    waiting = await tables_in_quiet_hours(world, clock, 3, "channel")
    await pass_time(world, clock, QUIET_END + 60 - clock.now)
    every = {channel.id for channels in waiting.values() for channel in channels}
    for user, channels in waiting.items():
        for channel in channels:
            assert pings(world, channel, user) == 1
            named = {other for other in every if f"<#{other}>" in world.posts(channel)[-1]}
            assert named == {channel.id}
        assert direct_messages(player_of(world, user)) == []
    await pass_time(world, clock, 5 * HOUR)
    assert all(pings(world, ch, user) == 1 for user, chs in waiting.items() for ch in chs)


@pytest.mark.parametrize("status", [403, 500])
async def test_direct_message_that_is_refused_or_in_doubt_becomes_posts(
    world: World, clock: Clock, status: int
) -> None:
    waiting = await tables_in_quiet_hours(world, clock, 2, DIRECT)
    for user in waiting:
        path = f"/channels/{player_of(world, user).user.dm_channel.id}/messages"
        code = 50007 if status == 403 else 0
        world.env.inject_error("POST", path, status=status, code=code, times=None)
    await pass_time(world, clock, QUIET_END + 5 * MINUTE - clock.now)
    world.env.backend.faults.clear()
    await pass_time(world, clock, 5 * HOUR)
    for user, channels in waiting.items():
        assert [pings(world, channel, user) for channel in channels] == [1] * len(channels)
        assert direct_messages(player_of(world, user)) == []


async def test_direct_message_of_a_killed_process_becomes_a_post(
    world: World, clock: Clock
) -> None:
    waiting = await tables_in_quiet_hours(world, clock, 1, DIRECT)
    [(user, [channel])] = waiting.items()
    row = await world.app.game_log.latest(channel.id)
    assert row is not None
    notice = first_notice(row.id, await world.table(channel))
    assert notice is not None
    await Notifications(world.database).reserve_first([notice])
    await restart(world, clock, killed=True)
    await pass_time(world, clock, QUIET_END + 5 * MINUTE - clock.now)
    assert pings(world, channel, user) == 1 and direct_messages(player_of(world, user)) == []


async def test_answer_to_a_player_who_has_just_moved_pings_minutes_later(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(2))
    for minutes in (0, 4):
        await pass_time(world, clock, minutes * MINUTE)
        await world.place(any_turn(await world.game(), random.Random(3)))
    posts = count_posts(world)
    assert (await world.to_move()).id == world.ana.id and pinged_users(world) == []
    await pass_time(world, clock, 5 * MINUTE - 10)
    assert posted_since(world, posts) == 0
    await pass_time(world, clock, 20)
    assert posted_since(world, posts) == 1 and pinged_users(world) == [world.ana.id]
    await pass_time(world, clock, 11 * HOUR)
    assert posted_since(world, posts) == 1


async def test_notice_goes_out_on_its_own_after_an_hour_and_the_late_post_pings_nobody(
    world: World, clock: Clock
) -> None:
    await world.start_with(shuffled_header(2))
    posts = count_posts(world)
    turn = any_turn(await world.game(), random.Random(3))
    clock.now += 1
    await world.write_turns([turn], posted=False)
    await pass_time(world, clock, HOUR - 10)
    assert posted_since(world, posts) == 0
    await pass_time(world, clock, 20)
    assert posted_since(world, posts) == 1 and pinged_users(world) == [world.bo.id]
    await world.app.services.outbox.catch_up()
    assert posted_since(world, posts) == 2 and pinged_users(world) == []


async def test_nudge_that_pings_is_the_first_notice(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(2))
    for minutes in (0, 4):
        await pass_time(world, clock, minutes * MINUTE)
        await world.place(any_turn(await world.game(), random.Random(3)))
    row = await world.app.game_log.latest(world.channel.id)
    loaded = await world.app.services.tables.latest(world.channel.id)
    assert row is not None and loaded is not None
    await world.app.services.nudges.nudge(loaded, world.bo.id)
    posts = count_posts(world)
    await pass_time(world, clock, 11 * HOUR)
    assert posted_since(world, posts) == 0
