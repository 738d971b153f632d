"""Who may nudge the player to move, and who may ask the table what to do about a turn."""

from collections.abc import Container
from typing import Final

from bot.durations import DAY, HOUR
from bot.table import checks
from bot.table.clock import Absent
from bot.table.refusals import Refusal
from bot.table.table import Table
from bot.table.votes import ripe

PAUSE: Final = 8 * HOUR
"""Seconds between two nudges at a table, whoever they are from."""
ASKED: Final = 1 * DAY
"""Seconds between two questions to a table that somebody puts."""


def may_nudge(table: Table, user: int, now: float, away: Container[int]) -> int:
    """A player who waits for another; gives who is to move. Who is ``away`` is left alone."""
    checks.running(table)
    if user not in table.voters():
        raise Refusal("resigned" if user in table.players else "not-seated")
    waited_for = table.to_move
    if waited_for is None:
        raise Refusal("nobody-to-nudge")
    if waited_for == user:
        raise Refusal("own-turn")
    if table.paused is not None and table.paused.lasts(now):
        raise Refusal("waits-on-purpose")
    if waited_for in away:
        raise Refusal("is-away", user=waited_for)
    return waited_for


def may_ask(table: Table, user: int, now: float, away: Container[int], absent: Absent) -> None:
    """A player who waits for another, once that turn can be decided about."""
    waited_for = may_nudge(table, user, now, away)
    if not ripe(table, now, absent):
        raise Refusal("protected", user=waited_for)
