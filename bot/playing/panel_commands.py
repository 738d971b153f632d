"""The `/play` command and the private panel of a move, which saves nothing by itself."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.channel_seat.policy import check_move_or_vote
from bot.discord_io.buttons import Press
from bot.hints import words as hints_words
from bot.interactions.button_routes import TablePress, table_answer_route
from bot.interactions.call import Call
from bot.notes import words as notes_words
from bot.orders.commands import (
    OrderAction,
    PlanAction,
    change_orders,
    change_plan,
    offer_plan_instead,
    planned_placement,
    played_line,
)
from bot.orders.words import DROP_PLAN
from bot.playing import panel_words
from bot.services import run_answer, services_of
from bot.table.refusals import Refusal
from bot.table.settings import CONFIRMS, SUGGESTS
from bot.table.store import LoadedTable, Request
from bot.text.i18n import N_
from bot.text.message import Message
from bot.words import moves
from bot.words.actions import (
    ChangeOrder,
    GiveOrder,
    KeepPlan,
    LookAtGap,
    NextStep,
    OpenPanel,
    ShowGaps,
    ShowMoves,
    ShowOrderGroup,
    ShowOrders,
)
from rules import notation
from rules.game import Game, play_to_next_decision
from rules.moves import Move, PlaceTile


@table_answer_route(OpenPanel, in_time=True)
async def open_panel(
    call: Call, request: Request, press: TablePress[OpenPanel], above: str = ""
) -> None:
    """Show the spaces, or the tile where it was planned, fits alone or is suggested.

    After the tile, ask for the next decision; while another player is to move, where to plan the
    next tile. ``above`` is put before the text.
    """
    try:
        loaded, game = press.loaded, _current_game(request, press)
    except Refusal as refusal:
        await offer_plan_instead(call, request, refusal)
        return
    if game.drawn is None:
        await _answer(call, loaded, _with_text_above(above, panel_words.next_decision(game)))
        return
    if loaded.table.is_channel_to_move and not press.action.page:
        own = await services_of(call).channel_seat.own_vote(request, loaded)
        await show_panel(call, request, loaded, own or panel_words.opening(game), above)
        return
    page, laid, plan_line = press.action.page, None, ""
    if not page:
        laid, plan_line = await planned_placement(call, request, loaded)
    played = await played_line(call, request, loaded)
    shown: Sequence[Move] = (laid,) if laid is not None else panel_words.opening(game)
    suggested = ""
    if not (shown or page):
        shown, suggested = await _suggestion(call, request, loaded)
    above = "\n".join(filter(None, (played, above, plan_line, suggested)))
    await show_panel(call, request, loaded, shown, above, page=page or 1)


async def _suggestion(
    call: Call, request: Request, loaded: LoadedTable
) -> tuple[Sequence[Move], str]:
    """A master's turn and a line about it, for a player who starts with it.

    Empty for any other player, and without a hint.
    """
    services = services_of(call)
    wanted = await services.preferences.wants(request.user, SUGGESTS)
    if not (wanted and loaded.table.aided):
        return (), ""
    try:
        best, *_others = await services.hints.hint(request, loaded)
    except Refusal:
        return (), ""
    names = await services.names.of(loaded.table, request.guild)
    line = hints_words.suggestion_line(loaded.table.running_game, best, names)
    return hints_words.shown_moves(best.moves), line


@table_answer_route(ShowGaps, LookAtGap, KeepPlan, DROP_PLAN, in_time=True)
async def press_plan(call: Call, request: Request, press: TablePress[PlanAction]) -> None:
    """Change a plan; on the player's turn, open the panel."""
    begun = await change_plan(call, request, press)
    if begun is not None:
        await open_panel(call, request, TablePress.on(begun, OpenPanel()))


@table_answer_route(ShowOrders, ChangeOrder, ShowOrderGroup, GiveOrder, in_time=True)
async def press_orders(call: Call, request: Request, press: TablePress[OrderAction]) -> None:
    """Change standing orders; on the player's turn, open the panel."""
    begun = await change_orders(call, request, press)
    if begun is not None:
        await open_panel(call, request, TablePress.on(begun, OpenPanel()))


def _with_text_above(above: str, message: Message) -> Message:
    return replace(message, text="\n".join(filter(None, (above, message.text))))


@table_answer_route(ShowMoves, in_time=True)
async def show_draft(call: Call, request: Request, press: TablePress[ShowMoves]) -> None:
    _current_game(request, press)
    await show_panel(call, request, press.loaded, moves.read_moves(press.action.moves))


async def show_panel(
    call: Call,
    request: Request,
    loaded: LoadedTable,
    shown: Sequence[Move],
    above: str = "",
    *,
    page: int = 1,
) -> None:
    """Show the tile laid, and a figure if ``shown`` has one.

    An empty ``shown`` gives a page of the spaces. ``above`` is put before the text.
    """
    services, table = services_of(call), loaded.table
    laid = _first_placement(shown) if shown else None
    if table.is_channel_to_move:
        voting = await services.channel_seat.panel_line(request, loaded)
        above = "\n".join(filter(None, (above, voting)))
    names = await services.names.of(table, request.guild)
    confirming = await services.preferences.wants(request.user, CONFIRMS)
    message = panel_words.panel_message(
        table.running_game,
        shown,
        names,
        page=page,
        confirming=confirming,
        hints=table.aided,
    )
    services.pending_moves.keep(request.channel, request.user, loaded.version, laid)
    action = ShowMoves(notation.write(laid)) if laid is not None else OpenPanel()
    again = Press(loaded.row.id, loaded.table.version, str(action))
    services.sender.view_trail.begin(call.interaction, again)
    note = notes_words.note_line(await services.notes.note(request.user, loaded.row.id))
    await _answer(call, loaded, _with_text_above(note, _with_text_above(above, message)), shown)


@table_answer_route(NextStep, in_time=True)
async def show_next_step(call: Call, request: Request, press: TablePress[NextStep]) -> None:
    loaded, game = press.loaded, _current_game(request, press)
    before, move = moves.read_steps(press.action.moves.split())
    laid = _first_placement(before) if before else None
    after = play_to_next_decision(game, laid) if laid is not None else game
    if not moves.begins_here(after, move):
        raise Refusal("late")
    await show_steps(call, request, loaded, laid, move)


async def show_steps(
    call: Call,
    request: Request,
    loaded: LoadedTable,
    laid: PlaceTile | None,
    move: Move,
) -> None:
    """Show the panel of a step-by-step move, after a tile is laid."""
    services, game = services_of(call), loaded.table.running_game
    names = await services.names.of(loaded.table, request.guild)
    confirming = await services.preferences.wants(request.user, CONFIRMS)
    message = panel_words.stepwise_message(game, laid, move, names, confirming=confirming)
    await _answer(call, loaded, message, [laid] if laid is not None else [])


async def _answer(
    call: Call, loaded: LoadedTable, message: Message, draft: Sequence[Move] = ()
) -> None:
    """Show moves not yet made; delete an earlier panel of the turn."""
    services = services_of(call)
    await services.sender.answer_privately(call, message, loaded, draft=draft)
    await services.open_panels.replace(call, loaded.version)


def _first_placement(moves: Sequence[Move]) -> PlaceTile:
    laid = moves[0]
    if not isinstance(laid, PlaceTile):
        raise Refusal("late")
    return laid


def _current_game(request: Request, press: TablePress[object]) -> Game:
    # The version first: a player who has just moved gets 'late', not 'not your turn'.
    if press.loaded.version != press.version:
        raise Refusal("late")
    return check_move_or_vote(press.loaded.table, request.user)


@app_commands.command(name="play", description=N_("Place your tile with buttons"))
async def play(interaction: discord.Interaction[Any]) -> None:
    services = services_of(interaction)

    async def work(call: Call, request: Request) -> None:
        loaded = await services.tables.require_table(request)
        await open_panel(call, request, TablePress.on(loaded, OpenPanel()))

    await run_answer(interaction, work)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (play,)
