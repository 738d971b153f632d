"""The puzzle of a day for one user: the panel of the only try, its result, and streaks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.presenters.private import panel
from bot.presenters.public.puzzles import (
    PUZZLE,
    puzzle_message,
    seat_names,
    server_streak_parts,
    solve_button,
)
from bot.presenters.words.actions import TryPuzzle
from bot.presenters.words.moves import moves_text
from bot.presenters.words.scores import shortfall_text
from bot.presenters.words.state import alt_text
from bot.table.puzzles import FREE_MISSES, grade
from bot.table.table import Table
from bot.text.i18n import _, format_day, ngettext
from bot.text.message import Illustration, Message
from renderer.requests import Board
from rules.analysis.placements import suggestion_numbers
from rules.game import Game
from rules.moves import Move, MoveSequence


@dataclass(frozen=True, slots=True)
class Streaks:
    """The days in a row on which anybody in the server tried, and on which the user did."""

    server: int
    own: int


def puzzle_panel(day: date, game: Game, moves: Sequence[Move], *, page: int = 1) -> Message:
    """The panel of the only try: that of a turn without aids, whose moves are confirmed."""
    names = seat_names(game.seats)
    shown = panel.panel_message(game, moves, names, effects=False, page=page, confirming=True)
    line = _("🧩 **{day}.** You have one try.", day=format_day(day))
    pictures = tuple(replace(one, position=(PUZZLE, day)) for one in shown.pictures)
    items = tuple(panel.with_prefix(shown.buttons, f"{TryPuzzle(day.isoformat())} "))
    return Message(f"{line}\n{shown.text}", pictures, items)


def open_puzzle(day: date, table: Table, streaks: Streaks) -> Message:
    """The puzzle of a day for a user who has not tried it."""
    message = puzzle_message(day, table)
    return replace(message, text="\n".join([message.text, *streak_lines(streaks)]))


def whole_board(day: date, table: Table) -> Message:
    """The whole board of a puzzle, without aids."""
    alt = alt_text(table, seat_names(table.running_game.seats), [])
    picture = Illustration(Board(aided=False), alt)
    return Message(
        _("🧩 **{day}.** You have one try.", day=format_day(day)), (picture,), (solve_button(day),)
    )


def answer_message(
    day: date, game: Game, moves: MoveSequence, best: MoveSequence, lost: float, streaks: Streaks
) -> Message:
    """The result of a user's try, the best move as a spoiler, and a line to copy."""
    verdict = _("You found the best move.") if lost <= 0 else shortfall_text(lost)
    lines = [
        f"{grade(lost).value} **{verdict}** {moves_text(game, moves)}.",
        *best_move_lines(game, best, lost),
        *streak_lines(streaks),
        f"```\n{line_to_copy(day, lost, streaks.own)}\n```",
        _("-# Copy the line to compare. The next post shows the best move and how everybody did."),
    ]
    return Message("\n".join(lines))


def best_move_lines(game: Game, best: MoveSequence, lost: float) -> Iterator[str]:
    """The best move with the number of its space, hidden until a click; nothing if it was found."""
    if lost > 0:
        [number] = suggestion_numbers(game, [best])
        yield _(
            "Best move: ||space {number} · {moves}||", number=number, moves=moves_text(game, best)
        )


def line_to_copy(day: date, lost: float, own_streak: int) -> str:
    """``🧩 Tue 24 Nov 🟨 −3 🔥 5``: a result without the moves."""
    parts = ["🧩", format_day(day), grade(lost).value]
    if lost > 0:
        parts.append(f"−{round(lost)}")
    if own_streak > 1:
        parts.append(f"🔥 {own_streak}")
    return " ".join(parts)


def streak_lines(streaks: Streaks) -> Iterator[str]:
    """The streak of the server, then that of the user, in one line; nothing before a second day."""
    parts = server_streak_parts(streaks.server)
    if streaks.own > 1:
        parts.append(ngettext("you: {number} day", "you: {number} days", streaks.own))
    if parts:
        free = _("{number} days a month may be missed", number=FREE_MISSES)
        yield f"-# {' · '.join([*parts, free])}"


def no_puzzle() -> Message:
    """Tell a user that the server has no puzzle now."""
    return Message(
        _(
            "🧩 There's no move of the day here yet. "
            "Whoever manages the server can turn it on with `/setup`."
        )
    )


def puzzle_over() -> Message:
    """Tell a user that the puzzle of a button is over."""
    return Message(_("🧩 This puzzle is over. See today's with `/puzzle`."))
