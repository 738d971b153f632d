"""Drawings of parts, shown with an invented part that only these tests know."""

import random
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

import pytest

import renderer
from renderer.art.drawing import (
    Drawing,
    Figure,
    MarkDrawing,
    MissingDrawing,
    MoveTargets,
    Sketch,
    with_pen,
)
from renderer.art.parts import DRAWINGS, art_of
from renderer.art.pen import Pen, Rgba
from renderer.choice_pictures import cells_view, options_scene
from renderer.layout import board_scene
from renderer.position_facts import choosable_letters
from renderer.scene import Label, Scene, TileAt, TokenOn
from renderer.view import whole_view
from rules.game import Game, start
from rules.geometry import Cell, xy
from rules.moves import Move, PlaceTile
from rules.pieces import Role
from rules.random_play import deal
from rules.ruleset import Decision, Rulebook
from rules.variants import rulebook
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE

T = TypeVar("T")
PURPLE = (140, 20, 160)


def spinning_top(pen: Pen, ink: Rgba) -> None:
    pen.poly(((10, 30), (90, 30), (50, 90)), ink)


def ball(pen: Pen, variant: int) -> None:
    pen.oval((50, 50), 40, 40, PURPLE)


@dataclass(frozen=True, slots=True)
class Wind(PlaceTile):
    """Winds up the clockwork of the tile at a cell, which nothing else knows."""


def wound(game: Game, move: Wind) -> MoveTargets:
    x, y = xy(move.cell)
    here = (game.board.spot(move.cell, "a"),)
    return MoveTargets((move.cell,), here, lambda: Sketch(game, move.cell, here, f"wind {x} {y}"))


TOYS = Drawing(
    marks={"balls": MarkDrawing(0.2, with_pen(ball))},
    figures={"top": Figure(spinning_top, (50, 45))},
    tokens={"clockwork": lambda size: Pen(size // 4).done()},
    moves={Wind: wound},
)


@dataclass(frozen=True, slots=True)
class Winding(Decision):
    """Any tile may be wound up."""

    wanted: ClassVar[str] = "wind up a tile"

    def legal_moves(self, game: Game) -> tuple[Move, ...]:
        return tuple(Wind(cell, 0) for cell in game.board.tiles)

    def resolve(self, game: Game, move: Move) -> Move:
        return move

    def take(self, game: Game, move: Move) -> Game:
        return game


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
    """The beginning of a game with a part that this module adds to the drawings."""
    monkeypatch.setitem(DRAWINGS, "toys", TOYS)
    bags = deal("base", 2, random.Random(3)).bags
    return start(with_toys(), 2, bags)


def these(scene: Scene, kind: type[T]) -> list[T]:
    """The things of a kind in a scene or on its tiles."""
    on = [thing for item in scene.items if isinstance(item, TileAt) for thing in item.on]
    return [one for one in (*scene.items, *on) if isinstance(one, kind)]


def test_a_new_token_is_drawn_on_its_cell(toys: Game) -> None:
    game = toys.replace(tokens={"clockwork": toys.placed})
    scene = board_scene(game, whole_view(game))
    assert [token.name for token in these(scene, TokenOn)] == ["clockwork"]
    assert renderer.board(game).png


def test_targets_of_a_new_move_are_framed_lettered_and_sketched(toys: Game) -> None:
    game = toys.with_steps_first(Winding())
    cells: list[Cell] = [cell for cell, _ in cells_view(game, renderer.Players()).frames]
    assert cells == list(game.board.tiles)
    assert choosable_letters(game) == {"a"}
    labels = these(options_scene(game, renderer.Players()), Label)
    assert "wind 0 0" in {label.text for label in labels}
    assert renderer.cells(game).png and renderer.options(game).png


def test_error_names_the_missing_drawing(toys: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Drawing()
    monkeypatch.setitem(DRAWINGS, "toys", nothing)
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
