"""Fields and the final scoring of the Ark of the Covenant (rules A-50 to A-64), by real tiles.

The tile facts are a reconstruction: each test says in its sums which facts it uses.
"""

from rules.game import Game, start
from rules.geometry import cell_at
from rules.story import PiecesReturned
from rules.variants import rulebook
from tests.support.positions import (
    area,
    ark,
    ark_ended,
    events_of_type,
    followers,
    only_score,
    play_script,
    prophets,
    scores_of_kind,
    script_turns,
    standing_pieces,
    terms_by_name,
    with_pieces,
)


def ended_with(script: str, *pieces: str, last: str) -> Game:
    """The end of a game that has only the tiles of the script: pieces by hand before the last."""
    tiles = tuple(tile for _, tile, _ in script_turns(f"{script}\n{last}"))
    game, _ = play_script(start(rulebook("ark"), 2, {"bag": tiles}), script)
    game, _ = play_script(with_pieces(game, *pieces), last)
    assert game.over
    return game


# -- fields ---------------------------------------------------------------------------------------


def test_A50_a_shepherd_in_a_closed_field_stays_and_scores_nothing_before_the_end() -> None:
    """The corner inside a road of four curves, which parts it from the field outside."""
    loop = """
        Red  ARK-R36 0 -1 rot270 shepherd c
        Blue ARK-R36 1 -1 rot0
        Red  ARK-R36 1 -2 rot90
        Blue ARK-R37 0 -2 rot180
    """
    game = ark(loop)
    inside = area(game, "field", "0 -1 c")
    assert inside.closed and len(inside.spots) == 4
    assert scores_of_kind(game, "field") == [] and game.scores == (0, 0)
    assert standing_pieces(game) == ["Red shepherd 0 -1 c"]
    assert standing_pieces(ark_ended(loop)) == ["Red shepherd 0 -1 c"]


# -- the end --------------------------------------------------------------------------------------


def test_T_A_13_an_unfinished_temple_scores_3_and_its_shepherd_leaves_the_field() -> None:
    """A-61 before A-63: the field has 2 + 2 sheep, and nobody on it any more."""
    game = ark_ended("""
        Red  ARK-R53 1 0 rot0 shepherd d
        Blue ARK-R37 1 1 rot180
        Red  ARK-R37 2 0 rot180
    """)
    assert only_score(game, "temple", final=True).points == ((0, 3),)
    assert scores_of_kind(game, "field", final=True) == []
    assert game.scores == (3, 0)
    assert len(events_of_type(game, PiecesReturned)) == 1
    assert followers(game) == [7, 7]


def test_A61_shepherds_beside_the_cross_are_paid_for_the_same_field() -> None:
    """The counter-proof: Blue alone is left there with 2 + 2 + 1 sheep."""
    game = ended_with(
        """
        Red  ARK-R53 1 0 rot0 shepherd d
        Blue ARK-R37 1 1 rot180
        Red  ARK-R37 2 0 rot180
        """,
        "Blue shepherd 2 0 b",
        "Blue shepherd 2 0 b",
        last="Blue ARK-R36 2 -1 rot0",
    )
    assert game.scores == (0, 3), "2 to 1 on the cross"
    game = ended_with(
        """
        Red  ARK-R53 1 0 rot0 shepherd d
        Blue ARK-R37 1 1 rot180
        Red  ARK-R37 2 0 rot180
        Blue ARK-R36 2 -1 rot0
        """,
        "Blue shepherd 2 -1 b",
        last="Red ARK-R42 0 -1 rot0",
    )
    assert only_score(game, "temple", final=True).points == ((0, 3),)
    assert terms_by_name(only_score(game, "field", final=True)) == {"sheep": (5, 2)}
    assert game.scores == (3, 10)
    assert standing_pieces(game) == ["Blue shepherd 2 -1 b"]


def test_X26_all_unfinished_temples_are_scored_before_any_shepherd_leaves() -> None:
    """Two temples side by side share two tiles of their crosses; 3 each for both."""
    alone = ark_ended("Red ARK-R52 1 0 rot0 shepherd d\n Blue ARK-R52 2 0 rot0")
    assert [event.points for event in scores_of_kind(alone, "temple", final=True)] == [
        ((0, 3),)
    ] * 2
    assert alone.scores == (6, 0)
    tied = ark_ended("Red ARK-R52 1 0 rot0 shepherd d\n Blue ARK-R52 2 0 rot0 shepherd e")
    assert tied.scores == (6, 6)
    assert standing_pieces(tied) == []


def test_A64_the_cross_is_cleared_before_cities_and_roads() -> None:
    """The thief would have had a road, the prophet a city: both stand on the cross."""
    thief = ark_ended("Red ARK-R52 1 0 rot0 thief a\n Blue ARK-R43 2 0 rot0")
    assert scores_of_kind(thief, "road", final=True) == []
    assert thief.scores == (3, 0)
    prophet = ark_ended("Red ARK-R52 1 0 rot0\n Blue ARK-21 1 1 rot0 prophet a")
    assert scores_of_kind(prophet, "city", final=True) == []
    assert prophet.scores == (0, 3)
    assert prophets(prophet) == [1, 0], "it leaves the game (A-24)"


def test_A62_an_unfinished_road_scores_a_point_a_tile_and_an_oasis() -> None:
    game = ark_ended("Red ARK-R43 1 0 rot0 thief a\n Blue ARK-R43 2 0 rot0")
    assert terms_by_name(only_score(game, "road", final=True)) == {"tiles": (3, 1), "oases": (2, 1)}
    assert game.scores == (5, 0)
    assert followers(game) == [7, 7]


def test_A60_the_last_tile_is_played_out_before_the_final_scoring() -> None:
    game = ark_ended("Red ARK-R42 1 0 rot0\n Blue ARK-21 0 1 rot180 knight a; ark 0 0")
    assert not only_score(game, "city").final
    assert game.scores == (0, 4)
    assert game.tokens == {"ark": cell_at(0, 0)}


def test_T_A_15_A63_tied_shepherds_each_score_sheep_less_wolves() -> None:
    game = ended_with(
        """
        Red  ARK-22 0 -1 rot180 shepherd b
        Blue ARK-21 1 -1 rot180
        Red  ARK-21 -1 -1 rot180
        Blue ARK-24 2 -1 rot180
        """,
        "Blue shepherd 1 -1 b",
        last="Red ARK-23 -2 -1 rot180",
    )
    field = only_score(game, "field", final=True)
    assert terms_by_name(field) == {"sheep": (5, 2), "wolves": (2, -2)}
    assert field.points == ((0, 6), (1, 6))
    assert game.scores == (6, 6)
    assert standing_pieces(game) == ["Blue shepherd 1 -1 b", "Red shepherd 0 -1 b"], (
        "A-50: they stay"
    )


def test_T_A_16_more_wolves_than_sheep_is_0_and_not_less() -> None:
    """X-27: a sheep and three wolves."""
    game = ark_ended("""
        Red  ARK-24 0 -1 rot180 shepherd b
        Blue ARK-23 1 -1 rot180
        Red  ARK-18 2 -1 rot0
    """)
    field = only_score(game, "field", final=True)
    assert len([spot for spot in field.spots if game.board.zone(spot).count("wolves")]) == 3
    assert sum(number * worth for number, worth in terms_by_name(field).values()) == 0
    assert field.points == ()
    assert game.scores == (0, 0)
