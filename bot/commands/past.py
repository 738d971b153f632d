"""Looking back: the log, what is new, whether the bag was fair. Always a private answer."""

from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.presenters import history, looks
from bot.refusals import Refusal
from bot.tables import Request
from bot.words import N_

if TYPE_CHECKING:
    from bot.app import App


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
    cast = await app.people.cast(seen.table, request.guild)
    post = history.log_page(seen.table, cast, page)
    await app.posting.answer(interaction, post, seen.row.id, seen.table)


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
    cast = await app.people.cast(seen.table, request.guild)
    seat = seen.table.players.index(request.user)
    await app.replies.say(interaction, history.since(seen.table, cast, seat))


@app_commands.command(name="verify", description=N_("Check that the bag was not touched"))
async def verify(interaction: "discord.Interaction[App]") -> None:
    """Explains the seal of the bag, and after the end opens it."""
    app = interaction.client

    async def work(request: Request) -> None:
        seen = await app.tables.begun(request.channel)
        await app.replies.say(interaction, looks.verify_text(seen.table))

    await app.tell(interaction, work)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (*(log, since, verify),)
