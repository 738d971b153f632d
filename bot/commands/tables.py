"""Opening a table, taking a seat, starting, ending."""

from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot import checks
from bot.commands.looking import GAME_CHOICES
from bot.presenters.post import Button, Post, Tone
from bot.refusals import Refusal
from bot.service import Request
from rules.variants import CLOISTER, FERRIES, GAMES

if TYPE_CHECKING:
    from bot.app import App


def _values(switch: str) -> list[app_commands.Choice[str]]:
    """The values of a switch, whichever game has it."""
    values = next(v.switches[switch] for v in GAMES.values() if switch in v.switches)
    return [app_commands.Choice(name=value, value=value) for value in values]


@app_commands.command(name="new", description="Open a table in this channel")
@app_commands.describe(
    game="Which game",
    seats="For how many players",
    ferries="The Ferries: the first edition's mix of lakes (C1) or the third's (C3)",
    cloister="The Ferries: whether a cloister with a road extends a ferry's road",
)
@app_commands.choices(
    game=GAME_CHOICES,
    ferries=_values(FERRIES),
    cloister=_values(CLOISTER),
)
async def new(
    interaction: "discord.Interaction[App]",
    game: str,
    seats: app_commands.Range[int, 2, 5],
    ferries: str | None = None,
    cloister: str | None = None,
) -> None:
    """Opens a table; who opens it has the first seat."""
    app = interaction.client
    given = {FERRIES: ferries, CLOISTER: cloister}
    switches = {switch: value for switch, value in given.items() if value is not None}
    await app.change(interaction, lambda request: app.service.open(request, game, seats, switches))


@app_commands.command(name="join", description="Take a seat at the open table")
async def join(interaction: "discord.Interaction[App]") -> None:
    """Takes a seat."""
    await interaction.client.change(interaction, interaction.client.service.join)


@app_commands.command(name="leave", description="Give your seat back before the game starts")
async def leave(interaction: "discord.Interaction[App]") -> None:
    """Gives a seat back."""
    await interaction.client.change(interaction, interaction.client.service.leave)


@app_commands.command(name="start", description="Deal the tiles and begin")
async def start(interaction: "discord.Interaction[App]") -> None:
    """Starts the game."""
    await interaction.client.change(interaction, interaction.client.service.start)


@app_commands.command(name="end", description="End the game of this channel before its time")
async def end(interaction: "discord.Interaction[App]") -> None:
    """Asks whether the game shall really end."""
    app = interaction.client

    async def ask(request: Request) -> None:
        try:
            seen = await app.service.running(request)
        except Refusal as refusal:
            if refusal.reason != "broken" or not interaction.permissions.manage_guild:
                raise
            await app.service.abandon(request.channel)
            raise Refusal("abandoned") from refusal
        checks.may_end(seen.table, request.user, manager=interaction.permissions.manage_guild)
        post = Post(
            "End this game for everybody? What is on the board is not scored any more.",
            buttons=(Button("End the game", "end", Tone.GRAVE),),
        )
        await app.posting.answer(interaction, post, seen.row.id, seen.table)

    await app.tell(interaction, ask)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (
    *(new, join, leave, start, end),
)
