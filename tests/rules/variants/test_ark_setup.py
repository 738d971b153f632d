"""The Ark of the Covenant: its box, its numbers of seats, and drawing (A-01, A-02, A-10)."""

import random

import pytest

from rules.errors import RecordError, RulesError
from rules.game import start
from rules.geometry import cell_at
from rules.header import Header
from rules.random_play import deal
from rules.record import replay
from rules.story import TileDiscarded
from rules.variants import rulebook
from tests.support.base_positions import ark, pile
from tests.support.for_each import for_each
from tests.support.hunters_positions import events_of_type

BOOK = rulebook("ark")


def test_A01_the_box_holds_72_tiles_of_which_the_start_tile_lies_in_the_middle() -> None:
    box = BOOK.ruleset.bags["bag"]
    assert sum(box.counts.values()) == 72
    assert len(box.pile()) == 71
    game = start(BOOK, 2, {"bag": box.pile()})
    assert {cell: form.tile.id for cell, form in game.board.tiles.items()} == {
        cell_at(0, 0): BOOK.start
    }


@for_each("seats", [2, 3, 4, 5])
def test_A02_each_of_two_to_five_seats_has_seven_followers_and_a_prophet(seats: int) -> None:
    header = deal("ark", seats, random.Random(seats))
    game = replay(header.text()).game
    assert [dict(hand) for hand in game.supply] == [{"follower": 7, "prophet": 1}] * seats
    assert game.tokens == {}, "the one Ark is off the board till the first city is finished"


@for_each("seats", [1, 6])
def test_A02_one_seat_and_six_are_refused(seats: int) -> None:
    with pytest.raises(RulesError, match=r"^ark is for 2 to 5 seats$"):
        deal("ark", seats, random.Random(0))
    with pytest.raises(RecordError) as caught:
        replay(Header("ark", seats, {"bag": pile("ark", [])}).text())
    assert (caught.value.line, caught.value.why) == (2, "seats go from 2 to 5")


def test_A10_and_X05_a_tile_that_fits_nowhere_leaves_the_game_and_is_not_put_back() -> None:
    """With START's city closed nothing takes the four city sides of ARK-01."""
    game = ark("Red ARK-21 0 1 rot180; ark 0 0", hand="ARK-01 ARK-R42")
    assert [event.tile for event in events_of_type(game, TileDiscarded)] == ["ARK-01"]
    assert (game.turn, game.drawn) == (1, "ARK-R42")
    assert "ARK-01" not in game.bags["bag"]
