"""Standing orders at a table: who may give them, and when one plays the present turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.orders.policy import PlayedOrder, allowed_ways, check_orders, playable_way
from bot.table.fold import fold
from bot.table.refusals import Refusal
from bot.table.settings import Settings
from bot.table.table import PauseState, UndoVote
from rules.orders import MASTER, Order, give_order
from tests.support.written_logs import ANA, BEGUN, BO, CLEO, END, LAID, PLACE, Entry, log

TABLE = fold(log(*BEGUN))
GAME = TABLE.running_game
PURIST = replace(TABLE, settings=Settings(aids="no"))
MOVES = (*GAME.read(f"{PLACE[1]} pass"),)
ORDER = give_order(GAME.drawn or "", [MOVES, ()], GAME)


def test_players_give_orders_where_the_table_allows_them() -> None:
    assert check_orders(TABLE, BO) is GAME
    with pytest.raises(Refusal, match="not-seated"):
        check_orders(TABLE, CLEO)
    with pytest.raises(Refusal, match="no-orders"):
        check_orders(replace(TABLE, settings=Settings(standing_orders=False)), BO)
    with pytest.raises(Refusal, match="game-over"):
        check_orders(fold(log(*BEGUN, END)), BO)


def test_no_master_helps_at_a_table_without_aids() -> None:
    assert ORDER.ways[1] == MASTER
    assert allowed_ways(TABLE, ORDER) is ORDER
    assert allowed_ways(PURIST, ORDER) == Order(ORDER.tile, ORDER.ways[:1])


def test_order_of_the_tile_in_hand_is_played() -> None:
    assert playable_way(TABLE, ORDER) == ORDER.ways[0]
    assert playable_way(PURIST, replace(ORDER, ways=(MASTER,))) is None
    assert playable_way(TABLE, replace(ORDER, ways=(MASTER,))) == MASTER


def test_order_waits_while_its_player_is_to_be_asked() -> None:
    for table in (
        replace(TABLE, settings=Settings(standing_orders=False)),
        replace(TABLE, paused=PauseState(0.0, None, frozenset())),
        replace(TABLE, undo_vote=UndoVote(4, 3, BO, frozenset())),
        fold(log(*LAID, (ANA, "undo 4"))),
        fold(log(*BEGUN, (CLEO, "archive"))),
        fold(log(*BEGUN, END)),
    ):
        assert playable_way(table, ORDER) is None
    assert playable_way(TABLE, replace(ORDER, tile="?")) is None


def test_order_was_played_if_its_moves_came_first_after_its_version() -> None:
    played = PlayedOrder(3, f"{PLACE[1]} pass")
    laid = fold(log(*LAID))
    assert played.was_made(laid, ANA) and played.was_last_of(laid, ANA)
    assert not played.was_made(TABLE, ANA) and not played.was_last_of(TABLE, ANA)
    assert not played.was_made(laid, BO)
    assert not PlayedOrder(4, f"{PLACE[1]} pass").was_made(laid, ANA)
    assert not PlayedOrder(3, "place 9 9 rot0 pass").was_made(laid, ANA)
    undone = fold([Entry(6, ANA, "undo 4")], laid)
    assert not played.was_made(undone, ANA)


def test_order_is_not_the_last_once_its_player_has_moved_again() -> None:
    line = fold(log(*LAID)).lines[0]
    later = replace(fold(log(*LAID)), lines=(line, replace(line, number=7)))
    played = PlayedOrder(3, f"{PLACE[1]} pass")
    assert played.was_made(later, ANA) and not played.was_last_of(later, ANA)
