"""Other moves in an ended game: shown privately with their worth; nothing is saved or posted."""

from collections.abc import Sequence

from bot.client.discord_io.call import Call
from bot.client.services import services_of
from bot.commands.button_routes import TablePress, table_answer_route
from bot.games import moves
from bot.presenters.private import panel, past_turns, what_if
from bot.presenters.private.history import NamesByTurn
from bot.presenters.private.what_if import Trial
from bot.presenters.words.actions import (
    BeforeMove,
    MakeMoves,
    NextStep,
    OpenPanel,
    ShowMoves,
    TryMoves,
)
from bot.table import checks
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Request, Tables, run_in_log_thread
from bot.text.message import Message
from rules.analysis.drafts import is_turn_complete, play_draft
from rules.analysis.game_turns import GameTurn
from rules.moves import Move, MoveSequence, PlaceTile
from rules.opponents.review import TileDecision


@table_answer_route(BeforeMove, find=Tables.require_game_here)
async def show_decision(call: Call, request: Request, press: TablePress[BeforeMove]) -> None:
    """Show an ended game as it was before a move, with the way to try other moves."""
    services = services_of(call)
    loaded = press.loaded
    turns, decision = await _decision(loaded, press.action.line)
    names = await services.names.of(loaded.table, request.guild)
    message = past_turns.decision_message(loaded.table, turns, decision, names)
    await services.sender.answer_privately(call, message, loaded)


@table_answer_route(TryMoves, find=Tables.require_game_here)
async def try_moves(call: Call, request: Request, press: TablePress[TryMoves]) -> None:
    """Show the panel of an earlier decision, or the result of moves tried there."""
    services = services_of(call)
    loaded = press.loaded
    turns, decision = await _decision(loaded, press.action.line)
    trial = await _trial(call, request, loaded, turns, decision)
    message, shown = await _tried(call, request, loaded, trial, press.action.step)
    await services.sender.answer_privately(
        call, message, loaded, draft=shown, position=decision.game
    )


async def _decision(loaded: LoadedTable, line: int) -> tuple[Sequence[GameTurn], TileDecision]:
    """The turns of an ended game, and its decision after so many lines; refuse any other."""
    checks.check_try_moves(loaded.table)
    record = loaded.table.record()
    decisions = await run_in_log_thread(past_turns.decisions_of, record)
    decision = next((one for one in decisions if one.line == line), None)
    if decision is None:
        raise Refusal("late")
    return await run_in_log_thread(past_turns.turns_of, record), decision


async def _trial(
    call: Call,
    request: Request,
    loaded: LoadedTable,
    turns: Sequence[GameTurn],
    decision: TileDecision,
) -> Trial:
    """A decision with a master's best turn, and the points that the moves played lost."""
    services = services_of(call)
    hints = services.hints
    best, *_others = await hints.hint_before(request, loaded, decision)
    lost = await hints.points_behind(request, loaded, decision, best.moves, decision.moves)
    names = await services.names.of(loaded.table, request.guild)
    turn = past_turns.turn_of(turns, decision)
    return Trial(decision, turn, best, lost, NamesByTurn(loaded.table, names).at(turn))


async def _tried(
    call: Call, request: Request, loaded: LoadedTable, trial: Trial, step: object
) -> tuple[Message, Sequence[Move]]:
    """The message of an action at a decision, and the moves that its picture shows."""
    decision = trial.decision
    match step:
        case OpenPanel(page):
            shown: Sequence[Move] = panel.opening(decision.game)
            return what_if.trial_panel(trial, shown, page=page or 1), shown
        case ShowMoves(text):
            shown = _begun_by_tile(moves.read_moves(text))
            return what_if.trial_panel(trial, shown), shown
        case NextStep(text):
            before, move = moves.read_steps(text.split())
            if not moves.begins_here(play_draft(decision.game, _begun_by_tile(before)), move):
                raise Refusal("late")
            return what_if.trial_steps(trial, before, move), before
        case MakeMoves(what_if.BEST):
            made: MoveSequence = trial.best.moves
        case MakeMoves(text):
            made = tuple(_begun_by_tile(moves.read_moves(text)))
        case _:
            raise Refusal("late")
    if not is_turn_complete(play_draft(decision.game, made)):
        return what_if.trial_choices(trial, made), made
    hints = services_of(call).hints
    lost = await hints.points_behind(request, loaded, decision, trial.best.moves, made)
    return what_if.trial_result(trial, made, lost), made


def _begun_by_tile(made: Sequence[Move]) -> Sequence[Move]:
    """Return moves that begin with a tile; refuse those of a forged button."""
    if not made or not isinstance(made[0], PlaceTile):
        raise Refusal("late")
    return made
