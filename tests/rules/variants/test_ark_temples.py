"""Temples of the Ark of the Covenant, and their corners (rules A-40 to A-43), by real tiles.

The tile facts are a reconstruction: each test says in its sums which facts it uses.
"""

from rules.geometry import cell_at
from rules.story import Scored
from tests.support.base_positions import ark, standing_pieces
from tests.support.for_each import for_each
from tests.support.hunters_positions import (
    events_of_type,
    game_with_placement,
    offered_figures,
    only_score,
    refusal,
    scores_of_kind,
    terms_by_name,
)


def test_T_A_18_A12_no_figure_is_allowed_on_a_temple() -> None:
    game = game_with_placement(ark(hand="ARK-R52"), "1 0 rot0")
    assert offered_figures(game) == {"thief a", "thief b", "shepherd d", "shepherd e"}
    for role in ("thief", "shepherd", "knight", "prophet"):
        assert refusal(game, f"{role} c").reason == "wrong-terrain"


def test_T_A_10_A15_A40_A41_follower_back_from_a_road_does_not_count_for_the_temple() -> None:
    """A-41; the temple is finished by its fourth neighbour, no diagonal is needed (A-40)."""
    game = ark("""
        Red  ARK-R42 -1 0 rot0
        Blue ARK-R52 1 0 rot0 thief a      # the road to 2 0
        Red  ARK-R36 1 -1 rot0 shepherd b
        Blue ARK-R37 1 1 rot180
        Red  ARK-R48 2 0 rot0              # ends that road, and the cross is full
    """)
    assert [event.kind for event in events_of_type(game, Scored) if isinstance(event, Scored)] == [
        *("road", "temple")
    ]
    assert only_score(game, "temple").points == ((0, 7),)
    assert game.scores == (7, 2)
    assert standing_pieces(game) == ["Red shepherd 1 -1 b"]


TIED = """
    Red  ARK-R36 -1 0 rot180
    Blue ARK-R52 1 0 rot0 {temple}
    Red  ARK-R36 1 -1 rot0 {south}
    Blue ARK-21 1 1 rot0 {north}
    Red  ARK-R42 2 0 rot0 {east}
"""
"""A temple at 1 0 with its neighbours; the last of them is laid by Red."""


@for_each(
    ("south", "east", "north", "temple", "scores", "staying"),
    [
        ("shepherd b", "thief a", "knight a", "shepherd d", (7, 7), 4),  # T-A-11
        ("", "", "", "", (0, 0), 0),  # T-A-12
        ("shepherd b", "thief a", "knight a", "", (7, 0), 3),
        ("shepherd b", "", "knight a", "shepherd d", (0, 7), 3),
        ("", "", "prophet a", "", (0, 7), 1),  # a prophet counts as well
        ("shepherd b", "", "prophet a", "", (7, 7), 2),  # as one, and is not doubled
    ],
)
def test_T_A_11_T_A_12_A42_the_most_followers_on_the_cross_score_7_and_stay(
    south: str, east: str, north: str, temple: str, scores: tuple[int, int], staying: int
) -> None:
    game = ark(TIED.format(south=south, east=east, north=north, temple=temple))
    assert terms_by_name(only_score(game, "temple")) == {"temple": (1, 7)}
    assert game.scores == scores
    assert len(standing_pieces(game)) == staying


def test_A43_a_temple_is_scored_once() -> None:
    script = TIED.format(south="shepherd b", east="", north="", temple="")
    game = ark(script + "Blue ARK-R37 2 -1 rot270\n Red ARK-R42 3 0 rot0", hand="ARK-R43")
    assert len(scores_of_kind(game, "temple")) == 1
    assert game.scores == (7, 0)


def test_A43_two_temples_by_one_tile_are_each_scored() -> None:
    game = ark("""
        Red  ARK-R52 1 0 rot0
        Blue ARK-R42 1 1 rot0
        Red  ARK-R42 2 1 rot0
        Blue ARK-R43 3 1 rot0
        Red  ARK-R52 3 0 rot0 thief a
        Blue ARK-R43 1 -1 rot0 shepherd b
        Red  ARK-R44 4 0 rot0
        Blue ARK-R45 3 -1 rot0
        Red  ARK-R46 2 0 rot0
    """)
    assert {event.cells(): event.points for event in scores_of_kind(game, "temple")} == {
        (cell_at(1, 0),): ((1, 7),),
        (cell_at(3, 0),): ((0, 7),),
    }
    assert game.scores == (7, 7)
