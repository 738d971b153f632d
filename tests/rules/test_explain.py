"""Refusals: every reason with its facts and its sentence."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract

import rules
from rules.error_facts import (
    Clashes,
    Demands,
    FeatureName,
    Figures,
    Phrase,
    Place,
    RoleName,
    Rotations,
    Terrains,
    Written,
)
from rules.errors import REASONS, IllegalMove
from rules.game import Game, play, play_together
from rules.geometry import MAX_COORDINATE, Side, cell_at
from rules.moves import Deploy, PlaceTile
from rules.pieces import Kind
from rules.ruleset import Decision
from rules.table_decisions import resign
from rules.tiles import Terrain
from rules.variants import PARTS, games, rulebook
from rules.variants.ferries import FerryTurning
from tests.support.for_each import for_each
from tests.support.positions import (
    NO_FOLLOWER_LEFT,
    game_with_placement,
    hunters,
    hunters_ended,
    refusal,
    snapshot,
)
from tests.support.read_moves import read


def to_place() -> Game:
    """Red has L19 in hand: a river from side to side."""
    return hunters(hand="L19")


def to_deploy() -> Game:
    """Red has laid L16: a forest, b river, c lake, d and e meadows."""
    return game_with_placement(hunters(hand="L16"), "0 -1 rot270")


def taken() -> Game:
    """Blue has laid L20 beside Red's gatherer."""
    return game_with_placement(hunters("Red L47 1 0 rot0 gatherer a", hand="L20"), "2 0 rot180")


def without_huts() -> Game:
    """Red has laid L04 and has both huts on the board."""
    script = """
        Red   L19 -1 0 rot0 hut a
        Blue  L60 0 1 rot0
        Red   L42 0 -1 rot0 hut b
        Blue  L07 0 2 rot0
    """
    return game_with_placement(hunters(script, hand="L04"), "0 3 rot0")


def without_followers() -> Game:
    """Red has L42 in hand and all five followers on the board."""
    return hunters(NO_FOLLOWER_LEFT, hand="L42")


def between_hunters() -> Game:
    """Blue has L60 in hand, which at 0 1 is one meadow with Red's hunter."""
    return hunters("Red L19 -1 0 rot0 hunter b", hand="L60")


def over() -> Game:
    """One tile was played and the pile ran out."""
    return hunters_ended("Red L60 0 1 rot0")


Case = tuple[str, Callable[[], Game], str, str]

CASES: list[Case] = [
    (*("game-over", over, "place 0 2 rot0"), "the game is over"),
    (*("occupied", to_place, "place 0 0 rot0"), "there's already a tile at 0 0"),
    (
        *("apart", to_place, "place 3 -1 rot90"),
        "you can't place it at 3 -1: it has to touch another tile",
    ),
    (
        *("mismatch", to_place, "place -1 0 rot90"),
        "you can't place it at -1 0 with rot90: its east side is a meadow and would meet a river. "
        "Try rot0 or rot180",
    ),
    (
        *("nowhere-here", to_place, "place 1 0 rot0"),
        "this tile doesn't fit at 1 0: its west side has to be a forest",
    ),
    (
        *("no-role", to_deploy, "knight a"),
        "I don't know the meeple knight; this game has hunter, gatherer, fisher, hut",
    ),
    (*("no-letter", to_deploy, "hunter f"), "this tile has no segment f. Choose a, b, c, d, e"),
    (*("wrong-terrain", to_deploy, "hunter a"), "segment a is a forest; a hunter needs a meadow"),
    (
        *("wrong-terrain", to_deploy, "hut a"),
        "segment a is a forest; a hut needs a lake or a river",
    ),
    (*("no-place", taken, "fisher"), "this tile has no space for a fisher, who needs a river"),
    (
        *("which-segment", to_deploy, "hunter"),
        "a hunter fits several segments. Choose hunter d, hunter e",
    ),
    (*("supply", without_huts, "hut a"), "you have no hut left"),
    (*("supply", without_followers, "place 0 5 rot90 hunter c"), "you have no follower left"),
    (
        *("taken", between_hunters, "place 0 1 rot0 hunter"),
        "that meadow is taken by seat 0's hunter at -1 0",
    ),
    (*("taken", taken, "gatherer a"), "that forest is taken by seat 0's gatherer at 1 0"),
    (*("taken", taken, "gatherer"), "that forest is taken by seat 0's gatherer at 1 0"),
]


@for_each(("reason", "game", "text", "sentence"), CASES)
def test_each_refusal_has_its_reason_and_its_sentence(
    reason: str, game: Callable[[], Game], text: str, sentence: str
) -> None:
    error = refusal(game(), text)
    assert (error.reason, str(error)) == (reason, sentence)


def test_a_cell_beyond_the_coordinates_is_refused_as_too_far() -> None:
    """No text can name such a cell; a move made by hand can."""
    with pytest.raises(IllegalMove) as caught:
        play(to_place(), PlaceTile(cell_at(MAX_COORDINATE + 1, 0), 0))
    assert caught.value.reason == "far"
    assert str(caught.value) == f"coordinates go from -{MAX_COORDINATE} to {MAX_COORDINATE}"


def test_a_seat_cannot_resign_twice() -> None:
    game = resign(hunters(seats=3), 2)
    before = snapshot(game)
    with pytest.raises(IllegalMove) as caught:
        resign(game, 2)
    assert caught.value.reason == "out"
    assert str(caught.value) == "seat 2 has already resigned"
    assert snapshot(game) == before


@for_each(
    ("game", "text", "wanted"),
    [
        (to_place, "hunter b", "place the current tile"),
        (to_place, "pass", "place the current tile"),
        (to_deploy, "place 0 1 rot0", "place a meeple, or pass"),
    ],
)
def test_a_move_out_of_turn_is_refused_in_the_words_of_the_notation(
    game: Callable[[], Game], text: str, wanted: str
) -> None:
    error = refusal(game(), text)
    assert error.reason == "not-now"
    assert str(error) == f"you can't play `{text}` now: first {wanted}"


def test_none_is_accepted_with_a_tile_where_no_figure_is_possible() -> None:
    """By itself `pass` would be refused then: nobody asks (docs/architecture/notation.md)."""
    game, played = play_together(between_hunters(), read("place 0 1 rot0 none"))
    assert played == (PlaceTile(cell_at(0, 1), 0),)
    assert snapshot(game) == snapshot(game_with_placement(between_hunters(), "0 1 rot0"))
    assert refusal(game, "pass").reason == "not-now"


def test_tile_and_figure_given_together_equal_two_moves() -> None:
    game, played = play_together(hunters(hand="L19"), read("place -1 0 rot180 fisher"))
    assert played == (PlaceTile(cell_at(-1, 0), 2), Deploy("fisher", "a"))
    assert snapshot(game) == snapshot(
        play(game_with_placement(hunters(hand="L19"), "-1 0 rot180"), played[1])
    )


def test_a_letter_left_out_means_the_only_segment_possible() -> None:
    """One of the two meadows of L53 is occupied; both forests of L02 are free."""
    game = game_with_placement(hunters("Red L60 0 1 rot0 hunter a", hand="L53"), "0 2 rot180")
    after = snapshot(play(game, Deploy("hunter")))
    assert after == snapshot(play(game, Deploy("hunter", "d"))) != snapshot(game)
    assert (
        refusal(game_with_placement(hunters(hand="L02"), "0 1 rot0"), "gatherer").reason
        == "which-segment"
    )


def test_refusal_can_be_worded_with_other_names_and_languages() -> None:
    error = refusal(taken(), "gatherer a")
    piece = error.facts["piece"]
    assert isinstance(piece, tuple)
    assert piece[:2] == (0, "gatherer")
    assert tuple(piece[2]) == (1, 0)

    def name(fact: object) -> str:
        return "Ada's gatherer" if fact is piece else str(fact)

    assert error.words(name) == "that forest is taken by Ada's gatherer"
    french = "{piece} est déjà dans cette zone ({area})"
    assert error.words(name, french) == "Ada's gatherer est déjà dans cette zone (forest)"


def test_facts_of_a_refusal_are_typed_values() -> None:
    clash = refusal(to_place(), "place -1 0 rot90")
    assert clash.facts == {
        "cell": Place(cell_at(-1, 0)),
        "rotation": Rotations((1,)),
        "sides": Clashes(((Side.EAST, Terrain("meadow"), Terrain("river")),)),
        "fitting": Rotations((0, 2)),
    }
    demand = refusal(to_place(), "place 1 0 rot0")
    assert demand.facts["sides"] == Demands(((Side.WEST, Terrain("forest")),))
    ground = refusal(to_deploy(), "hut a")
    assert ground.facts["terrain"] == Terrain("forest")
    assert ground.facts["wanted"] == Terrains((Terrain("lake"), Terrain("river")))
    assert refusal(to_deploy(), "hunter").facts["choices"] == Figures(
        ((RoleName("hunter"), "d"), (RoleName("hunter"), "e"))
    )
    assert refusal(without_huts(), "hut a").facts == {"kind": Kind("hut")}
    assert refusal(taken(), "gatherer a").facts["area"] == FeatureName(Terrain("forest"), "forest")
    assert str(FeatureName(Terrain("lake"), "system")) == "lake system"
    asked = refusal(to_place(), "pass")
    assert asked.facts == {"move": Written("pass"), "wanted": Phrase("place the current tile")}


@for_each(("reason", "game", "text", "sentence"), CASES)
def test_no_fact_is_a_ready_made_english_phrase(
    reason: str, game: Callable[[], Game], text: str, sentence: str
) -> None:
    for fact in refusal(game(), text).facts.values():
        assert type(fact) is not str or " " not in fact


def test_every_sentence_of_the_rules_is_marked_for_the_catalogues() -> None:
    root = Path(rules.__file__).parent
    messages = {
        message
        for path in root.rglob("*.py")
        for _, message, _, _ in extract("python", BytesIO(path.read_bytes()), {"N_": None})
    }
    own = [reason for part in PARTS.values() for reason in part.reasons]
    assert {reason.sentence for reason in [*REASONS.values(), *own]} <= messages
    rulesets = [rulebook(game).ruleset for game in games()]
    steps = [step for ruleset in rulesets for step in (*ruleset.turn, *ruleset.tile)]
    wanted = {step.wanted for step in [*steps, FerryTurning(())] if isinstance(step, Decision)}
    assert len(wanted) == 5
    assert wanted <= messages


ELSEWHERE = {
    *("complete", "alone"),
    *("no-move", "no-words", "no-rotation", "no-coordinate", "no-figure", "long-letter"),
    *("no-cell", "no-spot"),
}
"""Reasons given only by drafts, other parts and the notation; see their own tests."""


def test_every_refusal_reason_has_a_test_case() -> None:
    tried = {reason for reason, *_ in CASES} | {"far", "out", "not-now"}
    assert tried == set(REASONS) - ELSEWHERE
