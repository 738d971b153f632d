"""Validate incoming interactions and apply rate limits before dispatch.

A client that is forged, or has the commands of another version, can send options that were never
offered; Discord checks most of them, and discord.py none.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

import discord
from discord import AppCommandOptionType, app_commands

from bot.client.discord_io.errors import unheard
from bot.client.discord_io.sending import HEARD_SECONDS, TRANSPORT_ERRORS
from bot.presenters.words.refusals import sentence
from bot.table.rate_limits import Cost, RateLimits
from bot.table.refusals import Refusal
from bot.text.i18n import language_of, speaking
from bot.text.names import Names, quoted

log = logging.getLogger(__name__)

KINDS: Final[Mapping[AppCommandOptionType, type]] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.user: str,
}
"""How the options of our commands come, by what they are; a user by id, and told of beside it."""


class Limiting(Protocol):
    """A client that knows how much may be asked for."""

    limits: RateLimits


async def check(interaction: discord.Interaction[Any]) -> bool:
    """Return True for a command of this bot with valid options, within the rate limits.

    Any other command is answered.
    """
    if not await within_limits(interaction):
        return False
    refusal = _refusal(interaction)
    if refusal is None:
        return True
    log.info("interaction %s is none of ours: %s", interaction.id, refusal.reason)
    await _turned_away(interaction, refusal)
    return False


async def within_limits(interaction: discord.Interaction[Any]) -> bool:
    """Return True if user and channel are within their limits; else answer them.

    Nothing else is done then: no look into the database, one request to Discord.
    """
    typing = interaction.type is discord.InteractionType.autocomplete
    client: Limiting = interaction.client
    try:
        cost = Cost.TYPE if typing else Cost.ASK
        client.limits.take(cost, interaction.user.id, interaction.channel_id)
    except Refusal as refusal:
        await _turned_away(interaction, refusal)
        return False
    return True


async def _turned_away(interaction: discord.Interaction[Any], refusal: Refusal) -> None:
    """Answers privately why nothing is done; who still types is offered nothing."""
    try:
        async with asyncio.timeout(HEARD_SECONDS):
            if interaction.type is discord.InteractionType.autocomplete:
                await interaction.response.autocomplete([])
            else:
                with speaking(language_of(interaction.locale)):
                    text = sentence(refusal, Names((), {}))
                await interaction.response.send_message(text, ephemeral=True)
    except (*TRANSPORT_ERRORS, RuntimeError) as error:
        if isinstance(error, RuntimeError) and not unheard(error):
            raise
        log.warning("interaction %s could not be answered: %r", interaction.id, error)


def _refusal(interaction: discord.Interaction[Any]) -> Refusal | None:
    command, data = interaction.command, _mapping(interaction.data)
    options = data.get("options") or []
    if not isinstance(command, app_commands.Command) or not _named(options):
        return Refusal("no-command")
    known = {option.name: option for option in command.parameters}
    given = {option["name"]: option.get("value") for option in options}
    if not given.keys() <= known.keys():
        return Refusal("no-command")
    if any(option.get("type") != known[option["name"]].type.value for option in options):
        return Refusal("no-command")  # It is by this that discord.py reads the value.
    if interaction.type is discord.InteractionType.autocomplete:
        # What is filled in so far is half typed, the one that is being typed most of all.
        typing = [known[option["name"]] for option in options if option.get("focused")]
        return None if _half_typed(typing, given) else Refusal("no-command")
    people = _mapping(_mapping(data.get("resolved")).get("users"))
    for name, option in known.items():
        if name not in given:
            if option.required:
                return Refusal("no-command")
        elif not _takes(option, given[name], people):
            return Refusal("no-option", option=name, typed=quoted(str(given[name])))
    return None


def _named(options: object) -> bool:
    """Return True for a list of options with distinct names; there are no subcommands."""
    if not isinstance(options, Sequence) or not all(isinstance(each, dict) for each in options):
        return False
    names = [each.get("name") for each in options]
    return all(isinstance(name, str) for name in names) and len(set(names)) == len(names)


def _half_typed(typing: Sequence[app_commands.Parameter], given: Mapping[str, object]) -> bool:
    """Return True for exactly one option to suggest for, with text where text is expected."""
    return (
        len(typing) == 1
        and typing[0].autocomplete
        and all(isinstance(value, str | int) for value in given.values())
        and isinstance(given[typing[0].name], str)
    )


def _takes(option: app_commands.Parameter, value: object, people: Mapping[str, object]) -> bool:
    """Return True if an option takes a value, by its kind, its choices and its bounds."""
    kind = KINDS[option.type]
    if not isinstance(value, kind) or isinstance(value, bool):
        return False
    if option.type is AppCommandOptionType.user:
        return value in people
    if option.choices:
        return value in [choice.value for choice in option.choices]
    size = len(value) if isinstance(value, str) else value
    assert isinstance(size, int)
    low, high = option.min_value, option.max_value
    return (low is None or size >= low) and (high is None or size <= high)


def _mapping(found: object) -> Mapping[str, Any]:
    return found if isinstance(found, Mapping) else {}
