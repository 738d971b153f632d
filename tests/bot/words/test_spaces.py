"""The spaces for the drawn tile: complete, numbered, with their points; figures in words."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, product
from typing import Final

import pytest

from bot.text.i18n import LANGUAGES, use_language
from bot.text.message import DESCRIPTION_LIMIT
from bot.text.names import NAME_LIMIT, Names
from bot.words.nouns import figure_name, segment_direction
from bot.words.spaces import SpaceOption, cell_code, places_text, space_options
from rules.analysis.tile_faces import Face
from rules.game import Game, play, play_to_next_decision, play_together
from rules.geometry import cell_at
from rules.moves import Deploy, Pass, PlaceTile
from rules.story import Scored
from rules.variants import rulebook
from rules.variants.ferries import LayFerry, TurnFerry
from tests.support.game_choices import FIVE
from tests.support.positions import NO_FOLLOWER_LEFT, base, ferries, hunters
from tests.support.random_games import random_positions
from tests.support.slow_cases import rest_slow

NAMES: Final = Names((10, 11, 12), {10: "Ana", 11: "Bo", 12: "Cleo"})
LONG: Final = Names((10, 11, 12), {10: "*" * NAME_LIMIT, 11: "_" * NAME_LIMIT, 12: "Cleo"})


def moments(name: str, seed: int, *, tidy: bool = True) -> Iterator[Game]:
    """The moments of a whole random game in which a tile is in hand."""
    return (game for game, _ in random_positions(name, 3, seed, tidy=tidy) if game.hand is not None)


@cache
def some(name: str, seed: int, step: int) -> Sequence[Game]:
    """Every so many of those."""
    return tuple(islice(moments(name, seed, tidy=seed % 2 == 0), 0, None, step))


def passing(game: Game, place: PlaceTile) -> Iterator[tuple[Scored, ...]]:
    """The points of laying a tile without a meeple, for each ferry."""
    laid = play_together(game, [place, Pass()])[0]
    ferries = [m for m in laid.legal_moves() if isinstance(m, LayFerry)]
    for after in [play(laid, ferry) for ferry in ferries] or [laid]:
        if any(isinstance(move, TurnFerry) for move in after.legal_moves()):
            after = play(after, Pass())
        news = after.story[len(game.story) :]
        yield tuple(event for event in news if isinstance(event, Scored) and not event.final)


def thinned(step: int) -> list[tuple[str, int]]:
    """Games and steps between their positions: three games at twice the step, and slow all five."""
    return rest_slow(
        [*((name, 2 * step) for name in FIVE[:3]), *((name, step) for name in FIVE)], 3
    )


def words(options: list[SpaceOption]) -> dict[str, str]:
    """The words about each space in its first rotation, by its cell."""
    return {
        cell_code(option.cell).strip("`"): option.effect(option.rotations[0]) for option in options
    }


def each_way(game: Game) -> Iterator[str]:
    """The words about each way to lay the tile."""
    return (said for option in space_options(game) for does in option.effects for said in does)


# -- random games -------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "step"), thinned(6))
def test_the_words_about_a_place_fit_under_a_choice(name: str, step: int) -> None:
    for language, names, game in product(LANGUAGES, (None, LONG), some(name, 3, step)):
        with use_language(language):
            for option in space_options(game, names):
                texts = [*map(option.effect, option.rotations), option.description()]
                assert all(len(said) <= DESCRIPTION_LIMIT for said in texts)


@pytest.mark.parametrize(("name", "step"), thinned(4))
def test_place_lists_exactly_the_features_that_the_rules_score_there(name: str, step: int) -> None:
    sure, perhaps = 0, 0
    for game in some(name, 6, step):
        for option in space_options(game, NAMES):
            for rotation in option.rotations:
                scored = list(passing(game, PlaceTile(option.cell, rotation)))
                said = option.effect(rotation)
                if "finishes" in said:
                    assert all(scored)
                    sure += 1
                elif "can finish" in said:
                    assert any(scored)
                    perhaps += 1
                else:
                    assert not any(scored)
    assert sure
    assert bool(perhaps) is ("ferries" in name)


def test_no_place_is_offered_without_a_tile_in_hand() -> None:
    game = play_to_next_decision(base(hand="B"), PlaceTile(cell_at(0, -1), 0))
    assert space_options(game) == []
    assert places_text(game, NAMES) == "There's no tile to place right now."


# -- worked examples ----------------------------------------------------------------------------


def test_places_are_listed_with_finished_and_extended_features() -> None:
    game = hunters(NO_FOLLOWER_LEFT, hand="L20")
    head, *lines = places_text(game, NAMES).split("\n")
    assert head == "**Ana**'s tile fits in 19 spaces."
    numbers = {line.partition(". ")[2]: line.partition(". ")[0] for line in lines}
    lines = [f"- {line}" for line in numbers]
    assert list(numbers.values()) == [str(number) for number in range(1, 20)]
    assert "- `2 0` ↻ 180°: finishes a forest: 8 for **Ana**, gives you a bonus tile" in lines
    assert "- `1 2` ↻ 180°: finishes a forest: 4 for **Ana**" in lines
    assert "- `-1 1` ↻ 180°, ↻ 270°: extends **Ana**'s meadow" in lines
    assert "- `-1 2` ↻ 0°: finishes a forest, no one scores" in lines
    assert (
        words(space_options(game))["2 0"]
        == "finishes a forest: 8 for you and gives you a bonus tile"
    )
    assert words(space_options(game))["1 4"] == "extends your forest"
    assert words(space_options(game))["0 5"] == ""


def test_place_shows_the_worth_of_a_free_feature() -> None:
    found = words(space_options(base(hand="E")))
    assert found["0 1"] == "finishes a city nobody has claimed (2 points)"


def test_points_of_others_are_shown_without_names_if_no_names_are_given() -> None:
    game = base("Red D 1 0 rot0 knight a", hand="E")
    assert words(space_options(game))["1 1"] == "finishes a city: 2 for another player"
    assert words(space_options(game, NAMES))["1 1"] == "finishes a city: 2 for Ana"


def test_road_that_ends_at_a_new_lake_is_only_possibly_finished() -> None:
    game = ferries("Red L 1 0 rot180 thief b", hand="FER-FRRR")
    assert not any("finishes a road" in said for said in each_way(game))
    assert any("can finish a road" in said for said in each_way(game))


def test_no_feature_is_called_free_without_followers_left() -> None:
    game = base(hand="E")
    kinds = dict.fromkeys(game.supply[0], 0)
    empty = game.replace(supply=(kinds, *game.supply[1:]))
    assert words(space_options(empty))["0 1"] == "finishes a city, no one scores"


def test_segment_is_described_by_its_place_on_the_rotated_tile() -> None:
    forms = rulebook("base").forms["V"]  # a road from the south to the west, a field around it
    ways = {
        turned.rotation: [segment_direction(segment) for segment in Face.of(turned).segments]
        for turned in forms.turned
    }
    assert ways[0] != ways[2]
    road = next(i for i, zone in enumerate(forms.tile.zones) if zone.terrain == "road")
    assert [ways[turn][road] for turn in range(4)] == [
        *("south-west", "north-west", "north-east", "south-east")
    ]


def test_figure_is_named_with_its_segment_and_the_print_there() -> None:
    forms = rulebook("hunters").forms
    named = {
        figure_name(Deploy("hunter", zone.letter), Face.of(form.turned[0]))
        for form in forms.values()
        for zone in form.tile.zones
        if zone.terrain == "meadow" and zone.marks.get("deer") == 2
    }
    assert named and all("2 deer" in name and name.startswith("Hunter in the ") for name in named)
