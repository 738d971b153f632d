"""Absences: announced at every table, shown in every post, ended by a move or by time."""

import random
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Final

import pytest
from simcord import MemberActor

from bot.durations import DAY
from bot.presenters.private import absences
from bot.table.absences import return_moment
from bot.text.dates import parse_day
from bot.text.i18n import LANGUAGES, use_language
from tests.support.clock import Clock
from tests.support.for_each import for_each
from tests.support.legal_turns import any_turn
from tests.support.shown_messages import answer, private
from tests.support.world import World

pytestmark = pytest.mark.usefixtures("clock")

START: Final = datetime(2026, 11, 22, 9, 0, tzinfo=UTC).timestamp()
NOON: Final = datetime(2026, 12, 3, 12, 0, tzinfo=UTC).timestamp()
UNTIL: Final = f"<t:{int(NOON)}:D>"
GONE: Final = f"🌴 **Ana** is away until {UNTIL}, or until their next move."
SHOWN: Final = f"🌴 **Ana** is away until {UNTIL}"


@pytest.fixture
def clock() -> Clock:
    return Clock(START)


async def run_due_jobs(world: World) -> None:
    await world.app.services.scheduler.run()
    await world.env.settle()


async def played(world: World) -> None:
    """Let the player to move lay a tile anywhere."""
    await world.place(any_turn(await world.game(), random.Random(1)))


async def test_absence_is_posted_once_at_each_table_without_a_ping(world: World) -> None:
    other = world.guild.create_text_channel("other")
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.start_game(2)
    await world.start_game(3, other)
    await world.bo.slash(elsewhere, "new", game="hunters", seats=2)
    said = private(await world.ana.slash(world.channel, "away", until="3 Dec"))
    assert f"🌴 **You're away** until <t:{int(NOON)}:f>" in said
    await run_due_jobs(world)
    for channel in (world.channel, other):
        assert world.posts(channel).count(GONE) == 1
        assert world.sent(channel)[-1]["allowed_mentions"]["users"] == []
    assert GONE not in world.posts(elsewhere)
    await world.ana.slash(world.channel, "away", until="3 Dec")
    await run_due_jobs(world)
    assert world.posts().count(GONE) == 1, "nothing has changed"
    await world.ana.slash(world.channel, "away", until="4 Dec")
    await run_due_jobs(world)
    assert "until <t:" in world.posts()[-1] and world.posts()[-1] != GONE


async def test_lobby_shows_an_absence(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=2)
    await world.ana.slash(world.channel, "away", until="3 Dec")
    await world.press(world.bo, "join")
    assert f"**Ana** (host) 🌴, away until {UNTIL}" in world.posts()[-1]


async def test_next_move_at_any_table_ends_an_absence_and_the_receipt_says_so(world: World) -> None:
    other = world.guild.create_text_channel("other")
    await world.start_game(2)
    await world.start_game(2, other)
    while (await world.to_move()) is not world.ana:
        await played(world)
    await world.ana.slash(other, "away", until="3 Dec")
    turn = any_turn(await world.game(), random.Random(1))
    receipt = private(await world.ana.slash(world.channel, "place", move=turn.text))
    assert "🌴 Welcome back!" in receipt
    assert SHOWN not in world.posts()[-1]
    assert SHOWN not in private(await world.bo.slash(other, "board"))
    turns = await world.app.services.absences.status(world.ana.id)
    assert turns.until is None


async def test_day_of_return_is_in_the_time_zone_of_the_user(world: World, clock: Clock) -> None:
    clock.now = datetime(2026, 11, 22, 23, 30, tzinfo=UTC).timestamp()
    await world.app.services.preferences.set(world.ana.id, "zone", "Asia/Tokyo")
    await world.ana.slash(world.channel, "away", until="tomorrow")
    leave = await world.app.services.absences.status(world.ana.id)
    # There it is the 23rd already: tomorrow at noon is the 24th, nine hours before Greenwich.
    assert leave.until == datetime(2026, 11, 24, 3, 0, tzinfo=UTC).timestamp()


@for_each("hour", [0, 11, 12, 13, 23])
@for_each("language", LANGUAGES)
def test_every_suggested_day_is_accepted_at_any_hour(hour: int, language: str) -> None:
    now = datetime(2026, 11, 22, hour, 30, tzinfo=UTC)
    typed_days = ["", "today", "aujourd'hui", "22 Nov", "21 Nov", "tomorrow", "in 60 days"]
    for typed in (*typed_days, "in 61 days", "in 0 days", "3 Dec 2030", "2020-01-01", "-1 day"):
        with use_language(language):
            offered = list(absences.suggestions(typed, now, language))
        assert offered
        for suggestion in offered:
            day = parse_day(suggestion.value, now.date(), language)
            assert day is not None and return_moment(day, now) > now, typed


async def paced(world: World, pace: str, seats: int = 2) -> MemberActor:
    """A table with a clock; gives who is to move."""
    await world.open(seats, pace=pace)
    await world.press(world.ana, "start")
    return await world.to_move()


async def test_time_banks_are_shown_beside_the_points(world: World, clock: Clock) -> None:
    mover = await paced(world, "live")
    clock.now += 10 * 60
    said = private(await world.dan.slash(world.channel, "board", view="scores"))
    name = "Ana" if mover is world.ana else "Bo"
    assert f"**{name}** 15 min" in said and "25 min" in said


async def test_automatic_absence_begins_when_a_clock_runs_out_and_is_sent_privately(
    world: World, clock: Clock
) -> None:
    mover = await paced(world, "day")
    await mover.click(answer(await mover.slash(world.channel, "away")), label="Turn on auto-away")
    await world.app.services.preferences.set(mover.id, "remind", "0")
    clock.now += DAY + 60
    await run_due_jobs(world)
    leave = await world.app.services.absences.status(mover.id)
    assert leave.until == clock.now + 3 * DAY
    assert "is away until" in world.posts()[-1]
    assert not any("What now?" in post for post in world.posts())
    clock.now += 3 * DAY + 60
    await run_due_jobs(world)
    again = await world.app.services.absences.status(mover.id)
    assert again.until == clock.now + 3 * DAY, "who stays away has another, within the year's days"


async def test_question_and_nudge_do_not_ping_an_absent_player_whose_clock_runs(
    world: World, clock: Clock
) -> None:
    await world.start_game(3)
    mover, (one, other) = await world.to_move(), await world.others()
    await one.slash(world.channel, "away", until="in 50 days")
    for _ in range(12):
        clock.now += DAY / 2
        await run_due_jobs(world)
    assert "What now?" in world.posts()[-1]
    assert [int(user) for user in world.sent()[-1]["allowed_mentions"]["users"]] == [other.id]
    await played(world)
    clock.now += 20 * DAY
    # The days of clocks are used up, and they are away all the same.
    name = "Ana" if one is world.ana else "Bo" if one is world.bo else "Cleo"
    refused = private(await world.press(mover, "nudge"))
    assert refused == f"**{name}** is away, so you don't have to wait."


async def test_sitting_down_at_any_table_ends_an_absence(world: World) -> None:
    """By `/new`, in a thread too, *Join*, *Start*, *Again*, an open seat and an invitation."""
    absences = world.app.services.absences

    async def ends(who: MemberActor, act: Callable[[], Awaitable[object]]) -> None:
        await who.slash(world.channel, "away", until="3 Dec")
        assert await absences.away_until(who.id) is not None
        await act()
        assert await absences.away_until(who.id) is None
        await run_due_jobs(world)
        assert not world.posts() or "🌴" not in world.posts()[-1]

    ana, bo, cleo, channel = world.ana, world.bo, world.cleo, world.channel
    new = {"game": "hunters", "seats": 2}
    await ends(ana, lambda: ana.slash(channel, "new", **new, thread="yes"))
    assert world.channel.threads
    await ends(ana, lambda: ana.slash(channel, "new", **new))
    await ends(bo, lambda: world.press(bo, "join"))
    await ends(ana, lambda: world.press(ana, "start"))
    await bo.click(answer(await bo.slash(channel, "resign")), label="Give up seat")
    seat = (await world.table()).players.index(None)
    await ends(cleo, lambda: world.press(cleo, f"take {seat}"))
    await ana.slash(channel, "replace", old=cleo, new=world.dan)
    invitation = world.post()
    await ends(world.dan, lambda: world.dan.click(invitation, label="Take this seat"))
    assert world.dan.id in (await world.table()).players
    await ana.click(answer(await ana.slash(channel, "end")), label="End and score")
    await ends(world.dan, lambda: world.press(world.dan, "again"))


async def test_impossible_days_are_refused_with_a_hint(world: World) -> None:
    wrong = {}
    for typed, expected in (
        ("soon", "“soon” isn't a valid date"),
        ("2026-11-21", "is in the past. Say when you'll be back."),
        ("3 Nov", "You can be away until Thu 21 Jan"),
        ("1 Feb 2030", "That's too long. You can be away until"),
        ("@everyone", "” isn't a valid date. Try"),
        ("today", "🌴 **You're away** until"),
    ):
        said = private(await world.ana.slash(world.channel, "away", until=typed))
        if expected not in said:
            wrong[typed] = said
    assert not wrong


async def test_day_is_chosen_in_the_menu_and_the_absence_ended_once(world: World) -> None:
    shown = answer(await world.ana.slash(world.channel, "away"))
    gone = await world.ana.select(shown, ["away 2026-11-25"])
    assert "🌴 **You're away** until" in private(gone)
    await world.ana.click(answer(gone), label="I'm back")
    late = await world.press_id(world.ana, "carc:0:0:away back")
    assert private(late) == "You aren't away."


async def test_absent_player_and_open_seat_get_no_reminder(world: World, clock: Clock) -> None:
    await world.start_game(2)
    mover = await world.to_move()
    await mover.slash(world.channel, "away", until="in 50 days")
    before = len(world.posts())
    for _ in range(25):
        clock.now += 2 * DAY
        await run_due_jobs(world)
    assert not any("⏰" in post for post in world.posts()[before:])
    await mover.slash(world.channel, "away")
    await mover.click(answer(await mover.slash(world.channel, "resign")), label="Give up seat")
    clock.now += DAY
    await run_due_jobs(world)
    assert not any("⏰" in post for post in world.posts()[before:])
