"""Colours: whatever is drawn for a seat is drawn in the colour it chose."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import renderer
from renderer.choices import cells_view, options_scene, path_view, preview_view
from renderer.graph import chart_scene
from renderer.layout import board_scene, preview_scene
from renderer.players import Players
from renderer.scene import Scene, TileAt, TintOn
from renderer.turn_layout import turn_scene
from renderer.view import mine, near, owners, whole
from rules.game import Game, lay, play, start
from rules.random_play import deal, random_game, random_move
from rules.record import replay
from rules.variants.ark_walk import SetArk
from rules.variants.ferries import TurnFerry

RECORDS = Path(__file__).parents[2] / "docs"
CHOSEN = (3, 0, 4)
WORN = Players.of((), CHOSEN)
MIDDLE = replay((RECORDS / "turn.record").read_text()).game


def first(name: str, found: Callable[[Game], bool]) -> Game:
    """The first position of some random games of three that is as wanted."""
    for seed in range(20):
        chance = random.Random(seed)
        header = deal(name, 3, chance)
        game = start(header.book, header.seats, header.bags)
        while not game.over:
            if found(game):
                return game
            game = play(game, random_move(game, chance))
    raise AssertionError("no such position")


def colours(scene: Scene) -> Iterator[int]:
    """Every colour in a scene, from back to front."""
    for item in scene.items:
        for one in (item, *(item.on if isinstance(item, TileAt) else ())):
            yield from getattr(one, "colours", ())
            if hasattr(one, "colour"):
                yield one.colour


FERRIES = first("base+ferries", lambda game: isinstance(game.offered()[0], TurnFerry))
ARK = first("ark", lambda game: isinstance(game.offered()[0], SetArk))

SCENES: dict[str, Callable[[Players], Scene]] = {
    "board": lambda who: board_scene(MIDDLE, whole(MIDDLE, who)),
    "turn": lambda who: turn_scene(MIDDLE, near(MIDDLE, players=who)),
    "owners": lambda who: board_scene(MIDDLE, owners(MIDDLE, who)),
    "mine": lambda who: board_scene(MIDDLE, mine(MIDDLE, 0, who)),
    "preview": lambda who: preview_scene(MIDDLE, preview_view(MIDDLE, who)),
    "chart": lambda who: chart_scene(MIDDLE, who),
    "roads": lambda who: options_scene(FERRIES, who),
    "cells": lambda who: board_scene(ARK, cells_view(ARK, who)),
    "path": lambda who: board_scene(MIDDLE, path_view(MIDDLE, (MIDDLE.placed, 0), who)),
}


@pytest.mark.parametrize("name", SCENES)
def test_everything_of_a_seat_is_drawn_in_its_colour(name: str) -> None:
    plain, chosen = list(colours(SCENES[name](Players()))), list(colours(SCENES[name](WORN)))
    assert plain and chosen == [CHOSEN[seat] for seat in plain]


def test_a_road_that_a_ferry_would_make_is_washed_for_the_seat_that_chooses() -> None:
    """After its last ferry the turn is another's, who would have nothing to do with it."""
    scene = options_scene(FERRIES, Players())
    washed = [one for item in scene.items for one in getattr(item, "on", ())]
    tints = {one.colours for one in washed if isinstance(one, TintOn)}
    assert tints == {(FERRIES.turn,)}
    assert lay(FERRIES, FERRIES.offered()[0]).turn != FERRIES.turn


def test_a_seat_that_chose_nothing_wears_the_colour_of_its_number() -> None:
    assert [Players.of((), (4,)).colour(seat) for seat in range(3)] == [4, 1, 2]


@pytest.mark.parametrize("wrong", [-1, 5])
def test_a_colour_that_there_is_not_is_refused(wrong: int) -> None:
    with pytest.raises(ValueError, match="0 to 4"):
        Players.of((), (0, wrong, 1))


def test_the_frames_of_a_film_are_in_colours_too() -> None:
    chance = random.Random(2)
    record = "\n".join(random_game(deal("base", 2, chance), chance))
    ends = [replay("\n".join(record.splitlines()[:12])).game]
    assert renderer.film(ends).webp != renderer.film(ends, Players.of((), (1, 0))).webp
