"""Messages as Discord wants them: layouts for the channel, views for private answers."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.client.discord_io.attachments import Attachment
from bot.client.discord_io.buttons import ChannelPick, PickMenu, PressButton
from bot.text.message import ChannelMenu, Item, Menu, Message
from renderer.sprites import COLOUR_RGB

NO_GAME: Final = 0
"""Stands in the ids of buttons that are about no game; those of the log count from 1."""


def layout_of(
    message: Message,
    text: str,
    game: int = NO_GAME,
    entry: int = 0,
    attachments: Sequence[Attachment] = (),
) -> ui.LayoutView:
    """A container in the colour of the seat to move: text, wide pictures, buttons, a menu."""
    colour = None
    if message.colour is not None:
        colour = discord.Colour.from_rgb(*COLOUR_RGB[message.colour])
    box: ui.Container[Any] = ui.Container(accent_colour=colour)
    box.add_item(ui.TextDisplay(text))
    for file in attachments:
        item = discord.MediaGalleryItem(f"attachment://{file.name}", description=file.alt)
        box.add_item(ui.MediaGallery(item))
    for buttons in message.rows() if attachments or not message.pictures else ():
        row: ui.ActionRow[Any] = ui.ActionRow()
        for each in buttons:
            row.add_item(item_of(each, game, entry))
        box.add_item(row)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(box)
    return layout


def view_of(message: Message, game: int = NO_GAME, entry: int = 0) -> ui.View | None:
    """The menus and the buttons of a private answer."""
    rows = message.rows()
    if not rows:
        return None
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for each in row:
            view.add_item(item_of(each, game, entry, number))
    return view


def item_of(
    each: Item, game: int, entry: int, row: int | None = None
) -> PressButton | PickMenu | ChannelPick:
    """A button or a menu of a message about a game as it stands after an entry.

    A button may be about another.
    """
    if isinstance(each, Menu):
        return PickMenu.made(each, game, entry, row)
    if isinstance(each, ChannelMenu):
        return ChannelPick.made(each, game, entry, row)
    return PressButton.made(each, *(each.about or (game, entry)), row)
