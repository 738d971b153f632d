"""Looking at the game: always a private answer."""

import io
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.presenters import boards, games, looks, prompts, scores, turns
from bot.presenters.post import Button, Picture, Post, Shot
from bot.refusals import Refusal
from bot.replies import dismiss
from bot.service import Request
from rules.geometry import REACH, Cell, cell_at
from rules.variants import GAMES

if TYPE_CHECKING:
    from bot.app import App

Coordinate = app_commands.Range[int, -REACH, REACH]
GAME_CHOICES: Final = [app_commands.Choice(name=games.title(name), value=name) for name in GAMES]


@app_commands.command(name="board", description="The board as it stands")
@app_commands.describe(
    view="What to show",
    x="Only what lies around this column …",
    y="… and this row",
)
@app_commands.choices(
    view=[app_commands.Choice(name=words, value=name) for name, words in boards.VIEWS.items()]
)
async def board(
    interaction: "discord.Interaction[App]",
    view: str = "whole",
    x: Coordinate | None = None,
    y: Coordinate | None = None,
) -> None:
    """Shows the board."""
    cell = cell_at(x or 0, y or 0) if (x, y) != (None, None) else None
    await interaction.client.tell(
        interaction, lambda request: show_board(interaction, request, view, cell)
    )


async def show_board(
    interaction: "discord.Interaction[App]",
    request: Request,
    view: str = "whole",
    cell: Cell | None = None,
) -> None:
    """Answers with a view of the board and whose turn it is."""
    app = interaction.client
    seen = await app.service.begun(request.channel)
    table = seen.table
    cast = await app.people.cast(table, request.guild)
    words, picture = boards.picture(table, cast, view, cell, table.seat_of(request.user))
    buttons: tuple[Button, ...] = ()
    if turns.half_way(table) and table.to_move == request.user:
        buttons = prompts.next_decision(table.running_game).buttons
    text = "\n".join(filter(None, (words, turns.status(table, cast))))
    await app.posting.answer(interaction, Post(text, (picture,), buttons), seen.row.id, table)


@app_commands.command(name="score", description="Points so far, and how they came about")
async def score(interaction: "discord.Interaction[App]") -> None:
    """Tells the points."""
    await interaction.client.tell(interaction, lambda request: show_score(interaction, request))


async def show_score(interaction: "discord.Interaction[App]", request: Request) -> None:
    """Answers with the points by kind and the arithmetic of every event."""
    app = interaction.client
    seen = await app.service.begun(request.channel)
    cast = await app.people.cast(seen.table, request.guild)
    chart = Picture(Shot.CHART, scores.chart_alt(seen.table.running_game, cast))
    post = Post(looks.score_text(seen.table, cast), (chart,))
    await app.posting.answer(interaction, post, seen.row.id, seen.table)


@app_commands.command(name="tiles", description="What is still to come, by kind")
async def tiles(interaction: "discord.Interaction[App]") -> None:
    """Tells what is left in the bags, never in which order."""
    app = interaction.client

    async def work(request: Request) -> None:
        seen = await app.service.begun(request.channel)
        assert seen.table.game is not None
        await app.replies.say(interaction, looks.tiles_text(seen.table.game))

    await app.tell(interaction, work)


@app_commands.command(name="export", description="The game as a record that can be replayed")
async def export(interaction: "discord.Interaction[App]") -> None:
    """Gives the record as a file."""
    app = interaction.client

    async def work(request: Request) -> None:
        seen = await app.service.seen(request.channel)
        if seen is None or seen.table.game is None:
            raise Refusal("no-record")
        data = io.BytesIO(looks.export_text(seen.table).encode())
        name = f"{seen.table.name}-{seen.row.id}.record"
        text = "The record of this game: `python -m rules score` reads it once the game is over."
        await interaction.edit_original_response(
            content=text, attachments=[discord.File(data, filename=name)]
        )

    await app.tell(interaction, work)


@app_commands.command(name="help", description="How to play, and every command")
@app_commands.describe(game="Which game; without it, the one of this channel")
@app_commands.choices(game=GAME_CHOICES)
async def help_(interaction: "discord.Interaction[App]", game: str | None = None) -> None:
    """Explains the commands and the game."""

    async def work(request: Request) -> None:
        seen = await interaction.client.service.seen(request.channel)
        name = game or (seen.table.name if seen is not None else next(iter(GAMES)))
        await interaction.client.replies.say(interaction, looks.help_text(name))

    await interaction.client.tell(interaction, work)


@app_commands.command(name="replay", description="The whole game as an animation, for everybody")
async def replay(interaction: "discord.Interaction[App]") -> None:
    """Posts the game so far as an animation."""
    await interaction.client.tell(interaction, lambda request: post_replay(interaction, request))


async def post_replay(interaction: "discord.Interaction[App]", request: Request) -> None:
    """Draws the animation, telling how far it is, and posts it."""
    app = interaction.client
    app.replies.may_post(interaction)
    seen = await app.service.begun(request.channel)
    await app.posting.film(interaction, seen.row.id, seen.table)
    await dismiss(interaction)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (
    *(board, score, tiles, export, replay, help_),
)
