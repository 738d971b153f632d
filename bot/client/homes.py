"""The tables of people, found wherever they are played, with names and ways to get there."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import discord

from bot.client.elsewhere import Elsewhere
from bot.client.index import Index
from bot.client.names import NameDirectory
from bot.presenters.private.home import Mine
from bot.table.table import Phase
from bot.text.i18n import _
from bot.text.message import shortened
from bot.text.names import Names, cleaned, escaped
from storage import StandingRow

JUMP: Final = "https://discord.com/channels"
PLACE: Final = 24
"""Characters of the name of a channel, and of that of a server."""
NAMED: Final = 16
"""Tables of a person whose players are named; a message has no room for more."""
LOOKED_AT: Final = 40
"""Tables with a free seat that are looked at for who may join."""


class Homes:
    """Finds tables for a person; ``clock`` gives the present in Unix seconds."""

    def __init__(
        self,
        client: discord.Client,
        index: Index,
        names: NameDirectory,
        elsewhere: Elsewhere,
        clock: Callable[[], float],
    ) -> None:
        self._client = client
        self._index = index
        self._names = names
        self._elsewhere = elsewhere
        self.clock = clock

    @property
    def complete(self) -> bool:
        """Whether all tables are known by who sits there."""
        return self._index.complete

    async def tables(self, user: int, guild: int | None) -> tuple[Mine, ...]:
        """The tables of a user who is in a server or in none, longest waiting first."""
        return await self._told(await self._index.of(user), user, guild)

    async def after_move(
        self, user: int, game: int, guild: int | None
    ) -> tuple[Mine | None, Mine | None]:
        """The table where a user has just moved, and of the others the one that waits longest."""
        rows = await self._index.of(user)
        here = [row for row in rows if row.game == game]
        waiting = [row for row in rows if row.game != game and self._waits(row, user)]
        found = await self._told([*here, *waiting[:1]], user, guild)
        return found[0] if here else None, found[-1] if waiting else None

    async def open_tables(self, user: int, guild: int | None) -> tuple[Mine, ...]:
        """The newest tables with a free seat in channels that a user sees, those here first."""
        rows = [
            row
            for row in await self._index.in_phase(Phase.LOBBY, LOOKED_AT)
            if user not in row.standing.seats and len(row.standing.seats) < row.standing.room
        ]
        seen = await self._elsewhere.visible(user, ((row.guild, row.channel) for row in rows))
        rows = [row for row in rows if (row.guild, row.channel) in seen]
        rows.sort(key=lambda row: row.guild != guild)
        return await self._told(rows, user, guild)

    def _waits(self, row: StandingRow, user: int) -> bool:
        return row.standing.to_move == user and not row.standing.rests(self.clock())

    async def _told(
        self, rows: Sequence[StandingRow], user: int, guild: int | None
    ) -> tuple[Mine, ...]:
        """Tables as a user sees them from a server."""
        named = await asyncio.gather(
            *(self._names.seated(row.standing.seats, row.guild) for row in rows[:NAMED])
        )
        named += [Names(row.standing.seats, {}) for row in rows[NAMED:]]
        pairs = zip(rows, named, strict=True)
        return tuple(self._mine(row, names, user, guild) for row, names in pairs)

    def _mine(self, row: StandingRow, names: Names, user: int, guild: int | None) -> Mine:
        standing = row.standing
        seat = next((n for n, each in enumerate(standing.seats) if each == user), None)
        missed = standing.missed[seat] if seat is not None else None
        gains = enumerate(missed.gains) if missed is not None else ()
        return Mine(
            game=row.game,
            version=standing.version,
            place=self._place(row.guild, row.channel, guild),
            link=_link(row.guild, row.channel, row.post),
            name=standing.name,
            phase=Phase(standing.phase),
            names=names,
            room=standing.room,
            seat=seat,
            turn=standing.turn,
            since=standing.since,
            rests=standing.rests(self.clock()),
            until=standing.paused_until,
            tiles=missed.tiles if missed is not None else 0,
            gains={other: points for other, points in gains if points},
        )

    def linked(self, guild: int, channel: int, here: int | None, post: int | None = None) -> str:
        """The name of a channel as it is called in a server or in none, leading there.

        Or to a ``post`` in it.
        """
        return f"[{escaped(self._place(guild, channel, here))}]({_link(guild, channel, post)})"

    def _place(self, guild: int, channel: int, here: int | None) -> str:
        """The name of a channel, with its server where that is another than one is in."""
        server = self._client.get_guild(guild)
        if server is None:
            return _("a server where I am not")
        room = server.get_channel_or_thread(channel)
        place = f"#{shortened(cleaned(room.name), PLACE)}" if room is not None else _("a thread")
        if guild == here:
            return place
        return f"{place} ({shortened(cleaned(server.name), PLACE)})"


def _link(guild: int, channel: int, post: int | None) -> str:
    """Where a client goes: to a post, else to the end of its channel."""
    return "/".join(map(str, filter(None, (JUMP, guild, channel, post))))
