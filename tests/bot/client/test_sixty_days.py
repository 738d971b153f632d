"""Sixty simulated days of a hundred tables: every turn ends, no message is repeated."""

import logging
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from bot.client.notifications.notifier import DAILY_LIMIT
from bot.table.nudges import NUDGE_COOLDOWN_SECONDS
from bot.table.reminder_policy import MAX_REMINDERS
from bot.table.table import Phase
from tests.support.simulated_weeks import WAYS, Weeks

TABLES, DAYS = 100, 60
FEW_TABLES, FEW_DAYS = 16, 18


@pytest.fixture(autouse=True)
def quiet_log() -> Iterator[None]:
    """A Discord that falters is logged, thousands of times."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.slow
async def test_every_turn_of_sixty_days_ends_and_no_message_is_sent_twice(
    tmp_path: Path,
) -> None:
    """One test, as it is one simulation: of people who come, go, vanish, vote, and come back."""
    weeks = Weeks(tmp_path, TABLES, seed=12)
    await weeks.open()
    await weeks.run(DAYS)
    turns_end(weeks)
    nobody_is_flooded(weeks)
    each_thing_is_said_once(weeks)
    await what_is_stored_is_the_same_to_a_new_process(weeks)
    await weeks.close()


async def test_simulated_weeks_have_no_stuck_turn_and_no_repeated_message(
    tmp_path: Path,
) -> None:
    weeks = Weeks(tmp_path, FEW_TABLES, seed=12)
    await weeks.open()
    await weeks.run(FEW_DAYS)
    assert weeks.stuck() == [] and weeks.discord.wrong == []
    assert weeks.ends["played"] > 60 and weeks.most() <= DAILY_LIMIT
    await what_is_stored_is_the_same_to_a_new_process(weeks)
    await weeks.close()


def turns_end(weeks: Weeks) -> None:
    """Every turn is played, skipped, replaced or ended, unless nobody is left who might."""
    assert weeks.stuck() == []
    assert set(weeks.ends) == set(WAYS)
    assert weeks.ends["played"] > 2_500 and min(weeks.ends.values()) >= 4
    phases = Counter(table.phase for _, table in weeks.tables.values())
    assert phases[Phase.OVER] > 20


def nobody_is_flooded(weeks: Weeks) -> None:
    """Any number of tables, and any way of notification."""
    assert DAILY_LIMIT / 2 < weeks.most() <= DAILY_LIMIT


def each_thing_is_said_once(weeks: Weeks) -> None:
    """Though Discord falters, the bot is restarted, and at times runs twice."""
    assert weeks.discord.wrong == []
    reminders, notes, nudges = Counter[str](), Counter[str](), defaultdict[str, list[float]](list)
    for key, (said_at, _, _) in weeks.discord.said.items():
        kind, game, *more = key.split()
        if kind == "remind" and len(more) == 2 and more[1] != "0":
            # Not one put off, nor the ping that a post owed whose player had quiet hours.
            reminders[f"{game} {more[0]}"] += 1
        if kind == "note" and len(more) == 1:  # and not asked for by a player
            notes[f"{game} {more[0]}"] += 1
        # Whose nudge arrived and was told that it had not may nudge again.
        if kind == "nudge" and key not in weeks.discord.lost:
            nudges[game].append(said_at)
    assert max(reminders.values()) == MAX_REMINDERS
    assert max(notes.values()) == 1 and len(notes) > 100 and len(nudges) > 20
    assert all(
        b - a >= NUDGE_COOLDOWN_SECONDS for times in nudges.values() for a, b in pairwise(times)
    )


async def what_is_stored_is_the_same_to_a_new_process(weeks: Weeks) -> None:
    """Nothing is known to it but the file."""
    weeks.up(weeks.database)
    for channel, (_, table) in weeks.tables.items():
        loaded = await weeks.store.latest(channel)
        assert loaded is not None and loaded.table == table
