"""Looking at the game: always a private answer."""

import io
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.presenters import games, looks, prompts, turns
from bot.presenters.post import Button, Picture, Post, Shot
from bot.refusals import Refusal
from bot.service import Request
from rules.variants import GAMES

if TYPE_CHECKING:
    from bot.app import App

GAME_CHOICES: Final = [app_commands.Choice(name=games.title(name), value=name) for name in GAMES]


@app_commands.command(name="board", description="The whole board as it stands")
async def board(interaction: "discord.Interaction[App]") -> None:
    """Shows the whole board."""
    await interaction.client.tell(interaction, lambda request: show_board(interaction, request))


async def show_board(interaction: "discord.Interaction[App]", request: Request) -> None:
    """Answers with the whole board and whose turn it is."""
    app = interaction.client
    seen = await app.service.begun(request.channel)
    cast = await app.people.cast(seen.table, request.guild)
    text = turns.status(seen.table, cast)
    alt = turns.alt_text(seen.table, cast, [])
    buttons: tuple[Button, ...] = ()
    if turns.half_way(seen.table) and seen.table.to_move == request.user:
        buttons = prompts.next_decision(seen.table.running_game).buttons
    post = Post(text, (Picture(Shot.BOARD, alt),), buttons)
    await app.posting.answer(interaction, post, seen.row.id, seen.table)


@app_commands.command(name="score", description="Points so far, and how they came about")
async def score(interaction: "discord.Interaction[App]") -> None:
    """Tells the points."""
    await interaction.client.tell(interaction, lambda request: show_score(interaction, request))


async def show_score(interaction: "discord.Interaction[App]", request: Request) -> None:
    """Answers with the points by kind and the arithmetic of every event."""
    app = interaction.client
    seen = await app.service.begun(request.channel)
    cast = await app.people.cast(seen.table, request.guild)
    await app.replies.say(interaction, looks.score_text(seen.table, cast))


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


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (
    *(board, score, tiles, export, help_),
)
