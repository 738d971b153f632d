"""Laying tiles, deploying figures, taking back, resigning."""

from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot import checks
from bot.presenters import choices
from bot.presenters.post import Button, Picture, Post, Shot, Tone
from bot.refusals import Refusal
from bot.service import Request, Seen
from bot.table import Outcome
from rules import notation
from rules.game import lay
from rules.geometry import REACH, cell_at
from rules.moves import Move, Pass, PlaceTile

if TYPE_CHECKING:
    from bot.app import App

Coordinate = app_commands.Range[int, -REACH, REACH]


@app_commands.command(name="place", description="Lay your tile, and put a figure on it")
@app_commands.describe(
    x="Column: it grows to the east",
    y="Row: it grows to the north",
    rotation="Quarter turns clockwise: rot0, rot90, rot180, rot270",
    figure="Which figure on which segment, as in hunter b; none for none",
)
async def place(
    interaction: "discord.Interaction[App]",
    x: Coordinate,
    y: Coordinate,
    rotation: app_commands.Range[str, 1, 20],
    figure: app_commands.Range[str, 1, 40] | None = None,
) -> None:
    """Plays a tile; where a figure is possible and none was named, asks before anything is done."""
    app = interaction.client

    async def work(request: Request) -> Outcome | None:
        seen = await app.service.running(request)
        game = checks.may_move(seen.table, request.user)
        laid = PlaceTile(cell_at(x, y), notation.rotation(rotation))
        moves: list[Move] = [laid]
        if figure is not None:
            moves.append(notation.figure(figure))
        elif options := lay(game, laid).offered():
            await ask_figure(interaction, seen, laid, options)
            return None
        return await app.service.play(request, moves)

    await app.change(interaction, work)


async def ask_figure(
    interaction: "discord.Interaction[App]",
    seen: Seen,
    laid: PlaceTile,
    options: tuple[Move, ...],
) -> None:
    """Asks privately which figure goes onto the tile; nothing has been committed."""
    app = interaction.client
    assert seen.table.game is not None and interaction.channel_id is not None
    app.drafts.keep(interaction.channel_id, interaction.user.id, seen.at, laid)
    meant = seen.table.game.decision.resolve(seen.table.game, laid)
    assert isinstance(meant, PlaceTile)
    where = notation.write(meant).removeprefix("place ")
    text = f"Your tile at `{where}`: which figure? Nothing is laid until you choose."
    buttons = choices.figure_buttons(seen.table.game, meant, options)
    picture = Picture(Shot.LAID, f"Your tile as it would lie at {where}, its segments lettered.")
    await app.posting.answer(
        interaction, Post(text, (picture,), tuple(buttons)), seen.row.id, seen.table, laid=meant
    )


@app_commands.command(name="pass", description="Put no figure on the tile you were asked about")
async def pass_(interaction: "discord.Interaction[App]") -> None:
    """Confirms the tile without a figure."""
    app = interaction.client

    async def work(request: Request) -> Outcome:
        seen = await app.service.running(request)
        game = checks.may_move(seen.table, request.user)
        if game.drawn is None:
            return await app.service.play(request, [Pass()])
        laid = app.drafts.take(request.channel, request.user, seen.at)
        if laid is None:
            raise Refusal("nothing-to-pass")
        return await app.service.play(request, [laid, Pass()], at=seen.at)

    await app.change(interaction, work)


def offering(option: str) -> Any:
    """The autocomplete of an option of `/place`: what is legal for the player to move."""

    async def offer(
        interaction: "discord.Interaction[App]", typed: str
    ) -> list[app_commands.Choice[Any]]:
        assert interaction.channel_id is not None
        seen = await interaction.client.service.seen(interaction.channel_id)
        if seen is None or seen.table.game is None or seen.table.to_move != interaction.user.id:
            return []
        given = {name: value for name, value in interaction.namespace if name != option}
        offered = choices.choices(seen.table.game, option, str(typed), choices.Filled(**given))
        return [app_commands.Choice(name=choice.name, value=choice.value) for choice in offered]

    return offer


for _option in ("x", "y", "rotation", "figure"):
    place.autocomplete(_option)(offering(_option))


@app_commands.command(name="undo", description="Take your last move back, until the next is made")
async def undo(interaction: "discord.Interaction[App]") -> None:
    """Takes the last move back."""
    await interaction.client.change(interaction, interaction.client.service.undo)


@app_commands.command(name="resign", description="Leave the running game; the others play on")
async def resign(interaction: "discord.Interaction[App]") -> None:
    """Asks whether the player really wants to leave."""
    app = interaction.client

    async def ask(request: Request) -> None:
        seen = await app.service.running(request)
        checks.may_resign(seen.table, request.user)
        post = Post(
            "Leave the game? Your pieces stay on the board and your turns are skipped. "
            "This cannot be taken back.",
            buttons=(Button("Resign", "resign", Tone.GRAVE),),
        )
        await app.posting.answer(interaction, post, seen.row.id, seen.table)

    await app.tell(interaction, ask)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (place, pass_, undo, resign)
