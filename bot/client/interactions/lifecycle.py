"""Acknowledge an interaction, and tell the user when it failed."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.utils import MISSING

from bot.client.discord_io.errors import cause_of, unheard
from bot.client.discord_io.sending import HEARD_SECONDS, LAST_SECONDS, TRANSPORT_ERRORS, refuses
from bot.client.interactions.guard import check
from bot.client.interactions.replies import BUG, UNANSWERED
from bot.ops import log_context
from bot.text.i18n import N_, _, language_of, speaking
from storage import (
    DamagedFile,
    DiskFailed,
    DiskFull,
    FileBusy,
    ReadOnlyFile,
    ServerUnreachable,
    StorageUnavailable,
)

Trouble = StorageUnavailable | DamagedFile
UNSAVED: Final[Mapping[type[Trouble], str]] = {
    DiskFull: N_(
        "**Not saved:** the disk on which I keep the games is full. The table is as it was. "
        "Please tell whoever runs me, and do it again when there is room."
    ),
    FileBusy: N_(
        "**Not saved:** another program holds on to the file with the games. The table is as it "
        "was. Do it again in a minute; if that does not help, please tell whoever runs me."
    ),
    ReadOnlyFile: N_(
        "**Not saved:** I am not allowed to write to the file with the games. The table is as it "
        "was. Please tell whoever runs me, and do it again after that."
    ),
    DiskFailed: N_(
        "**Not saved:** the disk on which I keep the games does not answer as it should. The "
        "table is as it was. Please tell whoever runs me, and do it again after that."
    ),
    ServerUnreachable: N_(
        "**Not saved:** I cannot reach the database with the games just now. The table is as it "
        "was. Do it again in a minute; if that does not help, please tell whoever runs me."
    ),
    DamagedFile: N_(
        "**Not saved:** the file with the games is damaged. Please tell whoever runs me: a copy of "
        "it can be brought back, and the games go on from there."
    ),
}
SAVED: Final = N_(
    "What you did is saved, but after that I could not reach the file with the games. The post "
    "comes as soon as I can. `/board` shows how the game stands."
)


def sentence(trouble: Trouble, *, saved: bool) -> str:
    """A sentence about a storage failure: what happened, whether it is saved, what to do."""
    if saved:
        return _(SAVED)
    return next(_(text) for kind, text in UNSAVED.items() if isinstance(trouble, kind))


log = logging.getLogger(__name__)


async def acknowledge(interaction: discord.Interaction[Any]) -> bool:
    """Answers within Discord's three seconds, privately; whether Discord took it, now or before.

    What is said later replaces the private panel that was pressed on; anything else gets a
    private message of its own. Discord does not take it where the three seconds are over or where
    it has sent the same interaction twice: then nobody can be answered, and nothing is done.
    """
    if interaction.response.is_done():
        return True
    try:
        async with asyncio.timeout(HEARD_SECONDS):
            if _panel(interaction):
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=True, thinking=True)
    except (*TRANSPORT_ERRORS, RuntimeError) as error:
        if isinstance(error, RuntimeError) and not unheard(error):
            raise
        log.warning("interaction %s could not be answered: %r", interaction.id, error)
        return False
    return True


def bind_log_context(interaction: discord.Interaction[Any], game: int | None = None) -> None:
    """Bind the log lines of this task to an interaction, and to a ``game`` if given."""
    log_context.begin(
        guild=interaction.guild_id,
        channel=interaction.channel_id,
        interaction=interaction.id,
        game=game,
    )


async def failed(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Log what went wrong and answer the player, who must not be left waiting."""
    cause = cause_of(error)
    if unheard(cause):
        log.warning("nobody is there for an answer any more: %r", cause)
        return
    if isinstance(cause, StorageUnavailable | DamagedFile):
        await _unsaved(interaction, cause)
        return
    away = isinstance(cause, TRANSPORT_ERRORS) and not refuses(cause)
    if away:
        log.warning("an answer failed in channel %s: %r", interaction.channel_id, cause)
    else:
        log.error("a request failed in channel %s", interaction.channel_id, exc_info=error)
    with speaking(language_of(interaction.locale)):
        text = _(UNANSWERED) if away else _(BUG)
    await _tell(interaction, text)


async def _unsaved(
    interaction: discord.Interaction[Any], trouble: StorageUnavailable | DamagedFile
) -> None:
    """Tell of trouble with the file: what was done is not saved, or saved before that."""
    level = logging.ERROR if isinstance(trouble, DamagedFile) else logging.WARNING
    channel, saved = interaction.channel_id, log_context.has_saved()
    log.log(level, "trouble with the database in channel %s: %s", channel, trouble)
    with speaking(language_of(interaction.locale)):
        text = sentence(trouble, saved=saved)
    # A private panel keeps its buttons: the same press is good as soon as the trouble is gone.
    await _tell(interaction, text, keep=not saved and _panel(interaction))


def _panel(interaction: discord.Interaction[Any]) -> bool:
    """Return True if a button of a private answer was pressed."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def _tell(interaction: discord.Interaction[Any], text: str, *, keep: bool = False) -> None:
    """Say how it ended; with ``keep`` the buttons stay that were pressed on."""
    try:
        async with asyncio.timeout(LAST_SECONDS):
            if interaction.response.is_done():
                view = MISSING if keep else None
                await interaction.edit_original_response(content=text, view=view)
            else:
                await interaction.response.send_message(text, ephemeral=True)
    except (*TRANSPORT_ERRORS, RuntimeError) as also:
        if isinstance(also, RuntimeError) and not unheard(also):
            raise
        log.warning("nor could the player be told: %r", also)


class Tree(app_commands.CommandTree[discord.Client]):
    """The command tree; what goes wrong unforeseen is logged, and the player is told so."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Return True for a valid command or autocomplete.

        Log lines from now on bear its place.
        """
        bind_log_context(interaction)
        return await check(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Log a bug and answer the player, who must not be left waiting."""
        await failed(interaction, error)
