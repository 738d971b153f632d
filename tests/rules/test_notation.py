"""The notation of moves: many spellings read, one written (docs/architecture/notation.md)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.error_facts import Typed
from rules.errors import NotationError
from rules.geometry import MAX_COORDINATE, cell_at
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.notation import coordinate, figure, rotation, spot, write
from rules.variants import rulebook
from rules.variants.ferries import LayFerry, TurnFerry
from tests.support.for_each import for_each
from tests.support.read_moves import read

HERE = PlaceTile(cell_at(3, -1), 1)

COORDINATES = st.integers(-MAX_COORDINATE, MAX_COORDINATE)
MOVES = st.one_of(
    st.builds(
        lambda x, y, quarters: PlaceTile(cell_at(x, y), quarters),
        COORDINATES,
        COORDINATES,
        st.integers(0, 3),
    ),
    st.builds(
        Deploy,
        st.sampled_from([role.name for role in rulebook("hunters").ruleset.roles]),
        st.sampled_from(["", *"abcdefghi"]),
    ),
    st.just(Pass()),
)


@given(MOVES)
def test_written_move_is_read_back(move: Move) -> None:
    assert read(write(move)) == [move]


@for_each(
    ("move", "text"),
    [
        (HERE, "place 3 -1 rot90"),
        (PlaceTile(cell_at(0, 0), 0), "place 0 0 rot0"),
        (Deploy("hunter", "b"), "hunter b"),
        (Deploy("big knight", "b"), "big knight b"),
        (Deploy("hut"), "hut"),
        (Pass(), "pass"),
    ],
)
def test_moves_are_written_in_one_way(move: Move, text: str) -> None:
    assert write(move) == text


@for_each(
    "text",
    [
        "place 3 -1 rot90",
        "Place 3 -1 ROT90",
        "  place   3  -1  rot90  ",
        "place @3,-1 rot90",
        "place 3,-1 90",
        "place 3 -1 r90",
        "place 3 -1 R90",
        "place 3 -1 rot 90",
        "place 3 -1 rotation 90",
        "place 3 -1 90°",
        "place +3 -1 rot90",
        "place 3 -1 rot-270",
        "place 3 -1 rot450",
    ],
)
def test_placement_is_read_in_every_accepted_spelling(text: str) -> None:
    assert read(text) == [HERE]


@for_each(
    ("text", "moves"),
    [
        ("place 3 -1 rot90 hunter b", [HERE, Deploy("hunter", "b")]),
        ("PLACE @3,-1 rot 90 Hunter B", [HERE, Deploy("hunter", "b")]),
        ("place 3 -1 90 hunter", [HERE, Deploy("hunter")]),
        ("place 3 -1 90 none", [HERE, Pass()]),
        ("Hunter B", [Deploy("hunter", "b")]),
        ("gatherer", [Deploy("gatherer")]),
        ("PASS", [Pass()]),
        ("none", [Pass()]),
        ("nothing", [Pass()]),
        ("-", [Pass()]),
    ],
)
def test_figure_is_read_in_every_accepted_spelling(text: str, moves: list[Move]) -> None:
    assert read(text) == moves


@for_each(
    ("text", "right"),
    [
        ("", "that isn't a move. Try `place 3 -1 rot90`, a meeple and its letter or `pass`."),
        ("   ", "that isn't a move. Try `place 3 -1 rot90`, a meeple and its letter or `pass`."),
        ("place", "type where and how: `place X Y ROTATION`, such as `place 3 -1 rot90`"),
        ("place 3 -1", "type where and how: `place X Y ROTATION`, such as `place 3 -1 rot90`"),
        ("place x -1 rot90", "'x' isn't a coordinate. Type a number from -250 to 250"),
        ("place 3.5 -1 rot90", "'3.5' isn't a coordinate. Type a number from -250 to 250"),
        ("place 3 251 rot90", "'251' isn't a coordinate. Type a number from -250 to 250"),
        ("place 3 -9999 rot90", "'-9999' isn't a coordinate. Type a number from -250 to 250"),
        ("place 3 -1 rot45", "'rot45' isn't a rotation. Try rot0, rot90, rot180 or rot270"),
        ("place 3 -1 hunter b", "'hunter' isn't a rotation. Try rot0, rot90, rot180 or rot270"),
        (
            "place 3 -1 rot90 hunter b c",
            "I don't know the meeple 'hunter b c'. Try a meeple and its letter or `none`.",
        ),
        ("hunter 2", "I don't know the meeple 'hunter 2'. Try a meeple and its letter or `none`."),
        ("big knight bc", "a segment is one letter. Try a meeple and its letter."),
        ("b", "I don't know the meeple 'b'. Try a meeple and its letter or `none`."),
        ("turn", "type it like `turn 2 0 b c`"),
        ("ark 2", "type it like `ark 2 0`"),
        ("ferry b", "type the letters of two roads, such as `ferry b d`"),
        ("turn 2 0 b b", "type the letters of two roads, such as `turn 2 0 b c`"),
        ("walk up", "'up' isn't a path for the Ark. Try steps such as `n e e`."),
    ],
)
def test_error_of_an_unreadable_move_shows_the_right_form(text: str, right: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert str(caught.value) == right


def test_cell_is_read_with_or_without_a_comma() -> None:
    assert [spot(text) for text in ("2 0", "2,0", "@2, 0")] == [cell_at(2, 0)] * 3
    for text in ("2", "2 0 1", ""):
        with pytest.raises(NotationError) as caught:
            spot(text)
        assert str(caught.value).startswith(f"'{text}' isn't a space. Try a column and a row")


def test_a_whole_turn_is_read_in_the_order_of_its_decisions() -> None:
    assert read("place 3 -1 rot90 big thief b ferry b d turn 2 0 a c pass") == [
        *(HERE, Deploy("big thief", "b"), LayFerry("b", "d")),
        *(TurnFerry(cell_at(2, 0), "a", "c"), Pass()),
    ]
    assert read("ferry b d pass") == [LayFerry("b", "d"), Pass()]
    with pytest.raises(NotationError, match="type the letters of two roads"):
        read("place 3 -1 rot90 thief b ferry")


def test_notation_error_gives_facts_for_a_sentence_in_any_language() -> None:
    with pytest.raises(NotationError) as caught:
        read("place x 0 rot0")
    error = caught.value
    assert error.reason == "no-coordinate"
    assert error.facts == {"text": Typed("x"), "low": -250, "high": 250}
    french = "{text} n'est pas une coordonnée ({low} à {high})"

    def quoted(fact: object) -> str:
        return f"« {fact.text} »" if isinstance(fact, Typed) else str(fact)

    assert error.words(quoted, french) == "« x » n'est pas une coordonnée (-250 à 250)"


@given(st.one_of(st.text(max_size=40), st.from_regex(r"place [ -~]{0,30}", fullmatch=True)))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    try:
        moves = read(text)
    except NotationError as error:
        assert str(error) == error.reason.sentence.format_map(error.facts)
    else:
        assert moves
        assert read(" ".join(map(write, moves))) == moves


def test_rotation_coordinate_and_figure_are_read_as_single_options() -> None:
    assert [rotation(text) for text in ("rot0", "90", "r180", "ROT 270", "-90")] == [0, 1, 2, 3, 3]
    assert [coordinate(text) for text in ("3", "+3", "-250")] == [3, 3, -250]
    assert [figure(text) for text in ("hunter b", "Hut", "none")] == [
        Deploy("hunter", "b"),
        Deploy("hut"),
        Pass(),
    ]
