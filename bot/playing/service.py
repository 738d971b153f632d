"""Keep unconfirmed placements; delete a player's older panel when a newer one opens."""

import logging
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from cachetools import LRUCache, TTLCache

from bot.discord_io.sending import TRANSPORT_ERRORS, answer_timeout
from bot.interactions.call import Call
from bot.table.table import TableVersion
from rules.moves import PlaceTile

log = logging.getLogger(__name__)

KEPT_MOVES: Final = 1024
"""The number of newest placements kept in memory."""
MAX_PANELS: Final = 512
DELETABLE_SECONDS: Final = 14 * 60.0
"""Seconds in which a private answer can be deleted: Discord's token is valid for 15 minutes."""


@dataclass(eq=False, repr=False)
class PendingMoves:
    """Each player's last unconfirmed placement by channel.

    In memory only: nothing has been committed.
    """

    _kept: LRUCache[tuple[int, int], tuple[TableVersion, PlaceTile]] = field(
        init=False, default_factory=lambda: LRUCache(KEPT_MOVES)
    )
    """By channel and player."""

    def keep(self, channel: int, user: int, at: TableVersion, move: PlaceTile | None) -> None:
        """Remember a placement asked about, and its table's version.

        None: the player is asked for a space again.
        """
        if move is None:
            self._kept.pop((channel, user), None)
        else:
            self._kept[channel, user] = (at, move)

    def forget(self, user: int | None) -> None:
        """None forgets all players."""
        for key in [key for key in self._kept if user in (None, key[1])]:
            del self._kept[key]

    def of(self, channel: int, user: int, at: TableVersion) -> PlaceTile | None:
        """The placement asked about, if the table has not changed since."""
        kept_at, move = self._kept.get((channel, user), (None, None))
        return move if kept_at == at else None


@dataclass(eq=False, repr=False)
class OpenPanels:
    """Each player's newest panel by channel, in memory; a forgotten one stays visible."""

    _newest: TTLCache[tuple[int | None, int], tuple[TableVersion, discord.Interaction[Any]]] = (
        field(init=False, default_factory=lambda: TTLCache(MAX_PANELS, DELETABLE_SECONDS))
    )
    """By channel and player: the version of its table, and the interaction it answers."""

    async def replace(self, call: Call, version: TableVersion) -> None:
        """Note a new panel; delete the player's earlier one of the same turn.

        A press on a private message changes the panel in it, and deletes nothing.
        """
        key = call.channel_id, call.user.id
        earlier_version, earlier = self._newest.pop(key, (None, None))
        self._newest[key] = version, call.interaction
        pressed = call.interaction.message
        is_edited = pressed is not None and pressed.flags.ephemeral
        if earlier is None or earlier_version != version or is_edited:
            return
        try:
            async with answer_timeout():
                await earlier.delete_original_response()
        except TRANSPORT_ERRORS as error:
            log.info("an earlier panel stays: %r", error)

    def forget(self, user: int | None) -> None:
        """None forgets all players."""
        for key in [key for key in self._newest if user in (None, key[1])]:
            self._newest.pop(key, None)
