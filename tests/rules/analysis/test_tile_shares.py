"""The points of a score by its tiles: their sum is the score's, and each tile is the feature's."""

import random

from rules.analysis.tile_shares import tile_shares
from rules.game import Game, play, start
from rules.geometry import CROSS, cell_of
from rules.random_play import deal, random_move
from rules.scoring import total_points
from rules.story import Scored
from rules.variants import games
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER
from tests.support.scoring_turns import large_city

NAMES = sorted({*games(), ALL_TOGETHER}, key=lambda name: (name.count("+") == 1, name))


def scores_of(name: str, seed: int) -> list[tuple[Game, Scored]]:
    """The scores of a random game, each with the game just after it."""
    chance = random.Random(seed)
    header = deal(name, 2, chance)
    game, scores = start(header.book, 2, header.bags), []
    while not game.over:
        known = len(game.story)
        game = play(game, random_move(game, chance))
        scores += [(game, event) for event in game.story[known:] if isinstance(event, Scored)]
    return scores


@for_each("name", NAMES, fast=3)
def test_points_of_tiles_sum_to_the_event_and_each_tile_belongs_to_the_feature(name: str) -> None:
    scores = scores_of(name, 2)
    assert len(scores) > 5
    for game, event in scores:
        shares = tile_shares(game.board, event, game.placed)
        assert {share.cell for share in shares} == set(event.cells())
        assert len(shares) == len(event.cells())
        if event.cells():
            assert sum(share.points for share in shares) == total_points(event.terms)
        for share in shares:
            assert set(share.spots) <= set(event.spots)
            assert {cell_of(spot) for spot in share.spots} <= {share.cell}
        if event.kind in game.board.layers:
            spots = [spot for share in shares for spot in share.spots]
            assert sorted(spots) == sorted(event.spots)


def test_pennants_count_on_their_own_tiles_and_the_light_spreads_from_the_new_tile() -> None:
    game, [city] = large_city()
    shares = tile_shares(game.board, city, game.placed)
    assert shares[0].cell == game.placed and len(shares) == 16
    for number, share in enumerate(shares):
        pennants = sum(game.board.zone(spot).marks.get("pennants", 0) for spot in share.spots)
        assert share.points == 2 + 2 * pennants
        earlier = {other.cell for other in shares[:number]}
        assert not number or any(share.cell + step in earlier for step in CROSS)
