"""Checks of nudges to the player to move, and of questions to the table about a turn."""

from collections.abc import Container
from typing import Final

from bot.durations import DAY, HOUR
from bot.table import checks
from bot.table.clock import AbsencesByUser
from bot.table.refusals import Refusal
from bot.table.table import Table
from bot.table.votes import can_be_decided

NUDGE_COOLDOWN_SECONDS: Final = 8 * HOUR
"""The time between two nudges at a table, by any players."""
QUESTION_COOLDOWN_SECONDS: Final = 1 * DAY
"""The time between two questions to a table that players have asked for."""


def check_nudge(table: Table, user: int, now: float, away: Container[int]) -> int:
    """Return the player to move, whom a user may nudge; refuse if the user may not.

    Players who are ``away`` are not nudged.
    """
    checks.require_running(table)
    if user not in table.voters():
        raise Refusal("resigned" if user in table.players else "not-seated")
    waited_for = table.to_move
    if waited_for is None:
        raise Refusal("nobody-to-nudge")
    if waited_for == user:
        raise Refusal("own-turn")
    if table.paused is not None and table.paused.is_active(now):
        raise Refusal("waits-on-purpose")
    if waited_for in away:
        raise Refusal("is-away", user=waited_for)
    return waited_for


def check_ask_table(
    table: Table,
    user: int,
    now: float,
    away: Container[int],
    absent: AbsencesByUser,
    *,
    is_protected: bool = False,
) -> None:
    """Refuse a user who may not nudge, or a turn that has not waited long enough for a vote."""
    waited_for = check_nudge(table, user, now, away)
    if not can_be_decided(table, now, absent, is_protected=is_protected):
        raise Refusal("protected", user=waited_for)
