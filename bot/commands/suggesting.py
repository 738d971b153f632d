"""What Discord offers while an option is typed."""

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.presenters.private.autocomplete import Filling, Suggestion, suggestions
from bot.text.i18n import language_of, speaking


def narrowed(
    interaction: discord.Interaction[Any], fillings: Iterable[Filling], option: str, typed: object
) -> list[app_commands.Choice[Any]]:
    """What is legal for an option, as the others that are filled already narrow it."""
    given = {name: value for name, value in interaction.namespace if value not in (None, "")}
    with speaking(language_of(interaction.locale)):
        return choices(suggestions(fillings, option, str(typed), given))


def choices(found: Iterable[Suggestion]) -> list[app_commands.Choice[Any]]:
    """Suggestions as Discord takes them."""
    return [app_commands.Choice(name=each.name, value=each.value) for each in found]
