"""Build options of commands: text with suggestions, games, time zones, one for each setting."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from inspect import Parameter, Signature
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.interactions.call import Call
from bot.services import services_of
from bot.table.refusals import Refusal
from bot.text import time_zones
from bot.text.i18n import language_of, use_language
from bot.text.message import MENU_LINE_LIMIT, Suggestion, without_notes
from bot.text.names import quote_typed
from bot.words import nouns
from bot.words.settings import table_schema


class SuggestedText(app_commands.Transformer):
    """Discord may send a suggestion's label as the value."""

    def __init__(self, max_length: int = MENU_LINE_LIMIT) -> None:
        """Accept 1 to ``max_length`` characters."""
        self._max_length = max_length

    @property
    def min_value(self) -> int:
        return 1

    @property
    def max_value(self) -> int:
        return self._max_length

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> str:
        return without_notes(value)


TypedText: TypeAlias = app_commands.Transform[str, SuggestedText]
"""The type of an option with suggestions."""


def suggestion_choices(
    interaction: discord.Interaction[Any],
    typed: str,
    suggest: Callable[[str], Iterable[Suggestion]],
) -> list[app_commands.Choice[str]]:
    """Return the suggestions as choices in the user's language."""
    with use_language(language_of(interaction.locale)):
        return [
            app_commands.Choice(name=suggestion.label, value=suggestion.value)
            for suggestion in suggest(without_notes(typed))
        ]


def option_choices(option: str) -> list[app_commands.Choice[str]]:
    values = table_schema()[option].values
    return [app_commands.Choice(name=name, value=value) for value, name in values.items()]


def game_choices(names: Iterable[str]) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(
            name=locale_str(nouns.game_title(name), translation=partial(nouns.game_title, name)),
            value=name,
        )
        for name in names
    ]


async def offer_zones(
    interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    """Suggest the time zones of a city or country, near the user first."""
    await asyncio.to_thread(time_zones.places)
    now = services_of(interaction).clock()
    return suggestion_choices(
        interaction, typed, lambda text: time_zones.suggest_zones(text, interaction.locale, now)
    )


async def read_typed_zone(typed: str) -> str:
    """Raise Refusal if the text means none or several."""
    await asyncio.to_thread(time_zones.places)
    zone = time_zones.read_zone(typed)
    if zone is None:
        raise Refusal("no-zone", typed=quote_typed(typed))
    return zone


def with_options(
    callback: Callable[..., Awaitable[None]],
    options: Mapping[str, Any],
    default: object = Parameter.empty,
) -> Any:
    """Make keyword arguments options, after the callback's own parameters.

    ``default``: of an option left out; without it all are required.
    """

    async def filled(call: Call, **given: Any) -> None:
        await callback(call, **given)

    own = [
        parameter
        for parameter in Signature.from_callable(callback).parameters.values()
        if parameter.kind is not Parameter.VAR_KEYWORD
    ]
    more = [
        Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=kind, default=default)
        for name, kind in options.items()
    ]
    # discord.py reads a command's options from its callback's signature.
    vars(filled)["__signature__"] = Signature([*own, *more])
    return filled
