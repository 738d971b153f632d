"""Standing orders: which way is played, and how orders are stored."""

from collections.abc import Mapping
from itertools import islice

import pytest

from rules.analysis.drafts import play_draft
from rules.errors import IllegalMove
from rules.game import Game, play
from rules.moves import PlaceTile
from rules.orders import (
    MASTER,
    Order,
    OrderTextError,
    Way,
    give_order,
    read_ways,
    still_means,
    way_to_play,
    with_tile_in_hand,
    write_ways,
)
from tests.support.for_each import for_each
from tests.support.order_table import KINDS, orders_due
from tests.support.positions import game_after_script

ROAD = "Red U 1 0 rot90 thief a"
"""Red's road runs from the start tile to the east; it is open on both sides."""


def script_game(*lines: str) -> Game:
    """A game of three seats after some lines, with Red's order for X to be checked."""
    return with_tile_in_hand(game_after_script("base", "\n".join(lines), seats=3), 0, "X")


def order(earlier: Game, *ways: str) -> Order:
    """An order for the tile in hand; ``master`` stands for a master."""
    read = (() if way == "master" else tuple(earlier.read(way)) for way in ways)
    return give_order(earlier.drawn or "", read, earlier)


WEST = "place -1 0 rot0 pass"
EAST = "place 2 0 rot0 pass"


def test_order_is_played_when_nothing_about_it_has_changed() -> None:
    earlier = script_game(ROAD)
    given = order(earlier, WEST)
    assert way_to_play(given, earlier) == given.ways[0]
    far = script_game(ROAD, "Blue E 0 1 rot180")
    assert way_to_play(given, far) == given.ways[0]
    assert still_means(given, earlier, far)


def test_second_way_is_played_when_the_first_is_no_longer_possible() -> None:
    earlier = script_game(ROAD)
    given = order(earlier, EAST, WEST)
    taken = script_game(ROAD, "Blue U 2 0 rot90")
    assert way_to_play(given, taken) == given.ways[1]


def test_order_is_void_when_a_way_before_became_possible() -> None:
    earlier = script_game(ROAD)
    impossible = tuple(earlier.read("place 3 0 rot0 pass"))
    given = give_order("X", [impossible, tuple(earlier.read(WEST))], earlier)
    assert given.ways[0].meaning is None
    assert way_to_play(given, earlier) == given.ways[1]
    assert way_to_play(given, script_game(ROAD, "Blue U 2 0 rot90")) is None


def test_master_is_the_last_resort_of_an_order_but_not_of_a_changed_way() -> None:
    earlier = script_game(ROAD)
    taken = script_game(ROAD, "Blue U 2 0 rot90")
    assert way_to_play(order(earlier, EAST, "master"), taken) == MASTER
    changed = script_game(ROAD, "Blue X 2 0 rot0")
    assert way_to_play(order(earlier, WEST, "master"), changed) is None
    assert Way().is_master


def test_order_is_void_when_the_board_it_was_given_for_was_taken_back() -> None:
    earlier = script_game(ROAD, "Blue E 0 1 rot180")
    other = script_game(ROAD, "Blue E 0 1 rot180".replace("0 1 rot180", "1 1 rot0"))
    assert len(earlier.board.tiles) == len(other.board.tiles)
    assert way_to_play(order(earlier, WEST), earlier) is not None
    assert way_to_play(order(earlier, WEST), other) is None


def test_tile_in_hand_of_another_is_put_aside() -> None:
    game = game_after_script("base", ROAD, seats=3, hand="E")
    mine = with_tile_in_hand(game, 2, "X")
    assert (mine.turn, mine.drawn) == (2, "X") and mine.board is game.board
    laid = play(game, PlaceTile(*game_cell(game)))
    after = with_tile_in_hand(laid, 2, "X")
    assert after.drawn == "X" and len(after.board.tiles) == len(game.board.tiles) + 1
    assert after.legal_moves()


def game_cell(game: Game) -> tuple[int, int]:
    """The cell and rotation of the first legal placement."""
    move = game.legal_moves()[0]
    assert isinstance(move, PlaceTile)
    return move.cell, move.rotation


def test_way_with_an_illegal_move_is_skipped() -> None:
    earlier = script_game(ROAD)
    with pytest.raises(IllegalMove):
        play_draft(earlier, earlier.read("place 2 0 rot0 thief d"))
    given = order(earlier, "place 2 0 rot0 thief d", WEST)
    assert way_to_play(given, earlier) == given.ways[1]


@for_each(("name", "options"), KINDS, fast=4)
def test_written_ways_are_read_back(name: str, options: Mapping[str, str]) -> None:
    for earlier, _now, moves in islice(orders_due(name, options, 2, 5), 50):
        ways = give_order(earlier.drawn or "", [moves, ()], earlier).ways
        assert ways[0].meaning is not None
        assert read_ways(write_ways(ways), earlier) == ways


def test_order_is_written_as_before_and_still_played() -> None:
    """Orders are stored: one whose checksum or words were others now would never be played."""
    earlier = script_game(ROAD, "Blue E 0 1 rot180")
    road = (
        '{"kind": "road", "spot": SPOT, "is_finished": false, "owners": [0], "leaders": [0],'
        ' "old_spots": 1484362771, "worth": 3}'
    )
    meaning = (
        '{"seat": 0, "tiles": 3, "past": 3373601422, "neighbours": 1, "points": [0, 0, 0],'
        ' "has_second_tile": false, "choices": 0, "passed": ["Deployment"], "tokens": [],'
        f' "features": [{road}]}}'
    )
    stored = (
        f'[["place 2 0 rot0 pass", {meaning.replace("SPOT", "35")}],'
        f' ["place -1 0 rot0 pass", {meaning.replace("SPOT", "-15")}], ["master", null]]'
    )
    ways = read_ways(stored, earlier)
    assert write_ways(order(earlier, EAST, WEST, "master").ways) == stored
    assert way_to_play(Order("X", ways), earlier) == ways[0]


def test_order_that_an_earlier_version_stored_is_asked_again() -> None:
    earlier = script_game(ROAD, "Blue E 0 1 rot180")
    stored = (
        '[["place 2 0 rot0 pass", [3, 3373601422, 1, 0, [["road", 3, false, [0], [0], 2, 3]]]],'
        ' ["place -1 0 rot0 pass", null], ["master", null]]'
    )
    ways = read_ways(stored, earlier)
    assert ways == (Way(tuple(earlier.read(EAST))), Way(tuple(earlier.read(WEST))), MASTER)
    assert way_to_play(Order("X", ways), earlier) is None


@for_each(
    "text",
    [
        "",
        "[]",
        "7",
        "[[1, null]]",
        '[["place 1", null]]',
        '[["master", null], ["master", null], ["master", null], ["master", null]]',
        '[["place 0 1 rot0", [1, 2]]]',
        '[["place 0 1 rot0", {"tiles": 1}]]',
        '[["place 0 1 rot0", "null"]]',
    ],
)
def test_text_that_is_no_order_is_refused(text: str) -> None:
    with pytest.raises(OrderTextError):
        read_ways(text, script_game(ROAD))
