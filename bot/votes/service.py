"""The daily job that archives tables without players, and posts so in their channels."""

import logging
from dataclasses import dataclass
from typing import Final

import discord

from bot.core.durations import DAY
from bot.posting.outbox import Outbox
from bot.table.clock import IDLE_DAYS, idle_since
from bot.table.refusals import Refusal
from bot.table.service import SeatService, TableService
from bot.table.store import LoadedTable, Request, Tables
from bot.table.table import Outcome, Phase
from storage import Departures, Log

log = logging.getLogger(__name__)

BATCH_SIZE: Final = 8
"""The most tables that one run of the job archives."""


@dataclass(eq=False, repr=False)
class Archiver:
    """Archive idle games, and call off idle lobbies."""

    game_log: Log
    departures: Departures
    tables: Tables
    service: TableService
    seat_service: SeatService
    outbox: Outbox
    client: discord.Client

    async def run(self) -> bool:
        """Archive tables idle for IDLE_DAYS. Return True if there are more.

        Those in servers and channels that are gone are left to `DepartureWatch`.
        """
        gone = {(place.kind, place.place) for place in await self.departures.all()}
        now, archived = self.game_log.clock(), 0
        for row, newest in await self.game_log.idle(now - IDLE_DAYS * DAY):
            if ("server", row.guild) in gone or ("channel", row.channel) in gone:
                continue
            if archived == BATCH_SIZE:
                return True
            try:
                loaded = await self.tables.game(row.id)
                if loaded is None or now - idle_since(loaded.table, newest) < IDLE_DAYS * DAY:
                    continue
                outcome = await self._archive(loaded)
            except Refusal as refusal:
                # The log cannot be read, or a player has acted at this very moment.
                log.info("game %s is not archived: %s", row.id, refusal.reason)
                continue
            archived += 1
            await self.outbox.post(row.channel, row.guild, outcome)
        return False

    async def _archive(self, loaded: LoadedTable) -> Outcome:
        assert self.client.user is not None
        request = Request(self.client.user.id, loaded.row.guild, loaded.row.channel)
        if loaded.table.phase is Phase.LOBBY:
            return await self.service.end(request, manager=True, version=loaded.version)
        return await self.seat_service.archive(request, loaded.row.id)
