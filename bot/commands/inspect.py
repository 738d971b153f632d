"""Looking at the game: always a private answer."""

import io
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.client.context import context_of, seen_here, tell
from bot.client.replies import dismiss
from bot.commands.suggesting import narrowed
from bot.presenters.private import (
    autocomplete,
    boards,
    history,
    panel,
    places,
    positions,
    prompts,
    records,
    remaining,
)
from bot.presenters.words import scores, state
from bot.table import checks
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.text.i18n import N_, _
from bot.text.message import Button, Illustration, Message, Shot, Tone
from rules.geometry import REACH, Cell, cell_at

Coordinate = app_commands.Range[int, -REACH, REACH]


@app_commands.command(name="board", description=N_("The board as it stands"))
@app_commands.describe(
    view=N_("What to show"),
    x=N_("Only what lies around this column …"),
    y=N_("… and this row"),
)
@app_commands.choices(
    view=[app_commands.Choice(name=words, value=name) for name, words in boards.VIEWS.items()]
)
async def board(
    interaction: discord.Interaction[Any],
    view: str = "whole",
    x: Coordinate | None = None,
    y: Coordinate | None = None,
) -> None:
    """Shows the board."""
    cell = cell_at(x or 0, y or 0) if (x, y) != (None, None) else None
    await tell(interaction, lambda request: show_board(interaction, request, view, cell))


async def show_board(
    interaction: discord.Interaction[Any],
    request: Request,
    view: str = "whole",
    cell: Cell | None = None,
) -> None:
    """Answers with a view of the board and whose turn it is."""
    context = context_of(interaction)
    seen = await context.tables.begun(request.channel)
    table = seen.table
    names = await context.names.of(table, request.guild)
    if view == boards.TEXT:
        text = positions.position(table.running_game, names, aided=table.aided, ended=table.ended)
        await context.replies.say(interaction, text)
        return
    words, illustration = boards.illustrated(table, names, view, cell, table.seat_of(request.user))
    text = "\n".join(filter(None, (words, state.status(table, names))))
    message = Message(text, (illustration,))
    if table.to_move == request.user:
        message = replace(message, buttons=(Button(_("Place my tile"), panel.PANEL, Tone.GOOD),))
        if table.half_way:
            message = prompts.above(prompts.next_decision(table.running_game), message)
    await context.sender.answer(interaction, message, seen.row.id, table)


@app_commands.command(name="score", description=N_("Points so far, and how they came about"))
async def score(interaction: discord.Interaction[Any]) -> None:
    """Tells the points."""
    await tell(interaction, lambda request: show_score(interaction, request))


async def show_score(interaction: discord.Interaction[Any], request: Request) -> None:
    """Answers with the points by kind and the arithmetic of every event."""
    context = context_of(interaction)
    seen = await context.tables.begun(request.channel)
    names = await context.names.of(seen.table, request.guild)
    chart = Illustration(Shot.CHART, scores.chart_alt(seen.table.running_game, names))
    message = Message(history.score_text(seen.table, names), (chart,))
    await context.sender.answer(interaction, message, seen.row.id, seen.table)


@app_commands.command(name="tiles", description=N_("What is still to come, by kind"))
async def tiles(interaction: discord.Interaction[Any]) -> None:
    """Tells what is left in the bags, never in which order."""
    context = context_of(interaction)

    async def work(request: Request) -> None:
        seen = await context.tables.begun(request.channel)
        message = remaining.tiles(checks.may_be_aided(seen.table))
        await context.sender.answer(interaction, message, seen.row.id, seen.table)

    await tell(interaction, work)


@app_commands.command(name="fits", description=N_("Which of the tiles left fit a gap"))
@app_commands.describe(x=N_("Column of the gap"), y=N_("Row of the gap"))
async def fits(interaction: discord.Interaction[Any], x: Coordinate, y: Coordinate) -> None:
    """Tells which kinds of tiles fit a gap, and how likely each player is to draw one."""
    context = context_of(interaction)

    async def work(request: Request) -> None:
        seen = await context.tables.begun(request.channel)
        game = checks.may_be_aided(seen.table)
        cell = cell_at(x, y)
        if cell not in game.board.gaps:
            raise Refusal("no-gap", cell=f"{x} {y}")
        names = await context.names.of(seen.table, request.guild)
        message = remaining.fits(game, cell, names)
        await context.sender.answer(interaction, message, seen.row.id, seen.table)

    await tell(interaction, work)


def offering_gaps(option: str) -> Any:
    """The autocomplete of a coordinate of a gap."""

    async def offer(
        interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[Any]]:
        seen = await seen_here(interaction)
        if seen is None or seen.table.game is None:
            return []
        return narrowed(interaction, autocomplete.gaps(seen.table.game), option, typed)

    return offer


for _option in ("x", "y"):
    fits.autocomplete(_option)(offering_gaps(_option))


@app_commands.command(name="places", description=N_("Where the drawn tile may go"))
async def places_(interaction: discord.Interaction[Any]) -> None:
    """Lists the legal places in words."""
    context = context_of(interaction)

    async def work(request: Request) -> None:
        seen = await context.tables.begun(request.channel)
        table = seen.table
        names = await context.names.of(table, request.guild)
        text = places.places(table.running_game, names, aided=table.aided, ended=table.ended)
        await context.replies.say(interaction, text)

    await tell(interaction, work)


@app_commands.command(name="export", description=N_("The game as a record that can be replayed"))
async def export(interaction: discord.Interaction[Any]) -> None:
    """Gives the record as a file."""
    context = context_of(interaction)

    async def work(request: Request) -> None:
        seen = await context.tables.seen(request.channel)
        if seen is None or seen.table.game is None:
            raise Refusal("no-record")
        data = io.BytesIO(records.export_text(seen.table).encode())
        name = f"{seen.table.name}-{seen.row.id}.record"
        text = _("The record of this game: `python -m rules score` reads it once the game is over.")
        await interaction.edit_original_response(
            content=text, attachments=[discord.File(data, filename=name)]
        )

    await tell(interaction, work)


@app_commands.command(
    name="replay", description=N_("The whole game as an animation, for everybody")
)
async def film(interaction: discord.Interaction[Any]) -> None:
    """Posts the game so far as an animation."""
    await tell(interaction, lambda request: post_film(interaction, request))


async def post_film(interaction: discord.Interaction[Any], request: Request) -> None:
    """Draws the animation, telling how far it is, and posts it."""
    context = context_of(interaction)
    context.replies.may_post(interaction)
    seen = await context.tables.begun(request.channel)
    await context.films.post(interaction, request, seen)
    await dismiss(interaction)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (
    *(board, score, tiles, fits, places_, export, film),
)
