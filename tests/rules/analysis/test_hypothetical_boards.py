"""Hypothetical boards differ from the real one only in what they suppose."""

from collections.abc import Iterator
from itertools import islice

from rules.analysis.hypothetical_scores import with_all_claimed, with_all_finished
from rules.areas import Area
from rules.board import Board
from rules.game import Game
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER, FOUR
from tests.support.positions import snapshot
from tests.support.random_games import random_positions

GAMES = (*FOUR, ALL_TOGETHER)


def some(name: str) -> Iterator[Game]:
    """Every so many moments of a random game."""
    return (game for game, _ in islice(random_positions(name, 3, 1), 0, None, 11))


def pairs(one: Board, other: Board) -> Iterator[tuple[Area, Area]]:
    for name in one.layers:
        yield from zip(one.areas(name), other.areas(name), strict=True)


@for_each("name", GAMES)
def test_with_all_finished_closes_every_feature_and_changes_nothing_else(name: str) -> None:
    for game in some(name):
        before = snapshot(game)
        supposed = with_all_finished(game.board)
        for was, now in pairs(game.board, supposed):
            assert now.closed
            assert now == was._replace(open=frozenset())
        closed = [(area.layer.name, area.spots) for area in supposed.newly_closed()]
        wanted = [(area.layer.name, area.spots) for was, area in pairs(game.board, supposed)]
        assert sorted(closed) == sorted(wanted)
        assert snapshot(game) == before


@for_each("name", GAMES)
def test_with_all_claimed_adds_a_piece_to_free_features_only(name: str) -> None:
    for game in some(name):
        roles = {role.layer: role for role in game.book.ruleset.roles}
        for was, now in pairs(game.board, with_all_claimed(game.board, roles, 1)):
            if was.pieces or was.layer.name not in roles:
                assert now == was
            else:
                (piece,) = now.pieces
                assert (piece.seat, piece.role) == (1, roles[was.layer.name])
                assert piece.spot in was.spots
                assert now == was._replace(pieces=(piece,))
