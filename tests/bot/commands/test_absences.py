"""Absences: announced at every table, shown in every post, ended by a move or by time."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest
from simcord import MemberActor

from bot.__main__ import make_app
from bot.client.app import App
from bot.durations import DAY
from storage import open_database
from tests.support.legal_turns import any_turn
from tests.support.shown_messages import answer, buttons_of, private, text_of
from tests.support.world import World, config, slow_sleep

START: Final = datetime(2026, 11, 22, 9, 0, tzinfo=UTC).timestamp()
NOON: Final = datetime(2026, 12, 3, 12, 0, tzinfo=UTC).timestamp()
UNTIL: Final = f"<t:{int(NOON)}:D>"
GONE: Final = f"🌴 **Ana** is away until {UNTIL}, or until their next move."
SHOWN: Final = f"🌴 **Ana** is away until {UNTIL}"


@pytest.fixture
def now() -> list[float]:
    return [START]


@pytest.fixture
def simcord_bot(tmp_path: Path, now: list[float]) -> App:
    return make_app(config(tmp_path), random.Random(7), clock=lambda: now[0], sleep=slow_sleep)


async def run_due_jobs(world: World) -> None:
    """Run all jobs due by now."""
    await world.app.context.jobs.scheduler.run()
    await world.env.settle()


async def played(world: World) -> None:
    """Let the player to move lay a tile anywhere."""
    await world.place(any_turn(await world.game(), random.Random(1)))


def offered(choices: object) -> list[tuple[str, str]]:
    return [(choice["name"], choice["value"]) for choice in choices]  # type: ignore[attr-defined]


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


async def test_restart_neither_loses_nor_repeats_an_absence_notice(world: World) -> None:
    await world.start_game(2)
    await world.ana.slash(world.channel, "away", until="3 Dec")
    await run_due_jobs(world)
    await world.kill_and_restart()
    await run_due_jobs(world)
    assert world.posts().count(GONE) == 1
    assert SHOWN in private(await world.bo.slash(world.channel, "board"))


async def test_posts_show_an_absence_and_do_not_ping_the_absent_player(world: World) -> None:
    await world.start_game(2)
    while (await world.to_move()) is not world.bo:
        await played(world)
    await world.ana.slash(world.channel, "away", until="3 Dec")
    await played(world)
    assert SHOWN in world.posts()[-1]
    assert world.sent()[-1]["allowed_mentions"]["users"] == []
    for view in ("whole", "text"):
        assert SHOWN in private(await world.bo.slash(world.channel, "board", view=view))


async def test_lobby_shows_an_absence(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=2)
    await world.ana.slash(world.channel, "away", until="3 Dec")
    await world.press(world.bo, "join")
    assert f"**Ana** (host) 🌴, away until {UNTIL}" in world.posts()[-1]


@pytest.mark.parametrize("action", ["new", "join", "start"])
async def test_opening_joining_or_starting_a_game_ends_an_absence(
    world: World, action: str
) -> None:
    who = world.bo if action == "join" else world.ana
    absences = world.app.context.people.absences
    if action == "new":
        await who.slash(world.channel, "away", until="3 Dec")
    await world.ana.slash(world.channel, "new", game="hunters", seats=2)
    if action == "join":
        await who.slash(world.channel, "away", until="3 Dec")
    await world.press(world.bo, "join")
    if action == "start":
        await who.slash(world.channel, "away", until="3 Dec")
        assert await absences.away_until(who.id) is not None
        await world.press(who, "start")
    assert await absences.away_until(who.id) is None
    assert "🌴" not in world.posts()[-1]
    await run_due_jobs(world)
    assert "🌴" not in world.posts()[-1]


async def test_taking_an_open_seat_ends_an_absence(world: World) -> None:
    await world.start_game(2)
    resigning = await world.bo.slash(world.channel, "resign")
    await world.bo.click(answer(resigning), label="Give up seat")
    await world.cleo.slash(world.channel, "away", until="3 Dec")
    table = await world.table()
    await world.press(world.cleo, f"take {table.players.index(None)}")
    assert await world.app.context.people.absences.away_until(world.cleo.id) is None


async def test_opening_the_next_game_by_button_ends_an_absence(world: World) -> None:
    await world.start_game(2)
    ending = await world.ana.slash(world.channel, "end")
    await world.ana.click(answer(ending), label="End and score")
    await world.bo.slash(world.channel, "away", until="3 Dec")
    assert await world.app.context.people.absences.away_until(world.bo.id) is not None
    await world.press(world.bo, "again")
    assert (await world.table()).players[0] == world.bo.id
    assert await world.app.context.people.absences.away_until(world.bo.id) is None


async def test_accepting_an_invitation_to_a_seat_ends_an_absence(world: World) -> None:
    await world.start_game(2)
    await world.ana.slash(world.channel, "replace", old=world.bo, new=world.cleo)
    invitation = world.post()
    await world.cleo.slash(world.channel, "away", until="3 Dec")
    assert await world.app.context.people.absences.away_until(world.cleo.id) is not None
    await world.cleo.click(invitation, label="Take this seat")
    assert world.cleo.id in (await world.table()).players
    assert await world.app.context.people.absences.away_until(world.cleo.id) is None


async def test_opening_a_game_in_a_thread_ends_an_absence(world: World) -> None:
    await world.ana.slash(world.channel, "away", until="3 Dec")
    await world.ana.slash(world.channel, "new", game="hunters", seats=2, thread="yes")
    assert world.channel.threads
    assert await world.app.context.people.absences.away_until(world.ana.id) is None


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
    turns = await world.app.context.people.absences.status(world.ana.id)
    assert turns.until is None


async def test_move_of_another_player_does_not_end_an_absence(world: World) -> None:
    await world.start_game(2)
    await world.ana.slash(world.channel, "away", until="3 Dec")
    if (await world.to_move()) is world.ana:
        await world.write_turns([any_turn(await world.game(), random.Random(1))])
    await played(world)
    assert (await world.app.context.people.absences.status(world.ana.id)).until == NOON


async def test_absence_ends_at_its_time(world: World, now: list[float]) -> None:
    await world.start_game(2)
    await world.ana.slash(world.channel, "away", until="3 Dec")
    now[0] = NOON - 1
    assert SHOWN in private(await world.bo.slash(world.channel, "board"))
    now[0] = NOON
    assert SHOWN not in private(await world.bo.slash(world.channel, "board"))
    assert "**You're here.** Going away?" in private(await world.ana.slash(world.channel, "away"))


async def test_buttons_end_and_begin_an_absence(world: World) -> None:
    shown = answer(await world.ana.slash(world.channel, "away"))
    gone = await world.ana.select(shown, ["away 2026-11-25"])
    assert "🌴 **You're away** until" in private(gone)
    back = await world.ana.click(answer(gone), label="I'm back")
    assert private(back) == "Welcome back! Your reminders and clocks are on again."
    late = await world.press_id(world.ana, "carc:0:0:away back")
    assert private(late) == "You aren't away."


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("soon", "“soon” isn't a valid date"),
        ("today", "🌴 **You're away** until"),
        ("2026-11-21", "is in the past. Say when you'll be back."),
        ("3 Nov", "You can be away until Thu 21 Jan"),
        ("1 Feb 2030", "That's too long. You can be away until"),
        ("@everyone", "” isn't a valid date. Try"),
    ],
)
async def test_impossible_days_are_refused_with_a_hint(world: World, typed: str, said: str) -> None:
    assert said in private(await world.ana.slash(world.channel, "away", until=typed))


async def test_autocomplete_offers_the_understood_day_first(world: World) -> None:
    offer = world.ana.autocomplete
    choices = offered(await offer(world.channel, "away", "until", ""))
    assert choices[0] == ("tomorrow, Mon 23 Nov", "2026-11-23") and len(choices) == 4
    choices = offered(await offer(world.channel, "away", "until", "3 dec"))
    assert choices[0] == ("Thu 3 Dec", "2026-12-03") and len(choices) == 5
    choices = offered(await offer(world.channel, "away", "until", "demain"))
    assert [value for _, value in choices] == [
        "2026-11-23",
        "2026-11-25",
        "2026-11-29",
        "2026-12-06",
    ]


async def test_day_of_return_is_in_the_time_zone_of_the_user(
    world: World, now: list[float]
) -> None:
    now[0] = datetime(2026, 11, 22, 23, 30, tzinfo=UTC).timestamp()
    await world.app.context.people.preferences.set(world.ana.id, "zone", "Asia/Tokyo")
    await world.ana.slash(world.channel, "away", until="tomorrow")
    leave = await world.app.context.people.absences.status(world.ana.id)
    # There it is the 23rd already: tomorrow at noon is the 24th, nine hours before Greenwich.
    assert leave.until == datetime(2026, 11, 24, 3, 0, tzinfo=UTC).timestamp()


async def paced(world: World, pace: str, seats: int = 2) -> MemberActor:
    """A table with a clock; gives who is to move."""
    await world.open(seats, pace=pace)
    await world.press(world.ana, "start")
    return await world.to_move()


@pytest.mark.parametrize(
    ("pace", "chosen", "seconds"),
    [
        ("day", "🕐 One day per move", DAY),
        ("week", "🕐 One week per move", 7 * DAY),
        ("live", "🕐 Live: 25 minutes each, plus 30 seconds per move", 25 * 60),
    ],
)
async def test_pace_is_shown_in_the_lobby_at_the_start_and_under_every_turn(
    world: World, pace: str, chosen: str, seconds: float
) -> None:
    await world.open(2, pace=pace)
    assert chosen in world.posts()[-1]
    await world.press(world.ana, "start")
    start = world.posts()[-1]
    assert chosen in start
    end = int(START + seconds)
    assert f"🕐 Play by <t:{end}:f> (<t:{end}:R>)." in start


async def test_table_without_a_pace_shows_no_clock(world: World) -> None:
    await world.start_game(2)
    assert not any("🕐" in post for post in world.posts())
    assert "🕐" not in private(await world.bo.slash(world.channel, "board", view="scores"))


async def test_time_banks_are_shown_beside_the_points(world: World, now: list[float]) -> None:
    mover = await paced(world, "live")
    now[0] += 10 * 60
    said = private(await world.dan.slash(world.channel, "board", view="scores"))
    name = "Ana" if mover is world.ana else "Bo"
    assert f"**{name}** 15 min" in said and "25 min" in said


async def test_clock_that_has_run_out_is_shown(world: World, now: list[float]) -> None:
    await paced(world, "day")
    now[0] += 2 * DAY
    said = private(await world.dan.slash(world.channel, "board"))
    assert "🕐 Time's up for this turn." in said


async def test_clock_of_an_absent_player_stands_for_twenty_days(
    world: World, now: list[float]
) -> None:
    mover = await paced(world, "day")
    now[0] += DAY / 2
    await mover.slash(world.channel, "away", until="in 40 days")
    said = private(await world.dan.slash(world.channel, "board"))
    assert "🌴" in said and "🕐" not in said
    stands = private(await mover.slash(world.channel, "away"))
    assert "Your clocks are stopped until" in stands and "You have 0 days left" in stands
    now[0] += 20 * DAY
    end = int(now[0] + DAY / 2)
    assert f"<t:{end}:R>" in private(await world.dan.slash(world.channel, "board"))


async def test_automatic_absence_begins_when_a_clock_runs_out_and_is_sent_privately(
    world: World, now: list[float]
) -> None:
    mover = await paced(world, "day")
    await mover.click(answer(await mover.slash(world.channel, "away")), label="Turn on auto-away")
    await world.app.context.people.preferences.set(mover.id, "remind", "never")
    now[0] += DAY + 60
    await run_due_jobs(world)
    leave = await world.app.context.people.absences.status(mover.id)
    assert leave.until == now[0] + 3 * DAY
    assert "is away until" in world.posts()[-1]
    assert not any("What now?" in post for post in world.posts())
    now[0] += 3 * DAY + 60
    await run_due_jobs(world)
    again = await world.app.context.people.absences.status(mover.id)
    assert again.until == now[0] + 3 * DAY, "who stays away has another, within the year's days"


async def test_reminder_shows_the_end_of_the_clock(world: World, now: list[float]) -> None:
    await paced(world, "day")
    now[0] += DAY / 2 + 60
    await run_due_jobs(world)
    assert world.posts()[-1].startswith("⏰")
    end = int(START + DAY)
    assert world.posts()[-1].endswith(f"🕐 Play by <t:{end}:f> (<t:{end}:R>).")


async def test_table_is_asked_if_the_player_wants_no_automatic_absence(
    world: World, now: list[float]
) -> None:
    mover = await paced(world, "day")
    now[0] += DAY + 60
    await run_due_jobs(world)
    assert (await world.app.context.people.absences.status(mover.id)).until is None
    assert any("What now?" in post for post in world.posts())


async def test_absent_player_gets_no_reminder(world: World, now: list[float]) -> None:
    await world.start_game(2)
    mover = await world.to_move()
    await mover.slash(world.channel, "away", until="in 50 days")
    before = len(world.posts())
    for _ in range(50):
        now[0] += DAY
        await run_due_jobs(world)
    posts = world.posts()[before:]
    assert not any("⏰" in post for post in posts), posts


async def test_question_and_nudge_do_not_ping_an_absent_player_whose_clock_runs(
    world: World, now: list[float]
) -> None:
    await world.start_game(3)
    mover, (one, other) = await world.to_move(), await world.others()
    await one.slash(world.channel, "away", until="in 50 days")
    for _ in range(12):
        now[0] += DAY / 2
        await run_due_jobs(world)
    assert "What now?" in world.posts()[-1]
    assert [int(user) for user in world.sent()[-1]["allowed_mentions"]["users"]] == [other.id]
    await played(world)
    now[0] += 20 * DAY
    # The days of clocks are used up, and they are away all the same.
    name = "Ana" if one is world.ana else "Bo" if one is world.bo else "Cleo"
    refused = private(await world.press(mover, "nudge"))
    assert refused == f"**{name}** is away, so you don't have to wait."


@pytest.mark.parametrize("seats", [2, 3])
async def test_clock_at_zero_lets_the_others_skip_the_turn_but_not_replace_the_player(
    world: World, now: list[float], seats: int
) -> None:
    mover = await paced(world, "live", seats)
    others = await world.others()
    now[0] += 26 * 60
    await run_due_jobs(world)
    assert "🕐 Time's up for this turn." in world.posts()[-1]
    kept = private(await world.press(others[0], "vote open"))
    assert "keeps the seat until the turn has waited a day" in kept
    for other in others:
        assert (await world.table()).to_move == mover.id
        await world.press(other, "vote skip")
    assert (await world.table()).to_move == others[0].id
    assert "decided: skip turn" in world.posts()[-1]


async def test_running_clock_offers_no_vote(world: World, now: list[float]) -> None:
    mover = await paced(world, "live")
    [other] = await world.others()
    now[0] += 24 * 60
    await run_due_jobs(world)
    assert "What now?" not in world.posts()[-1]
    version = (await world.table()).version
    late = await world.press_id(other, f"carc:{await world.game_id()}:{version}:vote skip")
    assert "still has time for this turn: a day, or what the clock" in private(late)
    assert (await world.table()).to_move == mover.id


async def test_turn_with_a_week_cannot_be_voted_on_after_a_day(
    world: World, now: list[float]
) -> None:
    await paced(world, "week")
    [other] = await world.others()
    now[0] += 2 * DAY
    await run_due_jobs(world)
    version = (await world.table()).version
    early = await world.press_id(other, f"carc:{await world.game_id()}:{version}:vote skip")
    assert "or what the clock gives" in private(early)
    now[0] += 5 * DAY
    await run_due_jobs(world)
    await world.press(other, "vote skip")
    assert (await world.table()).to_move == other.id


async def test_absence_outlives_the_process(world: World, now: list[float]) -> None:
    await world.ana.slash(world.channel, "away", until="3 Dec")
    await world.env.bot.close()
    async with await open_database(world.folder / "games.sqlite3") as database:
        [[began, until]] = await database.read("SELECT began, until FROM absences")
    assert (began, until) == (START, NOON)


async def test_absence_status_names_its_buttons(world: World) -> None:
    shown = answer(await world.ana.slash(world.channel, "away"))
    assert list(buttons_of(shown)) == ["Turn on auto-away"]
    assert "Clocks can stop 20 days a year. You have 20 days left." in text_of(shown)
