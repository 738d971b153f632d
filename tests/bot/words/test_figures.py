"""Figures in players' words: their place on the tile, in each language."""

from random import Random

from bot.text.i18n import use_language
from bot.words.moves import to_notation
from bot.words.nouns import figure_name, segment_direction
from rules.analysis.tile_faces import Face
from rules.game import start
from rules.moves import Deploy
from rules.random_play import deal
from rules.variants import rulebook
from tests.support.for_each import for_each


@for_each(
    ("typed", "understood"),
    [
        ("chasseur b", "hunter b"),
        ("Pêcheur c", "fisher c"),
        ("pecheur", "fisher"),
        ("HUTTE d", "hut d"),
        ("hunter b", "hunter b"),
        ("none", "pass"),
        ("sans meeple", "pass"),
        ("chevalier b", "chevalier b"),
    ],
)
def test_a_figure_may_be_typed_in_french(typed: str, understood: str) -> None:
    header = deal("hunters", 2, Random(1))
    game = start(header.book, 2, header.bags)
    with use_language("fr"):
        assert to_notation(typed, game) == understood


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
