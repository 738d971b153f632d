"""The weekly digest of a server as one post: a line for each thing that happened."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from bot.puzzles.words import server_streak_parts
from bot.statistics.results import GameResult, SeatResult
from bot.text.i18n import _, format_day, join_list, ngettext
from bot.text.message import Message, join_within
from bot.text.names import Names
from bot.words import nouns
from bot.words.nouns import game_title

MAX_OPEN_TABLES: Final = 5
"""The most tables with an open seat that are listed."""
WINNERS_LENGTH: Final = 300
"""The most characters of the list of winners."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table to join: channel, game, seats taken, all seats."""

    channel: int
    name: str
    taken: int
    seats: int


@dataclass(frozen=True, slots=True)
class Week:
    """A week that ends on ``last``; ``streak`` is the server's.

    ``has_tries``: somebody tried a puzzle of the week.
    """

    last: date
    results: Sequence[GameResult] = ()
    streak: int = 0
    has_tries: bool = False
    open_tables: Sequence[OpenTable] = ()

    @property
    def is_eventful(self) -> bool:
        """True if a game ended or somebody tried a puzzle."""
        return bool(self.results) or self.has_tries


def digest_message(week: Week, names: Names) -> Message:
    first = week.last - timedelta(days=6)
    heading = _(
        "📅 **The week on this server** · {first} to {last}",
        first=format_day(first),
        last=format_day(week.last),
    )
    return Message("\n".join([heading, *_lines(week, names)]))


def _lines(week: Week, names: Names) -> Iterator[str]:
    if week.results:
        yield _winners_line(week.results, names)
    yield from _best_move_lines(week.results, names)
    yield from _longest_lines(week.results, names)
    yield from _closest_lines(week.results, names)
    if week.has_tries and (parts := server_streak_parts(week.streak)):
        yield _("- Move of the day: {streak}", streak=parts[0])
    if week.open_tables:
        tables = [_open_table(table) for table in week.open_tables[:MAX_OPEN_TABLES]]
        yield _("- 🪑 Open seats: {tables}", tables=", ".join(tables))


def _winners_line(results: Sequence[GameResult], names: Names) -> str:
    """``- 🏁 3 games finished, won by Ana (2), Bo``."""
    wins = Counter(
        seat.user
        for result in results
        for seat in result.seats
        if seat.has_won and seat.user is not None
    )
    winners = [
        names.user_name(user) + (f" ({number})" if number > 1 else "")
        for user, number in wins.most_common()
    ]
    if not winners:
        return ngettext("- 🏁 {number} game finished", "- 🏁 {number} games finished", len(results))
    return ngettext(
        "- 🏁 {number} game finished, won by {winners}",
        "- 🏁 {number} games finished, won by {winners}",
        len(results),
        winners=join_within(winners, WINNERS_LENGTH),
    )


def _best_move_lines(results: Sequence[GameResult], names: Names) -> Iterator[str]:
    moves = [(result, move) for result in results if (move := result.best_move) is not None]
    if moves:
        result, move = max(moves, key=lambda one: one[1].points)
        yield ngettext(
            "- ✨ Best move: {who}, {number} point in turn {turn} ({game})",
            "- ✨ Best move: {who}, {number} points in turn {turn} ({game})",
            move.points,
            who=_seat_name(result.seats[move.seat], names),
            turn=move.turn,
            game=game_title(result.name),
        )


def _longest_lines(results: Sequence[GameResult], names: Names) -> Iterator[str]:
    longest = {
        kind: max(
            (result for result in results if kind in result.largest),
            key=lambda result: result.largest[kind].tiles,
        )
        for kind in dict.fromkeys(kind for result in results for kind in result.largest)
    }
    for kind, result in longest.items():
        feature = result.largest[kind]
        if words := nouns.longest_feature(kind, feature.tiles):
            holders = [_seat_name(result.seats[seat], names) for seat in feature.seats]
            icon = nouns.feature_icon(kind)
            yield _("- {icon} {longest}, {who}", icon=icon, longest=words, who=join_list(holders))


def _closest_lines(results: Sequence[GameResult], names: Names) -> Iterator[str]:
    finishes = []
    for result in results:
        seats = [seat for seat in result.seats if not seat.has_resigned]
        ranked = sorted(seats, key=lambda seat: -seat.points)[:2]
        if len(ranked) == 2:
            finishes.append(ranked)
    if finishes:
        first, second = min(finishes, key=lambda one: one[0].points - one[1].points)
        yield _(
            "- 🤏 Closest finish: {first} {points}, {second} {others}",
            first=_seat_name(first, names),
            points=first.points,
            second=_seat_name(second, names),
            others=second.points,
        )


def _seat_name(seat: SeatResult, names: Names) -> str:
    """The player's name; none for somebody in no statistics."""
    return names.user_name(seat.user) if seat.user is not None else _("someone")


def _open_table(table: OpenTable) -> str:
    """``<#5> (Carcassonne, 2 of 4)``."""
    return _(
        "{channel} ({game}, {taken} of {seats})",
        channel=f"<#{table.channel}>",
        game=game_title(table.name),
        taken=table.taken,
        seats=table.seats,
    )
