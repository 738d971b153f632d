"""The tables of a person in all servers, with names and links."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.cluster.guilds import SERVER_NAME_SECONDS, Guilds
from bot.core.durations import DAY, Clock, Sleep
from bot.core.tasks import retry_until_reachable
from bot.discord_io.links import channel_label, jump_url
from bot.home.words import HomeTable
from bot.interactions.remote import ChannelAccess
from bot.runtime.names import NameDirectory
from bot.table.clock import ARCHIVED_DAYS
from bot.table.fold import BrokenLog
from bot.table.store import fold_lines, table_summary
from bot.table.table import Phase
from bot.text.names import Names
from storage import Log, SummaryRow, TableSummaries

log = logging.getLogger(__name__)

YIELD_SECONDS: Final = 0.005
"""Pause between two games, in which the event loop serves players."""
MOST_LOGGED: Final = 10
"""The number of unreadable games that get a log line of their own."""


@dataclass(eq=False, repr=False)
class SummaryIndex:
    game_log: Log
    summaries: TableSummaries
    sleep: Sleep = asyncio.sleep
    _reading: asyncio.Task[None] | None = field(init=False, default=None)
    _unreadable: set[int] = field(init=False, default_factory=set)

    @property
    def unreadable(self) -> int:
        """Logs that could not be read since the start."""
        return len(self._unreadable)

    @property
    def complete(self) -> bool:
        """True once no summary is to be rebuilt."""
        return self._reading is None or self._reading.done()

    async def of(self, user: int, put_away: float | None = None) -> tuple[SummaryRow, ...]:
        """A user's open and running tables, the longest waiting first.

        With a Unix time, also those archived since then.
        """
        also = () if put_away is None else (Phase.ARCHIVED, put_away)
        rows = await self.summaries.of(user, *also)
        stale = [row.game for row in rows if row.stale]
        for game in stale:
            await self._read(game)
        return await self.summaries.of(user, *also) if stale else rows

    async def running(self, user: int) -> tuple[int, ...]:
        return tuple(row.game for row in await self.of(user) if row.summary.turn is not None)

    async def joinable(self, limit: int) -> tuple[SummaryRow, ...]:
        """The newest lobbies, and running games with an open seat."""
        begun = await self.summaries.with_open_seats(Phase.PLAYING, limit)
        return (*await self.summaries.in_phase(Phase.LOBBY, limit), *begun)

    async def unfinished_in(self, guild: int, limit: int) -> tuple[SummaryRow, ...]:
        phases = (Phase.LOBBY.value, Phase.PLAYING.value)
        rows = await self.summaries.of_server(guild, limit)
        return tuple(row for row in rows if row.summary.phase in phases)

    def begin(self) -> None:
        work = retry_until_reachable(self.catch_up, self.sleep)
        self._reading = asyncio.create_task(work, name="summaries")

    async def catch_up(self) -> None:
        """Running games first, with pauses."""
        games = await self.summaries.stale()
        for game in games:
            await self._read(game)
            await asyncio.sleep(YIELD_SECONDS)
        if (more := self.unreadable - MOST_LOGGED) > 0:
            log.warning(
                "cannot rebuild the summaries of %d more games: see carcassonne verify", more
            )
        if games:
            log.info("rebuilt the summaries of %d games", len(games))

    async def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    async def _read(self, game: int) -> None:
        try:
            table = await fold_lines(await self.game_log.read(game))
        except BrokenLog as error:
            self._unreadable.add(game)
            if self.unreadable <= MOST_LOGGED:
                log.warning("cannot rebuild the summary of game %s: %s", game, error)
            return
        self._unreadable.discard(game)
        await self.summaries.put(game, table_summary(table))


MAX_NAMED_TABLES: Final = 16
"""The number of tables whose players are named; a message has no room for more."""
MAX_CHECKED_TABLES: Final = 40
"""The number of tables with a free seat that are checked for a user."""


@dataclass(eq=False, repr=False)
class HomeTables:
    """Tables for a person; ``clock`` returns Unix seconds."""

    guilds: Guilds
    index: SummaryIndex
    names: NameDirectory
    remote: ChannelAccess
    clock: Clock

    @property
    def complete(self) -> bool:
        return self.index.complete

    async def tables(self, user: int, guild: int | None) -> tuple[HomeTable, ...]:
        """A user's tables as seen from a server or none, longest waiting first.

        Archived tables that can be reopened come last.
        """
        rows = await self._playable(user, self.clock() - ARCHIVED_DAYS * DAY)
        last = sorted(rows, key=lambda row: row.summary.phase == Phase.ARCHIVED.value)
        return await self._tables_seen(last, user, guild)

    async def next(self, user: int, game: int, guild: int | None) -> HomeTable | None:
        """The longest waiting one, other than ``game``."""
        rows = await self._playable(user)
        waiting = [row for row in rows if row.game != game and self._waits(row, user)]
        return next(iter(await self._tables_seen(waiting[:1], user, guild)), None)

    async def open_tables(self, user: int, guild: int | None) -> tuple[HomeTable, ...]:
        """The newest with a free seat in visible channels, this server's first.

        Running games with an open seat come after lobbies.
        """
        rows = [
            row
            for row in await self.index.joinable(MAX_CHECKED_TABLES)
            if user not in row.summary.seats and has_free_seat(row)
        ]
        seen = await self.remote.visible_channels(user, ((row.guild, row.channel) for row in rows))
        rows = [row for row in rows if (row.guild, row.channel) in seen]
        rows.sort(key=lambda row: row.guild != guild)
        return await self._tables_seen(rows, user, guild)

    async def _playable(self, user: int, put_away: float | None = None) -> list[SummaryRow]:
        """The tables in servers that have the bot, as by `SummaryIndex.of`."""
        rows = await self.index.of(user, put_away)
        there = await self.guilds.with_bot(frozenset(row.guild for row in rows))
        return [row for row in rows if row.guild in there]

    def _waits(self, row: SummaryRow, user: int) -> bool:
        return row.summary.to_move == user and not row.summary.is_paused(self.clock())

    async def _tables_seen(
        self, rows: Sequence[SummaryRow], user: int, guild: int | None
    ) -> tuple[HomeTable, ...]:
        named = await asyncio.gather(
            *(self.names.seated(row.summary.seats, row.guild) for row in rows[:MAX_NAMED_TABLES])
        )
        named += [Names(row.summary.seats, {}) for row in rows[MAX_NAMED_TABLES:]]
        named = [
            replace(names, open_seats=_open_seats(row))
            for row, names in zip(rows, named, strict=True)
        ]
        guilds = [
            row.guild
            for number, row in enumerate(rows)
            if number < MAX_NAMED_TABLES or self.guilds.is_own(row.guild)
        ]
        guilds = list(dict.fromkeys(guilds))
        found_servers = await asyncio.gather(
            *(self.guilds.server(guild, SERVER_NAME_SECONDS) for guild in guilds)
        )
        servers = dict(zip(guilds, found_servers, strict=True))
        return tuple(
            self._mine(row, names, user, channel_label(servers.get(row.guild), row.channel, guild))
            for row, names in zip(rows, named, strict=True)
        )

    def _mine(self, row: SummaryRow, names: Names, user: int, where: str) -> HomeTable:
        summary = row.summary
        seat = next((n for n, player in enumerate(summary.seats) if player == user), None)
        missed = summary.missed[seat] if seat is not None else None
        gains = enumerate(missed.gains) if missed is not None else ()
        return HomeTable(
            game=row.game,
            version=summary.version,
            place=where,
            link=jump_url(row.guild, row.channel, row.post),
            name=summary.name,
            phase=Phase(summary.phase),
            names=names,
            seat_count=summary.seat_count,
            seat=seat,
            turn=summary.turn,
            since=summary.since,
            is_paused=summary.is_paused(self.clock()),
            until=summary.paused_until,
            back=summary.since + ARCHIVED_DAYS * DAY,
            tiles=missed.tiles if missed is not None else 0,
            gains={other: points for other, points in gains if points},
        )


def _open_seats(row: SummaryRow) -> frozenset[int]:
    seats, begun = row.summary.seats, row.summary.turn is not None
    empty = {seat for seat, user in enumerate(seats) if user is None}
    return frozenset(empty - row.summary.out) if begun else frozenset()


def has_free_seat(row: SummaryRow) -> bool:
    lobby = row.summary.phase == Phase.LOBBY.value
    return len(row.summary.seats) < row.summary.seat_count if lobby else bool(_open_seats(row))
