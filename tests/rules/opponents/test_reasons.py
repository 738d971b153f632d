"""Reasons for a turn: known kinds, about the changes that the turn makes."""

import random
from importlib import import_module

import pytest

from rules import deal, play, start
from rules.game import Game
from rules.moves import Deploy
from rules.opponents import best_turns
from rules.opponents.reasons import REASON_KINDS
from rules.random_play import random_move
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE

MODULE = import_module("rules.opponents.reasons")
"""The module, whose name in the package is that of its function."""


def some_way_into(name: str, seed: int, tiles: int, seats: int = 3) -> Game:
    """A game by chance with so many tiles laid and one in hand."""
    chance = random.Random(seed)
    header = deal(name, seats, chance)
    game = start(header.book, header.seats, header.bags)
    while game.drawn is None or len(game.board.tiles) < tiles:
        game = play(game, random_move(game, chance))
    return game


@for_each("name", FIVE)
def test_reasons_have_known_kinds_and_match_their_turns(name: str) -> None:
    kinds = set()
    for tiles in (6, 20, 45):
        game = some_way_into(name, tiles, tiles)
        for thought in best_turns(game, "villager", best=12):
            weights = [reason.size for reason in thought.reasons]
            assert weights == sorted(weights, reverse=True)
            for reason in thought.reasons:
                kinds.add(reason.kind)
                assert reason.kind in REASON_KINDS
                if reason.kind == "keeps":
                    assert not any(isinstance(move, Deploy) for move in thought.moves)
                    assert reason.points == 0 < reason.kept
                if reason.kind in ("ties-up", "frees"):
                    gain = (reason.kind == "frees") is (reason.seat == game.turn)
                    assert (reason.points > 0) is gain
                if reason.kind in ("blocks", "steals", "dead-gap"):
                    assert reason.seat not in (None, game.turn) and reason.layer is not None
                    assert reason.points > 0
    assert {"later", "ties-up"} <= kinds


@pytest.mark.parametrize("positions", [15, pytest.param(500, marks=pytest.mark.slow)])
def test_reasons_sum_to_the_worth_of_their_turn(positions: int) -> None:
    chance = random.Random(positions)
    searched = 0
    unnamed: list[float] = []
    for number in range(positions):
        name = FIVE[number % len(FIVE)]
        game = some_way_into(name, number, chance.randrange(3, 55), chance.choice((2, 3)))
        level = ("master", "villager", "villager")[number % 3]
        for thought in best_turns(game, level, nodes=800):
            points = {kind: 0.0 for kind in REASON_KINDS}
            for reason in thought.reasons:
                points[reason.kind] += reason.points
            assert thought.reasons
            assert sum(points.values()) == pytest.approx(thought.worth, abs=0.5)
            assert level == "master" or not points["ahead"]
            searched += bool(points["ahead"])
            unnamed.append(abs(points["rest"]))
    assert searched > positions / 5
    assert sum(unnamed) / len(unnamed) < 1, "little is left without a name"


def test_change_as_large_as_the_least_reason_is_still_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = some_way_into("base", 20, 20)
    ways = best_turns(game, "villager", best=12)
    for kind, limit in (("rest", "MIN_REST_POINTS"), ("later", "MIN_REASON_POINTS")):
        number, least = min(
            (
                (n, reason.size)
                for n, way in enumerate(ways)
                for reason in way.reasons
                if reason.kind == kind
            ),
            key=lambda pair: pair[1],
        )
        for more, listed in ((0.0, True), (1e-6, False)):
            monkeypatch.setattr(MODULE, limit, least + more)
            sizes = [
                reason.size
                for reason in best_turns(game, "villager", best=12)[number].reasons
                if reason.kind == kind
            ]
            assert (least in sizes) is listed
        monkeypatch.undo()


def test_reasons_give_the_exact_points_scored_at_once() -> None:
    count = 0
    for seed in range(4):
        game = some_way_into("base", seed, 25)
        for thought in best_turns(game, "villager", best=30):
            after = game
            for move in thought.moves:
                after = play(after, move)
            seat = game.turn
            now = [
                reason for reason in thought.reasons if (reason.kind, reason.seat) == ("now", seat)
            ]
            assert sum(reason.points for reason in now) == after.scores[seat] - game.scores[seat]
            count += bool(now)
    assert count > 5
