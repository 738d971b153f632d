"""Colours, initials and names of seats in pictures."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from renderer.choice_pictures import cells_view, options_scene, path_view, preview_view
from renderer.layout import bare_board_scene, board_scene, preview_scene
from renderer.players import Colour, Players, initials
from renderer.points_chart import chart_scene
from renderer.poster import poster_scenes
from renderer.requests import Poster
from renderer.scene import Scene, TileAt, TintOn
from renderer.turn_layout import turn_scene
from renderer.view import cell_view, owners_view, seat_view, whole_view
from rules.game import Game, play_to_next_decision
from rules.record import replay
from rules.variants.ark_walk import SetArk
from rules.variants.ferries import TurnFerry
from tests.support.for_each import for_each
from tests.support.random_games import positions

RECORDS = Path(__file__).parents[2] / "docs"
CHOSEN = (3, 0, 4)
WORN = Players.of((), CHOSEN)
MIDDLE = replay((RECORDS / "turn.record").read_text()).game


def first(name: str, is_wanted: Callable[[Game], bool]) -> Game:
    """The first position of some random games of three that is as wanted."""
    games = (game for seed in range(20) for game in positions(name, 3, seed))
    return next(game for game in games if not game.over and is_wanted(game))


def worn(scene: Scene) -> Iterator[Colour]:
    for item in scene.items:
        for one in (item, *(item.on if isinstance(item, TileAt) else ())):
            yield from getattr(one, "colours", ())
            if hasattr(one, "colour"):
                yield one.colour


def colours(scene: Scene) -> Iterator[int]:
    return (one.number for one in worn(scene))


FERRIES = first("base+ferries", lambda game: isinstance(game.legal_moves()[0], TurnFerry))
ARK = first("ark", lambda game: isinstance(game.legal_moves()[0], SetArk))

SCENES: dict[str, Callable[[Players], Scene]] = {
    "board": lambda who: board_scene(MIDDLE, whole_view(MIDDLE, who)),
    "turn": lambda who: turn_scene(MIDDLE, cell_view(MIDDLE, players=who)),
    "owners": lambda who: board_scene(MIDDLE, owners_view(MIDDLE, who)),
    "mine": lambda who: board_scene(MIDDLE, seat_view(MIDDLE, 0, who)),
    "preview": lambda who: preview_scene(MIDDLE, preview_view(MIDDLE, who)),
    "chart": lambda who: chart_scene(MIDDLE, who),
    "poster": lambda who: next(poster_scenes(MIDDLE, who, Poster("Game"))),
    "roads": lambda who: options_scene(FERRIES, who),
    "cells": lambda who: board_scene(ARK, cells_view(ARK, who)),
    "path": lambda who: bare_board_scene(MIDDLE, path_view(MIDDLE, (MIDDLE.placed, 0), who)),
}


@for_each("name", SCENES)
def test_everything_of_a_seat_is_drawn_in_its_colour(name: str) -> None:
    plain, chosen = list(colours(SCENES[name](Players()))), list(colours(SCENES[name](WORN)))
    assert plain and chosen == [CHOSEN[seat] for seat in plain]


@for_each("name", SCENES)
def test_everything_of_a_seat_bears_its_initials(name: str) -> None:
    bare, named = (
        list(worn(SCENES[name](who))) for who in (Players(), Players(("Ana", "Bo", "山")))
    )
    assert bare and [one.initials for one in bare] == [str(one.number + 1) for one in bare]
    assert [one.initials for one in named] == ["AB山"[one.number] for one in bare]


@for_each(
    "names, wanted",
    [
        (("Ana", "Bo", "Cleo"), "A B C"),
        (("Bo", "Bea"), "Bo Be"),
        (("bo", "Bea", "Bob"), "Bo Be Bb"),
        (("Ana Lima", "Ana Costa"), "Al Ac"),
        (("Ana (1)", "Ana (2)"), "A1 A2"),
        (("Player 1", "Player 2", "Player 3"), "P1 P2 P3"),
        (("élan", "Éva", "ß"), "Él Év ß"),
        (("山田", "山本", "محمد", "किशोर"), "山田 山本 م कि"),
        (("శ్రీ", "தமிழ்", "ខ្មែរ", "𝓐𝓷𝓪"), "శ్రీ த ខ្មែ A"),
        (("__xX__", "*4ever*"), "X 4"),
        (("🦣🔥", "", "@#?"), "1 2 3"),
        (("2fast", "🦣"), "2f 22"),
    ],
)
def test_initials_are_the_first_letters_that_tell_names_apart(
    names: tuple[str, ...], wanted: str
) -> None:
    assert " ".join(initials(names)) == wanted


def test_initials_are_one_or_two_letters_distinct_and_never_look_like_a_segment() -> None:
    chance = random.Random(5)
    for _ in range(2000):
        names = tuple("".join(chance.choices("aAbB12 🦣", k=chance.randrange(4))) for _ in range(6))
        letters = initials(names)
        assert len(set(letters)) == 6, names
        assert all(1 <= len(one) <= 2 and not one[0].islower() for one in letters), names


def test_road_made_by_a_ferry_is_tinted_for_the_choosing_seat() -> None:
    """After its last ferry the turn is another's, who would have nothing to do with it."""
    scene = options_scene(FERRIES, Players())
    washed = [one for item in scene.items for one in getattr(item, "on", ())]
    tints = {one.colours for one in washed if isinstance(one, TintOn)}
    assert tints == {(Players().colour(FERRIES.turn),)}
    assert play_to_next_decision(FERRIES, FERRIES.legal_moves()[0]).turn != FERRIES.turn


def test_undrawable_name_is_replaced_in_the_language_of_the_table() -> None:
    french = Players.of(("ⵉⴷⵉⵔ", "Ana"), (), "Joueur {number}")
    assert [french.name(seat) for seat in range(2)] == ["Joueur 1", "Ana"]
    assert Players(("ⵉⴷⵉⵔ",)).name(0) == "Player 1"


def test_seat_without_a_chosen_colour_gets_the_colour_of_its_number() -> None:
    assert [Players.of((), (4,)).colour(seat).number for seat in range(3)] == [4, 1, 2]


@for_each("wrong", [-1, 6])
def test_unknown_colour_is_refused(wrong: int) -> None:
    with pytest.raises(ValueError, match="0 to 5"):
        Players.of((), (0, wrong, 1))
