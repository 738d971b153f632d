"""Find a user's tables in all servers, and the open tables that the user may join."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.cluster.guilds import SERVER_NAME_SECONDS, Guilds
from bot.core.durations import DAY, Clock
from bot.discord_io.links import channel_label, jump_url
from bot.home.words import HomeTable
from bot.interactions.remote import ChannelAccess
from bot.runtime.names import NameDirectory
from bot.table.clock import ARCHIVED_DAYS
from bot.table.store import SummaryIndex
from bot.table.table import Phase
from bot.text.names import Names
from storage import SummaryRow

log = logging.getLogger(__name__)

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
