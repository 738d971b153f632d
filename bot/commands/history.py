"""Looking back: the log, what is new, whether the bag was fair. Always a private answer."""

from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.presenters.private import help_texts, history
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.text.i18n import N_

if TYPE_CHECKING:
    from bot.client.app import App


@app_commands.command(name="log", description=N_("All that has happened, turn by turn"))
@app_commands.describe(page=N_("Which page; the newest without it"))
async def log(
    interaction: "discord.Interaction[App]", page: app_commands.Range[int, 1, 999] | None = None
) -> None:
    """Shows a page of the log."""
    await interaction.client.tell(interaction, lambda request: show_log(interaction, request, page))


async def show_log(
    interaction: "discord.Interaction[App]", request: Request, page: int | None
) -> None:
    """Answers with a page of the log."""
    app = interaction.client
    seen = await app.tables.begun(request.channel)
    names = await app.people.names(seen.table, request.guild)
    message = history.log_page(seen.table, names, page)
    await app.sender.answer(interaction, message, seen.row.id, seen.table)


@app_commands.command(name="since", description=N_("What has happened since your last turn"))
async def since(interaction: "discord.Interaction[App]") -> None:
    """Tells a player what is new."""
    await interaction.client.tell(interaction, lambda request: show_since(interaction, request))


async def show_since(interaction: "discord.Interaction[App]", request: Request) -> None:
    """Answers with what has happened since the reader's last turn."""
    app = interaction.client
    seen = await app.tables.begun(request.channel)
    if request.user not in seen.table.players:
        raise Refusal("not-seated")
    names = await app.people.names(seen.table, request.guild)
    seat = seen.table.players.index(request.user)
    await app.replies.say(interaction, history.since(seen.table, names, seat))


@app_commands.command(name="verify", description=N_("Check that the bag was not touched"))
async def verify(interaction: "discord.Interaction[App]") -> None:
    """Explains the seal of the bag, and after the end opens it."""
    app = interaction.client

    async def work(request: Request) -> None:
        seen = await app.tables.begun(request.channel)
        await app.replies.say(interaction, help_texts.verify_text(seen.table))

    await app.tell(interaction, work)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (*(log, since, verify),)
