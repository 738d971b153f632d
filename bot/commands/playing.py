"""Laying tiles, deploying figures, resigning."""

from collections.abc import Callable, Iterable
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.client.context import change, context_of, seen_here, tell
from bot.commands.inspect import Coordinate
from bot.commands.suggesting import narrowed
from bot.games import figures, moves
from bot.presenters.private import autocomplete, panel, prompts
from bot.table import checks
from bot.table.refusals import Refusal
from bot.table.store import Request, Seen
from bot.table.table import Outcome
from bot.text.i18n import N_, _
from bot.text.message import Button, Message, Tone
from rules import notation
from rules.game import Game
from rules.geometry import cell_at
from rules.moves import Move, Pass, PlaceTile


@app_commands.command(name="place", description=N_("Lay your tile, and put a figure on it"))
@app_commands.describe(
    x=N_("Column: it grows to the east"),
    y=N_("Row: it grows to the north"),
    rotation=N_("Quarter turns clockwise: rot0, rot90, rot180, rot270"),
    figure=N_("Which figure on which segment, as in hunter b; none for none"),
)
async def place(
    interaction: discord.Interaction[Any],
    x: Coordinate,
    y: Coordinate,
    rotation: app_commands.Range[str, 1, 20],
    figure: app_commands.Range[str, 1, 40] | None = None,
) -> None:
    """Plays a tile; where a figure is possible and none was named, asks before anything is done."""
    context = context_of(interaction)

    async def work(request: Request) -> Outcome | None:
        seen = await context.tables.running(request)
        game = checks.may_move(seen.table, request.user)
        laid = PlaceTile(cell_at(x, y), notation.rotation(rotation))
        if figure is not None:
            told = moves.read(figures.in_notation(figure, game))
            # No figure is no move where none could be put; what follows is asked for as ever.
            played = panel.meant(game, [laid]) if told == [Pass()] else (laid, *told)
            return await context.service.play(request, played)
        meant = game.decision.resolve(game, laid)
        assert isinstance(meant, PlaceTile)
        message = prompts.figure(game, meant)
        if message is None:
            return await context.service.play(request, [meant])
        context.drafts.keep(request.channel, request.user, seen.at, meant)
        await context.sender.answer(interaction, message, seen.row.id, seen.table, draft=[meant])
        return None

    await change(interaction, work)


async def decide(interaction: discord.Interaction[Any], move: Move) -> None:
    """Makes a move about the tile just laid, or about the one the player has been asked about."""
    context = context_of(interaction)

    async def work(request: Request) -> Outcome:
        seen = await context.tables.running(request)
        game = checks.may_move(seen.table, request.user)
        if not moves.has(seen.table.name, move):
            raise Refusal("other-game", move=f"`/{move.word}`")
        if game.drawn is None:
            return await context.service.play(request, [move])
        laid = context.drafts.of(request.channel, request.user, seen.at)
        if laid is None:
            raise Refusal("nothing-laid")
        return await context.service.play(request, [laid, move], at=seen.at)

    await change(interaction, work)


@app_commands.command(name="pass", description=locale_str(moves.passing(), said=moves.passing))
async def pass_(interaction: discord.Interaction[Any]) -> None:
    """Confirms the tile without a figure, or ends what may be done several times."""
    await decide(interaction, Pass())


def offering(option: str, fillings: Callable[[Game], Iterable[autocomplete.Filling]]) -> Any:
    """The autocomplete of an option: what is legal for the player to move."""

    async def offer(
        interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[Any]]:
        game = await _game_to_move(interaction)
        return [] if game is None else narrowed(interaction, fillings(game), option, typed)

    return offer


async def _game_to_move(interaction: discord.Interaction[Any]) -> Game | None:
    """The game of the channel if it is the player's turn."""
    seen = await seen_to_move(interaction)
    return None if seen is None else seen.table.game


async def seen_to_move(interaction: discord.Interaction[Any]) -> Seen | None:
    """The table of the channel if it is the player's turn and can be read."""
    seen = await seen_here(interaction)
    return seen if seen is not None and seen.table.to_move == interaction.user.id else None


for _option in ("x", "y", "rotation", "figure"):
    place.autocomplete(_option)(offering(_option, autocomplete.placements))


@app_commands.command(name="resign", description=N_("Leave the running game; the others play on"))
async def resign(interaction: discord.Interaction[Any]) -> None:
    """Asks whether the player really wants to leave."""
    context = context_of(interaction)

    async def ask(request: Request) -> None:
        seen = await context.tables.running(request)
        checks.may_resign(seen.table, request.user)
        message = Message(
            _(
                "Leave the game? Your pieces stay on the board and your turns are skipped. "
                "This cannot be taken back."
            ),
            buttons=(Button(_("Resign"), "resign", Tone.GRAVE),),
        )
        await context.sender.answer(interaction, message, seen.row.id, seen.table)

    await tell(interaction, ask)


PLACING: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (*(place, pass_),)
LEAVING: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (resign,)
