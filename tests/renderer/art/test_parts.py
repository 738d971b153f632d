"""Drawings of parts: each thing has one, and what has none is named."""

import random
from dataclasses import replace

import pytest

from renderer.art.drawing import Drawing, MissingDrawing
from renderer.art.parts import DRAWINGS, art_of
from rules.game import Game, start
from rules.pieces import Role
from rules.random_play import deal
from rules.ruleset import Rulebook
from rules.variants import rulebook
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE


def with_toys() -> Rulebook:
    """The base game with balls printed on every field, and tops that stand on roads."""
    plain = rulebook("base").ruleset
    top = Role("top", plain.roles[0].kind, "road")
    boxes = {
        bag: replace(
            box,
            tiles={
                name: replace(
                    tile,
                    zones=tuple(
                        replace(zone, marks={"balls": 1}) if zone.terrain == "field" else zone
                        for zone in tile.zones
                    ),
                )
                for name, tile in box.tiles.items()
            },
        )
        for bag, box in plain.bags.items()
    }
    return Rulebook.of(
        replace(plain, parts=(*plain.parts, "toys"), roles=(top, *plain.roles), bags=boxes)
    )


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The beginning of a game with a part that draws nothing."""
    monkeypatch.setitem(DRAWINGS, "toys", Drawing())
    bags = deal("base", 2, random.Random(3)).bags
    return start(with_toys(), 2, bags)


def test_error_names_the_missing_drawing(toys: Game) -> None:
    art, tile = art_of(toys.book), toys.board.tiles[0].tile
    with pytest.raises(MissingDrawing, match=rf"tile {tile.id}, zone \w: no art for mark 'balls'"):
        art.look(tile)
    with pytest.raises(MissingDrawing, match="no art for role 'top'; known are farmer, "):
        art.figure("top")
    with pytest.raises(MissingDrawing, match="no art for token 'clockwork'"):
        art.token("clockwork", 96)
    with pytest.raises(MissingDrawing, match="no art for links"):
        art.linked(96, (0, 0), (1, 1))


def test_part_without_visible_things_needs_no_drawing() -> None:
    assert "toys" not in DRAWINGS
    plain = rulebook("base")
    book = Rulebook.of(replace(plain.ruleset, parts=("base", "toys")))
    assert art_of(book) is art_of(plain)


def test_game_without_a_landscape_part_cannot_be_drawn() -> None:
    book = Rulebook.of(replace(rulebook("base").ruleset, parts=("toys",)))
    with pytest.raises(MissingDrawing, match="land"):
        art_of(book)


@for_each("game", FIVE)
def test_everything_in_a_box_has_a_drawing(game: str) -> None:
    book = rulebook(game)
    art = art_of(book)
    for form in book.forms.values():
        look = art.look(form.tile)
        assert look.decor() == form.tile.decor
    for role in book.ruleset.roles:
        assert art.figure(role.name)
