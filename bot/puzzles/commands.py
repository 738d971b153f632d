"""The `/puzzle` command, and the buttons of the puzzle of the day."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.interactions.button_routes import Pressed, answer_route
from bot.interactions.call import Call
from bot.playing import panel_words
from bot.puzzles import words
from bot.puzzles.service import PuzzlePosition
from bot.puzzles.words import seat_names
from bot.services import run_answer, services_of
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.text.i18n import N_
from bot.text.message import Message
from bot.words import moves as move_words
from bot.words.actions import MakeMoves, OpenPanel, ShowBoard, ShowMoves, TryPuzzle
from rules.analysis.drafts import play_draft
from rules.moves import Move, PlaceTile


@app_commands.command(
    name="puzzle", description=N_("See the server's move of the day, and your streak")
)
async def puzzle(interaction: discord.Interaction[Any]) -> None:
    """The server's open puzzle, or the user's answer."""
    await run_answer(interaction, show_puzzle)


async def show_puzzle(call: Call, request: Request) -> None:
    services = services_of(call)
    at = await services.puzzle_answers.open(request.guild)
    if at is None:
        await services.replies.show(call, words.no_puzzle())
    elif not await _show_answer(call, request, at):
        streaks = await services.puzzle_answers.streaks(request.guild, request.user, at.day)
        await _answer(call, at, words.open_puzzle(at.day, at.table, streaks))


@answer_route(TryPuzzle)
async def press_puzzle(call: Call, request: Request, press: Pressed[TryPuzzle]) -> None:
    """Open or change the panel, or take the user's only try."""
    services, day, step = services_of(call), press.action.day, press.action.step
    at = await services.puzzle_answers.open(request.guild)
    if at is None or at.day.isoformat() != day:
        await services.replies.show(call, words.puzzle_over())
        return
    if isinstance(step, ShowBoard):
        await _answer(call, at, words.whole_board(at.day, at.table))
        return
    if await _show_answer(call, request, at):
        return
    if isinstance(step, OpenPanel):
        await _show_panel(call, at, panel_words.opening(at.game), page=step.page or 1)
        return
    if not isinstance(step, ShowMoves | MakeMoves):
        raise Refusal("late")
    shown = move_words.read_moves(step.moves)
    if not isinstance(shown[0], PlaceTile):
        raise Refusal("late")
    play_draft(at.game, shown)  # The rules say why moves are refused.
    if isinstance(step, ShowMoves):
        await _show_panel(call, at, shown)
        return
    await services.puzzle_answers.answer(at, request.user, tuple(shown))
    await _show_answer(call, request, at)


async def _show_answer(call: Call, request: Request, at: PuzzlePosition) -> bool:
    services = services_of(call)
    solve = await services.puzzle_answers.of(at, request.user)
    if solve is None:
        return False
    streaks = await services.puzzle_answers.streaks(request.guild, request.user, at.day)
    moves = tuple(at.game.read(solve.moves))
    message = words.answer_message(at.day, at.game, moves, at.best, solve.lost, streaks)
    await services.replies.show(call, message)
    return True


async def _show_panel(
    call: Call, at: PuzzlePosition, shown: Sequence[Move], *, page: int = 1
) -> None:
    # Takes milliseconds, too long for the event loop.
    message = await asyncio.to_thread(words.puzzle_panel, at.day, at.game, shown, page=page)
    await _answer(call, at, message, shown)


async def _answer(
    call: Call, at: PuzzlePosition, message: Message, draft: Sequence[Move] = ()
) -> None:
    await services_of(call).picture_answers.answer(
        call, message, at.after(draft), seat_names(at.game.seats), at.key(draft)
    )


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (puzzle,)
