"""Turn starts and clocks, computed from the times of the entries alone."""

import pytest

from bot.table.clock import (
    PRESENCE_SECONDS,
    AbsencesByUser,
    is_present,
    runs_out_at,
    seconds_left,
    waited_seconds,
)
from bot.table.fold import fold
from bot.table.table import Phase, Table
from rules.notation import write
from tests.support.written_logs import ANA, BO, CLEO, JOIN, NEW, PLACE, START, Entry

HOUR = 3600.0
DAY = 24 * HOUR
LIVE = (ANA, "new base 2\npace: live")
BY_DAY = (ANA, "new base 2\npace: day")


def entries_at(*lines: tuple[float, int | None, str]) -> list[Entry]:
    """Entries by users, each some hours after the first."""
    return [
        Entry(number, user, text, at=hours * HOUR)
        for number, (hours, user, text) in enumerate(lines, 1)
    ]


def game(new: tuple[int, str], *lines: tuple[float, int | None, str]) -> Table:
    """A table of Ana and Bo, dealt at 0 o'clock, and what came later."""
    return fold(entries_at((0, *new), (0, *JOIN), (0, *START), *lines))


def played(new: tuple[int, str], *hours: float) -> Table:
    """A table whose turns end some hours after the deal."""
    lines: list[tuple[float, int | None, str]] = []
    for hour in hours:
        table = game(new, *lines)
        turn = table.running_game.turn
        while table.running_game.turn == turn:
            move = table.running_game.legal_moves()[-1]
            lines.append((hour, table.to_move, write(move)))
            table = game(new, *lines)
    return game(new, *lines)


NOBODY: AbsencesByUser = {}


def test_turn_begins_at_the_time_of_its_entry() -> None:
    table = played(NEW, 3, 10)
    assert table.since == 10 * HOUR and table.to_move == ANA
    assert [(spell.seat, spell.began, spell.ended) for spell in table.turns] == [
        (0, 0, 3 * HOUR),
        (1, 3 * HOUR, 10 * HOUR),
    ]


def test_turn_continues_after_the_tile_until_all_decisions_are_made() -> None:
    table = game(NEW, (5, *PLACE))
    assert table.is_mid_turn and table.since == 0 and not table.turns


def test_skip_and_undo_begin_a_turn_and_keep_the_used_time() -> None:
    skipped = game(NEW, (30, BO, "skip 0"))
    assert skipped.to_move == BO and skipped.since == 30 * HOUR
    table = played(NEW, 3)
    undone = fold(entries_at((4, ANA, f"undo {table.lines[0].number}")), table)
    back = fold([Entry(table.last + 1, ANA, f"undo {table.lines[0].number}", at=4 * HOUR)], table)
    assert undone.to_move == ANA == back.to_move and back.since == 4 * HOUR
    assert [spell.seat for spell in back.turns] == [0, 1]


def test_clock_set_back_never_ends_a_turn_before_its_start() -> None:
    table = played(NEW, 5, 2, 1)
    assert all(spell.ended >= spell.began for spell in table.turns)
    assert waited_seconds(table, 0.0, NOBODY) == 0


def test_game_without_a_pace_has_no_clock() -> None:
    table = game(NEW)
    assert seconds_left(table, 0, DAY, NOBODY) is None and runs_out_at(table, DAY, NOBODY) is None
    assert waited_seconds(table, DAY, NOBODY) == DAY


def test_clock_of_a_day_a_move_restarts_with_each_turn() -> None:
    table = played(BY_DAY, 20)
    assert runs_out_at(table, 21 * HOUR, NOBODY) == 44 * HOUR
    assert seconds_left(table, 1, 21 * HOUR, NOBODY) == 23 * HOUR
    assert seconds_left(table, 0, 21 * HOUR, NOBODY) == DAY


def test_time_bank_is_spent_by_turns_and_grows_with_each_move() -> None:
    table = played(LIVE, 0.1, 0.2)
    assert seconds_left(table, 0, 0.2 * HOUR, NOBODY) == pytest.approx(25 * 60 - 360 + 30)
    assert seconds_left(table, 0, 0.3 * HOUR, NOBODY) == pytest.approx(25 * 60 - 720 + 30)
    assert runs_out_at(table, 0.3 * HOUR, NOBODY) == pytest.approx(0.3 * HOUR + 25 * 60 - 690)


def test_a_bank_that_is_empty_stays_at_zero_and_grows_with_the_next_move() -> None:
    table = played(LIVE, 5, 5.001)
    assert seconds_left(table, 0, 5.001 * HOUR, NOBODY) == pytest.approx(30)


def test_clock_stops_while_its_player_is_away() -> None:
    table = played(BY_DAY, 10)
    away = {BO: [(12 * HOUR, 40 * HOUR), (30 * HOUR, 50 * HOUR)]}
    assert runs_out_at(table, 20 * HOUR, away) is None
    assert runs_out_at(table, 51 * HOUR, away) == 72 * HOUR
    assert waited_seconds(table, 51 * HOUR, away) == 3 * HOUR
    assert waited_seconds(table, 51 * HOUR, {ANA: away[BO]}) == 41 * HOUR


def test_absence_before_a_pause_stops_the_clock_as_well() -> None:
    table = game(BY_DAY, (10, BO, "pause"), (20, BO, "resume"))
    assert waited_seconds(table, 30 * HOUR, {ANA: [(2 * HOUR, 5 * HOUR)]}) == 17 * HOUR


def test_pause_stops_the_clock_until_the_pause_ends() -> None:
    pause = ((10.0, ANA, "vote pause"), (10.0, BO, "vote pause"), (10.0, BO, "pause"))
    table = game(BY_DAY, *pause)
    assert table.paused is not None and table.paused.by == {ANA, BO}
    assert runs_out_at(table, 90 * HOUR, NOBODY) is None
    assert waited_seconds(table, 90 * HOUR, NOBODY) == 10 * HOUR
    resumed = game(BY_DAY, *pause, (90, BO, "resume"))
    assert resumed.paused is None and runs_out_at(resumed, 91 * HOUR, NOBODY) == (90 + 14) * HOUR
    until = int(20 * HOUR)
    ended = game(BY_DAY, (10, BO, f"vote pause {until}"), (10, BO, f"pause {until}"))
    assert runs_out_at(ended, 15 * HOUR, NOBODY) is None
    assert runs_out_at(ended, 25 * HOUR, NOBODY) == 34 * HOUR
    again = game(BY_DAY, (10, BO, f"pause {until}"), (30, BO, "pause"), (40, BO, "resume"))
    assert again.pauses == ((10 * HOUR, 20 * HOUR), (30 * HOUR, 40 * HOUR))


def test_turn_restarts_when_its_seat_changes_hands() -> None:
    opened = game(BY_DAY, (10, ANA, "open 0"))
    assert opened.players == (None, BO) and opened.open_seats == {0}
    assert opened.to_move is None and runs_out_at(opened, 12 * HOUR, NOBODY) is None
    taken = game(BY_DAY, (10, ANA, "open 0"), (50, CLEO, "take 0"))
    assert taken.players == (CLEO, BO) and not taken.open_seats
    assert runs_out_at(taken, 50 * HOUR, NOBODY) == 74 * HOUR and taken.version == taken.last


def test_played_turn_still_belongs_to_its_player_after_a_seat_change() -> None:
    table = played(NEW, 1, 2)
    after = fold([Entry(table.last + 1, CLEO, "take 0", at=3 * HOUR)], table)
    assert after.players == (CLEO, BO)
    assert {line.user for line in after.lines} == {ANA, BO}
    assert after.seat_of(CLEO) == 0 and after.seat_of(ANA) is None


def test_votes_end_with_their_turn_and_change_no_version() -> None:
    table = game(NEW, (30, BO, "vote wait"), (31, BO, "vote skip"))
    assert [ballot.word for ballot in table.ballots.values()] == ["skip"]
    assert table.version == 3 and table.last == 5
    assert not fold([Entry(6, ANA, PLACE[1], at=32 * HOUR)], table).ballots


def test_archived_table_is_resumed_unchanged() -> None:
    table = played(NEW, 3)
    away = fold([Entry(table.last + 1, 99, "archive", at=2000 * HOUR)], table)
    assert away.phase is Phase.ARCHIVED and away.closed and not away.ended
    assert away.game == table.game and not away.has_shown_undrawn_tiles
    back = fold([Entry(away.last + 1, BO, "unarchive", at=3000 * HOUR)], away)
    assert back.phase is Phase.PLAYING and back.since == 3000 * HOUR
    assert back.running_game == table.running_game


def test_a_player_who_moved_minutes_ago_is_present() -> None:
    assert not is_present(game(NEW)), "at the beginning nobody is"
    quick, slow = (PRESENCE_SECONDS - 1) / HOUR, (PRESENCE_SECONDS + 1) / HOUR
    assert not is_present(played(NEW, 1)), "the first turn of the other"
    assert is_present(played(NEW, 1, 1 + quick))
    assert not is_present(played(NEW, 1, 1 + slow))


def _lines(table: Table) -> list[tuple[float, int | None, str]]:
    return [(1, line.user, line.text) for line in table.lines]


def test_a_player_who_was_skipped_minutes_ago_is_not_present() -> None:
    table = played(NEW, 1, 1.01)
    skipped = game(NEW, *_lines(table), (30, BO, "skip 0"))
    assert skipped.to_move == BO and not is_present(skipped)
    after = game(NEW, *_lines(table), (30, BO, "skip 0"), (30.01, ANA, "skip 1"))
    assert after.to_move == ANA and not is_present(after)
