"""The Ark of the Covenant (rules A-11 to A-64, the examples T-A-01 to T-A-18), by real tiles.

The tile facts are a reconstruction: each test says in its sums what it takes from them.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from rules.errors import IllegalMove, NotationError
from rules.game import Game, play, play_together, start
from rules.geometry import cell_at, xy
from rules.header import Header
from rules.notation import write
from rules.pieces import FOLLOWER, Kind
from rules.story import PiecesReturned, Scored
from rules.table_decisions import resign
from rules.variants import rulebook
from rules.variants.ark_walk import ArkSet, ArkWalked, Walk
from tests.support.base_positions import (
    ark,
    ark_ended,
    followed,
    followers,
    pile,
    standing,
    turns,
    with_pieces,
)
from tests.support.hunters_positions import (
    area,
    events,
    figures,
    offers,
    only,
    placed,
    refusal,
    sums,
    told,
)
from tests.support.read_moves import read

ROOT = Path(__file__).parents[3]


def prophets(game: Game) -> list[int]:
    """How many prophets each seat has left."""
    return [hand[Kind("prophet")] for hand in game.supply]


def ended_with(script: str, *pieces: str, last: str) -> Game:
    """The end of a game that has only the tiles of the script: pieces by hand before the last."""
    tiles = tuple(tile for _, tile, _ in turns(f"{script}\n{last}"))
    game, _ = followed(start(rulebook("ark"), 2, {"bag": tiles}), script)
    game, _ = followed(with_pieces(game, *pieces), last)
    assert game.over
    return game


# -- roads ----------------------------------------------------------------------------------------


def test_T_A_01_a_finished_road_of_four_tiles_with_two_oases_scores_6() -> None:
    game = ark("""
        Red  ARK-R43 1 0 rot0 thief a    # an oasis
        Blue ARK-R48 -1 0 rot0           # a crossing ends it
        Red  ARK-R50 2 0 rot90           # the arm with an oasis, to a crossing
    """)
    road = only(game, "road")
    assert sums(road) == {"tiles": (4, 1), "oases": (2, 1)}
    assert game.scores == (4 + 2, 0)
    assert followers(game) == [7, 7]


def test_A20_a_tile_that_the_road_uses_twice_counts_once() -> None:
    """Out of the crossing to the east, round three bends, back to it from the south."""
    game = ark("""
        Red  ARK-R48 1 0 rot0
        Blue ARK-R36 2 0 rot0 thief a
        Red  ARK-R36 2 -1 rot90
        Blue ARK-R36 1 -1 rot180
    """)
    road = only(game, "road")
    assert len(road.spots) == 5
    assert sums(road) == {"tiles": (4, 1)}
    assert game.scores == (0, 4)


def test_A20_a_closed_loop_is_a_finished_road() -> None:
    game = ark("""
        Red  ARK-R36 0 -1 rot270 thief a
        Blue ARK-R36 1 -1 rot0
        Red  ARK-R36 1 -2 rot90
        Blue ARK-R37 0 -2 rot180
    """)
    assert only(game, "road").points == ((0, 4),)


def test_A20_a_temple_ends_each_road_that_enters_it() -> None:
    game = ark("""
        Red  ARK-R52 1 0 rot0 thief b    # between START and the temple
        Blue ARK-R48 -1 0 rot0
    """)
    assert sums(only(game, "road")) == {"tiles": (3, 1)}
    assert game.scores == (3, 0)


def test_T_A_17_a_follower_on_the_tile_that_finishes_the_road_scores_and_returns() -> None:
    game = ark("""
        Red  ARK-R48 -1 0 rot0
        Blue ARK-R48 1 0 rot0 thief c
    """)
    assert game.scores == (0, 3)
    assert standing(game) == []
    assert followers(game) == [7, 7]


def test_A25_a_follower_that_came_home_is_deployed_again_on_a_later_turn() -> None:
    """Blue has a single follower, who is back at the end of the turn that scores his road."""
    game = ark("Red ARK-R48 -1 0 rot0", hand="ARK-R48 ARK-R42 ARK-R43")
    game = game.replace(supply=(game.supply[0], {**game.supply[1], "follower": 1}))
    game = play_together(game, read("place 1 0 rot0 thief c"))[0]
    assert (game.scores, followers(game)) == ((0, 3), [7, 1])
    game = play(placed(game, "2 0 rot0"), *read("pass"))
    assert (game.turn, "thief a" in figures(placed(game, "3 0 rot0"))) == (1, True)


# -- cities and prophets --------------------------------------------------------------------------


def test_T_A_02_A21_a_finished_city_of_two_tiles_scores_4() -> None:
    """A-21, X-21: no exception for two tiles; the follower is back the same turn (A-25)."""
    game = ark("Red ARK-21 0 1 rot180 knight a; ark 0 0")
    assert sums(only(game, "city")) == {"tiles": (2, 2)}
    assert game.scores == (4, 0)
    assert followers(game) == [7, 7]


STAR = """
    Red  ARK-21 0 -1 rot90 {red} a
    Blue ARK-31 1 0 rot180 {blue} a
    Red  ARK-R36 0 -2 rot0
    Blue ARK-21 1 -2 rot0{second}
    Red  ARK-03 1 -1 rot270; ark 1 -1    # the middle of the star, with the scroll
"""
"""Three parts of a city, joined by its last tile: four tiles and a scroll, 4 x 2 + 2 = 10."""


def test_T_A_03_A24_a_prophet_alone_doubles_its_city_and_leaves_the_game() -> None:
    game = ark("""
        Red  ARK-19 0 1 rot0 prophet a   # a scroll
        Blue ARK-06 0 2 rot180
        Red  ARK-21 1 2 rot270; ark 0 2
    """)
    city = only(game, "city")
    assert sums(city) == {"tiles": (4, 2), "scrolls": (1, 2)}
    assert game.scores == (2 * 10, 0)
    assert prophets(game) == [0, 1]
    assert followers(game) == [7, 7]
    assert standing(game) == []


@pytest.mark.parametrize(
    ("red", "blue", "second", "scores", "left"),
    [
        ("prophet", "knight", "", (20, 10), [0, 1]),  # T-A-04: co-scorers are not doubled
        ("prophet", "knight", " knight a", (0, 10), [0, 1]),  # T-A-05: one in the majority
        ("prophet", "prophet", "", (20, 20), [0, 0]),  # each doubles its own owner
        ("knight", "prophet", " knight a", (0, 20), [1, 0]),  # two count 2, doubled once
        ("knight", "knight", "", (10, 10), [1, 1]),  # nobody's prophet, nothing doubled
    ],
)
def test_T_A_04_T_A_05_A22_A23_the_prophet_counts_as_one_and_doubles_only_its_owner(
    red: str, blue: str, second: str, scores: tuple[int, int], left: list[int]
) -> None:
    """A-24: a prophet leaves the game with its city, also when its owner scores nothing."""
    game = ark(STAR.format(red=red, blue=blue, second=second))
    assert sums(only(game, "city")) == {"tiles": (4, 2), "scrolls": (1, 2)}
    assert game.scores == scores
    assert prophets(game) == left
    assert followers(game) == [7, 7]
    assert standing(game) == []


def test_A13_a_prophet_stands_only_in_a_city() -> None:
    """X-20: never on a road or a field."""
    game = placed(ark(hand="ARK-25"), "1 0 rot0")
    assert figures(game) == {"knight a", "prophet a", "thief b", "shepherd c", "shepherd d"}
    assert refusal(game, "prophet b").reason == "wrong-terrain"
    assert refusal(game, "prophet c").reason == "wrong-terrain"
    assert refusal(placed(ark(hand="ARK-R42"), "1 0 rot0"), "prophet").reason == "no-place"


def test_A13_a_prophet_is_deployed_once_in_a_game() -> None:
    game = ark("Red ARK-21 0 1 rot180 prophet a; ark 0 0\n Blue ARK-R42 1 0 rot0", hand="ARK-25")
    assert game.scores == (8, 0)
    game = placed(game, "2 0 rot0")
    assert "prophet a" not in figures(game)
    assert "knight a" in figures(game)
    assert refusal(game, "prophet a").reason == "supply"


def test_A14_a_prophet_blocks_its_city_like_a_follower_and_is_blocked() -> None:
    for role in ("prophet", "knight"):
        game = ark(f"Red ARK-19 0 1 rot0 {role} a", hand="ARK-06")
        game = placed(game, "0 2 rot180")
        assert figures(game) == {"shepherd b"}
        assert refusal(game, "knight a").reason == "taken"
        assert refusal(game, "prophet a").reason == "taken"


def test_T_A_14_an_unfinished_city_at_the_end_is_not_doubled() -> None:
    """A-62: 3 tiles and a scroll."""
    game = ark_ended("Red ARK-19 0 1 rot0 prophet a\n Blue ARK-06 0 2 rot180")
    assert sums(only(game, "city", final=True)) == {"tiles": (3, 1), "scrolls": (1, 1)}
    assert game.scores == (4, 0)
    assert prophets(game) == [0, 1]


# -- setting the Ark ------------------------------------------------------------------------------


def test_T_A_06_player_who_finishes_the_first_city_sets_the_Ark_even_if_it_is_empty() -> None:
    game = placed(ark("Red ARK-R43 1 0 rot0", hand="ARK-21"), "0 1 rot180")
    game = play(game, *read("pass"))
    assert game.turn == 1
    assert sorted(offers(game)) == ["ark 0 0", "ark 0 1"]
    assert refusal(game, "pass").reason == "not-now"
    assert refusal(game, "ark 1 0").reason == "no-ark"
    assert refusal(game, "place 2 0 rot0").reason == "not-now"
    after = play(game, *read("ark 0 1"))
    assert after.tokens == {"ark": cell_at(0, 1)}
    assert after.scores == (0, 0)
    assert told(after, ArkSet) == [ArkSet(1, cell_at(0, 1))]
    assert after.turn == 0


def test_A30_setting_the_Ark_costs_no_action() -> None:
    """X-23: the same player has just deployed."""
    game = ark("Red ARK-21 0 1 rot180 shepherd b; ark 0 1")
    assert standing(game) == ["Red shepherd 0 1 b"]
    assert told(game, ArkSet) == [ArkSet(0, cell_at(0, 1))]


def test_A30_player_who_laid_the_tile_sets_the_Ark_not_the_scoring_player() -> None:
    script = """
        Red  ARK-19 0 1 rot0 knight a
        Blue ARK-21 0 2 rot180; ark 0 2
    """
    game = ark(script)
    assert game.scores == (3 * 2 + 2, 0)
    assert told(game, ArkSet) == [ArkSet(1, cell_at(0, 2))]


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
    game = play(placed(game, "0 1 rot0"), *read("pass"))
    assert [len(event.cells()) for event in events(game, "city")] == [2, 2]
    assert sorted(offers(game)) == ["ark 0 0", "ark 0 1", "ark 0 2"]


def test_A30_the_second_city_asks_for_nothing() -> None:
    game = ark("""
        Red  ARK-17 0 1 rot0; ark 0 0
        Blue ARK-21 0 2 rot180
    """)
    assert len(events(game, "city")) == 2
    assert game.tokens == {"ark": cell_at(0, 0)}
    assert game.turn == 0


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
        for event in told(game, Scored, ArkSet)
    ] == ["city", "ark set", "temple"]
    assert game.scores == (7, 0)


def test_A30_next_finished_city_gets_the_Ark_when_its_setter_resigns() -> None:
    game = placed(ark(hand="ARK-17 ARK-21", seats=3), "0 1 rot0")
    game = resign(play(game, *read("pass")), 0)
    assert game.tokens == {}
    game = play(placed(game, "0 2 rot180"), *read("pass"))
    assert game.turn == 1
    assert sorted(offers(game)) == ["ark 0 1", "ark 0 2"], "START's city is of another turn"


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
    return placed(ark(WALKING, hand="ARK-R45"), "6 0 rot0")


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
    game = play(placed(game, "-1 0 rot180"), *read("walk s e e"))
    path = (cell_at(0, 0), cell_at(1, 0), cell_at(2, 0))
    assert told(game, ArkWalked) == [ArkWalked(1, path)]
    assert game.scores == (2, 1)
    assert sums(only(game, "ark")) == {"followers": (3, 1)}
    assert only(game, "ark").cells() == path
    assert game.tokens == {"ark": cell_at(2, 0)}
    assert standing(game) == [
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
    game = play(placed(game, "-1 0 rot180"), *read("walk s e"))
    assert game.scores == (0, 1)


def test_A33_a_walk_past_nobody_scores_nothing(walking: Game) -> None:
    game = play(walking, *read("walk e e"))
    assert events(game, "ark") == []
    assert game.scores == (0, 0)
    assert game.tokens == {"ark": cell_at(2, 0)}


@pytest.mark.parametrize(
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
    assert write(read(walk)[0]) not in offers(walking)


def test_T_A_08_a_walk_of_no_step_is_refused(walking: Game) -> None:
    with pytest.raises(IllegalMove) as found:
        play(walking, Walk(()))
    assert found.value.reason == "walk-length"
    with pytest.raises(NotationError):
        read("walk")


@pytest.mark.parametrize("walk", ["e", "n", "e s w", "e e e e e", "s e n e e"])
def test_A32_walks_of_one_to_five_tiles_bend_as_they_like(walking: Game, walk: str) -> None:
    game = play(walking, *read(f"walk {walk}"))
    (walked,) = told(game, ArkWalked)
    assert isinstance(walked, ArkWalked)
    assert len(walked.path) == len(walk.split())
    assert game.tokens == {"ark": walked.path[-1]}


@pytest.mark.parametrize(
    ("fork", "ways"),
    [
        (0, ["n", "n", "n", "n", "n"]),  # north of it the tiles end
        (-1, ["s", "s e", "s e n", "s e n e", "s e n e e"]),
    ],
)
def test_A32_a_walk_drawn_by_chance_has_the_steps_drawn_first_or_ends_where_the_tiles_do(
    walking: Game, fork: int, ways: list[str]
) -> None:
    """First it is drawn how many steps, 1 to 5, then each: here always one way where it forks."""
    walk = walking.decision.pickers(walking)["walk"]
    found = []
    for length in range(5):
        drawn = iter([length])
        found.append(write(walk(lambda moves, drawn=drawn: moves[next(drawn, fork)])))
    assert found == [f"walk {way}" for way in ways]


@pytest.mark.parametrize(
    "text", ["n e e", "nee", "ne e", "N-E-E", "north east East", "North-east e"]
)
def test_A31_a_walk_is_read_however_its_steps_are_typed(text: str) -> None:
    assert read(f"walk {text}") == [Walk(("n", "e", "e"))]


def test_A34_the_Ark_may_enter_the_tile_just_laid() -> None:
    game = ark("Red ARK-21 0 1 rot180; ark 0 0", hand="ARK-R42")
    game = play(placed(game, "1 0 rot0"), *read("walk e"))
    assert game.tokens == {"ark": cell_at(1, 0)}


def test_A34_the_Ark_blocks_nothing() -> None:
    """A follower joins a road and a city part where the Ark stands."""
    game = ark("Red ARK-17 0 1 rot0; ark 0 1", hand="ARK-06")
    assert "knight a" in figures(placed(game, "0 2 rot180"))


def test_T_A_09_a_walk_takes_the_place_of_a_deployment(walking: Game) -> None:
    walked = play(walking, *read("walk e"))
    assert walked.turn == 1
    assert refusal(walked, "thief a").reason == "not-now"
    with pytest.raises(IllegalMove):
        play_together(walking, [*read("walk e"), *read("thief a")])
    deployed = play(walking, *read("shepherd b"))
    assert deployed.turn == 1
    assert refusal(deployed, "walk e").reason == "not-now"


def test_A30_nobody_walks_before_the_Ark_is_set() -> None:
    game = placed(ark(hand="ARK-R42"), "1 0 rot0")
    assert not any(text.startswith("walk") for text in offers(game))
    assert Walk(()) not in game.decision.opening_moves(game)
    assert refusal(game, "walk w").reason == "not-now"


def test_A31_the_buttons_open_with_the_empty_walk_alone(walking: Game) -> None:
    opened = walking.decision.opening_moves(walking)
    assert [move for move in opened if isinstance(move, Walk)] == [Walk(())]
    listed = set(walking.legal_moves())
    assert set(opened) - {Walk(())} == {move for move in listed if not isinstance(move, Walk)}


def test_X38_player_without_followers_may_use_the_prophet_and_the_Ark() -> None:
    game = ark("Red ARK-21 0 1 rot180; ark 0 0\n Blue ARK-R42 1 0 rot0", hand="ARK-25")
    game = placed(
        game.replace(supply=({FOLLOWER: 0, Kind("prophet"): 1}, game.supply[1])), "2 0 rot0"
    )
    assert figures(game) == {"prophet a"}
    assert refusal(game, "knight a").reason == "supply"
    assert play(game, *read("walk e")).tokens == {"ark": cell_at(1, 0)}
    bare = game.replace(supply=({FOLLOWER: 0, Kind("prophet"): 0}, game.supply[1]))
    assert figures(bare) == set()
    assert play(bare, *read("walk e")).tokens == {"ark": cell_at(1, 0)}


def test_the_moves_command_lists_every_walk(walking: Game) -> None:
    tiles = [tile for _, tile, _ in turns(WALKING)]
    bags = {"bag": pile("ark", [*tiles, "ARK-R45"])}
    _, moves = followed(start(rulebook("ark"), 2, bags), WALKING)
    lines = [Header("ark", 2, bags).text(), "", *map(write, moves), "place 6 0 rot0", ""]
    found = subprocess.run(
        [sys.executable, "-S", "-m", "rules", "moves", "-"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
        timeout=60,
    ).stdout.splitlines()
    assert sorted(found) == sorted(offers(walking))
    # One step: n e s. Two: e e, e s, s e. Three: e e e, e s w, s e n. Four: e e e e, s e n e.
    # Five: e e e e e, s e n e e.
    assert sorted(line for line in found if line.startswith("walk")) == sorted(
        f"walk {way}"
        for way in (
            *("n", "e", "s", "e e", "e s", "s e", "e e e", "e s w", "s e n"),
            *("e e e e", "s e n e", "e e e e e", "s e n e e"),
        )
    )


# -- temples --------------------------------------------------------------------------------------


def test_T_A_18_A12_nobody_stands_on_a_temple() -> None:
    game = placed(ark(hand="ARK-R52"), "1 0 rot0")
    assert figures(game) == {"thief a", "thief b", "shepherd d", "shepherd e"}
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
    assert [event.kind for event in told(game, Scored) if isinstance(event, Scored)] == [
        *("road", "temple")
    ]
    assert only(game, "temple").points == ((0, 7),)
    assert game.scores == (7, 2)
    assert standing(game) == ["Red shepherd 1 -1 b"]


TIED = """
    Red  ARK-R36 -1 0 rot180
    Blue ARK-R52 1 0 rot0 {temple}
    Red  ARK-R36 1 -1 rot0 {south}
    Blue ARK-21 1 1 rot0 {north}
    Red  ARK-R42 2 0 rot0 {east}
"""
"""A temple at 1 0 with its neighbours; the last of them is laid by Red."""


@pytest.mark.parametrize(
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
    assert sums(only(game, "temple")) == {"temple": (1, 7)}
    assert game.scores == scores
    assert len(standing(game)) == staying


def test_A43_a_temple_is_scored_once() -> None:
    script = TIED.format(south="shepherd b", east="", north="", temple="")
    game = ark(script + "Blue ARK-R37 2 -1 rot270\n Red ARK-R42 3 0 rot0", hand="ARK-R43")
    assert len(events(game, "temple")) == 1
    assert game.scores == (7, 0)


def test_A42_figure_at_a_corner_of_the_cross_does_not_count() -> None:
    game = ark("""
        Red  ARK-R36 0 -1 rot0
        Blue ARK-R52 1 0 rot0
        Red  ARK-R36 -1 0 rot180
        Blue ARK-21 1 1 rot0
        Red  ARK-R42 2 0 rot0
        Blue ARK-R37 2 1 rot180 shepherd b
        Red  ARK-R36 1 -1 rot270
    """)
    assert only(game, "temple").points == ()
    assert standing(game) == ["Blue shepherd 2 1 b"]


def test_A40_a_temple_waits_for_its_fourth_neighbour_whatever_lies_at_its_corners() -> None:
    script = """
        Red  ARK-R36 0 -1 rot0             # a corner
        Blue ARK-R52 1 0 rot0
        Red  ARK-R36 -1 0 rot180
        Blue ARK-21 1 1 rot0
        Red  ARK-R42 2 0 rot0
        Blue ARK-R37 2 1 rot180            # another
    """
    assert events(ark(script), "temple") == []
    assert len(events(ark(script + "Red ARK-R36 1 -1 rot270"), "temple")) == 1


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
    assert {event.cells(): event.points for event in events(game, "temple")} == {
        (cell_at(1, 0),): ((1, 7),),
        (cell_at(3, 0),): ((0, 7),),
    }
    assert game.scores == (7, 7)


# -- fields --------------------------------------------------------------------------------------


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
    assert events(game, "field") == [] and game.scores == (0, 0)
    assert standing(game) == ["Red shepherd 0 -1 c"]
    assert standing(ark_ended(loop)) == ["Red shepherd 0 -1 c"]


# -- the end --------------------------------------------------------------------------------------


def test_T_A_13_an_unfinished_temple_scores_3_and_its_shepherd_leaves_the_field() -> None:
    """A-61 before A-63: the field has 2 + 2 sheep, and nobody on it any more."""
    game = ark_ended("""
        Red  ARK-R53 1 0 rot0 shepherd d
        Blue ARK-R37 1 1 rot180
        Red  ARK-R37 2 0 rot180
    """)
    assert only(game, "temple", final=True).points == ((0, 3),)
    assert events(game, "field", final=True) == []
    assert game.scores == (3, 0)
    assert len(told(game, PiecesReturned)) == 1
    assert followers(game) == [7, 7]


def test_A61_the_same_field_pays_whoever_stands_off_the_cross() -> None:
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
    assert only(game, "temple", final=True).points == ((0, 3),)
    assert sums(only(game, "field", final=True)) == {"sheep": (5, 2)}
    assert game.scores == (3, 10)
    assert standing(game) == ["Blue shepherd 2 -1 b"]


def test_X26_all_unfinished_temples_are_scored_before_anybody_leaves() -> None:
    """Two temples side by side share two tiles of their crosses; 3 each for both."""
    alone = ark_ended("Red ARK-R52 1 0 rot0 shepherd d\n Blue ARK-R52 2 0 rot0")
    assert [event.points for event in events(alone, "temple", final=True)] == [((0, 3),)] * 2
    assert alone.scores == (6, 0)
    tied = ark_ended("Red ARK-R52 1 0 rot0 shepherd d\n Blue ARK-R52 2 0 rot0 shepherd e")
    assert tied.scores == (6, 6)
    assert standing(tied) == []


def test_A64_the_cross_is_cleared_before_cities_and_roads() -> None:
    """The thief would have had a road, the prophet a city: both stand on the cross."""
    thief = ark_ended("Red ARK-R52 1 0 rot0 thief a\n Blue ARK-R43 2 0 rot0")
    assert events(thief, "road", final=True) == []
    assert thief.scores == (3, 0)
    prophet = ark_ended("Red ARK-R52 1 0 rot0\n Blue ARK-21 1 1 rot0 prophet a")
    assert events(prophet, "city", final=True) == []
    assert prophet.scores == (0, 3)
    assert prophets(prophet) == [1, 0], "it leaves the game (A-24)"


def test_A62_an_unfinished_road_scores_a_point_a_tile_and_an_oasis() -> None:
    game = ark_ended("Red ARK-R43 1 0 rot0 thief a\n Blue ARK-R43 2 0 rot0")
    assert sums(only(game, "road", final=True)) == {"tiles": (3, 1), "oases": (2, 1)}
    assert game.scores == (5, 0)
    assert followers(game) == [7, 7]


def test_A60_the_last_tile_is_played_out_before_the_final_scoring() -> None:
    game = ark_ended("Red ARK-R42 1 0 rot0\n Blue ARK-21 0 1 rot180 knight a; ark 0 0")
    assert not only(game, "city").final
    assert game.scores == (0, 4)
    assert game.tokens == {"ark": cell_at(0, 0)}


def test_T_A_15_A63_tied_shepherds_each_score_sheep_less_wolves() -> None:
    """A-63: (2 + 1 + 1 + 1 sheep - 1 - 1 wolves) x 2 = 6."""
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
    field = only(game, "field", final=True)
    assert sums(field) == {"sheep": (5, 2), "wolves": (2, -2)}
    assert field.points == ((0, 6), (1, 6))
    assert game.scores == (6, 6)
    assert standing(game) == ["Blue shepherd 1 -1 b", "Red shepherd 0 -1 b"], "A-50: they stay"


def test_T_A_16_more_wolves_than_sheep_is_0_and_not_less() -> None:
    """X-27: a sheep and three wolves."""
    game = ark_ended("""
        Red  ARK-24 0 -1 rot180 shepherd b
        Blue ARK-23 1 -1 rot180
        Red  ARK-18 2 -1 rot0
    """)
    field = only(game, "field", final=True)
    assert len([spot for spot in field.spots if game.board.zone(spot).count("wolves")]) == 3
    assert sum(number * each for number, each in sums(field).values()) == 0
    assert field.points == ()
    assert game.scores == (0, 0)
