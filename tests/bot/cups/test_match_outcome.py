"""The result of a match by its table: played to the end, given up, ended early, abandoned."""

from __future__ import annotations

import random

from bot.cups.policy import Winner, match_outcome
from bot.table.fold import fold
from bot.table.table import Table
from rules import notation
from rules.game import play
from rules.random_play import deal, random_move
from storage import EntryRow
from tests.support.for_each import for_each

ANA, BO, EVE = 1, 2, 3
USERS = (ANA, BO)


def table_of(lines: list[tuple[int | None, str]], turns: int | None = None) -> Table:
    """A table of Ana and Bo after some turns (None: all of them), and then these lines."""
    header = deal("hunters", 2, random.Random(4))
    written: list[tuple[int | None, str]] = [
        *((ANA, "new hunters 2\ncup: 7"), (BO, "join 1")),
        (ANA, f"start\norder: 0 1\n{header.text()}"),
    ]
    game, chance = fold(rows(written)).running_game, random.Random(9)
    while not game.over and (turns is None or len(game.board.tiles) <= turns):
        move = random_move(game, chance)
        written.append((USERS[game.turn], notation.write(move)))
        game = play(game, move)
    return fold(rows([*written, *lines]))


def rows(lines: list[tuple[int | None, str]]) -> list[EntryRow]:
    return [
        EntryRow(number, user, text, 1000.0 + number) for number, (user, text) in enumerate(lines)
    ]


def test_running_match_has_no_result() -> None:
    assert match_outcome(table_of([], turns=3), USERS) is None


def test_more_points_win_after_the_last_tile() -> None:
    table = table_of([])
    first, second = table.running_game.scores
    assert first != second and table.ended
    winner = Winner.FIRST if first > second else Winner.SECOND
    assert match_outcome(table, USERS) == (winner, (first, second))
    other = Winner.SECOND if first > second else Winner.FIRST
    assert match_outcome(table, (BO, ANA)) == (other, (second, first))


@for_each("user, seat", [(ANA, 0), (BO, 1)])
def test_player_who_resigns_or_gives_up_the_seat_has_lost(user: int, seat: int) -> None:
    winner = Winner.SECOND if user == ANA else Winner.FIRST
    for line in (f"resign {seat}", f"open {seat}"):
        assert match_outcome(table_of([(user, line)], turns=3), USERS) == (winner, None)


def test_other_person_in_the_seat_does_not_play_for_the_one_who_left() -> None:
    table = table_of([(ANA, "open 0"), (EVE, "take 0")], turns=3)
    assert match_outcome(table, USERS) == (Winner.SECOND, None)


@for_each("turns", [1, 2, 3, 4])
def test_player_to_move_has_lost_a_game_that_the_table_ended_early(turns: int) -> None:
    before = table_of([], turns=turns)
    late = before.to_move
    after = table_of([(ANA if late == BO else BO, "end score")], turns=turns)
    assert after.ended
    winner = Winner.SECOND if late == ANA else Winner.FIRST
    assert match_outcome(after, USERS) == (winner, None)


@for_each("line", ["end", "archive"])
def test_closed_or_archived_game_has_no_winner(line: str) -> None:
    assert match_outcome(table_of([(EVE, line)], turns=3), USERS) == (Winner.NONE, None)


def test_erased_player_has_lost() -> None:
    table = table_of([], turns=3)
    assert match_outcome(table, (ANA, None)) == (Winner.FIRST, None)
    assert match_outcome(table, (None, None)) == (Winner.NONE, None)
