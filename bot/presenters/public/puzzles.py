"""The move of the day: the post of a position, and the answer that follows a day later.

A position is shown without names, counts and ranks, so that nothing in its post tells the answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.games.game_texts import game_title
from bot.presenters.words.actions import ShowBoard, TryPuzzle
from bot.presenters.words.moves import moves_text, reasoned_moves
from bot.presenters.words.scores import standings
from bot.presenters.words.state import alt_text
from bot.table.puzzles import grade
from bot.table.table import Table
from bot.text import colours
from bot.text.i18n import _, format_day, ngettext
from bot.text.message import (
    ALT_LIMIT,
    Button,
    ButtonStyle,
    Illustration,
    Message,
    truncate,
)
from bot.text.names import Names, strip_markdown
from renderer.requests import Comparisons, Position, Suggestions
from rules.game import Game
from rules.opponents.puzzles import Solution

PUZZLE: Final = "puzzle"
"""The button about the puzzle of a day: the day follows, and an action of its panel."""
MAX_NAMED_SOLVERS: Final = 12
"""The most solvers that are named, the best first."""


@dataclass(frozen=True, slots=True)
class Solver:
    """A user's name in a message, and the points that the answer lost."""

    name: str
    lost: float


def seat_names(seats: int) -> Names:
    """The colours of the seats as names, as a position hides who played it."""
    users = tuple(seat + 1 for seat in range(seats))
    return Names(users, {user: colour_title(user - 1) for user in users}, tuple(range(seats)))


def colour_title(seat: int) -> str:
    """``Red``: the colour that a seat has in a puzzle."""
    name = colours.name(seat)
    return f"{name[0].upper()}{name[1:]}"


def puzzle_message(day: date, table: Table) -> Message:
    """The post of a position, with the buttons to solve it and to see all of it."""
    whole = Button(_("Whole board"), str(TryPuzzle(day.isoformat(), ShowBoard())))
    text = "\n".join(position_lines(day, table))
    return Message(text, (_picture(table),), (solve_button(day), whole))


def position_lines(day: date, table: Table) -> list[str]:
    """The position of a day in words: who is to move, the points, and what to do."""
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
    """The button that opens the panel of a puzzle."""
    return Button(_("Solve"), str(TryPuzzle(day.isoformat())), ButtonStyle.SUCCESS)


def _picture(table: Table) -> Illustration:
    """The picture of a position: that of a turn without aids, with the whole board."""
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
    """The answer of an earlier puzzle: the best move, how all did, and who really sat there.

    ``player`` is the name of the person at that seat in the game; None for a shipped position.
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
    """The best move on the board, beside the played one if that was another."""
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
    """The move that was played in the game, and by whom."""
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
