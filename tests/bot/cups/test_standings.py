"""Standings: a Swiss cup worked out by hand, round robins, and players who leave."""

from __future__ import annotations

from typing import Final

from bot.cups.policy import (
    Cup,
    CupPhase,
    MatchResult,
    RoundPairs,
    Winner,
    fold_cup,
    next_round,
    standings,
    winners,
)
from tests.bot.cups.played_cups import CupLog
from tests.support.for_each import for_each

FIRST: Final = (Winner.FIRST, (60, 50))
SECOND: Final = (Winner.SECOND, (50, 60))
DRAWN: Final = (Winner.DRAW, (55, 55))
NO_SHOW: Final = (Winner.FIRST, None)
"""The second player never came: the table ended the game before its last tile."""
NOBODY: Final = (Winner.NONE, None)


def swiss_of_13() -> CupLog:
    """A cup of 13, of whom 5 and 9 never come: the pairs and results of each round, by hand."""
    log = CupLog()
    log.begin(13)
    rounds = [
        (((0, 1), (2, 3), (4, 5), (6, 7), (8, 9), (10, 11)), 12),
        # Points 1: 0 6 10 (won by 10 points), 4 8 12; ½: 2 3; 0: 5 9, 1 7 11 (lost by 10).
        (((0, 6), (10, 4), (8, 12), (2, 5), (3, 9), (1, 7)), 11),
        # 2: 0 4 8; 1½: 2 3; 1: 10 (Buchholz 3), 1 6 12 (2), 11 (1); 0: 5 9 (3½), 7 (2).
        (((0, 4), (8, 2), (3, 10), (1, 6), (12, 11), (5, 9)), 7),
        # 3: 0; 2½: 2 3; 2: 1 (5), 4 (4), 8 (3½), 11 (2); 1: 10 6 12 7; 0: 5 9. 10 has met 11.
        (((0, 2), (3, 1), (4, 8), (11, 6), (10, 12), (7, 5)), 9),
    ]
    results = [
        [FIRST, DRAWN, NO_SHOW, FIRST, NO_SHOW, FIRST],
        [FIRST, SECOND, FIRST, NO_SHOW, NO_SHOW, FIRST],
        [FIRST, SECOND, FIRST, FIRST, SECOND, NOBODY],
        [DRAWN, SECOND, FIRST, SECOND, FIRST, NO_SHOW],
    ]
    for (pairs, bye), played in zip(rounds, results, strict=True):
        assert next_round(log.cup) == RoundPairs(pairs, bye)
        log.play_round(played)
    return log


def test_swiss_cup_of_13_with_two_no_shows_ends_as_worked_out_by_hand() -> None:
    cup = swiss_of_13().end()
    assert cup.phase is CupPhase.OVER
    # Player: twice the points, twice the Buchholz score (the points of all opponents).
    by_hand = {
        0: (7, 22),  # 1 (3) + 6 (2) + 4 (3) + 2 (3) = 11
        1: (6, 20),  # 0 (3½) + 7 (2) + 6 (2) + 3 (2½) = 10
        2: (6, 16),  # 3 (2½) + 5 (0) + 8 (2) + 0 (3½) = 8
        4: (6, 15),  # 5 (0) + 10 (2) + 0 (3½) + 8 (2) = 7½
        3: (5, 18),  # 2 (3) + 9 (1) + 10 (2) + 1 (3) = 9
        6: (4, 21),  # 7 (2) + 0 (3½) + 1 (3) + 11 (2) = 10½
        10: (4, 17),  # 11 (2) + 4 (3) + 3 (2½) + 12 (1) = 8½
        8: (4, 16),  # 9 (1) + 12 (1) + 2 (3) + 4 (3) = 8
        11: (4, 10),  # 10 (2) + 12 (1) + 6 (2) = 5; lost by 10 points in all
        7: (4, 10),  # 6 (2) + 1 (3) + 5 (0) = 5; lost by 20 points in all
        12: (2, 12),  # 8 (2) + 11 (2) + 10 (2) = 6
        9: (2, 9),  # 8 (2) + 3 (2½) + 5 (0) = 4½, and a bye
        5: (0, 18),  # 4 (3) + 2 (3) + 9 (1) + 7 (2) = 9
    }
    rows = standings(cup)
    assert {row.player: (row.half_points, row.tie_break) for row in rows} == by_hand
    assert [row.player for row in rows] == list(by_hand)
    assert [row.place for row in rows] == list(range(1, 14))
    assert [(row.wins, row.draws, row.losses) for row in rows[:3]] == [
        *((3, 1, 0), (3, 0, 1), (2, 2, 0))
    ]
    assert winners(cup) == (0,)
    assert [row.margin for row in rows if row.player in (11, 7, 5)] == [-10, -20, 0]


def test_log_of_a_cup_folds_to_the_same_cup_after_every_entry() -> None:
    """A process killed after any entry goes on with the same cup."""
    log = swiss_of_13()
    state: Cup | None = None
    for number, line in enumerate(log.lines, 1):
        state = fold_cup([line], state)
        assert state == fold_cup(log.lines[:number])


def test_an_erased_person_keeps_results_and_gets_no_further_opponent() -> None:
    log = CupLog()
    log.begin(9)
    log.play_round([FIRST] * 4)
    before = standings(log.cup)
    erased = [
        line if line.user != 102 else type(line)(line.number, None, line.text, line.at)
        for line in log.lines
    ]
    cup = fold_cup(erased)
    assert standings(cup) == before
    assert cup.users[2] is None and 2 not in cup.active
    pairs = next_round(cup)
    assert pairs is not None and pairs.bye is None and 2 not in sum(pairs.pairs, ())


def test_round_robin_breaks_ties_by_the_opponents_beaten() -> None:
    log = CupLog()
    log.begin(4)
    # 0 beats 3, 1 beats 2; 0 beats 2, 3 beats 1; 1 beats 0, 2 beats 3.
    assert log.pair().round is not None
    for number in range(2):
        log.write(MatchResult(number, Winner.FIRST))
    log.play_round([(Winner.FIRST, None), (Winner.FIRST, None)])
    cup = log.play_round([(Winner.SECOND, None), (Winner.FIRST, None)])
    # 1 beat 2 (one point) and 0 (two points), 0 beat 3 and 2 (one each); 3 beat 1, and 2 beat 3.
    assert [(row.player, row.place, row.half_points, row.tie_break) for row in standings(cup)] == [
        *((1, 1, 4, 12), (0, 2, 4, 8), (3, 3, 2, 8), (2, 4, 2, 4))
    ]
    assert next_round(cup) is None


def test_equal_players_share_a_place() -> None:
    log = CupLog()
    log.begin(3)
    for _number in range(3):
        log.play_round([DRAWN])
    assert [(row.place, row.half_points) for row in standings(log.end())] == 3 * [(1, 2)]
    assert winners(log.cup) == (0, 1, 2)


def test_bye_of_a_round_robin_gives_no_point() -> None:
    log = CupLog()
    log.begin(3)
    cup = log.play_round([FIRST])
    assert cup.round is not None and cup.round.bye == 0
    assert standings(cup)[0].player == 1
    assert {row.player: row.half_points for row in standings(cup)} == {0: 0, 1: 2, 2: 0}


def test_player_who_leaves_a_round_robin_stays_in_its_circle() -> None:
    log = CupLog()
    log.begin(4)
    log.play_round([FIRST, FIRST])
    log.leave(3)
    pairs = next_round(log.cup)
    assert pairs is not None and (3, 1) in pairs.pairs


def test_player_who_leaves_a_swiss_cup_gets_no_further_opponent() -> None:
    log = CupLog()
    log.begin(10)
    log.play_round([FIRST] * 5)
    log.leave(0)
    pairs = next_round(log.cup)
    assert pairs is not None and pairs.bye is not None
    assert 0 not in {player for pair in pairs.pairs for player in pair}


@for_each("players", [3, 8, 9, 32])
def test_cup_goes_on_with_two_players_left_and_not_with_one(players: int) -> None:
    log = CupLog()
    log.begin(players)
    for player in range(2, players):
        log.leave(player)
    pairs = next_round(log.cup)
    assert pairs is not None and pairs.pairs
    log.leave(1)
    assert next_round(log.cup) is None
