"""Validate, rate-limit and acknowledge interactions, and tell users of failures."""

import asyncio
import logging
from collections.abc import Container, Mapping, Sequence
from typing import Any, Final, Protocol

import discord
from discord import AppCommandOptionType, app_commands
from discord.utils import MISSING

from bot.core import log_context
from bot.discord_io.errors import cause_of, is_unanswerable
from bot.discord_io.sending import ACKNOWLEDGE_SECONDS, FAILURE_SECONDS, TRANSPORT_ERRORS, refuses
from bot.interactions.replies import BUG, UNANSWERED
from bot.table.rate_limits import RateLimits, RequestKind
from bot.table.refusals import Refusal
from bot.table.settings import renamed_setting
from bot.text.i18n import N_, _, language_of, use_language
from bot.text.names import NOBODY, quote_typed
from bot.words.refusals import refusal_text
from storage import (
    DamagedFile,
    DatabaseBusy,
    DatabaseUnreachable,
    DiskFailed,
    DiskFull,
    FileBusy,
    ReadOnlyFile,
    StorageUnavailable,
    is_storable,
)

log = logging.getLogger(__name__)

KINDS: Final[Mapping[AppCommandOptionType, type]] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.user: str,
}
"""The Python types in which Discord sends options; a user comes by id, with its data elsewhere."""


class HasLimits(Protocol):
    limits: RateLimits


async def is_accepted(interaction: discord.Interaction[Any]) -> bool:
    """True for a valid command within the rate limits.

    Any other is answered with its refusal.
    """
    if not await within_limits(interaction):
        return False
    refusal = _refusal(interaction)
    if refusal is None:
        return True
    log.info("interaction %s is not valid: %s", interaction.id, refusal.reason)
    await _answer_refusal(interaction, refusal)
    return False


async def within_limits(interaction: discord.Interaction[Any]) -> bool:
    """True if user and channel are within limits; else answer them.

    Over the limit an interaction costs one request to Discord and no look into the database.
    """
    typing = interaction.type is discord.InteractionType.autocomplete
    client: HasLimits = interaction.client
    try:
        kind = RequestKind.AUTOCOMPLETE if typing else RequestKind.REQUEST
        if not typing and interaction.channel_id in client.limits.voting:
            kind = RequestKind.VOTE
        client.limits.take(kind, interaction.user.id, interaction.channel_id)
    except Refusal as refusal:
        await _answer_refusal(interaction, refusal)
        return False
    return True


async def _answer_refusal(interaction: discord.Interaction[Any], refusal: Refusal) -> None:
    """Answer privately; an autocomplete gets no suggestions."""
    try:
        async with asyncio.timeout(ACKNOWLEDGE_SECONDS):
            if interaction.type is discord.InteractionType.autocomplete:
                await interaction.response.autocomplete([])
            else:
                with use_language(language_of(interaction.locale)):
                    text = refusal_text(refusal, NOBODY)
                await interaction.response.send_message(text, ephemeral=True)
    except (*TRANSPORT_ERRORS, RuntimeError) as error:
        if isinstance(error, RuntimeError) and not is_unanswerable(error):
            raise
        log.warning("interaction %s could not be answered: %r", interaction.id, error)


def _rename_earlier_options(options: Sequence[Any], known: Container[str]) -> None:
    """Rename options of clients with an older copy of the command."""
    for option in options:
        name, value = option["name"], option.get("value")
        if name not in known and isinstance(value, str):
            option["name"], option["value"] = renamed_setting(name, value)


def _refusal(interaction: discord.Interaction[Any]) -> Refusal | None:
    command, data = interaction.command, _mapping(interaction.data)
    options = data.get("options") or []
    if isinstance(command, app_commands.ContextMenu):
        is_whole = interaction.type is discord.InteractionType.application_command and not options
        return None if is_whole else Refusal("no-command")
    if not isinstance(command, app_commands.Command) or not _has_distinct_names(options):
        return Refusal("no-command")
    known = {option.name: option for option in command.parameters}
    _rename_earlier_options(options, known)
    given = {option["name"]: option.get("value") for option in options}
    if not given.keys() <= known.keys():
        return Refusal("no-command")
    if any(option.get("type") != known[option["name"]].type.value for option in options):
        return Refusal("no-command")  # discord.py reads the value by this type.
    if interaction.type is discord.InteractionType.autocomplete:
        # During autocomplete option values are incomplete, so only the focused option is checked.
        typing = [known[option["name"]] for option in options if option.get("focused")]
        return None if _is_suggestion_request(typing, given) else Refusal("no-command")
    people = _mapping(_mapping(data.get("resolved")).get("users"))
    for name, option in known.items():
        if name not in given:
            if option.required:
                return Refusal("no-command")
        elif not _accepts(option, given[name], people):
            return Refusal("no-option", option=name, typed=quote_typed(str(given[name])))
    return None


def _has_distinct_names(options: object) -> bool:
    """True for distinct names; there are no subcommands."""
    if not isinstance(options, Sequence) or not all(isinstance(option, dict) for option in options):
        return False
    names = [option.get("name") for option in options]
    return all(isinstance(name, str) for name in names) and len(set(names)) == len(names)


def _is_suggestion_request(
    typing: Sequence[app_commands.Parameter], given: Mapping[str, object]
) -> bool:
    """True for exactly one option to suggest for, with text where expected."""
    return (
        len(typing) == 1
        and typing[0].autocomplete
        and all(isinstance(value, str | int) for value in given.values())
        and isinstance(given[typing[0].name], str)
    )


def _accepts(option: app_commands.Parameter, value: object, people: Mapping[str, object]) -> bool:
    kind = KINDS[option.type]
    if not isinstance(value, kind) or isinstance(value, bool):
        return False
    if option.type is AppCommandOptionType.user:
        return value in people
    if option.choices:
        return value in [choice.value for choice in option.choices]
    if isinstance(value, str) and not is_storable(value):
        return False
    size = len(value) if isinstance(value, str) else value
    assert isinstance(size, int)
    low, high = option.min_value, option.max_value
    return (low is None or size >= low) and (high is None or size <= high)


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


Trouble = StorageUnavailable | DamagedFile
UNSAVED: Final[Mapping[type[Trouble], str]] = {
    DiskFull: N_(
        "**Not saved:** the disk that holds the games is full. Your game hasn't changed. "
        "Tell whoever runs this bot, then try again."
    ),
    FileBusy: N_(
        "**Not saved:** another program is blocking the database. Your game hasn't "
        "changed. Try again in a minute; if that doesn't help, tell whoever runs this "
        "bot."
    ),
    ReadOnlyFile: N_(
        "**Not saved:** I'm not allowed to write to the database. Your game hasn't "
        "changed. Tell whoever runs this bot, then try again."
    ),
    DiskFailed: N_(
        "**Not saved:** the disk that holds the games has a problem. Your game hasn't "
        "changed. Tell whoever runs this bot, then try again."
    ),
    DatabaseUnreachable: N_(
        "**Not saved:** I can't reach the database. Your game hasn't changed. Try again "
        "in a minute; if that doesn't help, tell whoever runs this bot."
    ),
    DatabaseBusy: N_(
        "**Not saved:** the database is too busy. Your game hasn't changed. Try again in a "
        "minute; if that doesn't help, tell whoever runs this bot."
    ),
    DamagedFile: N_(
        "**Not saved:** the database is damaged. Tell whoever runs this bot: the games "
        "can be restored from a backup."
    ),
}
"""By the failure, the message to a user whose change was not saved."""
WAITING: Final = N_(
    "The database is slow to respond. Your game hasn't changed yet: I'll keep "
    "trying and tell you here how it goes."
)
SAVED: Final = N_(
    "Your move is saved, but then I lost the connection to the database. I'll "
    "post it as soon as I can. See the game with `/board`."
)


def storage_error_text(trouble: Trouble, *, saved: bool) -> str:
    if saved:
        return _(SAVED)
    return next(_(text) for kind, text in UNSAVED.items() if isinstance(trouble, kind))


async def acknowledge(interaction: discord.Interaction[Any]) -> bool:
    """Acknowledge privately within three seconds. Return True if it worked.

    An answer to a press on a private panel replaces that panel; any other is a message of its own.
    False if three seconds are over, or Discord sent the interaction twice: then no answer is
    possible.
    """
    if interaction.response.is_done():
        return True
    try:
        async with asyncio.timeout(ACKNOWLEDGE_SECONDS):
            if _is_from_private_answer(interaction):
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=True, thinking=True)
    except (*TRANSPORT_ERRORS, RuntimeError) as error:
        if isinstance(error, RuntimeError) and not is_unanswerable(error):
            raise
        log.warning("interaction %s could not be acknowledged: %r", interaction.id, error)
        return False
    return True


def bind_log_context(interaction: discord.Interaction[Any], game: int | None = None) -> None:
    log_context.begin(
        guild=interaction.guild_id,
        channel=interaction.channel_id,
        interaction=interaction.id,
        game=game,
    )


async def answer_failure(interaction: discord.Interaction[Any], error: Exception) -> None:
    cause = cause_of(error)
    if is_unanswerable(cause):
        log.warning("interaction %s can no longer be answered: %r", interaction.id, cause)
        return
    if isinstance(cause, StorageUnavailable | DamagedFile):
        await _answer_storage_error(interaction, cause)
        return
    away = isinstance(cause, TRANSPORT_ERRORS) and not refuses(cause)
    if away:
        log.warning("an answer failed in channel %s: %r", interaction.channel_id, cause)
    else:
        log.error("a request failed in channel %s", interaction.channel_id, exc_info=error)
    with use_language(language_of(interaction.locale)):
        text = _(UNANSWERED) if away else _(BUG)
    await _edit_answer(interaction, text)


async def _answer_storage_error(
    interaction: discord.Interaction[Any], trouble: StorageUnavailable | DamagedFile
) -> None:
    """Tell the user of a storage failure, and whether the move is saved."""
    level = logging.ERROR if isinstance(trouble, DamagedFile) else logging.WARNING
    channel, saved = interaction.channel_id, log_context.has_saved()
    log.log(level, "database error in channel %s: %s", channel, trouble)
    with use_language(language_of(interaction.locale)):
        text = storage_error_text(trouble, saved=saved)
    # A private panel keeps its buttons, as the same press works once the database is back.
    await _edit_answer(interaction, text, keep=not saved and _is_from_private_answer(interaction))


async def tell_waiting(interaction: discord.Interaction[Any]) -> None:
    """Say that the database is slow, unless the move is saved already."""
    if not log_context.has_saved():
        keep = _is_from_private_answer(interaction)
        await _edit_answer(interaction, _(WAITING), keep=keep)


def _is_from_private_answer(interaction: discord.Interaction[Any]) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


async def _edit_answer(
    interaction: discord.Interaction[Any], text: str, *, keep: bool = False
) -> None:
    """Edit the private answer; with ``keep`` its buttons stay."""
    try:
        async with asyncio.timeout(FAILURE_SECONDS):
            if interaction.response.is_done():
                view = MISSING if keep else None
                await interaction.edit_original_response(content=text, view=view)
            else:
                await interaction.response.send_message(text, ephemeral=True)
    except (*TRANSPORT_ERRORS, RuntimeError) as also:
        if isinstance(also, RuntimeError) and not is_unanswerable(also):
            raise
        log.warning("could not send the error message of interaction %s: %r", interaction.id, also)


class Tree(app_commands.CommandTree[discord.Client]):
    """Refuse invalid commands, answer unexpected errors."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Check an interaction; from here on the task's log lines name its place."""
        bind_log_context(interaction)
        return await is_accepted(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        await answer_failure(interaction, error)
