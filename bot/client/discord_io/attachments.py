"""The pictures of messages as files with a name and a description."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.client.discord_io.rendering import FILE_LIMIT, Ask, Rendering
from bot.table.table import Table
from bot.text.emoji import without_emoji
from bot.text.message import ALT_LIMIT, Illustration, Message, truncate
from bot.text.names import Names
from rules.analysis.drafts import play_draft
from rules.game import Game
from rules.moves import Move

WEBP_START: Final = b"RIFF"
"""The first bytes of a WebP file."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message: its name, its bytes, and its description in words."""

    name: str
    data: bytes
    alt: str

    def file(self) -> discord.File:
        """The file as Discord takes it, once: sending reads it to its end."""
        return discord.File(io.BytesIO(self.data), filename=self.name, description=self.alt)


def _attachment(picture: Illustration, data: bytes, table: Table) -> Attachment:
    """A drawn picture with its name and description."""
    ending = "webp" if data.startswith(WEBP_START) else "png"
    name = f"{picture.request.kind}-{table.version}.{ending}"
    return Attachment(name, data, truncate(without_emoji(picture.alt), ALT_LIMIT))


@dataclass(eq=False, repr=False)
class Attachments:
    """Make the pictures of messages about a table."""

    rendering: Rendering

    async def of(
        self,
        message: Message,
        game: int,
        table: Table,
        names: Names,
        draft: Sequence[Move] = (),
        look: Ask | None = None,
        position: Game | None = None,
    ) -> tuple[Attachment, ...]:
        """The pictures of a message, of the table as it stands or as a draft would leave it.

        With a ``position``, an earlier one of the table's game, they are of that one. Raise
        Refusal for a private ``look``, as `Rendering.picture` does.
        """
        if table.game is None:
            return ()
        before = table.game if position is None else position
        shown = play_draft(before, draft) if draft else before
        # The length of its story identifies an earlier position of a game.
        moment = (game, table.version, len(before.story), tuple(draft))
        attachments = []
        for picture in message.pictures:
            data = await self.rendering.picture(picture, shown, names, moment, FILE_LIMIT, look)
            attachments.append(_attachment(picture, data, table))
        return tuple(attachments)
