"""Standing orders: which way is played, and when an order no longer means what it meant."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.analysis.drafts import play_draft, points_gained
from rules.errors import IllegalMove
from rules.game import Game, play, start
from rules.geometry import CROSS
from rules.moves import PlaceTile
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.order_text import OrderTextError, read_ways, write_ways
from rules.orders import (
    MASTER,
    Moves,
    Order,
    Way,
    give_order,
    still_means,
    way_to_play,
    with_tile_in_hand,
)
from rules.pieces import Piece
from rules.random_play import deal, random_move
from rules.story import PieceDeployed
from rules.variants import rulebook
from tests.support.base_positions import game_after_script
from tests.support.for_each import for_each
from tests.support.game_choices import EIGHT

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


def test_order_stands_while_its_feature_is_worth_one_point_more() -> None:
    earlier = script_game(ROAD)
    one_more = script_game(ROAD, "Blue U 2 0 rot90")
    assert way_to_play(order(earlier, WEST), one_more) is not None


def test_order_is_void_when_its_feature_is_worth_two_points_more() -> None:
    earlier = script_game(ROAD)
    two_more = script_game(ROAD, "Blue U 2 0 rot90", "Green U 3 0 rot90")
    assert way_to_play(order(earlier, WEST), two_more) is None


def test_order_is_void_when_it_would_now_complete_its_feature() -> None:
    earlier = script_game(ROAD)
    ended = script_game(ROAD, "Blue X 2 0 rot0")
    assert way_to_play(order(earlier, WEST), ended) is None


def test_order_is_void_when_a_tile_was_laid_beside_its_cell() -> None:
    earlier = script_game(ROAD, "Blue E 0 1 rot180")
    beside = script_game(ROAD, "Blue E 0 1 rot180", "Green E -1 1 rot0")
    given = order(earlier, WEST)
    assert way_to_play(given, earlier) is not None
    assert way_to_play(given, beside) is None


def test_order_is_void_when_its_feature_was_joined_with_another() -> None:
    """A tile that lay alone at 2 1 becomes a part of Red's road by a tile of the same worth."""
    apart = (ROAD, "Blue E 1 1 rot0", "Green V 2 1 rot270")
    earlier = script_game(*apart)
    joined = script_game(*apart, "Red V 2 0 rot90")
    given = order(earlier, WEST)
    [road] = given.ways[0].meaning.features if given.ways[0].meaning else ()
    [now] = order(joined, WEST).ways[0].meaning.features  # type: ignore[union-attr]
    assert (road.kind, road.old_spots, road.worth) == ("road", 2, 3)
    assert now.owners == road.owners
    assert way_to_play(given, joined) is None


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


# -- properties over random games ---------------------------------------------------------------


def given_and_due(name: str, seats: int, seed: int) -> Iterator[tuple[Order, Game, Game]]:
    """Random orders of one way, with the game when they were given and when the tile came."""
    chance = random.Random(seed)
    header = deal(name, seats, chance)
    game = start(header.book, header.seats, header.bags)
    waiting: dict[int, Game] = {}
    while not game.over:
        if game.drawn is not None and game.turn in waiting:
            earlier = with_tile_in_hand(waiting.pop(game.turn), game.turn, game.drawn)
            for _ in range(3):
                ways = random_way(earlier, chance)
                if ways:
                    yield give_order(game.drawn, [ways], earlier), earlier, game
        seat = game.turn
        game = play(game, random_move(game, chance))
        waiting[seat] = game


def random_way(game: Game, chance: random.Random) -> Moves:
    """A random whole move of the tile in hand; empty if it fits nowhere."""
    moves: Moves = ()
    while game.legal_moves() and (game.drawn is not None or len(moves) < 2):
        moves = (*moves, random_move(game, chance))
        game = play_draft(game, moves[-1:])
    return moves


def own_points(game: Game, moves: Moves) -> int:
    return points_gained(game, play_draft(game, moves)).get(game.turn, 0)


def companions(game: Game, moves: Moves) -> list[set[int]]:
    """The other seats on the features that moves deploy on, by deployment."""
    after, companion_sets = game, list[set[int]]()
    for move in moves:
        before = after
        after = play_draft(before, [move])
        for event in after.story[len(before.story) :]:
            if isinstance(event, PieceDeployed):
                piece: Piece = event.piece
                area = before.board.area(piece.role.layer, piece.spot)
                companion_sets.append({one.seat for one in area.pieces} - {game.turn})
    return companion_sets


@for_each("name", EIGHT, fast=2)
@settings(max_examples=2)
@given(st.integers(2, 4), st.integers(0, 10**6))
def test_played_order_scores_no_less_and_deploys_on_no_other_features(
    name: str, seats: int, seed: int
) -> None:
    if seats not in rulebook(name).ruleset.seats:
        return
    played = void = 0
    for given_order, earlier, now in given_and_due(name, seats, seed):
        way = way_to_play(given_order, now)
        if way is None:
            void += 1
            continue
        played += 1
        moves = way.moves
        assert own_points(now, moves) >= own_points(earlier, moves)
        assert companions(now, moves) == companions(earlier, moves)
        laid = moves[0]
        assert isinstance(laid, PlaceTile)
        beside = [cell for step in CROSS if (cell := laid.cell + step) in now.board.tiles]
        assert all(cell in earlier.board.tiles for cell in beside)
        assert still_means(given_order, earlier, now)
    assert played and void


@for_each("name", EIGHT, fast=1)
def test_order_does_not_depend_on_the_undrawn_tiles(name: str) -> None:
    for number, (given_order, earlier, now) in enumerate(given_and_due(name, 3, 7)):
        if number % 5:
            continue
        mixed = [shuffle_hidden_piles(game, random.Random(number)) for game in (earlier, now)]
        again = give_order(given_order.tile, [way.moves for way in given_order.ways], mixed[0])
        assert again == given_order
        assert way_to_play(again, mixed[1]) == way_to_play(given_order, now)


def test_way_with_an_illegal_move_is_skipped() -> None:
    earlier = script_game(ROAD)
    with pytest.raises(IllegalMove):
        play_draft(earlier, earlier.read("place 2 0 rot0 thief d"))
    given = order(earlier, "place 2 0 rot0 thief d", WEST)
    assert way_to_play(given, earlier) == given.ways[1]


# -- how much waiting orders save ---------------------------------------------------------------


# -- stored orders ------------------------------------------------------------------------------


@for_each("name", EIGHT, fast=1)
def test_written_ways_are_read_back(name: str) -> None:
    for given_order, earlier, _now in given_and_due(name, 2, 5):
        ways = (*given_order.ways, MASTER)
        assert read_ways(write_ways(ways), earlier) == ways


def test_order_is_written_as_the_versions_before_wrote_it_and_theirs_is_still_played() -> None:
    """Orders are stored: one whose checksum or words were others now would never be played."""
    earlier = script_game(ROAD, "Blue E 0 1 rot180")
    stored = (
        '[["place 2 0 rot0 pass", [3, 3373601422, 1, 0, [["road", 3, false, [0], [0], 2, 3]]]],'
        ' ["place -1 0 rot0 pass", [3, 3373601422, 1, 0, [["road", 1, false, [0], [0], 2, 3]]]],'
        ' ["master", null]]'
    )
    ways = read_ways(stored, earlier)
    assert write_ways(order(earlier, EAST, WEST, "master").ways) == stored
    assert way_to_play(Order("X", ways), earlier) == ways[0]


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
    ],
)
def test_text_that_is_no_order_is_refused(text: str) -> None:
    with pytest.raises(OrderTextError):
        read_ways(text, script_game(ROAD))
