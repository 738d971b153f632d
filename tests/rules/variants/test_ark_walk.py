"""Setting and walking the Ark of the Covenant (rules A-30 to A-34), by real tiles.

The tile facts are a reconstruction: each test says in its sums which facts it uses.
"""

import pytest

from rules.errors import IllegalMove, NotationError
from rules.game import Game, play, play_together
from rules.geometry import cell_at, xy
from rules.notation import write
from rules.opponents.chances import CountedChances
from rules.opponents.weights import TUNED
from rules.pieces import FOLLOWER, Kind
from rules.story import Scored
from rules.table_decisions import resign
from rules.variants.ark_walk import (
    DISTANCE_FACTOR,
    POINTS_PER_TURN,
    ArkSet,
    ArkWalked,
    Walk,
    expected_walk_points,
)
from tests.support.for_each import for_each
from tests.support.positions import (
    ark,
    events_of_type,
    game_with_placement,
    offered_figures,
    offered_moves,
    only_score,
    refusal,
    scores_of_kind,
    standing_pieces,
    terms_by_name,
    with_pieces,
)
from tests.support.read_moves import read

# -- setting the Ark ------------------------------------------------------------------------------


def test_T_A_06_player_who_finishes_the_first_city_sets_the_Ark_even_if_it_is_empty() -> None:
    game = game_with_placement(ark("Red ARK-R43 1 0 rot0", hand="ARK-21"), "0 1 rot180")
    game = play(game, *read("pass"))
    assert game.turn == 1
    assert sorted(offered_moves(game)) == ["ark 0 0", "ark 0 1"]
    assert refusal(game, "pass").reason == "not-now"
    assert refusal(game, "ark 1 0").reason == "no-ark"
    assert refusal(game, "place 2 0 rot0").reason == "not-now"
    after = play(game, *read("ark 0 1"))
    assert after.tokens == {"ark": cell_at(0, 1)}
    assert after.scores == (0, 0)
    assert events_of_type(after, ArkSet) == [ArkSet(1, cell_at(0, 1))]
    assert after.turn == 0


def test_X23_Ark_may_be_set_on_any_tile_of_each_finished_city() -> None:
    game = ark(
        """
        Red  ARK-R43 1 0 rot0
        Blue ARK-R36 1 1 rot180
        Red  ARK-R36 1 2 rot270
        Blue ARK-21 0 2 rot180
        """,
        hand="ARK-17",
    )
    game = play(game_with_placement(game, "0 1 rot0"), *read("pass"))
    assert [len(event.cells()) for event in scores_of_kind(game, "city")] == [2, 2]
    assert sorted(offered_moves(game)) == ["ark 0 0", "ark 0 1", "ark 0 2"]


def test_A30_the_Ark_is_set_before_temples_are_scored() -> None:
    game = ark("""
        Red  ARK-R52 1 0 rot0 shepherd e
        Blue ARK-R42 2 0 rot0
        Red  ARK-R36 1 -1 rot0
        Blue ARK-06 0 1 rot180
        Red  ARK-21 1 1 rot270; ark 0 0   # START's city and the temple
    """)
    assert [
        event.kind if isinstance(event, Scored) else "ark set"
        for event in events_of_type(game, Scored, ArkSet)
    ] == ["city", "ark set", "temple"]
    assert game.scores == (7, 0)


def test_A30_next_finished_city_gets_the_Ark_when_its_setter_resigns() -> None:
    game = game_with_placement(ark(hand="ARK-17 ARK-21", seats=3), "0 1 rot0")
    game = resign(play(game, *read("pass")), 0)
    assert game.tokens == {}
    game = play(game_with_placement(game, "0 2 rot180"), *read("pass"))
    assert game.turn == 1
    assert sorted(offered_moves(game)) == ["ark 0 1", "ark 0 2"], "START's city is of another turn"


# -- the walk -------------------------------------------------------------------------------------


WALKING = """
    Red  ARK-R42 1 0 rot0
    Blue ARK-21 0 1 rot180; ark 0 0
    Red  ARK-R42 2 0 rot0
    Blue ARK-R43 3 0 rot0
    Red  ARK-R43 4 0 rot0
    Blue ARK-R44 5 0 rot0
    Red  ARK-R36 1 -1 rot270
    Blue ARK-R37 0 -1 rot0
"""
"""A row to the east of the Ark at 0 0, a tile north of it, and a square to the south-east."""


@pytest.fixture
def walking() -> Game:
    """Red has just laid 6 0, so that six steps to the east are laid with tiles."""
    return game_with_placement(ark(WALKING, hand="ARK-R45"), "6 0 rot0")


def test_T_A_07_walk_scores_a_point_for_each_follower_on_the_entered_tiles() -> None:
    """A-33: of any colour and role, at once; the knight where the Ark starts counts nothing."""
    game = ark(
        """
        Red  ARK-R42 1 0 rot0
        Blue ARK-17 0 1 rot0 knight a; ark 0 1
        Red  ARK-25 2 0 rot0 knight a
        """,
        hand="ARK-R36",
    )
    game = with_pieces(game, "Red shepherd 0 0 d", "Blue thief 0 0 b")
    game = play(game_with_placement(game, "-1 0 rot180"), *read("walk s e e"))
    path = (cell_at(0, 0), cell_at(1, 0), cell_at(2, 0))
    assert events_of_type(game, ArkWalked) == [ArkWalked(1, path)]
    assert game.scores == (2, 1)
    assert terms_by_name(only_score(game, "ark")) == {"followers": (3, 1)}
    assert only_score(game, "ark").cells() == path
    assert game.tokens == {"ark": cell_at(2, 0)}
    assert standing_pieces(game) == [
        *("Blue knight 0 1 a", "Blue thief 0 0 b"),
        *("Red knight 2 0 a", "Red shepherd 0 0 d"),
    ]


def test_X25_a_prophet_on_the_way_pays_one_point_as_well() -> None:
    game = ark(
        """
        Red  ARK-21 0 1 rot180; ark 0 1
        Blue ARK-25 1 0 rot0 prophet a
        """,
        hand="ARK-R36",
    )
    game = play(game_with_placement(game, "-1 0 rot180"), *read("walk s e"))
    assert game.scores == (0, 1)


def test_A33_walk_over_tiles_without_followers_scores_nothing(walking: Game) -> None:
    game = play(walking, *read("walk e e"))
    assert scores_of_kind(game, "ark") == []
    assert game.scores == (0, 0)
    assert game.tokens == {"ark": cell_at(2, 0)}


@for_each(
    ("walk", "reason", "cell"),
    [
        ("walk e w", "walk-twice", (0, 0)),  # A-B-A
        ("walk e s w n", "walk-twice", (0, 0)),  # round the square, back to the start
        ("walk e e w", "walk-twice", (1, 0)),
        ("walk e e e e e e", "walk-length", None),  # six, though tiles lie there
        ("walk w", "walk-gap", (-1, 0)),
        ("walk n e", "walk-gap", (1, 1)),
        ("walk ne", "walk-gap", (1, 1)),  # no diagonal: it is north, then east
    ],
)
def test_T_A_08_illegal_walk_is_refused_with_its_reason(
    walking: Game, walk: str, reason: str, cell: tuple[int, int] | None
) -> None:
    assert all((x, 0) in map(xy, walking.board.tiles) for x in range(7))
    error = refusal(walking, walk)
    assert error.reason == reason
    assert error.facts.get("cell") == cell
    assert write(read(walk)[0]) not in offered_moves(walking)


def test_T_A_08_a_walk_of_no_step_is_refused(walking: Game) -> None:
    with pytest.raises(IllegalMove) as caught:
        play(walking, Walk(()))
    assert caught.value.reason == "walk-length"
    with pytest.raises(NotationError):
        read("walk")


@for_each("walk", ["e", "n", "e s w", "e e e e e", "s e n e e"])
def test_A32_walk_of_one_to_five_tiles_may_turn_at_each_tile(walking: Game, walk: str) -> None:
    game = play(walking, *read(f"walk {walk}"))
    (walked,) = events_of_type(game, ArkWalked)
    assert isinstance(walked, ArkWalked)
    assert len(walked.path) == len(walk.split())
    assert game.tokens == {"ark": walked.path[-1]}


@for_each(
    ("fork", "ways"),
    [
        (0, ["n", "n", "n", "n", "n"]),  # north of it the tiles end
        (-1, ["s", "s e", "s e n", "s e n e", "s e n e e"]),
    ],
)
def test_A32_random_walk_draws_its_length_and_ends_early_without_tiles(
    walking: Game, fork: int, ways: list[str]
) -> None:
    """First it is drawn how many steps, 1 to 5, then each: here always one way where it forks."""
    walk = walking.decision.pickers(walking)["walk"]
    lengths = []
    for length in range(5):
        drawn = iter([length])
        lengths.append(write(walk(lambda moves, drawn=drawn: moves[next(drawn, fork)])))
    assert lengths == [f"walk {way}" for way in ways]


@for_each("text", ["n e e", "nee", "ne e", "N-E-E", "north east East", "North-east e"])
def test_A31_a_walk_is_read_however_its_steps_are_typed(text: str) -> None:
    assert read(f"walk {text}") == [Walk(("n", "e", "e"))]


def test_A34_the_Ark_may_enter_the_tile_just_laid() -> None:
    game = ark("Red ARK-21 0 1 rot180; ark 0 0", hand="ARK-R42")
    game = play(game_with_placement(game, "1 0 rot0"), *read("walk e"))
    assert game.tokens == {"ark": cell_at(1, 0)}


def test_T_A_09_and_A11_a_walk_takes_the_place_of_a_deployment(walking: Game) -> None:
    walked = play(walking, *read("walk e"))
    assert walked.turn == 1
    assert refusal(walked, "thief a").reason == "not-now"
    with pytest.raises(IllegalMove):
        play_together(walking, [*read("walk e"), *read("thief a")])
    deployed = play(walking, *read("shepherd b"))
    assert deployed.turn == 1
    assert refusal(deployed, "walk e").reason == "not-now"


def test_A31_the_buttons_open_with_the_empty_walk_alone(walking: Game) -> None:
    opened = walking.decision.opening_moves(walking)
    assert [move for move in opened if isinstance(move, Walk)] == [Walk(())]
    listed = set(walking.legal_moves())
    assert set(opened) - {Walk(())} == {move for move in listed if not isinstance(move, Walk)}


def test_X38_player_without_followers_may_use_the_prophet_and_the_Ark() -> None:
    game = ark("Red ARK-21 0 1 rot180; ark 0 0\n Blue ARK-R42 1 0 rot0", hand="ARK-25")
    game = game_with_placement(
        game.replace(supply=({FOLLOWER: 0, Kind("prophet"): 1}, game.supply[1])), "2 0 rot0"
    )
    assert offered_figures(game) == {"prophet a"}
    assert refusal(game, "knight a").reason == "supply"
    assert play(game, *read("walk e")).tokens == {"ark": cell_at(1, 0)}
    bare = game.replace(supply=({FOLLOWER: 0, Kind("prophet"): 0}, game.supply[1]))
    assert offered_figures(bare) == set()
    assert play(bare, *read("walk e")).tokens == {"ark": cell_at(1, 0)}


# -- expected points ------------------------------------------------------------------------------


def test_expected_points_of_later_walks_fall_with_the_distance_of_a_piece() -> None:
    game = with_pieces(ark(hand="ARK-21"), "Red knight 0 0 a")
    chances = CountedChances(game, TUNED)
    turns = chances.turns_left(game, 0)
    assert turns > 0
    for place, distance in (((0, 0), 0), ((2, 0), 2), ((0, -3), 3), ((-2, 1), 3)):
        red, blue = expected_walk_points(game, cell_at(*place), chances)
        assert red == pytest.approx(DISTANCE_FACTOR**distance * POINTS_PER_TURN * turns)
        assert blue == 0
