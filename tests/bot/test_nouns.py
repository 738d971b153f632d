"""Everything the rules can name has a noun, in every language."""

from collections.abc import Callable, Iterator
from typing import Final

import pytest

from bot.games import nouns
from bot.text.i18n import LANGUAGES, speaking
from rules.geometry import Side
from rules.pieces import Kind
from rules.random_play import random_game
from rules.record import replay
from rules.story import Scored
from rules.tiles import MARKS, Terrain
from rules.variants import games, rulebook
from tests.rules.tables import dealt, record_of

BOOKS: Final = [rulebook(name) for name in games()]
NUMBERS: Final = (0, 1, 2, 5)


def counts(noun: Callable[[str, int], str], names: set[str]) -> Iterator[str]:
    """A noun for each name with some numbers, each checked to carry its number."""
    for name in names:
        for number in NUMBERS:
            said = noun(name, number)
            assert str(number) in said.split(), said
            yield said


def terms() -> set[str]:
    """The names of all summands in scores of some random games of every kind."""
    import random

    found = set()
    for name in games():
        for seed in range(6):
            tidy = seed % 2 == 0 and name != "hunters"
            header = dealt(name, 2, seed)
            text = (
                record_of(name, 2, seed)
                if tidy
                else "\n".join(random_game(header, random.Random(seed)))
            )
            for event in replay(text).game.story:
                if isinstance(event, Scored):
                    found |= {term.name for term in event.terms}
    return found


@pytest.fixture(params=LANGUAGES, autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[None]:
    with speaking(request.param):
        yield


def test_every_terrain_and_side_has_a_noun() -> None:
    for terrain in Terrain:
        assert nouns.terrain(terrain) in nouns.a_terrain(terrain)
    assert len({nouns.terrain(terrain) for terrain in Terrain}) == len(Terrain)
    assert len({nouns.side(side) for side in Side}) == 4


def test_every_layer_and_the_ark_has_its_nouns() -> None:
    kinds = {layer.name for book in BOOKS for layer in book.ruleset.layers} | {"ark"}
    for noun in (nouns.feature, nouns.a_feature, nouns.heading):
        assert len({noun(kind) for kind in kinds}) == len(kinds)


def test_every_role_has_its_nouns() -> None:
    roles = {role.name for book in BOOKS for role in book.ruleset.roles}
    for noun in (nouns.role, nouns.a_role):
        assert len({noun(role) for role in roles}) == len(roles)
    assert len(set(counts(nouns.figures, roles))) == len(roles) * len(NUMBERS)


def test_every_kind_of_piece_in_a_supply_has_a_noun() -> None:
    for book in BOOKS:
        for kind in book.ruleset.supply:
            assert nouns.piece_kind(kind, 2).startswith("2 ")
    assert len({nouns.piece_kind(kind, 1) for kind in Kind}) == len(Kind)


def test_everything_printed_on_a_tile_of_any_box_has_a_noun() -> None:
    printed = {
        mark
        for book in BOOKS
        for box in book.ruleset.bags.values()
        for tile in box.tiles.values()
        for zone in tile.zones
        for mark in zone.marks
    }
    assert printed <= set(MARKS)
    assert len(set(counts(nouns.mark, set(MARKS)))) == len(MARKS) * len(NUMBERS)


def test_everything_a_score_counts_has_a_noun() -> None:
    found = terms()
    assert {"tiles", "sections", "fish", "deer", "cities", "sheep", "followers"} <= found
    assert len(set(counts(nouns.term, found))) == len(found) * len(NUMBERS)


def test_what_a_beast_takes_is_told_from_the_beast() -> None:
    assert nouns.mark("tiger", 2) != nouns.term("tiger", 2)
    assert nouns.mark("wolves", 2) != nouns.term("wolves", 2)


def test_every_switch_and_value_has_words() -> None:
    for variant in games().values():
        for switch, values in variant.switches.items():
            assert nouns.switch(switch)
            assert len({nouns.value(value) for value in values}) == len(values)
