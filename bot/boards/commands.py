"""The commands `/board` and `/tiles`; their answers are always private."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.boards import words
from bot.discord_io.buttons import Press
from bot.followers import words as followers_words
from bot.history.commands import show_past_turn, show_since
from bot.interactions.button_routes import TablePress, table_answer_route
from bot.interactions.call import Call
from bot.interactions.options import TypedText, suggestion_choices
from bot.lobby.commands import show_lobby
from bot.playing import panel_words
from bot.services import run_answer, services_of, table_here
from bot.table import checks
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Phase, Table
from bot.text.coordinates import coordinates
from bot.text.i18n import N_, _
from bot.text.message import MAX_ROWS, Button, ButtonStyle, Message
from bot.text.names import Names
from bot.votes import words as votes_words
from bot.votes.words import PAUSE
from bot.words import spaces as cells
from bot.words.actions import (
    OpenPanel,
    ShowBoard,
    page_buttons,
    record_buttons,
    resume_button,
    review_buttons,
)
from rules.analysis.draw_odds import gaps
from rules.game import Game
from rules.geometry import Cell

TurnNumber = app_commands.Range[int, 0, 999]


@app_commands.command(
    name="board", description=N_("See the board, the points, or where your tile fits")
)
@app_commands.describe(
    view=N_("What to see; leave it out for the whole board"),
    place=N_("Only the part around this column and row: 2 0"),
    turn=N_("An earlier turn, as it looked then: 34"),
)
@app_commands.choices(
    view=[app_commands.Choice(name=view, value=name) for name, view in words.VIEWS.items()]
)
async def board(
    interaction: discord.Interaction[Any],
    view: str = "whole",
    place: TypedText | None = None,
    turn: TurnNumber | None = None,
) -> None:
    async def work(call: Call, request: Request) -> None:
        if turn is not None:
            loaded = await services_of(call).tables.require_turns(request.channel)
            await show_past_turn(call, request, loaded, turn)
            return
        cell = cells.read_cell(place) if place is not None else None
        await show_board(call, request, view, cell)

    await run_answer(interaction, work)


@table_answer_route(ShowBoard, "score")
async def press_board(call: Call, request: Request, press: TablePress[ShowBoard | str]) -> None:
    """Show the board of the game that the pressed post is about."""
    view = words.SCORES if isinstance(press.action, str) else press.action.view
    await show_board(call, request, view if view in words.VIEWS else "whole")


async def show_board(
    call: Call,
    request: Request,
    view: str = "whole",
    cell: Cell | None = None,
) -> None:
    """Show a view of the game, with the player to move and buttons to other views."""
    if view == words.SINCE:
        await show_since(call, request)
        return
    services = services_of(call)
    loaded = await services.tables.require_table(request)
    if cell is None:
        again = Press(loaded.row.id, loaded.table.version, str(ShowBoard(view)))
        services.sender.view_trail.begin(call.interaction, again)
    if loaded.table.phase is Phase.LOBBY:
        await show_lobby(call, request, loaded)
        return
    loaded = await services.tables.require_begun(request.channel)
    names = await services.names.of(loaded.table, request.guild)
    message = _view_message(loaded.table, names, view, cell, request.user)
    await services.sender.answer_privately(call, message, loaded)


def _view_message(table: Table, names: Names, view: str, cell: Cell | None, user: int) -> Message:
    # Figures of a resigned player stay on the board.
    seat = table.players.index(user) if user in table.players else None
    text, pictures = words.view_text_and_pictures(table, names, view, cell, seat)
    message = Message(text, pictures)
    if table.to_move == user:
        place = Button(_("Place my tile"), str(OpenPanel()), ButtonStyle.SUCCESS)
        message = replace(message, buttons=(place,))
        if table.is_mid_turn:
            message = panel_words.with_view_below(
                panel_words.next_decision(table.running_game), message
            )
    elif votes_words.can_nudge(table, user):
        message = replace(message, buttons=(votes_words.nudge_button(table, names),))
    if table.phase is Phase.ARCHIVED:
        message = replace(message, buttons=(votes_words.unarchive_button(),))
    more = (
        Button(_("Scores"), "score", chosen=view == words.SCORES),
        *review_buttons(table),
        *record_buttons(),
        *page_buttons(table),
        *followers_words.follow_buttons(table),
        *_pause_buttons(table, user),
    )
    with_rare = replace(message, buttons=(*message.buttons, *more))
    # A move with many choices takes all the room.
    return with_rare if len(with_rare.rows()) <= MAX_ROWS else message


def _pause_buttons(table: Table, user: int) -> tuple[Button, ...]:
    if table.phase is not Phase.PLAYING or table.seat_of(user) is None:
        return ()
    return (resume_button(),) if table.paused is not None else (Button(_("Pause"), PAUSE),)


@app_commands.command(
    name="tiles", description=N_("See which tiles are left, or which ones fit an empty space")
)
@app_commands.describe(place=N_("An empty space, such as 2 0: only tiles that fit there"))
async def tiles(interaction: discord.Interaction[Any], place: TypedText | None = None) -> None:
    """The tiles left in the bags, without order, or those that fit a gap."""
    services = services_of(interaction)

    async def work(call: Call, request: Request) -> None:
        loaded = await services.tables.require_begun(request.channel)
        game = checks.require_aids(loaded.table)
        message = words.tiles_message(game)
        if place is not None:
            cell = cells.read_cell(place)
            if cell not in game.board.gaps:
                raise Refusal("no-gap", cell=coordinates(cell))
            names = await services.names.of(loaded.table, request.guild)
            message = words.fitting_tiles_message(game, cell, names)
        await services.sender.answer_privately(call, message, loaded)

    await run_answer(interaction, work)


def cell_autocomplete(
    find_cells: Callable[[Game], Iterable[Cell]], check: Callable[[Table], Game]
) -> Any:
    """An autocomplete function for cells.

    ``check`` returns the game; if it refuses, nothing is suggested.
    """

    async def offer(
        interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[Any]]:
        loaded = await table_here(interaction)
        if loaded is None or loaded.table.game is None:
            return []
        try:
            game = check(loaded.table)
        except Refusal:
            return []
        return suggestion_choices(
            interaction, typed, lambda text: cells.suggested_cells(find_cells(game), text)
        )

    return offer


board.autocomplete("place")(cell_autocomplete(cells.tile_cells, lambda table: table.running_game))
tiles.autocomplete("place")(cell_autocomplete(gaps, checks.require_aids))

COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (*(board, tiles),)
