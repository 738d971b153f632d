"""Remaining tiles of the bags, and the odds of drawing a tile for a gap."""

from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.analysis import draw_odds
from rules.analysis.draw_odds import (
    count_undrawn,
    dead_gaps,
    draw_chance,
    fitting_kinds,
    fitting_rotations,
    gaps,
    kinds_left,
    next_tile_odds,
)
from rules.errors import IllegalMove
from rules.game import Game, next_seat, play
from rules.geometry import CROSS, cell_at, reading_order
from rules.layers import SIDE_MASK
from rules.moves import Pass, PlaceTile
from rules.story import TileDiscarded, TileDrawn, TilePostponed
from rules.table_decisions import resign
from rules.variants.river import LAKE, PILE
from rules.variants.traders import BuilderWorked
from tests.support.for_each import for_each
from tests.support.positions import base, game_after_script, hunters_ended
from tests.support.random_games import random_positions

GAMES = ("hunters", "base", "base+ferries", "ark")


def draws_left(game: Game, seat: int) -> int:
    """The number of undrawn tiles that a seat is to draw if each draw takes one."""
    return len(draw_odds._draw_positions(game, seat))


def bag_of(game: Game, *tiles: str) -> Game:
    return game.replace(bags={**game.bags, "bag": tiles})


def draws(game: Game, order: tuple[str, ...]) -> dict[int, list[str]]:
    """The tiles drawn by each seat, turn after turn, with the bag in this order."""
    drawn: dict[int, list[str]] = {seat: [] for seat in range(game.seats)}
    for tile in order:
        game = game.replace(turn=next_seat(game))
        drawn[game.turn].append(tile)
    return drawn


def fits_somehow(game: Game, tile: str, cell: int) -> bool:
    """Return True if some rotation of a tile matches all sides of a gap."""
    gap = game.board.gaps[cell]
    return any(
        all(
            gap >> 4 * side & SIDE_MASK in (0, form.sides >> 4 * side & SIDE_MASK)
            for side in range(4)
        )
        for form in game.book.forms[tile].turned
    )


@for_each("name", GAMES, fast=2)
@settings(max_examples=2)
@given(st.integers(2, 5), st.integers(0, 10**6))
def test_remaining_tiles_are_those_not_drawn(name: str, seats: int, seed: int) -> None:
    for game, _ in random_positions(name, seats, seed):
        drawn = Counter((e.bag, e.tile) for e in game.story if isinstance(e, TileDrawn))
        left = kinds_left(game)
        for bag, box in game.book.ruleset.bags.items():
            for tile, number in Counter(box.pile()).items():
                assert left[bag][tile] == number - drawn[bag, tile]
        for cell in list(game.board.gaps)[:5]:
            assert fitting_kinds(game, cell) == {
                tile: number
                for tile, number in left["bag"].items()
                if fits_somehow(game, tile, cell)
            }


@for_each("name", GAMES)
@settings(max_examples=2)
@given(st.integers(2, 5), st.integers(0, 10**6))
def test_draws_left_match_the_actual_draws_without_discards(
    name: str, seats: int, seed: int
) -> None:
    positions = list(random_positions(name, seats, seed))
    last = positions[-1][0].story
    for game, _ in positions:
        later = last[len(game.story) :]
        if any(isinstance(event, TileDiscarded) and event.bag == "bag" for event in later):
            continue
        drawn = [e.seat for e in later if isinstance(e, TileDrawn) and e.bag == "bag"]
        for seat in range(seats):
            assert draws_left(game, seat) == drawn.count(seat)


def test_draw_chance_equals_the_share_of_all_bag_orders() -> None:
    """West of START its road goes on: of six tiles U, V and X have a road, E and R have none."""
    game = bag_of(base(hand="U", seats=3), "U", "V", "X", "E", "R", "R")
    cell = cell_at(-1, 0)
    assert fitting_kinds(game, cell) == {"U": 1, "V": 1, "X": 1}
    for turn in range(3):
        for left in range(7):
            now = bag_of(game.replace(turn=turn), *game.bags["bag"][:left])
            orders = list(permutations(now.bags["bag"]))
            for seat in range(3):
                lucky = sum(any(tile in "UVX" for tile in draws(now, o)[seat]) for o in orders)
                assert draw_chance(now, seat, cell) == pytest.approx(lucky / len(orders))


def test_the_tile_in_hand_is_not_counted() -> None:
    game = bag_of(base(hand="U"), "R", "R", "R", "R")
    assert fitting_kinds(game, cell_at(-1, 0)) == {}
    assert draw_chance(game, 0, cell_at(-1, 0)) == 0


def test_draw_chance_of_a_gap_that_all_tiles_fit_is_1_for_the_drawing_seat() -> None:
    """The last tile is Blue's: Red draws none any more."""
    game = bag_of(base(hand="U"), "V")
    assert [draw_chance(game, seat, cell_at(-1, 0)) for seat in (0, 1)] == [0, 1]
    assert [draws_left(game, seat) for seat in (0, 1)] == [0, 1]


def test_remaining_tiles_are_drawn_in_turn_by_the_seats_still_playing() -> None:
    """Red is to move, so Blue draws the first of the seven, Green the second."""
    game = bag_of(base(hand="U", seats=3), *"UVXERRB")
    assert [draws_left(game, seat) for seat in range(3)] == [2, 3, 2]
    assert [draws_left(resign(game, 1), seat) for seat in range(3)] == [3, 0, 4]


@for_each(("cell", "reason"), [((0, 0), "occupied"), ((5, 5), "apart"), ((251, 0), "far")])
def test_request_for_a_cell_without_a_gap_is_refused_with_the_reason(
    cell: tuple[int, int], reason: str
) -> None:
    with pytest.raises(IllegalMove) as caught:
        fitting_kinds(base(hand="U"), cell_at(*cell))
    assert caught.value.reason == reason


def test_next_tile_odds_are_the_shares_of_the_kinds_left_likeliest_first() -> None:
    game = bag_of(base(hand="U", seats=3), *"RVVXRR")
    for seat in range(3):
        assert list(next_tile_odds(game, seat).items()) == [
            ("R", pytest.approx(3 / 6)),
            ("V", pytest.approx(2 / 6)),
            ("X", pytest.approx(1 / 6)),
        ]
    assert next_tile_odds(bag_of(game, "V"), 0) == {}, "Blue draws the last tile"
    assert next_tile_odds(bag_of(game, "V"), 1) == {"V": 1}
    assert next_tile_odds(resign(game, 2), 2) == {}


@for_each("seats", [2, 3])
def test_R01_next_tile_odds_equal_the_share_of_all_river_orders(seats: int) -> None:
    for game in river_moments(seats, seats):
        every = [draws(game, order) for order in orders(game, 1)]
        for seat in range(seats):
            first = Counter(drawn[seat][0] for drawn in every if drawn[seat])
            odds = next_tile_odds(game, seat)
            assert odds == pytest.approx({t: n / len(every) for t, n in first.items()})


def test_nobody_draws_when_the_game_is_over() -> None:
    over = hunters_ended("Red L60 0 1 rot0")
    assert [draws_left(over, seat) for seat in range(2)] == [0, 0]
    gap = next(iter(over.board.gaps))
    assert draw_chance(over, 0, gap) == 0
    left = resign(base(hand="U"), 0)
    assert left.over and left.bags["bag"]
    assert draw_chance(left, 1, next(iter(left.board.gaps))) == 0, (
        "with a single player left it is over"
    )


# -- several piles, one after the other (R-01) --------------------------------------------------


def river_moments(seats: int, seed: int) -> list[Game]:
    """A game while its river is laid, with a tile in hand and few tiles of the rest left."""
    positions = [
        game for game, _ in random_positions("base+river", seats, seed) if game.drawn is not None
    ]
    return [
        game.replace(bags={**game.bags, "bag": game.bags["bag"][::24]})
        for game in positions
        if 1 <= len(game.bags[PILE]) <= 5
    ]


def postponed(game: Game) -> Game:
    """The game as if the tile on top of the river had been put under the others, above the lake."""
    top, *others, lake = game.bags[PILE]
    events = game.with_events(
        TileDrawn(game.turn, PILE, top),
        TilePostponed(game.turn, PILE, top),
        TileDrawn(game.turn, PILE, game.drawn or ""),
    )
    return events.replace(bags={**game.bags, PILE: (*others, top, lake)})


def orders(game: Game, known: int) -> list[tuple[str, ...]]:
    """Every order in which the tiles may come, of the river all but the last ones in any."""
    river = game.bags[PILE]
    loose, fixed = river[: len(river) - known], river[len(river) - known :]
    pairs = product(permutations(loose), permutations(game.bags["bag"]))
    return [(*first, *fixed, *second) for first, second in pairs]


@for_each("seats", [2, 3, 5])
def test_R01_draw_chance_equals_the_share_of_all_river_orders(seats: int) -> None:
    """The lake comes last of the river, then the other tiles; a postponed tile right above it."""
    looked = 0
    for number, game in enumerate(river_moments(seats, seats)):
        known = 1
        if number % 2 and len(game.bags[PILE]) > 2:
            game, known = postponed(game), 2
        assert game.bags[PILE][-1] == LAKE
        every = [draws(game, order) for order in orders(game, known)]
        for cell in game.board.gaps:
            fitting = fitting_kinds(game, cell)
            for seat in range(seats):
                lucky = sum(not fitting.keys().isdisjoint(drawn[seat]) for drawn in every)
                assert draw_chance(game, seat, cell) == pytest.approx(lucky / len(every))
                looked += bool(lucky) and lucky < len(every)
        assert [draws_left(game, seat) for seat in range(seats)] == [
            len(every[0][seat]) for seat in range(seats)
        ]
        assert count_undrawn(game) == len(game.bags[PILE]) + 3
    assert looked > 5


# -- a second tile within the turn (TB-05) ------------------------------------------------------

DOUBLE = """
    Red  E 0 1 rot180
    Blue E 1 1 rot0
    Red  U 1 0 rot90 thief a
    Blue E 2 1 rot0
    Red  U 2 0 rot90 builder a
    Blue E 3 1 rot0
"""
"""Red's builder stands on the road that goes on to the east of 2 0."""


def test_TB05_second_tile_of_a_turn_is_the_next_of_the_bag() -> None:
    game = game_after_script("base+traders", DOUBLE, hand="U")
    before = bag_of(game, "V", "E", "R")
    assert [draws_left(before, seat) for seat in (0, 1)] == [1, 2], "no builder has worked yet"
    laid = play(before, PlaceTile(cell_at(3, 0), 1))
    assert any(isinstance(event, BuilderWorked) for event in laid.story)
    assert laid.drawn is None, "a figure may still be put on it"
    assert [draws_left(laid, seat) for seat in (0, 1)] == [2, 1]
    cell = cell_at(4, 0)
    fitting = fitting_kinds(laid, cell)
    every = list(permutations(laid.bags["bag"]))
    for seat, drawn in ((0, (0, 2)), (1, (1,))):
        lucky = sum(any(order[index] in fitting for index in drawn) for order in every)
        assert draw_chance(laid, seat, cell) == pytest.approx(lucky / len(every))
    second = play(laid, Pass())
    assert second.turn == 0 and second.drawn == "V"
    assert [draws_left(second, seat) for seat in (0, 1)] == [1, 1], "there is never a third"


@for_each("name", GAMES)
def test_gap_is_dead_when_no_remaining_tile_fits_it(name: str) -> None:
    """Left are those of every bag and the one in hand; the gaps are told as one reads."""
    dead = 0
    for number, (game, _) in enumerate(random_positions(name, 3, 9, tidy=False)):
        if number % 8:
            continue
        tiles = game.board.tiles
        empty = {cell + step for cell in tiles for step in CROSS} - tiles.keys()
        assert set(gaps(game)) == empty
        left = {tile for bag in game.bags.values() for tile in bag} | {game.drawn or "START"}
        left &= game.book.forms.keys() - (set() if game.drawn else {"START"})
        expected = [
            cell
            for cell in sorted(empty, key=reading_order)
            if not any(fits_somehow(game, tile, cell) for tile in left)
        ]
        assert list(dead_gaps(game)) == expected
        dead += len(expected)
    assert dead


def test_the_tile_in_hand_keeps_a_gap_alive() -> None:
    """West of START its road goes on, as that of U in hand does; of E and R none does."""
    game = bag_of(base(hand="U"), "R", "R")
    assert cell_at(-1, 0) not in dead_gaps(game)
    assert cell_at(-1, 0) in dead_gaps(bag_of(base(hand="R"), "E", "R"))
    assert dead_gaps(bag_of(base(hand="U").replace(drawn=None))) == tuple(
        sorted(game.board.gaps, key=reading_order)
    )


@for_each("name", GAMES)
def test_COM08_rotations_for_a_gap_are_the_legal_ones(name: str) -> None:
    for game, _ in random_positions(name, 2, 10):
        placing = [move for move in game.legal_moves() if isinstance(move, PlaceTile)]
        for cell in list(game.board.gaps)[::4]:
            assert fitting_rotations(game, cell) == tuple(
                m.rotation for m in placing if m.cell == cell
            )
