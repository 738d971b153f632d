"""Leaders and points of areas, as the whole board shows them."""

from itertools import islice

from rules.analysis.area_worth import area_worths
from rules.analysis.features import features
from rules.pieces import leaders
from rules.story import Scored
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE
from tests.support.random_games import random_positions


@for_each("name", FIVE, fast=3)
def test_each_area_with_a_figure_has_its_leaders_and_points(name: str) -> None:
    positions = (game for game, _ in random_positions(name, 3, 2, tidy=False) if not game.over)
    for game in islice(positions, 20, 60, 10):
        worths = {worth.spots: worth for worth in area_worths(game)}
        for layer in game.book.ruleset.layers:
            for area in game.board.areas(layer.name):
                if area.pieces:
                    assert worths[area.spots].seats == leaders(area.pieces)
        for feature in features(game):
            if feature.spots in worths and feature.closed and not feature.around:
                assert worths[feature.spots].points == feature.now


@for_each("name", FIVE, fast=3)
def test_after_the_end_each_area_has_what_it_brought(name: str) -> None:
    *_, (game, _) = random_positions(name, 3, 2, tidy=False)
    assert game.over
    scores = [event for event in game.story if isinstance(event, Scored) and event.spots]
    for worth in area_worths(game):
        spots = set(worth.spots)
        events = [dict(event.points) for event in scores if set(event.spots) == spots]
        by_seat = [sum(points.get(seat, 0) for points in events) for seat in range(game.seats)]
        assert worth.points == max(by_seat) > 0
        assert [seat for seat, points in enumerate(by_seat) if points == worth.points] == list(
            worth.seats
        )
