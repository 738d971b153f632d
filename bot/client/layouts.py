"""Messages as Discord wants them: layouts for the channel, views for private answers."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.client.attachments import Attachment
from bot.client.buttons import PickMenu, PressButton
from bot.text.message import Message
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
    for each in attachments:
        item = discord.MediaGalleryItem(f"attachment://{each.name}", description=each.alt)
        box.add_item(ui.MediaGallery(item))
    for buttons in message.rows() if attachments or not message.pictures else ():
        row: ui.ActionRow[Any] = ui.ActionRow()
        for button in buttons:
            row.add_item(PressButton.made(button, game, entry))
        box.add_item(row)
    if message.menu is not None:
        choice: ui.ActionRow[Any] = ui.ActionRow()
        choice.add_item(PickMenu.made(message.menu, game, entry))
        box.add_item(choice)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(box)
    return layout


def view_of(message: Message, game: int = NO_GAME, entry: int = 0) -> ui.View | None:
    """The menu and the buttons of a private answer."""
    rows = message.rows()
    if not rows and message.menu is None:
        return None
    view = ui.View(timeout=None)
    first = 0
    if message.menu is not None:
        view.add_item(PickMenu.made(message.menu, game, entry, row=0))
        first = 1
    for number, buttons in enumerate(rows, first):
        for button in buttons:
            view.add_item(PressButton.made(button, game, entry, row=number))
    return view
