"""What a channel has missed of a game, read from the log and told whole."""

import logging
from collections.abc import Sequence
from typing import Final

import discord

from bot.client.posting.posted import Answering
from bot.client.posting.poster import Poster
from bot.table.fold import BrokenLog
from bot.table.log_reader import beside
from bot.table.post_history import missed
from bot.table.table import Outcome
from storage import GameRow, Log, PostRow

log = logging.getLogger(__name__)

MALFORMED: Final = (40005, 50035)
"""What Discord answers to a message that no waiting makes better: too large, or not allowed."""


class Backlog:
    """Tells what was missed, with what those answer to it who play on at once."""

    def __init__(self, log: Log, sender: Poster, answering: Answering) -> None:
        self._log = log
        self._sender = sender
        self._answering = answering
        self._hopeless: set[tuple[int, int]] = set()
        """Games and entries that cannot be told at all: said once, and left."""

    async def told(self, row: GameRow) -> tuple[Outcome, Sequence[PostRow]] | None:
        """What a channel is told of a game, or how it stands, and the posts that told it.

        None where it cannot be told at all. Raises one of NOT_TAKEN, StorageError.
        """
        if (row.id, row.last) in self._hopeless:
            return None
        try:
            return await self._told(row)
        except BrokenLog as error:
            log.error("game %s cannot be read: %s", row.id, error)
        except discord.HTTPException as error:
            if error.code not in MALFORMED:
                raise
            log.error("game %s cannot be posted as it stands: %s", row.id, error)
        self._hopeless.add((row.id, row.last))
        return None

    async def _told(self, row: GameRow) -> tuple[Outcome, Sequence[PostRow]]:
        entries = await self._log.read(row.id)
        outcome = await beside(missed, entries, row.id, row.posted)
        # Discord recognises a repeat by its nonce for some minutes only; this may be days later.
        look = row.posted < row.last
        if outcome.before is outcome.after:
            table = outcome.after
            return outcome, await self._sender.present(
                row.channel, row.guild, row.id, table, look=look
            )
        outcome = await self._answering.answered(outcome)
        return outcome, [await self._sender.outcome(row.channel, row.guild, outcome, look=look)]
