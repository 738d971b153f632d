"""Lay tiles and deploy figures: by `/place`, the commands of the parts, or the panel."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.channel_seat.policy import check_move_or_vote
from bot.discord_io.buttons import Press
from bot.hints import words as hints_words
from bot.interactions.button_routes import TablePress, table_answer_route, table_change_route
from bot.interactions.call import Call
from bot.interactions.options import TypedText, suggestion_choices
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
from bot.parts.part import CommandWords
from bot.playing import autocomplete, panel_words
from bot.services import run_answer, run_change, services_of, table_here
from bot.table.refusals import Refusal
from bot.table.settings import CONFIRMS, SUGGESTS
from bot.table.store import LoadedTable, Request
from bot.table.table import Outcome
from bot.text.i18n import N_, _
from bot.text.message import Message
from bot.words import moves
from bot.words.actions import (
    ChangeOrder,
    GiveOrder,
    KeepPlan,
    LookAtGap,
    MakeMoves,
    NextStep,
    OpenPanel,
    ShowGaps,
    ShowMoves,
    ShowOrderGroup,
    ShowOrders,
)
from bot.words.refusals import refusal_text
from rules import notation
from rules.analysis.deployment_choices import deployment_choices
from rules.errors import IllegalMove
from rules.game import Game, play_to_next_decision
from rules.moves import Move, OwnMove, Pass, PlaceTile


@app_commands.command(name="place", description=N_("Place your tile, with a meeple or without"))
@app_commands.describe(move=N_("Space, rotation and meeple: 3 -1 rot90 hunter b, or #4 rot90 none"))
async def place(interaction: discord.Interaction[Any], move: TypedText) -> None:
    services = services_of(interaction)

    async def work(call: Call, request: Request) -> Outcome | None:
        loaded = await services.tables.require_table(request)
        try:
            game = check_move_or_vote(loaded.table, request.user)
        except Refusal as refusal:
            await offer_plan_instead(call, request, refusal, moves.read_cell(move))
            return None
        parsed = moves.read_placement(move, game)
        if isinstance(parsed, moves.UnfinishedPlacement):
            await _ask_rotation(call, request, loaded, parsed)
            return None
        laid = parsed[0]
        if moves.has_space_number(move) and not loaded.is_posted and isinstance(laid, PlaceTile):
            # The player may have seen the numbers of an earlier picture.
            note = _("The board has changed since: is this the space you mean?")
            await show_panel(call, request, loaded, [_resolved_placement(game, laid)], note)
            return None
        if not isinstance(parsed[0], PlaceTile):
            return await play_decision(call, request, loaded, parsed)
        return await _play_placement(call, request, loaded, parsed[0], parsed[1:])

    await run_change(interaction, work)


async def _play_placement(
    call: Call,
    request: Request,
    loaded: LoadedTable,
    laid: PlaceTile,
    rest: Sequence[Move],
) -> Outcome | None:
    services, game = services_of(call), loaded.table.running_game
    placement = _resolved_placement(game, laid)
    if rest and moves.is_without_step(rest[-1]):
        await _ask_steps(call, request, loaded, placement, rest[-1])
        return None
    if not rest and deployment_choices(game, placement):
        await show_panel(call, request, loaded, [placement])
        return None
    # Drop a typed pass where no figure can be placed.
    moves_to_play = (
        panel_words.confirmed_moves(game, [laid]) if list(rest) == [Pass()] else (laid, *rest)
    )
    try:
        return await services.channel_seat.play_or_vote(call, request, moves_to_play)
    except IllegalMove as error:
        if error.reason != moves.WHICH_SEGMENT:
            raise
        names = await services.names.of(loaded.table, request.guild)
        await show_panel(call, request, loaded, [placement], refusal_text(error, names))
        return None


def _resolved_placement(game: Game, laid: PlaceTile) -> PlaceTile:
    """The legal placement meant. Raise IllegalMove."""
    placement = game.decision.resolve(game, laid)
    assert isinstance(placement, PlaceTile)
    return placement


async def _ask_steps(
    call: Call,
    request: Request,
    loaded: LoadedTable,
    laid: PlaceTile,
    start: Move,
) -> None:
    """Ask for the steps of a move of which only the first word was typed."""
    if not moves.is_move_of_game(loaded.table.name, start):
        raise Refusal("other-game", move=_command_name(start))
    after = play_to_next_decision(loaded.table.running_game, laid)
    if start not in after.decision.opening_moves(after):
        after.decision.resolve(after, start)  # The refusal of the rules says why not.
        raise Refusal("late")
    await show_steps(call, request, loaded, laid, start)


def _command_name(move: Move) -> str:
    command = moves.words_of(type(move)).command
    return f"`/{command.name}`" if command is not None else f"`{move.word}`"


async def _ask_rotation(
    call: Call,
    request: Request,
    loaded: LoadedTable,
    unfinished: moves.UnfinishedPlacement,
) -> None:
    """Open the panel at a cell; the rules refuse one that does not fit."""
    game = loaded.table.running_game
    laid = panel_words.placement_at(game, unfinished.cell)
    # If the tile fits in no rotation, the rules explain the refusal.
    placement = laid or game.decision.resolve(game, PlaceTile(unfinished.cell, 0))
    above = ""
    if unfinished.figure:
        above = _("Choose the rotation first, then the meeple.")
    await show_panel(call, request, loaded, [placement], above)


async def play_decision(
    call: Call, request: Request, loaded: LoadedTable, decisions: Sequence[Move]
) -> Outcome | None:
    """Decide about the tile just laid, or together with the open panel's tile."""
    services = services_of(call)
    game = check_move_or_vote(loaded.table, request.user)
    for move in decisions:
        if not moves.is_move_of_game(loaded.table.name, move):
            raise Refusal("other-game", move=_command_name(move))
    if game.drawn is None:
        return await services.channel_seat.play_or_vote(call, request, decisions)
    laid = services.pending_moves.of(request.channel, request.user, loaded.version)
    if laid is None:
        raise Refusal("nothing-laid")
    made = [laid, *decisions]
    return await services.channel_seat.play_or_vote(call, request, made, version=loaded.version)


@place.autocomplete("move")
async def offer_placements(
    interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    loaded = await loaded_to_move(interaction)
    if loaded is None:
        return []
    game = loaded.table.running_game
    if game.drawn is None:
        return []
    return suggestion_choices(
        interaction,
        typed,
        lambda text: autocomplete.placement_suggestions(game, text),
    )


async def loaded_to_move(interaction: discord.Interaction[Any]) -> LoadedTable | None:
    """The channel's table, if readable and the user may move."""
    loaded = await table_here(interaction)
    if loaded is not None:
        with suppress(Refusal):
            check_move_or_vote(loaded.table, interaction.user.id)
            return loaded
    return None


def decision_commands() -> Iterable[app_commands.Command[Any, ..., Any]]:
    """The parts' commands, each for one or several kinds of moves."""
    for words, kinds in moves.command_moves():
        yield _decision_command(words, kinds)


def _decision_command(
    words: CommandWords, kinds: Sequence[type[OwnMove]]
) -> app_commands.Command[Any, ..., Any]:
    async def make(interaction: discord.Interaction[Any], move: TypedText) -> None:
        async def work(call: Call, request: Request) -> Outcome | None:
            services = services_of(call)
            loaded = await services.tables.require_table(request)
            game = check_move_or_vote(loaded.table, request.user)
            if not any(moves.is_kind_of_game(loaded.table.name, kind) for kind in kinds):
                raise Refusal("other-game", move=f"`/{words.name}`")
            decided = moves.read_command(
                kinds, move, _game_of_decision(call, request, loaded, game)
            )
            return await play_decision(call, request, loaded, [decided])

        await run_change(interaction, work)

    async def offer(
        interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        loaded = await loaded_to_move(interaction)
        if loaded is None:
            return []
        services = services_of(interaction)
        laid = services.pending_moves.of(loaded.row.channel, interaction.user.id, loaded.version)
        game = _after_placement(loaded.table.running_game, laid)
        names = await services.names.of(loaded.table, interaction.guild_id)
        return suggestion_choices(
            interaction,
            typed,
            lambda text: autocomplete.command_suggestions(game, kinds, text, names),
        )

    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=words.name,
        description=words.description,
        callback=app_commands.describe(move=words.move_description)(make),
    )
    command.autocomplete("move")(offer)
    return command


def _game_of_decision(call: Call, request: Request, loaded: LoadedTable, game: Game) -> Game:
    """The game after the tile of the user's open panel, if there is one."""
    pending = services_of(call).pending_moves
    return _after_placement(game, pending.of(request.channel, request.user, loaded.version))


def _after_placement(game: Game, laid: PlaceTile | None) -> Game:
    return play_to_next_decision(game, laid) if game.drawn is not None and laid else game


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


@table_change_route(MakeMoves, in_time=True)
async def make_moves(call: Call, request: Request, press: TablePress[MakeMoves]) -> Outcome | None:
    made = moves.read_moves(press.action.moves)
    seat = services_of(call).channel_seat
    return await seat.play_or_vote(call, request, made, version=press.version)


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


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (play, place)
