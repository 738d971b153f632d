"""Looking back: the log, what is new, whether the bag was fair. Always a private answer."""

from typing import Any, Final

import discord
from discord import app_commands

from bot.client.context import context_of, tell
from bot.presenters.private import history, records
from bot.table.store import Request
from bot.text.i18n import N_


@app_commands.command(name="log", description=N_("All that has happened, turn by turn"))
@app_commands.describe(page=N_("Which page; the newest without it"))
async def log(
    interaction: discord.Interaction[Any], page: app_commands.Range[int, 1, 999] | None = None
) -> None:
    """Shows a page of the log."""
    await tell(interaction, lambda request: show_log(interaction, request, page))


async def show_log(
    interaction: discord.Interaction[Any], request: Request, page: int | None
) -> None:
    """Answers with a page of the log."""
    context = context_of(interaction)
    seen = await context.tables.begun(request.channel)
    names = await context.names.of(seen.table, request.guild)
    message = history.log_page(seen.table, names, page)
    await context.sender.answer(interaction, message, seen.row.id, seen.table)


@app_commands.command(name="since", description=N_("What is new to you since you last looked"))
async def since(interaction: discord.Interaction[Any]) -> None:
    """Tells somebody what is new."""
    await tell(interaction, lambda request: show_since(interaction, request))


async def show_since(interaction: discord.Interaction[Any], request: Request) -> None:
    """Answers with what has happened since the reader's last turn, or without a seat last look."""
    context = context_of(interaction)
    seen = await context.tables.begun(request.channel)
    names = await context.names.of(seen.table, request.guild)
    seat = seen.table.seat_of(request.user)
    if seat is None:
        story = seen.table.running_game.story
        looked = context.looks.again(seen.row.id, request.user, story)
        message = history.since_look(seen.table, names, looked)
    else:
        message = history.since_turn(seen.table, names, seat)
    await context.sender.answer(interaction, message, seen.row.id, seen.table)


@app_commands.command(name="verify", description=N_("Check that the bag was not touched"))
async def verify(interaction: discord.Interaction[Any]) -> None:
    """Explains the seal of the bag, and after the end opens it."""
    context = context_of(interaction)

    async def work(request: Request) -> None:
        seen = await context.tables.begun(request.channel)
        await context.replies.say(interaction, records.verify_text(seen.table))

    await tell(interaction, work)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (*(log, since, verify),)
