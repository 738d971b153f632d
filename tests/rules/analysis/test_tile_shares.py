"""The points of a score by its tiles: their sum is the score's, and each tile is the feature's."""

from itertools import pairwise

from rules.analysis.tile_shares import tile_shares
from rules.game import Game
from rules.geometry import CROSS, cell_of
from rules.scoring import total_points
from rules.story import Scored
from rules.variants import games
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER
from tests.support.random_games import positions
from tests.support.scoring_turns import large_city

NAMES = sorted({*games(), ALL_TOGETHER}, key=lambda name: (name.count("+") == 1, name))


def scores_of(name: str, seed: int) -> list[tuple[Game, Scored]]:
    """The scores of a random game, each with the game just after it."""
    return [
        (game, event)
        for before, game in pairwise(positions(name, 2, seed))
        for event in game.story[len(before.story) :]
        if isinstance(event, Scored)
    ]


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
