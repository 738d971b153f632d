"""Streaks with free misses, the grades of answers, and the hour of a server."""

from datetime import UTC, date, datetime, timedelta
from random import Random

from bot.core.durations import HOUR
from bot.puzzles.policy import AnswerGrade, grade, puzzle_table, streak
from bot.runtime.server_posts import MAX_LATE_SECONDS, SUNDAY, ServerHours
from bot.table.settings import FEATURES, Choices
from bot.table.table import Phase
from rules.game import start
from rules.random_play import deal
from tests.support.for_each import for_each

FIRST = date(2026, 11, 1)


def november(*numbers: int) -> list[date]:
    return [FIRST + timedelta(days=number - 1) for number in numbers]


@for_each(
    "solved, length",
    [
        ((), 0),
        ((30,), 1),
        ((28, 29, 30), 3),
        ((27, 29), 2),
        (tuple(range(1, 31)), 30),
        # Two free misses in the month: the 29th and the 27th.
        ((26, 28, 30), 3),
        # The third one ends it.
        ((24, 26, 28, 30), 3),
        ((1, 2, 3), 0),
    ],
)
def test_streak_survives_two_missed_days_of_a_month(solved: tuple[int, ...], length: int) -> None:
    assert streak(november(*range(1, 31)), set(november(*solved))) == length


def test_each_month_has_free_misses_of_its_own() -> None:
    days = [FIRST + timedelta(days=number) for number in range(61)]
    missed = {date(2026, 11, 20), date(2026, 11, 29), date(2026, 12, 1), date(2026, 12, 30)}
    assert streak(days, set(days) - missed) == 57
    assert streak(days, set(days) - missed - {date(2026, 12, 15)}) == 28


def test_open_puzzle_and_days_without_one_end_no_streak() -> None:
    days = november(1, 2, 3, 20, 30)
    assert streak(days, set(november(1, 2, 3))) == 3
    assert streak(november(1, 2, 3, 4), set(november(1)), november(4)[0]) == 1
    assert streak(november(1, 2, 3, 4), set(november(1))) == 0


def test_grades_are_by_points_lost() -> None:
    assert [grade(lost) for lost in (0.0, 2.0, 5.0, 5.1)] == [
        *(AnswerGrade.BEST, AnswerGrade.CLOSE, AnswerGrade.CLOSE, AnswerGrade.FAR)
    ]


def at(*when: int) -> float:
    """A time in UTC as Unix seconds."""
    return datetime(*when, tzinfo=UTC).timestamp()  # type: ignore[arg-type,misc]


def test_day_is_due_from_its_hour_until_it_is_too_late() -> None:
    hours = ServerHours(22, "Europe/Paris")
    hour = at(2026, 11, 24, 21)
    assert hours.due_day(hour - 1) is None
    assert hours.due_day(hour) == hours.due_day(hour + MAX_LATE_SECONDS) == date(2026, 11, 24)
    assert hours.due_day(hour + MAX_LATE_SECONDS + 1) is None
    assert hours.following(hour - 1) == hour and hours.following(hour) == hour + 24 * HOUR
    assert hours.following(hour, SUNDAY) == at(2026, 11, 29, 21)
    assert hours.due_day(hour, SUNDAY) is None
    assert hours.due_day(at(2026, 11, 30, 1), SUNDAY) == date(2026, 11, 29)


def test_every_day_has_one_hour_when_clocks_change() -> None:
    hours, now, days = ServerHours(2, "Europe/Paris"), at(2026, 3, 20, 12), list[date | None]()
    for _day in range(250):
        now = hours.following(now)
        days.append(hours.due_day(now))
    assert days == [date(2026, 3, 21) + timedelta(days=number) for number in range(250)]


def test_unknown_options_count_as_the_defaults() -> None:
    def read(stored: dict[str, str]) -> ServerHours:
        return ServerHours.read(Choices(FEATURES, stored))

    assert read({"hour": "25", "zone": "Mars"}) == ServerHours(9, "UTC")
    assert read({"hour": "7", "zone": "Asia/Tokyo"}) == ServerHours(7, "Asia/Tokyo")
    assert read({"hour": "24"}).hour == read({"hour": "-1"}).hour == 9
    assert read({"hour": "23"}).hour == 23 and read({"hour": "0"}).hour == 0
    assert read({}) == ServerHours(9, "UTC")


def test_table_of_a_puzzle_shows_the_position_without_people_and_aids() -> None:
    header = deal("base+ferries", 3, Random(1), {"ferries": "C3"})
    game = start(header.book, header.seats, header.bags)
    table = puzzle_table(header.text(), game)
    assert (table.name, table.options, table.seat_count) == ("base+ferries", {"ferries": "C3"}, 3)
    assert table.game is game and table.phase is Phase.PLAYING and not table.aided
    assert (table.host_seat, table.players, table.colours) == (0, (1, 2, 3), (0, 1, 2))
    assert (table.last, table.version, table.lines) == (0, 0, ())
