"""Nouns of the rules' terms in every language; parts that share a term agree on its noun."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Final

import pytest

from bot.parts import MissingWords
from bot.parts.part import Nouns
from bot.text.coordinates import side_name
from bot.text.i18n import LANGUAGES, use_language
from bot.words import nouns
from rules import variants
from rules.geometry import Side
from rules.random_play import random_game
from rules.record import replay
from rules.ruleset import Rulebook
from rules.story import Scored
from rules.tiles import Tile
from rules.variants import games, rulebook
from tests.support.for_each import for_each
from tests.support.game_choices import EIGHT, FIVE
from tests.support.random_games import record_of, shuffled_deal

NUMBERS: Final = (0, 1, 2, 5)


@cache
def books() -> list[Rulebook]:
    return [rulebook(name) for name in games()]


def counts(noun: Callable[[str, int], str], names: set[str]) -> Iterator[str]:
    """A noun for each name with some numbers, each checked to carry its number."""
    for name in names:
        for number in NUMBERS:
            said = noun(name, number)
            assert str(number) in said.split(), said
            yield said


@cache
def terms(seeds: int) -> set[str]:
    """The names of all summands in scores of some random games of every kind."""
    import random

    names = set()
    for name in EIGHT:
        for seed in range(seeds):
            tidy = seed % 2 == 0 and name != "hunters"
            header = shuffled_deal(name, 2, seed)
            text = (
                record_of(name, 2, seed)
                if tidy
                else "\n".join(random_game(header, random.Random(seed)))
            )
            for event in replay(text).game.story:
                if isinstance(event, Scored):
                    names |= {term.name for term in event.terms}
    return names


def tiles() -> Iterator[Tile]:
    for book in books():
        for box in book.ruleset.bags.values():
            yield from box.tiles.values()


def inside(thing: object) -> Iterator[object]:
    yield thing
    if is_dataclass(thing):
        for field in fields(thing):
            yield from inside(getattr(thing, field.name))
    elif isinstance(thing, Mapping):
        for value in thing.values():
            yield from inside(value)
    elif isinstance(thing, tuple):
        for value in thing:
            yield from inside(value)


@pytest.fixture(params=LANGUAGES, autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[None]:
    with use_language(request.param):
        yield


def test_every_terrain_and_side_has_a_noun() -> None:
    terrains = {zone.terrain for tile in tiles() for zone in tile.zones}
    terrains |= {
        terrain for book in books() for layer in book.ruleset.layers for terrain in layer.terrains
    }
    for terrain in terrains:
        assert nouns.terrain_name(terrain) in nouns.a_terrain(terrain)
        somewhere, there = nouns.on_terrain(terrain), nouns.on_terrain(terrain, "Y")
        assert nouns.terrain_name(terrain) in somewhere and "Y" in there and somewhere != there
    for book in books():  # A meadow and a field are of different games, and both are *Wiese*.
        own = {terrain for layer in book.ruleset.layers for terrain in layer.terrains}
        assert len({nouns.terrain_name(terrain) for terrain in own}) == len(own)
    assert len({side_name(side) for side in Side}) == 4


def test_every_layer_and_the_ark_has_its_nouns() -> None:
    phrases = (nouns.feature_name, nouns.a_feature, nouns.feature_heading, nouns.feature_icon)
    for book in books():
        kinds = {layer.name for layer in book.ruleset.layers} | {"ark"}
        for noun in phrases:
            assert len({noun(kind) for kind in kinds}) == len(kinds)


def test_every_closed_kind_of_feature_has_its_phrase() -> None:
    closed = {
        event.kind
        for name in FIVE
        for event in replay(record_of(name, 2, 4)).game.story
        if isinstance(event, Scored) and not event.final
    }
    assert {"city", "road", "river", "forest"} <= closed
    assert all(nouns.closed_feature(kind) for kind in closed - {"ark"})
    assert not nouns.closed_feature("meadow")


def test_every_role_has_its_nouns() -> None:
    roles = {role.name for book in books() for role in book.ruleset.roles}
    for noun in (nouns.role_name, nouns.a_role):
        assert len({noun(role) for role in roles}) == len(roles)
    assert len(set(counts(nouns.counted_figures, roles))) == len(roles) * len(NUMBERS)


def test_every_kind_of_piece_in_a_supply_has_a_noun() -> None:
    kinds = {kind for book in books() for kind in book.ruleset.supply}
    kinds |= {role.kind for book in books() for role in book.ruleset.roles}
    for kind in kinds:
        assert nouns.counted_pieces(kind, 2).startswith("2 ")
    assert len({nouns.counted_pieces(kind, 1) for kind in kinds}) == len(kinds)
    assert len({nouns.piece_kind_name(kind) for kind in kinds}) == len(kinds)


def test_every_print_on_a_tile_has_a_noun() -> None:
    printed = {mark for tile in tiles() for zone in tile.zones for mark in zone.marks}
    assert len(printed) > 10
    assert len(set(counts(nouns.counted_marks, printed))) == len(printed) * len(NUMBERS)


@for_each("seeds", [1, 6], fast=1)
def test_every_term_of_a_score_has_a_noun(seeds: int) -> None:
    names = terms(seeds)
    assert {"tiles", "sections", "fish", "deer", "cities", "sheep", "followers", "wine"} <= names
    assert len(set(counts(nouns.counted_term, names))) == len(names) * len(NUMBERS)


def test_term_for_points_lost_to_an_animal_differs_from_the_animal() -> None:
    assert nouns.counted_marks("tiger", 2) != nouns.counted_term("tiger", 2)
    assert nouns.counted_marks("wolves", 2) != nouns.counted_term("wolves", 2)


def test_every_bag_has_a_name_and_only_turn_bags_are_drawn_from_silently() -> None:
    for book in books():
        for bag in book.ruleset.bags:
            assert nouns.bag_name(bag)
            beside = bag not in book.ruleset.draws
            assert bool(nouns.bag_words(bag).drawn) is beside


def test_every_option_and_value_has_words() -> None:
    for part in variants.PARTS.values():
        for option, values in part.option_values.items():
            assert nouns.option_name(option) and nouns.option_words()[option].command_option
            assert len({nouns.option_value(value) for value in values}) == len(values)


def disagreements() -> list[tuple[str, str]]:
    """Names with different words in two parts, each with its table."""
    wrong = []
    for field in fields(Nouns):
        said: dict[str, Any] = {}
        for vocabulary in nouns.vocabularies():
            for name, words in getattr(vocabulary, field.name).items():
                spelt = spelling(words)
                if said.setdefault(name, spelt) != spelt:
                    wrong.append((field.name, name))
    return wrong


def spelling(words: object) -> object:
    """Words as they are said: counts by what they say of some numbers."""
    if callable(words):
        return [words(number) for number in NUMBERS]
    if is_dataclass(words):
        return [spelling(getattr(words, field.name)) for field in fields(words)]
    return words


def test_words_that_parts_share_are_the_same() -> None:
    assert disagreements() == []


def test_term_of_the_rules_without_words_is_an_error() -> None:
    for noun in (
        nouns.terrain_name,
        nouns.feature_name,
        nouns.role_name,
        nouns.option_name,
        nouns.option_value,
        nouns.bag_words,
    ):
        with pytest.raises(MissingWords, match="'ghost'"):
            noun("ghost")
