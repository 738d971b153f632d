"""Options of commands that the games' parts add, and autocomplete choices."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands

from bot.client.discord_io.call import Call
from bot.presenters.private.autocomplete import Suggestion
from bot.text.i18n import language_of, use_language
from bot.text.message import MENU_LINE_LIMIT, truncate


def suggestion_choices(
    interaction: discord.Interaction[Any], offer: Callable[[], Iterable[Suggestion]]
) -> list[app_commands.Choice[str]]:
    """Return suggestions as autocomplete choices in the user's language."""
    with use_language(language_of(interaction.locale)):
        return [
            app_commands.Choice(
                name=truncate(suggestion.name, MENU_LINE_LIMIT), value=suggestion.value
            )
            for suggestion in offer()
        ]


def with_options(
    callback: Callable[..., Awaitable[None]],
    options: Mapping[str, Any],
    default: object = Parameter.empty,
) -> Any:
    """Return a callback whose keyword arguments become options, after its own parameters.

    ``default`` is the value of an option that is left out; without it all options are required.
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
    # Discord's library reads what a command takes off the signature of its callback.
    vars(filled)["__signature__"] = Signature([*own, *more])
    return filled
