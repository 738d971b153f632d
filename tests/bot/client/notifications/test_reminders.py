"""Reminders, nudges and the question to the table: each once, and within the daily limit."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import MemberActor

from bot.__main__ import make_app
from bot.client.app import App
from bot.client.discord_io import sending
from bot.client.notifications.notifier import DAILY_LIMIT
from bot.durations import DAY, HOUR
from bot.table import reminder_policy
from storage import Notifications, StorageError
from tests.support.clock import NOON, Clock, asleep_for, pass_by
from tests.support.legal_turns import any_turn, asking
from tests.support.world import World, answer, asleep, buttons_of, config, dealt, private, text_of

GAME = "Carcassonne: Hunters and Gatherers"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def simcord_bot(tmp_path: Path, clock: Clock) -> App:
    return make_app(config(tmp_path), random.Random(7), clock=clock, sleep=asleep)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The pauses between the tries of one post, but short."""
    monkeypatch.setattr(sending, "RETRY_SECONDS", 0.0)
    yield


def said(world: World, since: int) -> list[str]:
    """What the channel was told after so many posts."""
    return world.posts()[since:]


def pinged(world: World) -> list[int]:
    """Whom the newest post pings."""
    return [int(user) for user in world.sent()[-1]["allowed_mentions"].get("users", ())]


def letters(who: MemberActor) -> list[discord.Message]:
    """The direct messages somebody has had."""
    return list(who.user.dm_channel.history())


async def wish(world: World, who: MemberActor, key: str, value: str) -> None:
    await world.app.context.people.preferences.set(who.id, key, value)


async def restarted(world: World, clock: Clock, *, killed: bool = False) -> None:
    """Another process comes up on the same file, with the same clock."""
    if killed:
        world.dropped.append(world.env.bot)
    else:
        await world.env.bot.close()
    app = make_app(config(world.folder), random.Random(99), clock=clock, sleep=asleep)
    await world.env.restart_bot(app)


# -- reminders and the note -----------------------------------------------------------------------


async def test_reminders_come_at_doubled_intervals_and_then_the_table_is_asked(
    world: World, clock: Clock
) -> None:
    await world.dealt(dealt(3))
    posts = len(world.messages())
    for hours, number in ((12, 1), (24, 2), (48, 3), (96, 4)):
        await pass_by(world, clock, NOON + hours * HOUR - 60 - clock.now)
        assert len(world.messages()) == posts + number - 1, f"not before {hours} hours"
        await pass_by(world, clock, 120)
        [*_, text] = said(world, posts)
        assert text.startswith(f"⏰ <@{world.ana.id}>, it is your turn in **{GAME}**")
        assert f"at <#{world.channel.id}>" in text and f"<t:{int(NOON)}:R>" in text
        assert pinged(world) == [world.ana.id]
        assert list(buttons_of(world.post())) == ["Place my tile", "Not now", "Settings"]
    await pass_by(world, clock, DAY)
    assert len(world.messages()) == posts + 5
    assert text_of(world.post()).startswith(f"⏳ The turn of **Ana** began <t:{int(NOON)}:R>.")
    assert set(pinged(world)) == {world.bo.id, world.cleo.id}
    await pass_by(world, clock, 50 * DAY)
    assert len(world.messages()) == posts + 5, "then nobody is bothered any more"


async def test_move_restarts_the_time_to_the_reminder(world: World, clock: Clock) -> None:
    await world.dealt(dealt(2))
    await pass_by(world, clock, 11 * HOUR)
    await world.place(asking(await world.game()))
    posts = len(world.messages())
    await pass_by(world, clock, 11 * HOUR)
    assert said(world, posts) == []
    await pass_by(world, clock, 2 * HOUR)
    [text] = said(world, posts)
    assert f"<@{world.bo.id}>" in text


async def test_buttons_of_a_reminder_open_the_turn_and_the_settings(
    world: World, clock: Clock
) -> None:
    await world.dealt(dealt(2))
    await pass_by(world, clock, 13 * HOUR)
    assert "Your tile" in private(await world.ana.click(world.post(), label="Place my tile"))
    assert "not your turn" in private(await world.bo.click(world.post(), label="Place my tile"))
    assert "Your settings" in private(await world.ana.click(world.post(), label="Settings"))


async def test_half_done_turn_is_not_reminded_anew(world: World, clock: Clock) -> None:
    await world.dealt(dealt(2))
    await pass_by(world, clock, 13 * HOUR)
    posts = len(world.messages())
    placed = asking(await world.game())
    await world.write([(world.ana.id, f"place {placed.place_text}")])
    await pass_by(world, clock, 2 * HOUR)
    assert said(world, posts) == []


async def test_one_reminder_comes_after_a_week_without_the_bot(world: World, clock: Clock) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    await asleep_for(world, clock, 7 * DAY)
    assert len(said(world, posts)) == 1 and said(world, posts)[0].startswith("⏰")
    await pass_by(world, clock, 23 * HOUR)
    assert len(said(world, posts)) == 1
    await pass_by(world, clock, 2 * HOUR)
    assert [text[0] for text in said(world, posts)] == ["⏰", "⏳"]


@pytest.mark.parametrize("killed", [False, True])
async def test_restart_neither_repeats_nor_loses_a_reminder(
    world: World, clock: Clock, killed: bool
) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    for hours in (13, 12, 1, 24, 48):
        await pass_by(world, clock, hours * HOUR)
        await restarted(world, clock, killed=killed)
    assert len(said(world, posts)) == 4


async def test_clock_set_forwards_and_back_repeats_no_reminder(world: World, clock: Clock) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    clock.now += 50 * DAY
    await world.app.context.jobs.scheduler.run()
    assert len(said(world, posts)) == 1
    clock.now = NOON + HOUR
    await pass_by(world, clock, 30 * HOUR)
    assert len(said(world, posts)) == 2
    await pass_by(world, clock, 10 * DAY)
    assert [text[0] for text in said(world, posts)] == ["⏰"] * 3 + ["⏳"]


async def test_pause_suspends_reminders(world: World, clock: Clock) -> None:
    await world.dealt(dealt(2))
    await pass_by(world, clock, 6 * HOUR)
    posts = len(world.messages())
    await world.write([(world.bo.id, f"pause {int(clock.now + 2 * DAY)}")])
    await pass_by(world, clock, 2 * DAY + 5 * HOUR)
    assert [text[0] for text in said(world, posts)] == ["▶"]
    await pass_by(world, clock, 2 * HOUR)
    assert [text[0] for text in said(world, posts)] == ["▶", "⏰"]


async def test_finished_game_gets_no_reminder(world: World, clock: Clock) -> None:
    await world.dealt(dealt(2))
    await pass_by(world, clock, 13 * HOUR)
    await world.called_off()
    posts = len(world.messages())
    await pass_by(world, clock, 30 * DAY)
    assert said(world, posts) == []


# -- own settings ---------------------------------------------------------------------------------


async def test_table_is_asked_about_a_player_who_wants_no_reminder(
    world: World, clock: Clock
) -> None:
    await world.dealt(dealt(2))
    await wish(world, world.ana, reminder_policy.REMIND, "0")
    posts = len(world.messages())
    await pass_by(world, clock, 119 * HOUR)
    assert said(world, posts) == []
    await pass_by(world, clock, 2 * HOUR)
    assert [text[0] for text in said(world, posts)] == ["⏳"]


async def test_reminders_come_by_direct_message_instead_or_as_well(
    world: World, clock: Clock
) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    await wish(world, world.ana, reminder_policy.WAY, reminder_policy.DIRECT)
    await pass_by(world, clock, 13 * HOUR)
    assert said(world, posts) == []
    [letter] = letters(world.ana)
    assert f"it is your turn in **{GAME}**" in text_of(letter)
    assert list(buttons_of(letter)) == ["Place my tile", "Not now", "Settings"]
    await wish(world, world.ana, reminder_policy.WAY, reminder_policy.BOTH)
    await pass_by(world, clock, 12 * HOUR)
    assert len(said(world, posts)) == 1 and len(letters(world.ana)) == 2


async def test_closed_direct_messages_move_the_reminder_to_the_channel(
    world: World, clock: Clock
) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    await wish(world, world.ana, reminder_policy.WAY, reminder_policy.DIRECT)
    path = f"/channels/{world.ana.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50007, times=1)
    await pass_by(world, clock, 13 * HOUR)
    assert len(said(world, posts)) == 1 and pinged(world) == [world.ana.id]


async def test_reminder_waits_for_the_end_of_quiet_hours(world: World, clock: Clock) -> None:
    """The turn begins at noon UTC; twelve hours later it is one o'clock at night in Paris."""
    await world.dealt(dealt(2))
    posts = len(world.messages())
    await wish(world, world.ana, reminder_policy.QUIET, "22-7")
    await wish(world, world.ana, reminder_policy.ZONE, "Europe/Paris")
    await pass_by(world, clock, 17 * HOUR + 59 * 60)
    assert said(world, posts) == []
    await pass_by(world, clock, 120)
    assert len(said(world, posts)) == 1


async def test_turn_that_begins_in_quiet_hours_pings_after_them(world: World, clock: Clock) -> None:
    await world.dealt(dealt(2))
    await wish(world, world.bo, reminder_policy.QUIET, "11-14")
    await world.place(asking(await world.game()))
    posts = len(world.messages())
    assert f"<@{world.bo.id}>, your turn" in world.posts()[-1] and pinged(world) == []
    await pass_by(world, clock, 2 * HOUR - 60)
    assert said(world, posts) == []
    await pass_by(world, clock, 120)
    assert len(said(world, posts)) == 1 and pinged(world) == [world.bo.id]
    await pass_by(world, clock, 9 * HOUR)
    assert len(said(world, posts)) == 1
    await pass_by(world, clock, 2 * HOUR)
    assert len(said(world, posts)) == 2, "the first reminder comes as ever"


async def test_next_player_is_told_when_the_turn_before_begins(world: World, clock: Clock) -> None:
    await world.dealt(dealt(3))
    await wish(world, world.cleo, reminder_policy.NEXT, reminder_policy.YES)
    await pass_by(world, clock, HOUR)
    assert letters(world.cleo) == [] and letters(world.bo) == []
    await world.place(asking(await world.game()))
    posts = len(world.messages())
    await pass_by(world, clock, HOUR)
    [letter] = letters(world.cleo)
    assert f"You are next in **{GAME}**" in text_of(letter)
    assert "it is the turn of **Bo** now" in text_of(letter)
    await pass_by(world, clock, 5 * HOUR)
    assert len(letters(world.cleo)) == 1 and said(world, posts) == []


async def test_reminder_settings_are_changed_by_menus_and_kept(world: World, clock: Clock) -> None:
    shown = answer(await world.ana.slash(world.channel, "help"))
    settings = answer(await world.ana.click(shown, label="Settings"))
    assert "You are reminded after 12 hours, in the channel." in text_of(settings)
    for value, words in (
        ("habits remind 48", "You are reminded after 48 hours, in the channel."),
        ("habits remind-way direct", "You are reminded after 48 hours, by direct message."),
        ("habits remind-way both", "in the channel and by direct message"),
        ("habits remind 0", "You get no reminders."),
    ):
        menu = f"pick:0:0:{value.split()[1].removeprefix('remind-')}"
        assert words in private(await world.ana.select(settings, [value], custom_id=menu))
    told = private(await world.ana.click(settings, label="Say when I am next"))
    assert "You are told when the player before you begins." in told
    quiet = answer(await world.ana.click(settings, label="Quiet hours"))
    assert "You have no quiet hours." in text_of(quiet)
    first, zone = "pick:0:0:first", "pick:0:0:zone"
    told = private(await world.ana.select(quiet, ["habits quiet 23-7"], custom_id=first))
    assert "Your quiet hours: 23:00 to 7:00 (UTC, without summer time)." in told
    told = private(await world.ana.select(quiet, ["habits zone Europe/Paris"], custom_id=zone))
    assert "23:00 to 7:00 (Paris, Berlin, Madrid, Rome)" in told
    await restarted(world, clock)
    found = await world.app.context.people.preferences.notifications(world.ana.id)
    assert found == reminder_policy.NotificationPreferences(
        0, reminder_policy.BOTH, (23, 7), "Europe/Paris", True
    )
    told = private(await world.ana.click(quiet, label="No quiet hours"))
    assert "You have no quiet hours." in told


# -- not now --------------------------------------------------------------------------------------


async def test_not_now_snoozes_a_reminder_for_hours(world: World, clock: Clock) -> None:
    await world.dealt(dealt(2))
    await pass_by(world, clock, 12 * HOUR + 60)
    posts = len(world.messages())
    assert "not your turn" in private(await world.bo.click(world.post(), label="Not now"))
    told = private(await world.ana.click(world.post(), label="Not now"))
    assert re.search(r"I remind you again <t:\d+:R>", told)
    await pass_by(world, clock, 4 * HOUR - 120)
    assert said(world, posts) == []
    await pass_by(world, clock, 240)
    assert len(said(world, posts)) == 1
    await pass_by(world, clock, 7 * HOUR)
    assert len(said(world, posts)) == 1
    await pass_by(world, clock, 2 * HOUR)
    assert len(said(world, posts)) == 2, "the next one comes when it always would"


async def test_snoozed_reminder_comes_although_another_player_goes_away(
    world: World, clock: Clock
) -> None:
    await world.dealt(dealt(3))
    await pass_by(world, clock, 12 * HOUR + 60)
    await world.ana.click(world.post(), label="Not now")
    await world.bo.slash(world.channel, "away", until="in 5 days")
    await pass_by(world, clock, 60)
    posts = len(world.messages())
    await pass_by(world, clock, 4 * HOUR)
    assert len(said(world, posts)) == 1
    assert pinged(world) == [world.ana.id]


# -- within measure -------------------------------------------------------------------------------


@pytest.mark.slow
async def test_daily_limit_of_reminders_holds_over_all_tables(world: World, clock: Clock) -> None:
    channels = [world.guild.create_text_channel(f"t{n}") for n in range(DAILY_LIMIT + 4)]
    for channel in channels:
        await world.started(2, channel)
    posts = {channel: len(world.messages(channel)) for channel in channels}
    await asleep_for(world, clock, 13 * HOUR)
    calls: dict[int, int] = {}
    for channel in channels:
        for body in world.sent(channel)[posts[channel] :]:
            [user] = map(int, body["allowed_mentions"]["users"])
            calls[user] = calls.get(user, 0) + 1
    assert max(calls.values()) <= DAILY_LIMIT and sum(calls.values()) >= DAILY_LIMIT
    await pass_by(world, clock, 60 * HOUR)
    assert all(len(world.messages(channel)) > posts[channel] for channel in channels), "all in turn"


# -- where Discord fails --------------------------------------------------------------------------


async def test_reminder_that_discord_refuses_is_sent_later_and_once(
    world: World, clock: Clock
) -> None:
    await world.dealt(dealt(2))
    posts = len(world.messages())
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    await pass_by(world, clock, 13 * HOUR)
    assert said(world, posts) == []
    world.env.backend.faults.clear()
    await pass_by(world, clock, 2 * HOUR)
    assert len(said(world, posts)) == 1
    await pass_by(world, clock, 8 * HOUR)
    assert len(said(world, posts)) == 1


async def test_reminder_that_could_not_be_confirmed_is_not_sent_twice(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The simulated Discord recognises no nonce, as the real one some minutes later."""

    async def locked(*_: object) -> None:
        raise StorageError("the file is locked")

    await world.dealt(dealt(2))
    posts = len(world.messages())
    with monkeypatch.context() as patch:
        patch.setattr(Notifications, "confirm", locked)
        await pass_by(world, clock, 12 * HOUR + 30)
    assert len(said(world, posts)) == 1
    await restarted(world, clock, killed=True)
    await pass_by(world, clock, 11 * HOUR)
    assert len(said(world, posts)) == 1
    await pass_by(world, clock, 2 * HOUR)
    assert len(said(world, posts)) == 2, "the second one is another"


async def test_missed_post_comes_before_the_reminder(world: World, clock: Clock) -> None:
    await world.dealt(dealt(2))
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    await world.place(any_turn(await world.game(), random.Random(3)))
    posts = len(world.messages())
    await pass_by(world, clock, 13 * HOUR)
    world.env.backend.faults.clear()
    assert said(world, posts) == []
    await world.app.context.posting.outbox.catch_up()
    await pass_by(world, clock, HOUR)
    first, second = said(world, posts)
    assert "**Ana** lays a tile" in first and second.startswith("⏰")


# -- nudges ---------------------------------------------------------------------------------------


async def nudged(world: World, who: MemberActor) -> Any:
    board = answer(await who.slash(world.channel, "board"))
    return await who.click(board, label="Nudge Ana")


async def test_nudge_pings_the_player_and_has_a_cooldown_of_eight_hours(
    world: World, clock: Clock
) -> None:
    await world.dealt(dealt(3))
    posts = len(world.messages())
    assert private(await nudged(world, world.bo)) == "👉 You have nudged **Ana**."
    [text] = said(world, posts)
    assert text.startswith(f"👉 **Bo** nudges <@{world.ana.id}>: it is your turn in")
    assert pinged(world) == [world.ana.id]
    clock.now += 7 * HOUR
    told = private(await nudged(world, world.cleo))
    assert told.startswith("Somebody has nudged already") and len(said(world, posts)) == 1
    clock.now += 2 * HOUR
    assert "You have nudged" in private(await nudged(world, world.cleo))
    assert len(said(world, posts)) == 2


async def test_nudge_button_is_shown_to_waiting_players_only(world: World) -> None:
    await world.dealt(dealt(2))
    for who, offered in ((world.ana, False), (world.bo, True), (world.dan, False)):
        board = answer(await who.slash(world.channel, "board"))
        assert ("Nudge Ana" in buttons_of(board)) is offered


async def test_nudge_in_quiet_hours_pings_nobody(world: World, clock: Clock) -> None:
    await world.dealt(dealt(2))
    await wish(world, world.ana, reminder_policy.QUIET, "11-14")
    assert "quiet hours" in private(await nudged(world, world.bo))
    assert pinged(world) == []


async def test_nudging_player_may_ask_the_table_after_a_day(world: World, clock: Clock) -> None:
    await world.dealt(dealt(3))
    assert "Ask the table" not in buttons_of(answer(await nudged(world, world.bo)))
    await pass_by(world, clock, 25 * HOUR)
    told, other = [answer(await nudged(world, who)) for who in (world.bo, world.cleo)]
    posts = len(world.messages())
    assert "The table is asked" in private(await world.bo.click(told, label="Ask the table"))
    [text] = said(world, posts)
    assert text.startswith("⏳ The turn of **Ana**")
    assert "asked already" in private(await world.cleo.click(other, label="Ask the table"))
    assert len(said(world, posts)) == 1


async def test_refused_nudge_may_be_tried_again(world: World, clock: Clock) -> None:
    await world.dealt(dealt(2))
    board = answer(await world.bo.slash(world.channel, "board"))
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=503, times=sending.MAX_TRIES)
    board = answer(await world.bo.click(board, label="Nudge Ana"))
    assert "Try again" in text_of(board)
    assert "You have nudged" in private(await world.bo.click(board, label="Nudge Ana"))
