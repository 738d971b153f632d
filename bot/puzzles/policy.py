"""The daily puzzle: grades of answers, streaks of solved days, and the table of a position."""

from collections import Counter
from collections.abc import Container, Iterable
from datetime import date
from enum import StrEnum
from typing import Final

from bot.table.settings import NO, Settings
from bot.table.table import Phase, Table
from rules.game import Game
from rules.record import parse_header, split_record

FREE_MISSES: Final = 2
"""The days of a calendar month that may be missed without the end of a streak."""
CLOSE_POINTS: Final = 5.0
"""The most points that a close answer loses."""


class AnswerGrade(StrEnum):
    """The grade of an answer, as a square to copy."""

    BEST = "🟩"
    CLOSE = "🟨"
    FAR = "🟥"


def grade(lost: float) -> AnswerGrade:
    """The grade of an answer that loses so many points."""
    if lost <= 0:
        return AnswerGrade.BEST
    return AnswerGrade.CLOSE if lost <= CLOSE_POINTS else AnswerGrade.FAR


def streak(days: Iterable[date], solved: Container[date], open_day: date | None = None) -> int:
    """Solved days up to now, at most FREE_MISSES missed in a calendar month.

    Only ``days`` with a puzzle count; ``open_day`` can still be solved.
    """
    length, misses = 0, Counter[tuple[int, int]]()
    for day in sorted(days, reverse=True):
        if day in solved:
            length += 1
        elif day != open_day:
            misses[day.year, day.month] += 1
            if misses[day.year, day.month] > FREE_MISSES:
                break
    return length


def puzzle_table(record: str, game: Game) -> Table:
    """A table without people and aids, at a record's position."""
    header = parse_header(split_record(record)[0])
    seats = range(game.seats)
    return Table(
        name=header.game,
        seat_count=game.seats,
        host_seat=0,
        players=tuple(seat + 1 for seat in seats),
        colours=tuple(seats),
        phase=Phase.PLAYING,
        last=0,
        version=0,
        settings=Settings(aids=NO),
        options=header.options,
        game=game,
    )
