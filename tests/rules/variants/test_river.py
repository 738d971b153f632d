"""The River: the case T-R-01 and the rules R-01 to R-05."""

import random

import pytest

from rules.errors import RecordError, RulesError
from rules.fairness import canonical_text
from rules.game import Game, run_agenda
from rules.geometry import cell_at
from rules.random_play import deal
from rules.record import replay
from rules.story import TileDiscarded, TileDrawn, TilePostponed
from rules.turn import Draw
from rules.variants import parts_of, rulebook
from tests.support.for_each import for_each
from tests.support.positions import (
    area,
    events_of_type,
    game_with_placement,
    offered_figures,
    offered_moves,
    refusal,
    river,
)
from tests.support.random_games import record_of

BOOK = rulebook("base+river")


# -- the pile -------------------------------------------------------------------------------------


def test_R01_the_spring_lies_first_and_the_base_start_tile_is_shuffled_in() -> None:
    game = river()
    assert BOOK.start == "RIV-A"
    assert game.board.tiles[cell_at(0, 0)].tile.id == "RIV-A"
    bag = BOOK.ruleset.bags["bag"].pile()
    assert len(bag) == 72 and bag.count("D") == 4


@for_each("seed", range(5))
def test_R01_river_pile_has_ten_shuffled_tiles_and_then_the_lake(seed: int) -> None:
    header = deal("base+river", 3, random.Random(seed))
    assert len(header.bags["river"]) == 11
    assert header.bags["river"][-1] == "RIV-L"
    assert header.bags["river"] != BOOK.ruleset.bags["river"].pile()


def test_R01_the_river_is_a_line_of_the_record_and_of_the_seal() -> None:
    header = deal("base+river", 2, random.Random(3), nonce="0" * 32)
    line = f"river: {' '.join(header.bags['river'])}"
    assert line in header.text().splitlines()
    assert line in canonical_text(header).splitlines()


def test_R01_a_record_whose_lake_is_not_the_last_is_refused() -> None:
    text = record_of("base+river", 2, 4)
    head, river_line, rest = text.partition("\nriver: ")
    tiles, end, moves = rest.partition("\n")
    first, *others = tiles.split()
    with pytest.raises(RecordError, match="the last tile of this pile is RIV-L"):
        replay(f"{head}{river_line}{' '.join([*others, first])}{end}{moves}")


@for_each("begun", ["hunters", "ark"])
def test_R01_river_joins_the_base_game_only(begun: str) -> None:
    with pytest.raises(RulesError, match="there is no game"):
        parts_of(f"{begun}+river")


# -- laying ---------------------------------------------------------------------------------------


def test_R02_a_river_tile_goes_on_with_the_river() -> None:
    game = river(hand="RIV-D")
    assert offered_moves(game) == ["place 1 0 rot0"]
    why = refusal(game, "place 0 1 rot0")
    assert why.reason == "river-ends"
    assert str(why) == ("the river wouldn't go on at 0 1: place river tiles at its open end")


def test_T_R_01_and_R03_two_bends_the_same_way_may_not_follow_each_other() -> None:
    """The river comes from the west and turns south at 1 0; there it may turn east, not west."""
    game = river("Red RIV-G 1 0 rot0", hand="RIV-G")
    assert offered_moves(game) == ["place 1 -1 rot180"]
    why = refusal(game, "place 1 -1 rot90")
    assert why.reason == "river-turns-back"


def test_T_R_01_and_R03_two_equal_bends_may_follow_with_a_straight_tile_between() -> None:
    game = river("Red RIV-G 1 0 rot0\n Blue RIV-D 1 -1 rot90", hand="RIV-G")
    assert offered_moves(game) == ["place 1 -2 rot90", "place 1 -2 rot180"]


def blocked(game: Game, **tiles: str) -> Game:
    """The game with tiles around the river's open end at 1 0, put there by hand, and a draw due."""
    around = {"north": cell_at(1, 1), "east": cell_at(2, 0), "south": cell_at(1, -1)}
    board = game.board
    for side, tile in tiles.items():
        board = board.with_tile(around[side], game.book.forms[tile].turned[0])
    assert game.drawn is not None
    bags = {**game.bags, "river": (game.drawn, *game.bags["river"])}
    return game.replace(board=board, bags=bags, drawn=None, agenda=(Draw(), *game.agenda[-1:]))


def test_R03_and_X44_unplaceable_river_tile_is_postponed_until_before_the_lake() -> None:
    before = blocked(river(hand="RIV-D RIV-D RIV-E"), east="C")
    game = run_agenda(before)
    assert game.drawn == "RIV-E"
    assert events_of_type(game, TilePostponed) == [TilePostponed(0, "river", "RIV-D")] * 2
    assert game.bags["river"] == (*before.bags["river"][3:-1], "RIV-D", "RIV-D", "RIV-L")
    assert not events_of_type(game, TileDiscarded)


def test_R03_and_X44_river_pile_leaves_the_game_when_no_river_tile_fits() -> None:
    before = blocked(river(), north="X", east="C", south="C")
    game = run_agenda(before)
    assert game.bags["river"] == ()
    assert [event.tile for event in events_of_type(game, TileDiscarded)] == list(
        before.bags["river"]
    )
    drawn = [event for event in events_of_type(game, TileDrawn) if event.bag == "bag"]
    assert [event.tile for event in drawn] == [game.drawn]


def test_R03_and_X44_lake_ends_the_river_when_no_other_river_tile_fits() -> None:
    """At 1 0 a field lies all around: only the lake has three sides of it."""
    before = blocked(river(hand="RIV-D RIV-G"), north="B", east="B", south="B")
    game = run_agenda(before)
    assert (game.drawn, game.bags["river"]) == ("RIV-L", ())
    assert [event.tile for event in events_of_type(game, TileDiscarded)] == list(
        before.bags["river"][:-1]
    )


# -- what lies on it ------------------------------------------------------------------------------


def test_R04_no_figure_stands_on_the_river_and_it_separates_fields() -> None:
    game = game_with_placement(river(hand="RIV-D"), "1 0 rot0")
    assert offered_figures(game) == {"farmer b", "farmer c"}
    assert refusal(game, "thief a").reason == "wrong-terrain"


def test_R04_fields_go_round_the_spring() -> None:
    game = game_with_placement(river(hand="RIV-D"), "1 0 rot0")
    assert area(game, "field", "1 0 b").spots == area(game, "field", "1 0 c").spots


def test_R05_a_road_passes_the_river_by_a_bridge() -> None:
    """RIV-K: the road a leads over the river b."""
    game = game_with_placement(river(hand="RIV-K"), "1 0 rot90")
    assert "thief a" in offered_figures(game)
    assert len(area(game, "road", "1 0 a").open) == 2
