"""Whether a player is there anyway: then the post of their turn need not ping them."""

from typing import Final

from bot.table.table import Table
from rules.record import SKIP

HERE: Final = 300.0
"""Seconds after a turn of theirs for which players are taken to be there still."""


def here(table: Table) -> bool:
    """Whether who is to move has just ended a turn of theirs, by moving."""
    game, user = table.game, table.to_move
    if game is None or user is None:
        return False
    ended = [spell.ended for spell in table.turns if spell.seat == game.turn]
    if not ended or table.since - ended[-1] >= HERE:
        return False
    # A turn that was skipped ends too, without anybody being there.
    for line in reversed(table.lines):
        if line.text == SKIP:
            return False
        if line.user == user and line.moves:
            return True
    return False
