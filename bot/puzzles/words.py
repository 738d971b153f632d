"""The puzzle of the day: its post, and for one user the panel of the only try, result, streaks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from bot.playing import panel_words
from bot.puzzles.policy import FREE_MISSES, grade
from bot.table.table import Table
from bot.text import emoji as colours
from bot.text.i18n import _, format_day, ngettext
from bot.text.message import ALT_LIMIT, Button, ButtonStyle, Illustration, Message, truncate
from bot.text.names import Names, strip_markdown
from bot.words.actions import ShowBoard, TryPuzzle
from bot.words.moves import moves_text, reasoned_moves
from bot.words.nouns import game_title
from bot.words.scores import shortfall_text, standings
from bot.words.state import alt_text
from renderer.requests import Board, Comparisons, Position, Suggestions
from rules.analysis.placements import suggestion_numbers
from rules.game import Game
from rules.moves import Move, MoveSequence
from rules.opponents.puzzles import Solution

PUZZLE: Final = "puzzle"
"""The button about the puzzle of a day: the day follows, and an action of its panel."""
MAX_NAMED_SOLVERS: Final = 12
"""The most solvers that are named, the best first."""


@dataclass(frozen=True, slots=True)
class Solver:
    """A name, and the points lost."""

    name: str
    lost: float


def seat_names(seats: int) -> Names:
    """Colours as names: a position hides who played it."""
    users = tuple(seat + 1 for seat in range(seats))
    return Names(users, {user: colour_title(user - 1) for user in users}, tuple(range(seats)))


def colour_title(seat: int) -> str:
    """``Red``: a seat's colour."""
    name = colours.name(seat)
    return f"{name[0].upper()}{name[1:]}"


def puzzle_message(day: date, table: Table) -> Message:
    """The puzzle, with buttons to solve it and to see all of it."""
    whole = Button(_("Whole board"), str(TryPuzzle(day.isoformat(), ShowBoard())))
    text = "\n".join(position_lines(day, table))
    return Message(text, (_picture(table),), (solve_button(day), whole))


def position_lines(day: date, table: Table) -> list[str]:
    game = table.running_game
    names = seat_names(game.seats)
    return [
        _(
            "🧩 **Move of the day** · {day} · {emblem} {who} to move, this tile: what's best?",
            day=format_day(day),
            emblem=colours.emblem(game.turn),
            who=names.bold_name(game.turn),
        ),
        f"-# {game_title(table.name)} · {standings(game, names)}",
        _(
            "-# You have one try, in private. "
            "The next post shows the best move and how everybody did."
        ),
    ]


def solve_button(day: date) -> Button:
    return Button(_("Solve"), str(TryPuzzle(day.isoformat())), ButtonStyle.SUCCESS)


def _picture(table: Table) -> Illustration:
    alt = alt_text(table, seat_names(table.running_game.seats), [])
    return Illustration(Position(), alt)


def result_message(
    day: date,
    record: str,
    line: int,
    position: Game,
    solution: Solution,
    solvers: Sequence[Solver],
    server_streak: int,
    player: str | None,
) -> Message:
    """The best move, how all did, and who really sat there.

    ``player``: their name; None for a shipped position.
    """
    names = seat_names(position.seats)
    best = reasoned_moves(position, solution.best, names)
    lines = [
        _("🧩 **Best move** · {day} · {best}", day=format_day(day), best=best),
        _solvers_line(solvers, server_streak),
        f"-# {_played_line(position, solution, player)}",
    ]
    alt = truncate(strip_markdown(". ".join([lines[0], lines[2].removeprefix("-# ")])), ALT_LIMIT)
    return Message("\n".join(lines), (_solution_picture(record, line, solution, alt),))


def _solution_picture(record: str, line: int, solution: Solution, alt: str) -> Illustration:
    best = solution.best.moves
    if solution.lost <= 0:
        return Illustration(Suggestions((best,)), alt)
    return Illustration(Comparisons(record, ((line, solution.played, best),)), alt)


def _solvers_line(solvers: Sequence[Solver], server_streak: int) -> str:
    """``🟩 Ana · 🟨 Bo −3 · +4 · 🔥 5 days``."""
    named = [
        f"{grade(solver.lost).value} {solver.name}{_loss(solver.lost)}"
        for solver in solvers[:MAX_NAMED_SOLVERS]
    ]
    if (more := len(solvers) - len(named)) > 0:
        named.append(f"+{more}")
    if not named:
        named.append(_("Nobody tried it."))
    return " · ".join([*named, *server_streak_parts(server_streak)])


def _loss(lost: float) -> str:
    return f" −{round(lost)}" if lost > 0 else ""


def server_streak_parts(days: int) -> list[str]:
    """``🔥 this server: 5 days``; empty before a second day."""
    if days < 2:
        return []
    return [ngettext("🔥 this server: {number} day", "🔥 this server: {number} days", days)]


def _played_line(position: Game, solution: Solution, player: str | None) -> str:
    colour = colour_title(position.turn)
    who = _("one of my own opponents") if player is None else player
    if solution.lost <= 0:
        return _("{colour} was {who}, who found it too.", colour=colour, who=who)
    return _(
        "{colour} was {who}, who played {moves} (−{lost}).",
        colour=colour,
        who=who,
        moves=moves_text(position, solution.played),
        lost=round(solution.lost),
    )


@dataclass(frozen=True, slots=True)
class Streaks:
    """Days in a row on which anybody in the server, and the user, tried."""

    server: int
    own: int


def puzzle_panel(day: date, game: Game, moves: Sequence[Move], *, page: int = 1) -> Message:
    """The panel of a turn without aids, whose moves are confirmed."""
    names = seat_names(game.seats)
    shown = panel_words.panel_message(game, moves, names, effects=False, page=page, confirming=True)
    line = _("🧩 **{day}.** You have one try.", day=format_day(day))
    pictures = tuple(replace(one, position=(PUZZLE, day)) for one in shown.pictures)
    items = tuple(panel_words.with_prefix(shown.buttons, f"{TryPuzzle(day.isoformat())} "))
    return Message(f"{line}\n{shown.text}", pictures, items)


def open_puzzle(day: date, table: Table, streaks: Streaks) -> Message:
    """The puzzle for a user who has not tried it."""
    message = puzzle_message(day, table)
    return replace(message, text="\n".join([message.text, *streak_lines(streaks)]))


def whole_board(day: date, table: Table) -> Message:
    alt = alt_text(table, seat_names(table.running_game.seats), [])
    picture = Illustration(Board(aided=False), alt)
    return Message(
        _("🧩 **{day}.** You have one try.", day=format_day(day)), (picture,), (solve_button(day),)
    )


def answer_message(
    day: date, game: Game, moves: MoveSequence, best: MoveSequence, lost: float, streaks: Streaks
) -> Message:
    """The result, the best move as a spoiler, and a line to copy."""
    verdict = _("You found the best move.") if lost <= 0 else shortfall_text(lost)
    lines = [
        f"{grade(lost).value} **{verdict}** {moves_text(game, moves)}.",
        *best_move_lines(game, best, lost),
        *streak_lines(streaks),
        f"```\n{line_to_copy(day, lost, streaks.own)}\n```",
        _("-# Copy the line to compare. The next post says how everybody did."),
    ]
    return Message("\n".join(lines))


def best_move_lines(game: Game, best: MoveSequence, lost: float) -> Iterator[str]:
    """The best move with its space number, hidden until a click; nothing if it was found."""
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
    """The server's, then the user's, in one line; nothing before a second day."""
    parts = server_streak_parts(streaks.server)
    if streaks.own > 1:
        parts.append(ngettext("you: {number} day", "you: {number} days", streaks.own))
    if parts:
        free = _("{number} days a month may be missed", number=FREE_MISSES)
        yield f"-# {' · '.join([*parts, free])}"


def no_puzzle() -> Message:
    return Message(
        _(
            "🧩 There's no move of the day here yet. "
            "Whoever manages the server can turn it on with `/setup`."
        )
    )


def puzzle_over() -> Message:
    return Message(_("🧩 This puzzle is over. See today's with `/puzzle`."))
