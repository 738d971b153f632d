"""A dependent figure, allowed only beside an own follower: the rules know it, no box has one.

A top goes onto a road where its owner has a thief already, and weighs nothing in a majority. Tops
are a part like any other (`rules.parts`), put together with the base game.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

import pytest

from rules.deployment import Deployment
from rules.errors import IllegalMove
from rules.game import Game, play, start
from rules.moves import Deploy, PlaceTile
from rules.parts import Part
from rules.pieces import Kind, Piece, Role
from rules.random_play import random_move
from rules.ruleset import Rulebook, Ruleset
from rules.variants import base, ruleset
from tests.support.base_positions import pile
from tests.support.read_moves import read
from tests.support.reference_figures import triples

TOP: Final = Role("top", Kind("top", weight=0), base.ROAD.name, beside=True)


def tops(ruleset: Ruleset, chosen: Mapping[str, str]) -> Ruleset:
    """A top for each seat."""
    return replace(ruleset, roles=(*ruleset.roles, TOP), supply={**ruleset.supply, TOP.kind: 1})


BOOK: Final = Rulebook.of(
    ruleset((base.PART, Part("tops", tops, base.TILE_SCHEMA, extends="base")), {})
)


def going(*moves: str, hand: str) -> Game:
    """The game after some moves of two seats with tiles V in hand, then another is drawn."""
    tiles = ["V"] * len([text for text in moves if text.startswith("place")]) + [hand]
    game = start(BOOK, 2, {"bag": pile("base", tiles)})
    for text in moves:
        game = play(game, *read(text))
    return game


def moments(seed: int) -> Iterator[Game]:
    """A random game of two, moment by moment."""
    chance = random.Random(seed)
    tiles = list(pile("base", []))
    chance.shuffle(tiles)
    game = start(BOOK, 2, {"bag": tuple(tiles)})
    while not game.over:
        yield game
        game = play(game, random_move(game, chance))


def test_dependent_figure_is_allowed_only_beside_a_follower_of_its_owner() -> None:
    thief, top = Piece(0, base.THIEF, 0), Piece(0, TOP, 0)
    assert TOP.is_allowed(0, (thief,)) and TOP.is_allowed(0, (thief, top))
    assert not TOP.is_allowed(1, (thief,))
    assert not TOP.is_allowed(0, (top,)), "a top is no follower"
    assert not TOP.is_allowed(0, ())
    assert base.THIEF.is_allowed(0, ()) and not base.THIEF.is_allowed(0, (thief,))


def test_dependent_figure_without_an_own_follower_is_refused() -> None:
    game = going("place 1 0 rot0", hand="V")
    with pytest.raises(IllegalMove) as caught:
        play(game, *read("top a"))
    assert caught.value.reason == "alone"
    assert caught.value.facts["role"] == "top"


@pytest.mark.parametrize("seed", range(3))
def test_triples_match_the_moves_offered_after_each_placement(seed: int) -> None:
    seen = Counter[str]()
    for number, game in enumerate(moments(seed)):
        if number % 3 or game.drawn is None:
            continue
        offered = [
            (cell, form.rotation, figure and (figure.role, figure.letter))
            for cell, form, figure in triples(game)
        ]
        expected: list[tuple[int, int, tuple[str, str] | None]] = []
        for move in game.legal_moves():
            assert isinstance(move, PlaceTile)
            laid = game.decision.take(game.replace(agenda=game.agenda[1:]), move)
            expected.append((move.cell, move.rotation, None))
            for figure in Deployment().legal_moves(laid):
                if isinstance(figure, Deploy):
                    expected.append((move.cell, move.rotation, (figure.role, figure.letter)))
                    seen[figure.role] += 1
        assert Counter(offered) == Counter(expected)
    assert seen["top"] and seen["thief"]
