"""The Ferries (rules, section 5): lakes, ferries laid and turned, and the roads they make.

The cases T-F-12, T-F-13 and T-F-14 speak of inns and builders: they stand with those.
"""

import copy

import pytest

from rules.errors import IllegalMove, RecordError, RulesError
from rules.game import Game, play
from rules.geometry import cell_at, xy
from rules.header import Header
from rules.moves import Deploy
from rules.notation import write
from rules.record import replay
from rules.story import TurnBegan
from rules.variants import PARTS, parts_of, rulebook, ruleset
from rules.variants.ferries import FerryLaid, LayFerry, TurnFerry
from tests.support.base_positions import (
    Options,
    base,
    dealt,
    ferries,
    ferries_ended,
    followed,
    followers,
    moments,
    pile,
    written,
)
from tests.support.hunters_positions import area, events, figures, offers, placed, refusal
from tests.support.read_moves import read

ONE_LAKE = "Red FER-FRRR 1 0 rot0 thief c; ferry a c  # a east, b south, c west: start's road"
"""Red's thief on the road that leads east and west through the lake at 1 0."""

TWO_LAKES = """
    Red   FER-FRRR 1 0 rot0; ferry a c
    Blue  FER-FRRR 2 0 rot0; ferry a c
"""

THREE_ROADS = """
    Red    E 0 1 rot180
    Blue   U -1 0 rot90 thief a         # on start's road, which leads east to 1 0
    Green  B 1 1 rot0
    Red    A 2 1 rot0 thief a           # from the monastery south
    Blue   V 2 0 rot90                  # ... and west to 1 0
"""
"""Green comes next; a lake at 1 0 would meet Blue's road in the west and Red's in the east."""

FOUR_LAKES = """
    Red   FER-FRRR -1 0 rot0; ferry a b   # its east road is start's
    Blue  E 0 1 rot180
    Red   FER-FRRR 1 1 rot270; ferry a c  # its south road leads to 1 0
    Blue  B 0 -1 rot0
    Red   FER-FRRR 1 -1 rot270; ferry a b # its north road leads to 1 0
    Blue  V 2 1 rot90
    Red   FER-FRRR 2 0 rot0; ferry b c    # its west road leads to 1 0
"""
"""Blue comes next; a crossing at 1 0 meets four roads, each with a ferry on it."""


def done(game: Game, *texts: str) -> Game:
    """The game after some moves, each offered when it is made."""
    for text in texts:
        (move,) = read(text)
        assert move in game.legal_moves(), f"{text}: {offers(game)}"
        game = play(game, move)
    return game


def turnable(game: Game) -> set[tuple[int, int]]:
    """The lakes whose ferries are offered to be turned."""
    return {xy(move.cell) for move in game.legal_moves() if isinstance(move, TurnFerry)}


def joined(game: Game) -> dict[tuple[int, int], str]:
    """Each lake that has a ferry, with the roads it joins."""
    letters = game.board.zone
    assert len({xy(a) for a, _ in game.board.links}) == len(game.board.links)
    return {xy(a): letters(a).letter + letters(b).letter for a, b in game.board.links}


def road(game: Game, where: str) -> set[tuple[int, int]]:
    """The cells of a road."""
    return set(map(xy, area(game, "road", where).cells()))


def closed(game: Game, where: str) -> bool:
    """Whether a road is complete."""
    return area(game, "road", where).closed


def thieves(game: Game, where: str) -> list[int]:
    """The seats that stand on a road."""
    return sorted(piece.seat for piece in area(game, "road", where).pieces)


def paid(game: Game, *, final: bool = False) -> list[tuple[set[tuple[int, int]], object]]:
    """Each road that gave points: its cells and who got how many."""
    found = [event for event in events(game, "road", final=final) if event.points]
    return [(set(map(xy, event.cells())), dict(event.points)) for event in found]


# -- the box (5.1) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "mix"),
    [
        (None, (3, 4, 1)),
        ({"ferries": "C1"}, (3, 4, 1)),
        ({"ferries": "C3"}, (3, 3, 2)),
    ],
)
def test_F01_F02_X28_eight_lakes_of_the_mix_are_shuffled_in(
    options: Options, mix: tuple[int, int, int]
) -> None:
    box = rulebook("base+ferries", options).ruleset.bags["bag"]
    names = ("FER-CRRR", "FER-FRRR", "FER-RRRR")
    assert tuple(box.counts[name] for name in names) == mix
    assert sum(box.counts.values()) == 72 + 8
    assert len(box.pile()) == 72 + 8 - 1, "the start tile lies"
    assert [box.pile().count(name) for name in names] == list(mix)


def test_F03_the_lake_separates_the_fields_between_its_roads() -> None:
    game = placed(ferries(hand="FER-RRRR"), "1 0 rot0")
    heads = {frozenset(area(game, "field", f"1 0 {letter}").spots) for letter in "fghi"}
    assert len(heads) == 4, "one field a corner, not joined around the lake"
    assert {"farmer f", "farmer g", "farmer h", "farmer i"} <= figures(game)
    assert refusal(game, "farmer e").reason == "wrong-terrain", "nobody stands on the lake"


def test_F03_each_road_of_a_lake_is_one_of_its_own_before_the_ferry() -> None:
    game = placed(ferries(hand="FER-RRRR"), "1 0 rot0")
    assert [road(game, f"1 0 {letter}") for letter in "abc"] == [{(1, 0)}] * 3
    assert road(game, "1 0 d") == {(0, 0), (1, 0)}
    assert figures(game) >= {"thief a", "thief b", "thief c", "thief d"}


# -- playing a lake (5.2) -------------------------------------------------------------------------


def test_F10_a_lake_is_laid_where_its_sides_match() -> None:
    """Start's east side is a road; turned by 270° the lake shows its field to the west."""
    game = ferries(hand="FER-FRRR")
    why = refusal(game, "place 1 0 rot270")
    assert why.reason == "mismatch"
    assert "its west side is a field and meets a road; rot0 or rot90 or rot180" in str(why)
    there = [text for text in offers(game) if text.startswith("place 1 0 ")]
    assert there == ["place 1 0 rot0", "place 1 0 rot90", "place 1 0 rot180"]


def test_T_F_01_ferry_must_be_laid_even_without_a_follower() -> None:
    """F-12, X-29: always, whether somebody was put on the tile or not."""
    game = done(placed(ferries(hand="FER-FRRR"), "1 0 rot0"), "pass")
    assert offers(game) == ["ferry a b", "ferry a c", "ferry b c"]
    why = refusal(game, "pass")
    assert why.reason == "not-now"
    assert "lay the ferry between two roads of your lake" in str(why)
    game = done(game, "ferry a c")
    assert joined(game) == {(1, 0): "ac"}
    assert game.turn == 1
    assert followers(game) == [7, 7]


def test_X29_ferry_is_laid_after_a_follower_too() -> None:
    for figure in ("thief a", "farmer e"):
        game = done(placed(ferries(hand="FER-FRRR"), "1 0 rot0"), figure)
        assert offers(game) == ["ferry a b", "ferry a c", "ferry b c"]
        assert joined(done(game, "ferry b c")) == {(1, 0): "bc"}


def test_F12_a_seat_without_followers_lays_its_ferry_all_the_same() -> None:
    game = ferries(hand="FER-FRRR")
    empty = {kind: 0 for kind in game.supply[0]}
    game = placed(game.replace(supply=(empty, game.supply[1])), "1 0 rot0")
    assert offers(game) == ["ferry a b", "ferry a c", "ferry b c"]


def test_F12_a_lake_of_four_roads_offers_six_ferries() -> None:
    game = done(placed(ferries(hand="FER-RRRR"), "1 0 rot0"), "pass")
    pairs = ["ab", "ac", "ad", "bc", "bd", "cd"]
    assert offers(game) == [f"ferry {a} {b}" for a, b in pairs]
    for a, b in pairs:
        assert joined(done(game, f"ferry {a} {b}")) == {(1, 0): a + b}


def test_F12_a_lake_beside_a_city_joins_roads_only() -> None:
    game = done(placed(ferries(hand="FER-CRRR"), "1 0 rot0"), "pass")
    assert offers(game) == ["ferry b c", "ferry b d", "ferry c d"]


def test_F13_the_joined_roads_are_one_and_the_others_end_at_their_quays() -> None:
    game = done(placed(ferries(hand="FER-FRRR"), "1 0 rot0"), "pass", "ferry a c")
    assert area(game, "road", "1 0 a") is area(game, "road", "1 0 c")
    assert road(game, "1 0 a") == {(0, 0), (1, 0)}
    assert len(area(game, "road", "1 0 a").open) == 2, "start's west, the lake's east"
    assert area(game, "road", "1 0 b").spots == (cell_at(1, 0) + 1,)
    assert len(area(game, "road", "1 0 b").open) == 1, "the quay ends it, its south is open"


def test_T_F_02_the_ferry_joins_the_new_thief_to_an_occupied_road() -> None:
    """F-14; Red's road ends at the quay without a ferry: monastery, bend and lake are 3 tiles."""
    game = placed(ferries(THREE_ROADS, hand="FER-FRRR", seats=3), "1 0 rot0")
    game = done(game, "thief b", "ferry b c")
    assert thieves(game, "1 0 b") == [1, 2]
    assert road(game, "1 0 b") == {(-1, 0), (0, 0), (1, 0)}
    assert not closed(game, "1 0 b")
    assert paid(game) == [({(2, 1), (2, 0), (1, 0)}, {0: 3})]
    assert closed(game, "1 0 a")
    assert followers(game) == [7, 6, 6], "Red's thief is home"


def test_F14_a_ferry_may_join_two_occupied_roads() -> None:
    """City, -1 0, start, lake, bend, monastery: 6 tiles; one thief each, so both are paid."""
    game = placed(ferries(THREE_ROADS, hand="FER-FRRR S", seats=3), "1 0 rot0")
    game = done(game, "pass", "ferry a c")
    assert thieves(game, "1 0 a") == [0, 1]
    assert road(game, "1 0 a") == {(-1, 0), (0, 0), (1, 0), (2, 0), (2, 1)}
    assert paid(game) == []
    game = followed(game, "Red S -2 0 rot270")[0]
    assert paid(game) == [(road(game, "1 0 a"), {0: 6, 1: 6})]
    assert len(road(game, "1 0 a")) == 6


def test_T_F_03_F11_occupancy_is_judged_before_the_ferry_each_road_by_itself() -> None:
    game = placed(ferries(THREE_ROADS, hand="FER-FRRR", seats=3), "1 0 rot0")
    assert {figure for figure in figures(game) if "thief" in figure} == {"thief b"}
    for letter, text in (("c", "seat 1's thief at -1 0"), ("a", "seat 0's thief at 2 1")):
        why = refusal(game, f"thief {letter}")
        assert why.reason == "taken"
        assert str(why) == f"that road already holds {text}"


# -- the order of a turn --------------------------------------------------------------------------


def test_T_F_16_F26_F27_follower_then_new_ferry_then_turns_then_scoring() -> None:
    """A lake at 2 0 extends the road through the ferry at 1 0."""
    game = placed(ferries(ONE_LAKE, hand="FER-FRRR"), "2 0 rot0")
    assert figures(game) >= {"thief a", "thief b"}
    assert refusal(game, "thief c").reason == "taken"
    for early in ("ferry a b", "turn 1 0 a b"):
        why = refusal(game, early)
        assert why.reason == "not-now"
        assert str(why) == (
            f"`{early}` cannot be done now: the next thing to do is deploy a piece or pass"
        )
    game = done(game, "thief b")
    assert offers(game) == ["ferry a b", "ferry a c", "ferry b c"]
    for early in ("turn 1 0 a b", "thief a", "pass"):
        why = refusal(game, early)
        assert why.reason == "not-now"
        assert "the next thing to do is lay the ferry between two roads of your lake" in str(why)
    game = done(game, "ferry b c")
    assert offers(game) == ["turn 1 0 a b", "turn 1 0 b c", "pass"]
    for late in ("ferry a b", "thief a", "place 3 0 rot0"):
        why = refusal(game, late)
        assert why.reason == "not-now"
        assert "the next thing to do is turn a ferry or pass" in str(why)
    assert refusal(game, "turn 2 0 a b").reason == "not-turnable", "laid this turn (F-25)"
    assert thieves(game, "2 0 b") == [0, 1]
    game = done(game, "turn 1 0 b c")
    assert joined(game) == {(1, 0): "bc", (2, 0): "bc"}
    assert (thieves(game, "1 0 c"), thieves(game, "2 0 b")) == ([0], [1])
    assert game.turn == 0


def test_X33_nothing_is_scored_before_the_ferries_are_turned() -> None:
    """The road is whole between two cities, but only until its ferry is turned."""
    script = ONE_LAKE + "\nBlue T -1 0 rot270"
    game = done(placed(ferries(script, hand="S"), "2 0 rot90"), "pass")
    assert closed(game, "1 0 a"), "four tiles, both ends at a city"
    assert paid(game) == []
    kept = done(game, "pass")
    assert paid(kept) == [({(-1, 0), (0, 0), (1, 0), (2, 0)}, {0: 4})]  # T-F-10 as well
    away = done(game, "turn 1 0 b c")
    assert paid(away) == [], "now it leads south and is open"
    assert thieves(away, "1 0 b") == [0]


# -- turning ferries (5.3) ------------------------------------------------------------------------


def test_T_F_04_F22_only_the_first_ferry_along_the_road_is_turned() -> None:
    game = done(placed(ferries(TWO_LAKES, hand="U"), "-1 0 rot90"), "pass")
    assert offers(game) == ["turn 1 0 a b", "turn 1 0 b c", "pass"]
    why = refusal(game, "turn 2 0 a b")
    assert why.reason == "not-turnable"
    assert str(why) == ("the ferry at 2 0 cannot be turned this turn; those that can: 1 0")
    game = done(game, "turn 1 0 b c")
    assert joined(game) == {(1, 0): "bc", (2, 0): "ac"}
    assert game.turn == 1, "nothing more is asked"


def test_T_F_04_only_the_other_ferry_is_turned_from_the_other_end() -> None:
    game = done(placed(ferries(TWO_LAKES, hand="U"), "3 0 rot90"), "pass")
    assert offers(game) == ["turn 2 0 a b", "turn 2 0 b c", "pass"]
    assert refusal(game, "turn 1 0 a b").reason == "not-turnable"


def test_F28_turning_is_no_extension_and_gives_no_right_to_turn_the_next() -> None:
    """Before the turn the ferry at 1 0 leads away from the one at 2 0, after it towards it."""
    script = """
        Red   FER-FRRR 1 0 rot0; ferry b c
        Blue  FER-FRRR 2 0 rot0; ferry a c
    """
    game = done(placed(ferries(script, hand="U"), "-1 0 rot90"), "pass", "turn 1 0 a c")
    assert road(game, "2 0 a") == {(-1, 0), (0, 0), (1, 0), (2, 0)}
    assert game.turn == 1
    assert game.drawn is not None, "the ferry at 2 0 is not asked about"


def test_T_F_05_F21_a_crossing_offers_four_ferries_each_once_each_optional() -> None:
    game = placed(ferries(FOUR_LAKES, hand="X"), "1 0 rot0")
    game = done(game, "pass")
    lakes = {(-1, 0), (1, 1), (1, -1), (2, 0)}
    assert turnable(game) == lakes
    assert len(offers(game)) == 4 * 2 + 1, "two other positions each, and to pass"
    moves = ["turn 2 0 a b", "turn 1 -1 b c", "turn -1 0 a c", "turn 1 1 a b"]
    for number, text in enumerate(moves):
        assert turnable(game) == lakes
        assert len(offers(game)) == (4 - number) * 2 + 1
        assert done(game, "pass").turn == 0, "to pass ends it for all"
        move = read(text)[0]
        assert isinstance(move, TurnFerry)
        game = done(game, text)
        lakes.discard(xy(move.cell))
        if lakes:
            x, y = xy(move.cell)
            assert refusal(game, f"turn {x} {y} a b").reason == "not-turnable", "F-25"
    assert joined(game) == {(2, 0): "ab", (1, -1): "bc", (-1, 0): "ac", (1, 1): "ab"}
    assert game.turn == 0


def test_T_F_05_pass_turns_no_ferry() -> None:
    game = placed(ferries(FOUR_LAKES, hand="X"), "1 0 rot0")
    before = joined(game)
    assert joined(done(game, "pass", "pass")) == before


def test_T_F_06_F23_a_quay_without_a_ferry_gives_no_right_to_turn() -> None:
    """The lake's ferry joins east and south; the road extended ends at its west quay."""
    game = ferries("Red FER-FRRR 1 0 rot0; ferry a b", hand="U")
    game = done(placed(game, "-1 0 rot90"), "thief a")
    assert joined(game) == {(1, 0): "ab"}
    assert game.turn == 0
    assert game.drawn is not None, "the next turn has begun"


def test_F23_quay_without_a_ferry_does_not_reach_ferries_behind_the_lake() -> None:
    script = """
        Red   FER-FRRR 1 0 rot0; ferry b c
        Blue  FER-FRRR 2 0 rot0; ferry a c
        Red   E 0 1 rot180
    """
    game = ferries(script, hand="U")
    game = done(placed(game, "3 0 rot90"), "pass")
    assert turnable(game) == {(2, 0)}, "1 0 is cut off at its east quay"


def test_F20_a_tile_that_extends_another_road_offers_nothing() -> None:
    game = ferries(ONE_LAKE, hand="E")
    game = done(placed(game, "0 1 rot180"), "pass")
    assert game.turn == 0
    assert game.drawn is not None


def test_T_F_07_F24_a_road_cut_at_the_quay_is_complete_and_scored_at_once() -> None:
    """City, start, lake: 3 tiles for Red, on Blue's turn (F-24, COM-17)."""
    game = done(placed(ferries(ONE_LAKE, hand="T"), "-1 0 rot270"), "pass")
    assert offers(game) == ["turn 1 0 a b", "turn 1 0 b c", "pass"]
    assert paid(done(game, "pass")) == []
    assert paid(done(game, "turn 1 0 b c")) == [], "it goes on to the south"
    game = done(game, "turn 1 0 a b")
    assert paid(game) == [({(-1, 0), (0, 0), (1, 0)}, {0: 3})]
    assert (list(game.scores), followers(game)) == ([3, 0], [7, 7])
    assert road(game, "1 0 a") == {(1, 0)}, "east and south are another road now"


def test_F30_a_far_away_road_that_a_turn_closes_is_scored() -> None:
    """Blue lengthens the east; the west, which 3 0 does not touch, is closed: 3 tiles for Red."""
    script = (
        ONE_LAKE
        + """
        Blue  T -1 0 rot270
        Red   U 2 0 rot90
    """
    )
    game = done(placed(ferries(script, hand="U"), "3 0 rot90"), "pass", "turn 1 0 a b")
    assert paid(game) == [({(-1, 0), (0, 0), (1, 0)}, {0: 3})]
    assert road(game, "3 0 a") == {(1, 0), (2, 0), (3, 0)}
    assert not closed(game, "3 0 a")
    assert followers(game) == [7, 7]


REOPENED = """
    Red   FER-FRRR 1 0 rot0 thief c; ferry a c
    Blue  FER-FRRR 2 0 rot0; ferry a b      # the road ends at its west quay
    Red   T -1 0 rot270                     # city, start, lake, lake: 4 tiles for Red
    Blue  V 3 0 rot0 thief a; turn 2 0 a c  # open again, and one with Blue's
"""


def test_T_F_08_F31_a_scored_road_reopens_and_nothing_is_taken_back() -> None:
    game = ferries(REOPENED)
    assert paid(game) == [({(-1, 0), (0, 0), (1, 0), (2, 0)}, {0: 4})]
    assert list(game.scores) == [4, 0]
    assert road(game, "0 0 b") == {(-1, 0), (0, 0), (1, 0), (2, 0), (3, 0)}
    assert not closed(game, "0 0 b")
    assert thieves(game, "0 0 b") == [1]


def test_T_F_08_F31_completed_again_it_scores_again_for_whoever_is_on_it_then() -> None:
    """City, start, two lakes, bend and monastery: 6 tiles, for Blue."""
    game = ferries(REOPENED + "\nRed A 3 -1 rot180")
    assert paid(game)[1:] == [(road(game, "0 0 b"), {1: 6})]
    assert len(road(game, "0 0 b")) == 6
    assert list(game.scores) == [4, 6]
    assert followers(game) == [7, 7]


def test_T_F_08_a_reopened_road_without_followers_may_be_taken_again() -> None:
    script = REOPENED.replace(" thief a; turn", "; turn")
    game = placed(ferries(script, hand="A"), "3 -1 rot180")
    assert "thief a" in figures(game)
    game = done(game, "thief a", "pass")
    assert paid(game)[1:] == [(road(game, "0 0 b"), {0: 6})]
    assert list(game.scores) == [4 + 6, 0]


# -- loops ----------------------------------------------------------------------------------------

LOOP = """
    Red   FER-FRRR 1 0 rot180 thief b; ferry b c  # a west, b north, c east
    Blue  V 1 1 rot270
    Red   V 2 1 rot0
"""
"""Blue's bend at 2 0 leads the road from the north quay back to the east quay."""


def test_T_F_11_F33_a_loop_through_the_ferry_is_complete_its_lake_counted_once() -> None:
    """Three bends and the lake: 4 tiles."""
    game = done(placed(ferries(LOOP, hand="V"), "2 0 rot90"), "pass", "pass")
    assert paid(game) == [({(1, 0), (1, 1), (2, 1), (2, 0)}, {0: 4})]
    assert closed(game, "1 0 b")


def test_T_F_11_F33_the_ferry_itself_may_close_the_loop() -> None:
    """The lake comes last: its ferry joins both ends of one road, or leaves it with two ends."""
    script = """
        Red    E 0 1 rot180
        Blue   V 1 1 rot270 thief a
        Red    V 2 1 rot0
        Blue   V 2 0 rot90
    """
    game = placed(ferries(script, hand="FER-FRRR"), "1 0 rot180")
    assert {text for text in figures(game) if "thief" in text} == {"thief a"}
    game = done(game, "pass")
    for text in ("ferry b c", "ferry a b", "ferry a c"):
        after = done(game, text)
        looped = closed(after, "1 0 b")
        assert looped == (text == "ferry b c")
        expected = [({(1, 0), (1, 1), (2, 1), (2, 0)}, {1: 4})] if looped else []
        assert paid(after) == expected


def test_T_F_09_a_ferry_first_in_two_directions_is_offered_once_and_turned_once() -> None:
    game = done(placed(ferries(LOOP, hand="V"), "2 0 rot90"), "pass")
    assert offers(game) == ["turn 1 0 a b", "turn 1 0 a c", "pass"]
    game = done(game, "turn 1 0 a b")
    assert game.turn == 0
    assert game.drawn is not None, "it is not asked about again"
    assert paid(game) == []
    assert road(game, "1 0 c") == {(0, 0), (1, 0), (1, 1), (2, 1), (2, 0)}
    assert thieves(game, "1 0 c") == [0]
    assert len(area(game, "road", "1 0 c").open) == 1, "start's west; the east quay ends it"


# -- monasteries (X-31) ---------------------------------------------------------------------------


@pytest.mark.parametrize(("extends", "lakes"), [("yes", {(1, 0)}), ("no", set())])
def test_T_F_15_F43_X31_the_switch_says_if_a_monastery_extends_its_road(
    extends: str, lakes: set[tuple[int, int]]
) -> None:
    options = {"cloister extends ferry roads": extends}
    game = ferries(ONE_LAKE, hand="A", options=options)
    game = done(placed(game, "-1 0 rot270"), "pass")
    assert turnable(game) == lakes
    assert game.turn == (1 if lakes else 0)


def test_T_F_15_the_switch_is_yes_if_nothing_is_said() -> None:
    game = done(placed(ferries(ONE_LAKE, hand="A"), "-1 0 rot270"), "pass")
    assert turnable(game) == {(1, 0)}


@pytest.mark.parametrize(("tile", "where"), [("W", "rot0"), ("T", "rot270"), ("U", "rot90")])
def test_X31_road_tiles_extend_a_ferry_when_monasteries_do_not(tile: str, where: str) -> None:
    options = {"cloister extends ferry roads": "no"}
    game = ferries(ONE_LAKE, hand=tile, options=options)
    assert turnable(done(placed(game, f"-1 0 {where}"), "pass")) == {(1, 0)}


# -- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["ferry a d", "ferry d e", "ferry b z", "ferry f g"])
def test_a_ferry_between_anything_but_two_roads_of_the_lake_is_refused(text: str) -> None:
    why = refusal(done(placed(ferries(hand="FER-FRRR"), "1 0 rot0"), "pass"), text)
    assert why.reason == "no-ferry"
    assert str(why) == "a ferry joins two different roads of the lake just placed: a, b, c"


@pytest.mark.parametrize("text", ["turn 1 0 a c", "turn 1 0 c a", "turn 1 0 a d", "turn 1 0 y z"])
def test_F24_a_turn_to_where_it_lies_or_to_no_road_is_refused(text: str) -> None:
    """F-24: two quays; the ferry joins a and c already."""
    game = done(placed(ferries(ONE_LAKE, hand="U"), "-1 0 rot90"), "pass")
    why = refusal(game, text)
    assert why.reason == "no-turn"
    assert str(why) == "turn the ferry to two roads it does not join yet, out of a, b, c"


@pytest.mark.parametrize("where", ["0 0", "-1 0", "9 9"])
def test_a_turn_where_no_ferry_lies_is_refused(where: str) -> None:
    game = done(placed(ferries(ONE_LAKE, hand="U"), "-1 0 rot90"), "pass")
    why = refusal(game, f"turn {where} a b")
    assert why.reason == "not-turnable"
    assert str(why) == f"the ferry at {where} cannot be turned this turn; those that can: 1 0"


def test_a_refusal_names_every_ferry_that_can_still_be_turned() -> None:
    game = done(placed(ferries(FOUR_LAKES, hand="X"), "1 0 rot0"), "pass", "turn 1 1 a b")
    why = refusal(game, "turn 1 1 b c")
    assert why.reason == "not-turnable"
    named = str(why).rpartition(": ")[2]
    assert set(named.split(", ")) == {"-1 0", "1 -1", "2 0"}


@pytest.mark.parametrize("text", ["ferry a b", "turn 1 0 a b"])
def test_no_ferry_is_laid_or_turned_before_the_tile_lies(text: str) -> None:
    why = refusal(ferries(ONE_LAKE, hand="U"), text)
    assert why.reason == "not-now"
    assert str(why) == f"`{text}` cannot be done now: the next thing to do is place the drawn tile"


def test_every_reason_of_a_ferry_has_its_sentence() -> None:
    assert {"no-ferry", "no-turn", "not-turnable"} <= set(PARTS["ferries"].reasons)
    with pytest.raises(IllegalMove) as why:
        play(done(placed(base(hand="U"), "1 0 rot90"), "pass"), LayFerry("a", "b"))
    assert why.value.reason == "not-now", "the base game knows no ferries"


def test_ferries_and_turns_are_read_and_written_the_same() -> None:
    for text in ("ferry b d", "turn 2 0 b c", "turn -3 11 a d"):
        (move,) = read(text)
        assert write(move) == text
    assert read("ferry d b") == [LayFerry("b", "d")]
    assert read("TURN 2,0 cb") == [TurnFerry(cell_at(2, 0), "b", "c")]
    assert read("place 1 0 rot90 ferry c a")[1:] == [LayFerry("a", "c")]


# -- scoring (5.4) --------------------------------------------------------------------------------


def test_T_F_10_F32_the_lake_is_one_tile_also_where_the_road_ends_at_its_quay() -> None:
    """A monastery and a quay without a ferry: 2 tiles, for Blue."""
    script = """
        Red   FER-FRRR 1 0 rot0; ferry a c
        Blue  A 1 -1 rot180 thief a
    """
    assert paid(ferries(script)) == [({(1, 0), (1, -1)}, {1: 2})]


def test_F32_a_road_that_touches_two_quays_of_a_lake_counts_it_once() -> None:
    """From the city in the west through the ferry to the north, and back to the east quay."""
    script = LOOP + "Blue V 2 0 rot90; turn 1 0 a b\nRed T -1 0 rot270"
    game = ferries(script)
    ring = {(1, 0), (1, 1), (2, 1), (2, 0)}
    assert paid(game) == [(ring | {(0, 0), (-1, 0)}, {0: 6})], "4 of the ring, start and city"


def test_F34_unfinished_roads_give_a_point_a_tile_at_the_end() -> None:
    """Through the ferry: start and lake, 2. Not through it: the lake alone, 1."""
    linked = ferries_ended("Red FER-FRRR 1 0 rot0 thief a; ferry a c")
    assert paid(linked) == []
    assert paid(linked, final=True) == [({(0, 0), (1, 0)}, {0: 2})]
    alone = ferries_ended("Red FER-FRRR 1 0 rot0 thief a; ferry b c")
    assert paid(alone, final=True) == [({(1, 0)}, {0: 1})]


def test_F34_a_reopened_road_counts_as_unfinished_at_the_end() -> None:
    """City, start, two lakes and bend: 5, for Blue; Red keeps the 4 of before."""
    game = ferries_ended(REOPENED)
    assert list(game.scores) == [4, 5]
    assert paid(game, final=True) == [({(-1, 0), (0, 0), (1, 0), (2, 0), (3, 0)}, {1: 5})]


def test_a_ferry_tells_where_it_lies_and_where_it_lay_before() -> None:
    told = [event for event in ferries(REOPENED).story if isinstance(event, FerryLaid)]
    lake = cell_at(2, 0)
    assert [(event.seat, event.before is None) for event in told] == [
        (0, True),
        (1, True),
        (1, False),
    ]
    assert told[1].joins == told[2].before == (lake, lake + 1)
    assert told[2].joins == (lake, lake + 2)


# -- records and switches -------------------------------------------------------------------------


def test_X28_X31_the_switches_stand_in_the_header_and_are_read_from_it() -> None:
    options = {"ferries": "C3", "cloister extends ferry roads": "no"}
    text = written("base+ferries", ONE_LAKE + "\nBlue A -1 0 rot270", options=options)
    assert text.startswith(
        "game: base+ferries\nseats: 2\nedition: 1\nferries: C3\n"
        "cloister extends ferry roads: no\nbag: FER-FRRR A"
    )
    game = replay(text).game
    assert game.book is rulebook("base+ferries", options, 1)
    assert game.book.ruleset.options == options
    assert text.rstrip().endswith("place -1 0 rot270\npass"), "no turn was asked for"


def test_the_switches_as_usual_need_not_be_said() -> None:
    text = written("base+ferries", ONE_LAKE)
    assert "ferries: " not in text.replace("base+ferries", "")
    usual = {"ferries": "C1", "cloister extends ferry roads": "yes"}
    assert replay(text).game.book is rulebook("base+ferries", usual, 1)
    said = text.replace("bag:", "ferries: C1\ncloister extends ferry roads: yes\nbag:")
    assert replay(said).game.story == replay(text).game.story


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ferries: C2", "line 3: 'ferries' is one of C1, C3, not 'C2'"),
        ("ferries:", "line 3: 'ferries' is one of C1, C3, not ''"),
        (
            "cloister extends ferry roads: maybe",
            "line 3: 'cloister extends ferry roads' is one of yes, no, not 'maybe'",
        ),
        ("boats: 3", "line 4: unknown words in the header: boats"),
        ("ferries: C1\nferries: C3", "line 5: 'ferries' stands twice"),
    ],
)
def test_a_switch_that_cannot_be_is_refused_with_its_line(line: str, why: str) -> None:
    text = written("base+ferries", "").replace("bag:", f"{line}\nbag:")
    with pytest.raises(RecordError) as error:
        replay(text)
    assert str(error.value) == why


def test_X28_a_pile_of_the_other_mix_is_refused() -> None:
    text = written("base+ferries", "").replace("bag:", "ferries: C3\nbag:")
    with pytest.raises(RecordError, match="too many: FER-FRRR; missing: FER-RRRR") as error:
        replay(text)
    assert error.value.line == 5


def test_the_base_game_has_no_such_switches() -> None:
    with pytest.raises(RulesError, match="base has no switch 'ferries'"):
        rulebook("base", {"ferries": "C1"})
    text = Header("base", 2, {"bag": pile("base", [])}).text()
    with pytest.raises(RecordError, match="unknown words in the header: ferries"):
        replay(text.replace("bag:", "ferries: C1\nbag:"))


def test_a_bad_ferry_in_a_record_is_refused_with_its_line() -> None:
    text = written("base+ferries", ONE_LAKE)
    with pytest.raises(RecordError, match="line 8: 'ferry a d': a ferry joins two") as error:
        replay(text.replace("ferry a c", "ferry a d"))
    assert error.value.line == 8


# -- the expansion as a function ------------------------------------------------------------------


def test_the_expansion_leaves_the_base_game_otherwise_as_it_is() -> None:
    plain = ruleset(parts_of("base"), {})
    before = copy.deepcopy(plain)
    chosen = {"ferries": "C3", "cloister extends ferry roads": "no"}
    grown = ruleset(parts_of("base+ferries"), chosen)
    assert before == plain, "the ruleset handed in is not changed"
    kept = ("edition", "seats", "layers", "roles", "supply", "finale", "turn", "scorers")
    for name in kept:
        assert getattr(grown, name) == getattr(plain, name), name
    assert grown.name == "base+ferries"
    box = grown.bags["bag"]
    assert box.start == plain.bags["bag"].start == "D"
    for tile, count in plain.bags["bag"].counts.items():
        assert (box.tiles[tile], box.counts[tile]) == (plain.bags["bag"].tiles[tile], count)
    assert [step for step in grown.tile if step in plain.tile] == list(plain.tile)
    names = [type(step).__name__ for step in grown.tile]
    assert names == ["Placement", "FirstFerries", "Deployment", "FerryLaying", "Scoring"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_game_with_ferries_is_played_as_base_until_the_first_lake(seed: int) -> None:
    """The same pile with the lakes at its bottom: the same offers, story and scores."""
    lakes = [tile for tile in pile("base+ferries", []) if tile.startswith("FER")]
    header = dealt("base", 3, seed)
    text = Header("base+ferries", 3, {"bag": (*header.bags["bag"], *lakes)}).text()
    with_lakes = replay(text).game
    deployed = 0
    for game, move in moments("base", 3, seed):
        if move is None:
            break
        assert with_lakes.legal_moves() == game.legal_moves()
        assert with_lakes.story == game.story
        assert with_lakes.scores == game.scores
        deployed += isinstance(move, Deploy)
        with_lakes = play(with_lakes, move)
    assert deployed > 5
    assert with_lakes.drawn in lakes, "the base pile is empty, the lakes go on"
    assert not with_lakes.over


def test_turns_pass_on_as_always_however_many_ferries_were_turned() -> None:
    game = ferries(FOUR_LAKES + "Blue X 1 0 rot0; turn 2 0 a b; turn -1 0 a c")
    began = [event.seat for event in game.story if isinstance(event, TurnBegan)]
    assert began == [0, 1] * 4 + [0]
