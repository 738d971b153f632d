"""Display names by user id: learned from interactions, else asked of Discord, never stored."""

import asyncio
import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

import discord
from cachetools import LRUCache

from bot.absences.service import AbsenceCalendar
from bot.cluster.guilds import Guilds
from bot.core.durations import Timer
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.settings.service import ServerSettings
from bot.table.settings import RATINGS
from bot.table.table import Table
from bot.text.names import Names, clean_name, is_impersonal
from renderer.text import drawable_name

log = logging.getLogger(__name__)

MAX_NAMES: Final = 4096
NAMES_SECONDS: Final = 1.0
"""Seconds to wait for a name before a post goes out with "Player 2"."""
SERVER_NAME_LIMIT: Final = 48
"""The most characters of a server's name; Discord allows 100."""
FAILED_LOOKUP_SECONDS: Final = 300.0
"""Seconds before Discord is asked again for a name after a failed lookup."""


@dataclass(eq=False, repr=False)
class NameDirectory:
    """Display names of members, latest seen first."""

    guilds: Guilds
    clock: Timer = time.monotonic
    absences: AbsenceCalendar | None = None
    server_settings: ServerSettings | None = None
    _names: LRUCache[tuple[int | None, int], str] = field(
        init=False, default_factory=lambda: LRUCache(MAX_NAMES)
    )
    _failed_until: LRUCache[tuple[int | None, int], float] = field(
        init=False, default_factory=lambda: LRUCache(MAX_NAMES)
    )
    """The times until which Discord is not asked again."""

    def remember(self, user: discord.abc.User, guild: int | None) -> None:
        """Remember the name of a user who just acted.

        A name from a direct message (``guild`` is None) is used where no other is known.
        """
        self._keep(guild, user.id, user.display_name)

    def forget(self, user: int | None) -> None:
        """Forget one or all names, until the next interaction."""
        for known in (self._names, self._failed_until):
            for key in [key for key in known if user in (None, key[1])]:
                del known[key]

    async def of(
        self,
        table: Table,
        guild: int | None,
        others: Iterable[object] = (),
        *,
        absences: bool = True,
    ) -> Names:
        """Names of players and other users.

        It takes a second at most: a user unknown by then gets a number. ``absences`` includes those
        of the players.
        """
        # With earlier players of a seat, whom posts about past turns name.
        played = (line.user for line in table.lines)
        named = (table.host, *played, *others)
        names = await self.seated(table.players, guild, named, absences=absences)
        server = self.guilds.server_name(guild) if guild is not None else ""
        rates_games = False
        if table.game is None and guild is not None and self.server_settings is not None:
            rates_games = (await self.server_settings.of(guild)).wants(RATINGS)
        return replace(
            names,
            colours=table.colours,
            open_seats=table.open_seats,
            server=clean_name(server, SERVER_NAME_LIMIT),
            rates_games=rates_games,
            channel=clean_name(table.channel_name),
        )

    async def seated(
        self,
        players: tuple[int | None, ...],
        guild: int | None,
        others: Iterable[object] = (),
        *,
        absences: bool = True,
    ) -> Names:
        """`of` for places where the table is not at hand."""
        named = (user for user in (*players, *others) if not is_impersonal(user))
        users = {user for user in named if isinstance(user, int)}
        if guild is not None:
            await self._learn(guild, users)
        learned = {user: name for user in users if (name := self._known(guild, user))}
        known = {user: drawable_name(name) or name for user, name in learned.items()}
        undrawable = frozenset(user for user, name in known.items() if not drawable_name(name))
        names = Names(players, known, undrawable=undrawable)
        if self.absences is None or not absences:
            return names
        away, absent = await self.absences.ends_and_stopped_clocks(users.intersection(players))
        return replace(names, absence_ends=away, absence_periods=absent, now=self.absences.clock())

    async def _learn(self, guild: int, users: Iterable[int]) -> None:
        now = self.clock()
        missing = [
            user
            for user in users
            if (guild, user) not in self._names
            and self._failed_until.get((guild, user), now) <= now
        ]
        if missing and guild in await self.guilds.with_bot(frozenset({guild})):
            await asyncio.gather(*(self._ask(guild, user) for user in missing))

    async def _ask(self, guild: int, user: int) -> None:
        try:
            async with asyncio.timeout(NAMES_SECONDS):
                name = await self.guilds.member_name(guild, user)
        except discord.NotFound:
            # A former member has no name here until their next interaction.
            name = ""
        except TRANSPORT_ERRORS as error:
            log.info("no name for user %s in guild %s: %r", user, guild, error)
            self._failed_until[guild, user] = self.clock() + FAILED_LOOKUP_SECONDS
            return
        self._keep(guild, user, name)

    def _known(self, guild: int | None, user: int) -> str:
        return self._names.get((guild, user), "") or self._names.get((None, user), "")

    def _keep(self, guild: int | None, user: int, name: str) -> None:
        self._failed_until.pop((guild, user), None)
        self._names[guild, user] = clean_name(name)


def name_in_pictures(user: discord.abc.User) -> str:
    """The name, or "" if pictures cannot draw it."""
    return drawable_name(clean_name(user.display_name))
