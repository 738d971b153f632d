"""Absences: announced at every table, shown in every post, ended by a move or by time."""

import random
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Final

import pytest
from simcord import MemberActor

from bot.absences import words as absences
from bot.absences.policy import return_moment
from bot.core.durations import DAY
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


async def test_next_move_at_any_table_ends_an_absence_and_the_receipt_says_so(world: World) -> None:
    other = world.guild.create_text_channel("other")
    await world.start_game(2)
    await world.start_game(2, other)
    while (await world.to_move()) is not world.ana:
        await world.place(any_turn(await world.game(), random.Random(1)))
    await world.ana.slash(other, "away", until="3 Dec")
    turn = any_turn(await world.game(), random.Random(1))
    receipt = private(await world.ana.slash(world.channel, "place", move=turn.text))
    assert "🌴 Welcome back!" in receipt
    assert SHOWN not in world.posts()[-1]
    assert SHOWN not in private(await world.bo.slash(other, "board"))
    turns = await world.app.services.absences.status(world.ana.id)
    assert turns.until is None


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
