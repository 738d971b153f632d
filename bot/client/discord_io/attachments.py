"""The pictures of a message, made and named: what is attached to it, each with its alt text."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.client.discord_io.rendering import Ask, Rendering
from bot.table.table import Table
from bot.text.message import ALT_LIMIT, Illustration, Message, shortened
from bot.text.names import Names
from rules.analysis.drafts import drafted
from rules.moves import Move

FILE_LIMIT: Final = 8 * 2**20
"""Bytes of a file, within what every server takes."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message: the name it bears there, its bytes, and what it shows in words."""

    name: str
    data: bytes
    alt: str

    def file(self) -> discord.File:
        """The file as Discord takes it, once: sending reads it to its end."""
        return discord.File(io.BytesIO(self.data), filename=self.name, description=self.alt)


def _named(picture: Illustration, table: Table) -> tuple[str, str]:
    """The name of a picture's file, and what it shows in words."""
    return f"{picture.shot.value}-{table.version}.png", shortened(picture.alt, ALT_LIMIT)


def kept(message: Message, table: Table) -> tuple[Attachment, ...]:
    """The pictures of a message that was sent, by name alone: they are with it already."""
    named = [_named(picture, table) for picture in message.pictures]
    return tuple(Attachment(name, b"", alt) for name, alt in named)


class Attachments:
    """Make the pictures that messages about a table ask for."""

    def __init__(self, rendering: Rendering) -> None:
        self._rendering = rendering

    async def of(
        self,
        message: Message,
        game: int,
        table: Table,
        names: Names,
        draft: Sequence[Move] = (),
        look: Ask | None = None,
    ) -> tuple[Attachment, ...]:
        """The pictures of a message, of the table as it stands or as a draft would leave it.

        For a private ``look`` they may be refused, as `Rendering.picture` says.
        """
        if table.game is None:
            return ()
        shown = drafted(table.game, draft) if draft else table.game
        moment = (game, table.version, tuple(draft))
        found = []
        for picture in message.pictures:
            png = await self._rendering.picture(picture, shown, names, moment, FILE_LIMIT, look)
            name, alt = _named(picture, table)
            found.append(Attachment(name, png, alt))
        return tuple(found)
