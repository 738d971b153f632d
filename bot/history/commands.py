"""Buttons of a game's past: turns, news, replay, downloads, what-if; menu *Show this turn*."""

import io
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.followers import words as followers_words
from bot.history import end_post, what_if_words, words
from bot.history.what_if_words import Trial
from bot.history.words import NamesByTurn
from bot.interactions.button_routes import TablePress, table_answer_route
from bot.interactions.call import Call
from bot.interactions.replies import dismiss
from bot.playing import panel_words
from bot.services import run_answer, services_of
from bot.table import checks
from bot.table.entries import Start, Undo
from bot.table.fold import first_unseen_index
from bot.table.refusals import Refusal
from bot.table.settings import ANIMATES
from bot.table.store import LoadedTable, Request, Tables, run_in_log_thread
from bot.text.i18n import N_, _
from bot.text.message import Message
from bot.words import moves
from bot.words.actions import (
    PAGE,
    PRINT,
    BeforeMove,
    MakeMoves,
    NextStep,
    OpenPanel,
    ShowLog,
    ShowMoves,
    ShowTurn,
    TryMoves,
)
from rules.analysis.drafts import is_turn_complete, play_draft
from rules.analysis.game_turns import GameTurn
from rules.moves import Move, MoveSequence, PlaceTile
from rules.opponents.review import CostlyTurn, TileDecision, costliest_turns

PAGE_GIVEN: Final = N_(
    "The whole game in one file. Save it and open it in a browser, on a phone or a computer: "
    "leaf through the turns and tap a feature to see who holds it. It needs no internet."
)
PAGE_STARTED: Final = N_("Making the page. A few seconds.")


@table_answer_route("record")
async def send_record(call: Call, request: Request, press: TablePress[str]) -> None:
    services = services_of(call)
    loaded = await services.tables.require_begun(request.channel)
    data = io.BytesIO(words.export_text(loaded.table).encode())
    name = f"{loaded.table.name}-{loaded.row.id}.record"
    text = _("The whole game as a text file, yours to keep.")
    await services.replies.give(call, text, discord.File(data, filename=name))


@table_answer_route(PAGE, find=Tables.require_game_here)
async def send_page(call: Call, request: Request, press: TablePress[str]) -> None:
    """Send an ended game privately as a file for a browser, with any review.

    It may be an earlier game of the channel.
    """
    services = services_of(call)
    loaded = press.loaded
    checks.check_page(loaded.table)
    await services.replies.say(call, _(PAGE_STARTED))
    review = services.hints.known_review(loaded)
    data = await services.pages.page(request, loaded, review)
    name = f"{loaded.table.name}-{loaded.row.id}.html"
    file = discord.File(io.BytesIO(data), filename=name)
    await services.replies.give(call, _(PAGE_GIVEN), file)


@table_answer_route(PRINT, find=Tables.require_game_here)
async def send_print_poster(call: Call, request: Request, press: TablePress[str]) -> None:
    """Send a scored game's poster privately as a file for printing.

    It may be an earlier game of the channel.
    """
    services = services_of(call)
    loaded = press.loaded
    checks.check_print(loaded.table)
    review = services.hints.known_review(loaded)
    turns: tuple[CostlyTurn, ...] = ()
    if review is not None:
        turns = await run_in_log_thread(costliest_turns, review, loaded.table.record())
    names = await services.names_with_votes.of(loaded.row.id, loaded.table, request.guild)
    message = end_post.print_message(loaded.table, names, end_post.turning_points_of(turns))
    await services.sender.answer_privately(call, message, loaded)


@table_answer_route(ShowTurn, find=Tables.require_game_here)
async def press_past_turn(call: Call, request: Request, press: TablePress[ShowTurn]) -> None:
    await show_past_turn(call, request, press.loaded, press.action.turn)


async def show_turn_of_post(
    interaction: discord.Interaction[Any], message: discord.Message
) -> None:
    """Show a post's turn privately; refuse any other message."""

    async def work(call: Call, request: Request) -> None:
        store = services_of(call).tables
        posted = await store.of_post(message.id)
        if posted is None:
            raise Refusal("no-turn-post")
        loaded, post = posted
        if loaded.row.channel != request.channel or loaded.table.game is None:
            raise Refusal("no-turn-post")
        newer = await store.entries_after(post)
        if any(isinstance(entry, Start) for entry in newer):
            raise Refusal("no-turn-post")
        if any(isinstance(entry, Undo) and entry.number <= post.number for entry in newer):
            raise Refusal("turn-undone")
        number = await run_in_log_thread(words.turn_at, loaded.table, post.number)
        await show_past_turn(call, request, loaded, number)

    await run_answer(interaction, work)


async def show_past_turn(call: Call, request: Request, loaded: LoadedTable, number: int) -> None:
    """Show a turn's picture and events privately."""
    services = services_of(call)
    checks.require_begun(loaded.table)
    names = await services.names_with_votes.of(loaded.row.id, loaded.table, request.guild)
    turns = await run_in_log_thread(words.turns_of, loaded.table.record())
    server = await services.server_settings.of(request.guild)
    animates = server.animates if await services.preferences.wants(request.user, ANIMATES) else None
    decisions: Sequence[TileDecision] = ()
    if checks.can_try_moves(loaded.table):
        decisions = await run_in_log_thread(words.decisions_of, loaded.table.record())
    message = words.past_turn_message(
        loaded.table, turns, number, names, animates=animates, decisions=decisions
    )
    await services.sender.answer_privately(call, message, loaded)


@table_answer_route("seal", find=Tables.require_begun)
async def show_seal(call: Call, request: Request, press: TablePress[str]) -> None:
    """Explain the seal privately, and open it after the end."""
    await services_of(call).replies.say(call, words.verify_text(press.loaded.table))


@table_answer_route("replay", find=Tables.require_begun)
async def post_replay(call: Call, request: Request, press: TablePress[str]) -> None:
    """Post an animation of the game so far."""
    services = services_of(call)
    services.replies.check_bot_permissions(call)
    if await services.replays.post(call, request, press.loaded):
        await dismiss(call)


@table_answer_route("since")
async def press_since(call: Call, request: Request, press: TablePress[str]) -> None:
    await show_since(call, request)


async def show_since(call: Call, request: Request) -> None:
    """Show the news since the user's last turn; for a spectator, since their last look."""
    services = services_of(call)
    loaded = await services.tables.require_begun(request.channel)
    names = await services.names.of(loaded.table, request.guild)
    seat = loaded.table.seat_of(request.user)
    if seat is None:
        message = words.news_since_look(
            loaded.table, names, await _mark_looked(call, request, loaded)
        )
    else:
        message = words.news_since_turn(loaded.table, names, seat)
    message = replace(
        message, buttons=(*message.buttons, *followers_words.follow_buttons(loaded.table))
    )
    await services.sender.answer_privately(call, message, loaded)


async def _mark_looked(call: Call, request: Request, loaded: LoadedTable) -> int | None:
    """Return the story index of the first event new to the user.

    None for a first look.
    """
    services, game = services_of(call), loaded.row.id
    story = loaded.table.running_game.story
    number = await services.notes.mark_seen(request.user, game, loaded.table.last)
    if number is None:
        return None
    if number == loaded.table.last:
        return len(story)
    return first_unseen_index(await services.tables.story_until(game, number), story)


@table_answer_route(ShowLog, find=Tables.require_begun)
async def show_log(call: Call, request: Request, press: TablePress[ShowLog]) -> None:
    services, loaded = services_of(call), press.loaded
    names = await services.names.of(loaded.table, request.guild)
    message = words.log_page(loaded.table, names, press.action.page or None)
    await services.sender.answer_privately(call, message, loaded)


MENUS: Final[tuple[app_commands.ContextMenu, ...]] = (
    app_commands.ContextMenu(name=N_("Show this turn"), callback=show_turn_of_post),
)


@table_answer_route(BeforeMove, find=Tables.require_game_here)
async def show_decision(call: Call, request: Request, press: TablePress[BeforeMove]) -> None:
    """Show an ended game before a move, with a way to try others."""
    services = services_of(call)
    loaded = press.loaded
    turns, decision = await _decision(loaded, press.action.line)
    names = await services.names.of(loaded.table, request.guild)
    message = words.decision_message(loaded.table, turns, decision, names)
    await services.sender.answer_privately(call, message, loaded)


@table_answer_route(TryMoves, find=Tables.require_game_here)
async def try_moves(call: Call, request: Request, press: TablePress[TryMoves]) -> None:
    """Show an earlier decision's panel, or the result of moves tried there."""
    services = services_of(call)
    loaded = press.loaded
    turns, decision = await _decision(loaded, press.action.line)
    trial = await _trial(call, request, loaded, turns, decision)
    message, shown = await _tried(call, request, loaded, trial, press.action.step)
    await services.sender.answer_privately(
        call, message, loaded, draft=shown, position=decision.game
    )


async def _decision(loaded: LoadedTable, line: int) -> tuple[Sequence[GameTurn], TileDecision]:
    """The decision after so many lines; refuse a game without one."""
    checks.check_try_moves(loaded.table)
    record = loaded.table.record()
    decisions = await run_in_log_thread(words.decisions_of, record)
    decision = next((one for one in decisions if one.line == line), None)
    if decision is None:
        raise Refusal("late")
    return await run_in_log_thread(words.turns_of, record), decision


async def _trial(
    call: Call,
    request: Request,
    loaded: LoadedTable,
    turns: Sequence[GameTurn],
    decision: TileDecision,
) -> Trial:
    """A decision with a master's best turn, and the points that the played moves lost."""
    services = services_of(call)
    hints = services.hints
    best, *_others = await hints.hint_before(request, loaded, decision)
    lost = await hints.points_behind(request, loaded, decision, best.moves, decision.moves)
    names = await services.names.of(loaded.table, request.guild)
    turn = words.turn_of(turns, decision)
    return Trial(decision, turn, best, lost, NamesByTurn(loaded.table, names).at(turn))


async def _tried(
    call: Call, request: Request, loaded: LoadedTable, trial: Trial, step: object
) -> tuple[Message, Sequence[Move]]:
    decision = trial.decision
    match step:
        case OpenPanel(page):
            shown: Sequence[Move] = panel_words.opening(decision.game)
            return what_if_words.trial_panel(trial, shown, page=page or 1), shown
        case ShowMoves(text):
            shown = _begun_by_tile(moves.read_moves(text))
            return what_if_words.trial_panel(trial, shown), shown
        case NextStep(text):
            before, move = moves.read_steps(text.split())
            if not moves.begins_here(play_draft(decision.game, _begun_by_tile(before)), move):
                raise Refusal("late")
            return what_if_words.trial_steps(trial, before, move), before
        case MakeMoves(what_if_words.BEST):
            made: MoveSequence = trial.best.moves
        case MakeMoves(text):
            made = tuple(_begun_by_tile(moves.read_moves(text)))
        case _:
            raise Refusal("late")
    if not is_turn_complete(play_draft(decision.game, made)):
        return what_if_words.trial_choices(trial, made), made
    hints = services_of(call).hints
    lost = await hints.points_behind(request, loaded, decision, trial.best.moves, made)
    return what_if_words.trial_result(trial, made, lost), made


def _begun_by_tile(made: Sequence[Move]) -> Sequence[Move]:
    if not made or not isinstance(made[0], PlaceTile):
        raise Refusal("late")
    return made
