"""Wake-ups: a table that waits has one due, no later than the reminder policy says."""

from __future__ import annotations

import random

import pytest

from bot.client.dues import TurnDue
from bot.client.notifications.reminders import NOTE, REMIND
from bot.durations import DAY, HOUR, MINUTE
from bot.table.reminder_policy import NO_REMINDERS, NotificationPreferences, next_reminder
from storage import Schedule
from tests.support.clock import Clock, pass_time, pass_time_without_bot
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.reminders import choose_interval, restart
from tests.support.world import World, dealt

pytestmark = pytest.mark.usefixtures("no_retry_pauses")

STEPS = (
    *("move", "snooze", "away", "back", "pause", "resume", "hours", "days", "kill", "week"),
    *("interval", "skip", "open", "take"),
)


async def check_due(world: World, clock: Clock, done: list[str]) -> None:
    """Check that the turn due comes no later than the policy's next step and a snooze's end."""
    await world.app.context.jobs.scheduler.run()
    table, game = await world.table(), await world.game_id()
    due = await Schedule(world.app.log._database).of(TurnDue(game).key)
    people = world.app.context.people
    user = table.to_move
    wishes = NotificationPreferences(hours=NO_REMINDERS)
    if user is not None:
        wishes = await people.preferences.notifications(user)
    absent = await people.absences.stopped_clocks(table.people)
    notifier = world.app.context.jobs.turn_watch._reminders._notifier
    reminded, asked = [await notifier.last_at(game, kind) for kind in (REMIND, NOTE)]
    if reminded is not None and reminded < table.since:
        reminded = None
    is_asked = asked is not None and asked >= table.since
    decision = next_reminder(table, clock(), absent, wishes, reminded)
    # Once the others are asked, their answers wake the table.
    times = [] if decision.look_at is None or is_asked else [decision.look_at]
    snooze = TurnDue.read(due).snooze if due is not None else None
    is_paused = table.paused is not None and table.paused.is_active(clock())
    if snooze is not None and snooze.turn_began == int(table.since) and not is_paused:
        times += [snooze.until] if snooze.until > clock() else []
    if times:
        assert due is not None, done
        assert clock() < due.at <= min(times) + 2 * MINUTE, done


async def walk(world: World, clock: Clock, seed: int, steps: int) -> None:
    """Take random steps at a table, and check its due after each."""
    chance, done = random.Random(seed), list[str]()
    await world.dealt(dealt(3), pace=chance.choice(["none", "day", "week"]))
    for _ in range(steps):
        absences = world.app.context.people.absences
        who = chance.choice(world.players)
        table = await world.table()
        step = chance.choice(STEPS)
        done.append(step)
        is_paused = table.paused is not None and table.paused.is_active(clock())
        match step:
            case "move" if not is_paused and table.to_move in {each.id for each in world.players}:
                await world.place(turn_with_figure_choice(await world.game()))
            case "snooze" if table.to_move is not None:
                tables = world.app.context.jobs.turn_watch._tables
                seen = await tables.unfinished_game(await world.game_id())
                assert seen is not None
                await world.app.context.jobs.turn_watch._reminders.snooze(seen, table.to_move)
            case "away":
                await absences.begin(who.id, clock() + chance.choice([HOUR, 3 * DAY, 30 * DAY]))
            case "back":
                await absences.end(who.id)
            case "pause" if not is_paused:
                until = chance.choice(["", f" {int(clock() + 30 * HOUR)}"])
                votes = [(each.id, "vote pause") for each in world.players]
                await world.write([*votes, (who.id, f"pause{until}")])
            case "resume" if is_paused:
                await world.write([(who.id, "resume")])
            case "interval":
                await choose_interval(world, who, chance.choice([0, 6, 48]))
            case "skip" if not is_paused:
                await world.write([(who.id, f"skip {table.running_game.turn}")])
            case "open" if not is_paused and table.to_move is not None:
                await world.write([(who.id, f"open {table.running_game.turn}")])
            case "take" if table.open_seats and world.dan.id not in table.players:
                await world.write([(world.dan.id, f"take {min(table.open_seats)}")])
            case "hours":
                await pass_time(world, clock, chance.choice([1, 5, 13]) * HOUR)
            case "days":
                await pass_time(world, clock, 2 * DAY)
            case "kill":
                await restart(world, clock, killed=True)
            case "week":
                await pass_time_without_bot(world, clock, 7 * DAY)
        await check_due(world, clock, done)


@pytest.mark.parametrize("seed", range(3))
async def test_waiting_table_has_a_due_after_any_steps(
    world: World, clock: Clock, seed: int
) -> None:
    await walk(world, clock, seed, 15)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
async def test_waiting_table_has_a_due_after_any_long_walk(
    world: World, clock: Clock, seed: int
) -> None:
    await walk(world, clock, seed, 60)
