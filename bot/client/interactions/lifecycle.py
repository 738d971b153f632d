"""The first and the last word to an interaction: that it has been heard, and that it failed."""

import asyncio
import logging
from typing import Any

import discord
from discord import app_commands
from discord.utils import MISSING

from bot.client.discord_io.errors import cause_of, unheard
from bot.client.discord_io.sending import HEARD_SECONDS, LAST_SECONDS, TRANSPORT_ERRORS, refuses
from bot.client.interactions.guard import check
from bot.client.interactions.replies import BUG, UNANSWERED
from bot.client.interactions.storage_errors import sentence
from bot.ops import log_context
from bot.text.i18n import _, language_of, speaking
from storage import DamagedFile, StorageUnavailable

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
    """What this task does from now on is for an interaction, about a ``game`` if it says so."""
    log_context.begin(
        guild=interaction.guild_id,
        channel=interaction.channel_id,
        interaction=interaction.id,
        game=game,
    )


async def failed(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Logs what went wrong and answers the player, who must not be left waiting."""
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
    """Tells of trouble with the file: what was done is not saved, or saved before that."""
    level = logging.ERROR if isinstance(trouble, DamagedFile) else logging.WARNING
    channel, saved = interaction.channel_id, log_context.has_saved()
    log.log(level, "trouble with the database in channel %s: %s", channel, trouble)
    with speaking(language_of(interaction.locale)):
        text = sentence(trouble, saved=saved)
    # A private panel keeps its buttons: the same press is good as soon as the trouble is gone.
    await _tell(interaction, text, keep=not saved and _panel(interaction))


def _panel(interaction: discord.Interaction[Any]) -> bool:
    """Whether a button of a private answer was pressed."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def _tell(interaction: discord.Interaction[Any], text: str, *, keep: bool = False) -> None:
    """Says how it ended; with ``keep`` the buttons stay that were pressed on."""
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
        """Whether a command, or what is typed of it, is one that there is.

        What is logged from now on bears where it came from.
        """
        bind_log_context(interaction)
        return await check(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Logs a bug and answers the player, who must not be left waiting."""
        await failed(interaction, error)
