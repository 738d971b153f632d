"""Buttons that keep working after a restart: all they are is in their custom id.

``carc:12:45:place 3 -1 rot90 hunter b`` means: in game 12, as it stood after entry 45, this move.
"""

import re
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.presenters.post import Button, Tone, shortened

if TYPE_CHECKING:
    from bot.app import App

ID_LIMIT: Final = 100
STYLES: Final = {
    Tone.MAIN: discord.ButtonStyle.primary,
    Tone.PLAIN: discord.ButtonStyle.secondary,
    Tone.GOOD: discord.ButtonStyle.success,
    Tone.GRAVE: discord.ButtonStyle.danger,
}


class Press(
    ui.DynamicItem[ui.Button[Any]],
    template=re.compile(r"carc:(?P<game>\d+):(?P<entry>\d+):(?P<does>.+)"),
):
    """A button of a table."""

    def __init__(self, item: ui.Button[Any], game: int, entry: int, does: str) -> None:
        super().__init__(item)
        self.game = game
        self.entry = entry
        self.does = does

    @classmethod
    def made(cls, button: Button, game: int, entry: int) -> "Press":
        """The button of a post about a game as it stands after an entry."""
        custom_id = f"carc:{game}:{entry}:{button.does}"
        assert len(custom_id) <= ID_LIMIT, custom_id
        item: ui.Button[Any] = ui.Button(
            label=shortened(button.label, 80), style=STYLES[button.tone], custom_id=custom_id
        )
        return cls(item, game, entry, button.does)

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> "Press":
        """The button somebody pressed, read back from its id."""
        assert isinstance(item, ui.Button)
        return cls(item, int(match["game"]), int(match["entry"]), match["does"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Does what the button says."""
        client: App = interaction.client
        await client.pressed(interaction, self)
