"""What Discord offers while an option is typed."""

from collections.abc import Callable, Iterable
from typing import Any

import discord
from discord import app_commands

from bot.presenters.private.autocomplete import Suggestion
from bot.text.i18n import language_of, speaking
from bot.text.message import LINE_LIMIT, shortened


def suggested(
    interaction: discord.Interaction[Any], offer: Callable[[], Iterable[Suggestion]]
) -> list[app_commands.Choice[str]]:
    """Suggestions in the language of who types, as Discord takes them."""
    with speaking(language_of(interaction.locale)):
        return [
            app_commands.Choice(name=shortened(each.name, LINE_LIMIT), value=each.value)
            for each in offer()
        ]
