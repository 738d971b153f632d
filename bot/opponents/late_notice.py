"""The notice to a table that its opponent moves late, deleted once the opponent has moved."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.posting.outbox import Outbox
from bot.runtime.names import NameDirectory
from bot.table.store import LoadedTable
from bot.text.i18n import use_language
from bot.votes.words import late_opponent
from storage import StorageError

log = logging.getLogger(__name__)


@dataclass(eq=False, repr=False)
class LateOpponents:
    """Post a notice for each late opponent, and delete it once they move."""

    outbox: Outbox
    names: NameDirectory

    @asynccontextmanager
    async def shown(self, loaded: LoadedTable) -> AsyncIterator[None]:
        """Show the notice within the context, if Discord takes it."""
        row, table, message = loaded.row, loaded.table, None
        try:
            names = await self.names.of(table, row.guild)
            with use_language(table.settings.language):
                notice = late_opponent(table, names)
            nonce = f"late-{row.id}-{table.version}"
            message = await self.outbox.post_notice(loaded, notice, nonce)
        except (*TRANSPORT_ERRORS, StorageError) as error:
            log.info("no notice of a late opponent in channel %s: %r", row.channel, error)
        try:
            yield
        finally:
            if message is not None:
                await self.outbox.delete_notice(row, message)
