"""A table at one version of its log: what can be read from it."""

from dataclasses import replace
from random import Random

import pytest

from bot.statistics.results import SeatTenure, players_at, seat_tenures
from bot.table.fold import fold
from bot.table.settings import Settings
from bot.table.table import Ballot, GameNotBegun, Outcome, Phase, RecordLine, Table, UndoVote
from rules.random_play import deal
from tests.bot.table.test_clock import game, played
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BEGUN, BO, CLEO, END, JOIN, LAID, NEW, Entry, log

ODILE = -2001
LOBBY = fold(log(NEW, JOIN))
MID_TURN = fold(log(*LAID[:-1]))
RUNNING = fold(log(*LAID))
STOPPED = fold(log(*LAID, END))
OVER = fold(log(*LAID, (ANA, "end score")))
ARCHIVED = fold(log(*LAID, (CLEO, "archive")))
_HEADER = deal("base", 3, Random(1)).text()
THREE = fold(
    log(
        *((ANA, "new base 3"), JOIN, (CLEO, "join 2")),
        (ANA, f"start\norder: 0 1 2\n{_HEADER}"),
        (CLEO, "resign 2"),
    )
)


@for_each(
    "text, flags",
    [
        ("place 1 0 rot0", (True, False, True)),
        ("pass", (False, False, True)),
        ("resign 1", (False, True, False)),
        ("skip", (False, False, False)),
    ],
)
def test_line_of_a_record_is_a_placement_a_resignation_or_another_move(
    text: str, flags: tuple[bool, bool, bool]
) -> None:
    line = RecordLine(4, ANA, text)
    assert (line.is_placement, line.is_resignation, line.is_move) == flags


@for_each(
    "table, ended, closed, shown, aided",
    [
        (LOBBY, False, False, False, True),
        (RUNNING, False, False, False, False),
        (STOPPED, True, True, True, True),
        (OVER, True, True, True, True),
        (ARCHIVED, False, True, False, False),
    ],
)
def test_phase_says_what_is_over_and_what_stays_hidden(
    table: Table, ended: bool, closed: bool, shown: bool, aided: bool
) -> None:
    assert (table.ended, table.closed, table.has_shown_undrawn_tiles) == (ended, closed, shown)
    assert replace(table, settings=Settings(aids="no")).aided is aided
    assert table.aided


def test_seat_without_a_player_is_open_while_its_game_is_not_over() -> None:
    for table, seats in ((RUNNING, {1}), (ARCHIVED, {1}), (STOPPED, set()), (LOBBY, set())):
        assert replace(table, players=(ANA, None)).open_seats == seats
    assert replace(THREE, players=(None, BO, None)).open_seats == {0}, "seat 2 has resigned"


def test_player_to_move_is_a_person() -> None:
    assert RUNNING.to_move == RUNNING.waited_for == BO and RUNNING.opponent_to_move is None
    other = replace(RUNNING, players=(ANA, ODILE))
    assert (other.to_move, other.waited_for, other.opponent_to_move) == (None, ODILE, ODILE)
    for table in (LOBBY, STOPPED, OVER, ARCHIVED):
        assert table.to_move is table.waited_for is table.opponent_to_move is None


def test_turn_is_in_its_middle_between_tile_and_end() -> None:
    assert MID_TURN.is_mid_turn and not RUNNING.is_mid_turn and not LOBBY.is_mid_turn
    assert not replace(MID_TURN, phase=Phase.ARCHIVED).is_mid_turn


def test_tile_is_back_until_the_next_change() -> None:
    undone = fold(log(*LAID, (ANA, "undo 4")))
    assert undone.is_tile_back and not RUNNING.is_tile_back
    assert not replace(undone, phase=Phase.ARCHIVED).is_tile_back
    again = fold([Entry(7, LAID[3][0], LAID[3][1])], undone)
    assert not again.is_tile_back and again.undone == 6


def test_game_that_has_not_begun_has_no_record() -> None:
    assert RUNNING.running_game is RUNNING.game and LOBBY.game is None
    for ask in (lambda: LOBBY.running_game, LOBBY.record):
        with pytest.raises(GameNotBegun):
            ask()


def test_open_questions_are_those_of_an_undo_and_of_a_turn() -> None:
    assert RUNNING.open_questions == ()
    asked = replace(RUNNING, undo_vote=UndoVote(6, 4, ANA, frozenset({ANA})))
    assert asked.open_questions == (6,)
    ballots = {BO: Ballot("skip", number=9), CLEO: Ballot("wait", number=8)}
    assert replace(RUNNING, ballots=ballots).open_questions == (8,)
    assert replace(asked, ballots=ballots).open_questions == (6, 8)


def test_resigned_player_has_no_seat_and_no_vote() -> None:
    assert (THREE.seat_of(ANA), THREE.seat_of(BO), THREE.seat_of(CLEO)) == (0, 1, None)
    assert THREE.seat_of(ODILE) is None and LOBBY.seat_of(BO) == 1
    assert THREE.people == (ANA, BO) and THREE.voters() == {ANA, BO}
    assert replace(THREE, players=(None, ODILE, CLEO)).people == ()


def test_host_is_the_player_of_the_host_seat_or_the_first_person() -> None:
    assert LOBBY.host == ANA and replace(LOBBY, host_seat=1).host == BO
    assert replace(THREE, players=(ODILE, BO, CLEO)).host == BO
    assert replace(THREE, players=(None, BO, CLEO)).host is None
    assert replace(LOBBY, players=()).host is None
    assert replace(RUNNING, players=(ODILE, -1)).host is None


def test_lobby_is_full_when_every_seat_is_taken() -> None:
    assert LOBBY.full and not replace(LOBBY, seat_count=3).full
    assert LOBBY.free_colour() == 2 and replace(LOBBY, colours=(0, 3)).free_colour() == 1


def lines(*users: int, text: str = "place 1 0 rot0") -> tuple[RecordLine, ...]:
    """Placements by users, numbered from 4."""
    return tuple(RecordLine(number, user, text) for number, user in enumerate(users, 4))


def test_last_placement_of_a_user_is_found_behind_those_of_others() -> None:
    table = replace(RUNNING, lines=(*lines(ANA, BO, ANA, BO), RecordLine(9, ANA, "pass")))
    placed = table.last_placed_by(ANA)
    assert placed is not None and placed.number == 6
    assert table.last_placed_by(CLEO) is None


def test_only_opponents_may_play_on_for_a_move_to_be_the_newest() -> None:
    mine, own = lines(ANA)[0], lines(BO, ANA, ANA)
    assert replace(RUNNING, lines=own).alone_since(own[1], ANA)
    assert not replace(RUNNING, lines=own).alone_since(own[0], ANA)
    assert replace(RUNNING, lines=lines(ANA, ODILE)).alone_since(mine, ANA)
    assert not replace(RUNNING, lines=lines(ANA, BO)).alone_since(mine, ANA)
    for text in ("skip", "resign 0"):
        later = (mine, RecordLine(5, ANA, text))
        assert not replace(RUNNING, lines=later).alone_since(mine, ANA)


def test_outcome_changes_the_record_by_moves_and_undo_only() -> None:
    assert Outcome(1, None, LOBBY, ANA).changed_record
    assert Outcome(1, MID_TURN, RUNNING, ANA).changed_record
    assert Outcome(1, RUNNING, MID_TURN, ANA).changed_record
    voted = fold([Entry(6, ANA, "vote pause")], RUNNING)
    assert not Outcome(1, RUNNING, voted, ANA).changed_record
    assert Outcome(1, RUNNING, voted, ANA).number == 6


def test_turns_belong_to_the_players_who_laid_their_tiles() -> None:
    table = played(NEW, 1, 2, 3)
    assert seat_tenures(table) == ((SeatTenure(ANA, 3),), (SeatTenure(BO, 2),))
    taken = fold([Entry(table.last + 1, CLEO, "take 0", at=4.0)], table)
    held = seat_tenures(taken)
    assert held == ((SeatTenure(ANA, 3), SeatTenure(CLEO, 0)), (SeatTenure(BO, 2),))
    assert [players_at(held, turn) for turn in (1, 3, 4)] == [(ANA, BO), (ANA, BO), (CLEO, BO)]
    opened = seat_tenures(game(NEW, (1, ANA, "open 0")))
    assert opened == ((SeatTenure(None),), (SeatTenure(BO),))
    assert seat_tenures(fold(log(*BEGUN))) == ((SeatTenure(ANA),), (SeatTenure(BO),))
    assert seat_tenures(LOBBY) == ((SeatTenure(ANA),), (SeatTenure(BO),))
