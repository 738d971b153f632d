"""Handle a table's due: close its lobby, end a pause, play or remind, end a game long idle.

Also start an opponent, make a standing order due, and derive the result and the review of a
finished game.
"""

import logging
import time
from dataclasses import dataclass
from typing import Final

import discord

from bot.channel_seat.service import ChannelSeat
from bot.core.durations import DAY, HOUR, MINUTE, Clock
from bot.history.service import EndReviews
from bot.opponents.player import OpponentPlayer
from bot.orders.service import OrderBook
from bot.posting.outbox import Outbox
from bot.reminders.service import Reminders
from bot.runtime.scheduler import TurnDue
from bot.statistics.service import ResultIndex
from bot.table.clock import IDLE_DAYS, idle_since
from bot.table.refusals import Refusal
from bot.table.service import SeatService, TableService
from bot.table.store import LoadedTable, Request, Tables
from bot.table.table import Outcome, PauseState, Phase
from storage import Departures, Due, Log, Schedule, TableSummaries

log = logging.getLogger(__name__)

LOBBY_SECONDS: Final = 1 * DAY
"""Seconds for which a lobby with only its host stays open."""
OLD_LOBBIES_LIMIT: Final = 1000
"""The most lobbies that a start checks; older ones were closed long ago."""
REFUSED_SECONDS: Final = 1 * MINUTE
"""Pause before the next look at a table that a player has changed at the same moment."""
OPPONENT_CHECK_SECONDS: Final = 1 * MINUTE
"""Pause before the next look whether an opponent, or a standing order, has moved."""
WITHOUT_BOT_SECONDS: Final = 1 * HOUR
"""Pause before the next look at a table whose server has removed the bot, and may add it again."""


@dataclass(eq=False, repr=False)
class TurnWatch:
    """Load a game's table and do the one due thing."""

    tables: Tables
    service: TableService
    seat_service: SeatService
    outbox: Outbox
    opponents: OpponentPlayer
    orders: OrderBook
    channel_seat: ChannelSeat
    reminders: Reminders
    schedule: Schedule
    summaries: TableSummaries
    results: ResultIndex
    reviews: EndReviews
    client: discord.Client
    clock: Clock = time.time

    async def begin(self) -> None:
        """Wake lobbies older than LOBBY_SECONDS, which may have no due."""
        now = self.clock()
        for row in await self.summaries.in_phase(Phase.LOBBY, OLD_LOBBIES_LIMIT):
            if row.summary.since + LOBBY_SECONDS < now:
                await self.schedule.wake(TurnDue(row.game).write(now))

    async def handle(self, due: Due) -> float | None:
        """Do what a table waits for. Return the Unix time to look again.

        Raise one of TRANSPORT_ERRORS if Discord fails, or StorageError.
        """
        turn = TurnDue.read(due)
        loaded = await self.tables.unfinished_game(turn.game)
        if loaded is None:
            await self.orders.delete_game(turn.game)
            await self.results.derive(turn.game)
            await self.reviews.make_due(turn.game)
            return None
        table, now = loaded.table, self.clock()
        if table.phase is Phase.LOBBY:
            return await self._check_lobby(loaded)
        if table.phase is not Phase.PLAYING:
            return None
        if table.paused is not None and not table.paused.is_active(now):
            return await self._end_pause(loaded, table.paused)
        if self.client.get_guild(loaded.row.guild) is None:
            return now + WITHOUT_BOT_SECONDS
        if table.opponent_to_move is not None:
            self.opponents.begin(turn.game, self.outbox.post)
            return now + OPPONENT_CHECK_SECONDS
        if table.is_channel_to_move:
            return await self.channel_seat.end_if_due(loaded)
        if await self.orders.make_due(loaded.row.id, table):
            return now + OPPONENT_CHECK_SECONDS
        return await self.reminders.check(loaded, turn.snooze)

    async def _check_lobby(self, loaded: LoadedTable) -> float | None:
        """Close a lobby nobody joined for LOBBY_SECONDS, else return when to look."""
        if len(loaded.table.people) > 1:
            return None  # The entry of a player who joins or leaves makes the game due again.
        now, closes_at = self.clock(), loaded.table.since + LOBBY_SECONDS
        if now < closes_at:
            return closes_at
        if self.client.get_guild(loaded.row.guild) is None:
            return now + WITHOUT_BOT_SECONDS
        assert self.client.user is not None
        request = Request(self.client.user.id, loaded.row.guild, loaded.row.channel)
        try:
            outcome = await self.service.end(request, manager=True, version=loaded.version)
        except Refusal as refusal:
            log.info("lobby %s is not closed: %s", loaded.row.id, refusal.reason)
            return now + REFUSED_SECONDS
        await self.outbox.revise(loaded.row, outcome)
        return None

    async def _end_pause(self, loaded: LoadedTable, pause: PauseState) -> float | None:
        """End a pause; the entry makes the game due again."""
        row, players = loaded.row, loaded.table.people
        # The entry's author is a player who voted for this end of the pause.
        user = next((user for user in players if user in pause.by), next(iter(players), 0))
        try:
            outcome = await self.seat_service.end_expired_pause(
                Request(user, row.guild, row.channel)
            )
        except Refusal as refusal:
            log.info("the pause of game %s is not ended: %s", row.id, refusal.reason)
            return self.clock() + REFUSED_SECONDS
        await self.outbox.post(row.channel, row.guild, outcome)
        return None


ARCHIVE_BATCH: Final = 8
"""The most tables that one run of the job archives."""


@dataclass(eq=False, repr=False)
class Archiver:
    """Archive idle games, and call off idle lobbies, in a daily job."""

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
            if archived == ARCHIVE_BATCH:
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
