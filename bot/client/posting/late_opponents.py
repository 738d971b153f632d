"""The notice in a channel, while an opponent takes longer than it should, of why it does."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.client.discord_io.sending import TRANSPORT_ERRORS
from bot.client.people.names import NameDirectory
from bot.client.posting.outbox import Outbox
from bot.presenters.public.stalled_turn import late_opponent
from bot.table.store import LoadedTable
from bot.text.i18n import use_language
from storage import StorageError

log = logging.getLogger(__name__)


@dataclass(eq=False, repr=False)
class LateOpponents:
    """Post a notice for each opponent that is late, and delete it once the opponent has moved."""

    outbox: Outbox
    names: NameDirectory

    @asynccontextmanager
    async def shown(self, loaded: LoadedTable) -> AsyncIterator[None]:
        """Have the notice in the channel of a table, if Discord takes it, within the context."""
        row, table, message = loaded.row, loaded.table, None
        try:
            names = await self.names.of(table, row.guild)
            with use_language(table.settings.language):
                notice = late_opponent(table, names)
            nonce = f"late-{row.id}-{table.version}"
            message = await self.outbox.post_notice(row, table, notice, nonce)
        except (*TRANSPORT_ERRORS, StorageError) as error:
            log.info("no notice of a late opponent in channel %s: %r", row.channel, error)
        try:
            yield
        finally:
            if message is not None:
                await self.outbox.delete_notice(row, message)
