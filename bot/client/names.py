"""Names of people, by user id: learned from what they do, else asked of Discord, never stored."""

import logging
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

import discord

from bot.table.table import Table
from bot.text.names import Names, cleaned

log = logging.getLogger(__name__)

KNOWN: Final = 4096


class NameDirectory:
    """The display names of a server's members, the latest seen first."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._names: OrderedDict[tuple[int, int], str] = OrderedDict()

    def met(self, user: discord.abc.User, guild: int | None) -> None:
        """Remembers who has just done something."""
        if guild is not None:
            self._keep(guild, user.id, user.display_name)

    async def of(self, table: Table, guild: int | None, others: Iterable[object] = ()) -> Names:
        """The players of a table by name, and other users who have to be named."""
        users = {user for user in (*table.players, table.host, *others) if isinstance(user, int)}
        found = {user: await self._name(guild, user) for user in users}
        known = {user: name for user, name in found.items() if name}
        return Names(table.players, known, table.colours)

    async def _name(self, guild: int | None, user: int) -> str:
        if guild is None:
            return ""
        if (guild, user) not in self._names:
            server = self._client.get_guild(guild)
            if server is None:
                return ""
            try:
                name = (await server.fetch_member(user)).display_name
            except discord.NotFound:
                # Somebody who left has no name here, until they are met again; "Player 2" will do.
                name = ""
            except discord.HTTPException as error:
                log.info("no name for user %s in guild %s: %s", user, guild, error)
                return ""
            self._keep(guild, user, name)
        return self._names[guild, user]

    def _keep(self, guild: int, user: int, name: str) -> None:
        self._names[guild, user] = cleaned(name)
        self._names.move_to_end((guild, user))
        while len(self._names) > KNOWN:
            self._names.popitem(last=False)
