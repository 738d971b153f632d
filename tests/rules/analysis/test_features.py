"""The worth of each feature of a position equals the points the rules give later."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Final

from rules.analysis.features import SIZE_TERMS, Feature, features
from rules.analysis.hypothetical_scores import final_scoring_events
from rules.game import Game, play
from rules.geometry import cell_at
from rules.moves import PlaceTile
from rules.scoring import total_points
from rules.story import Scored
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER, FOUR
from tests.support.positions import ark, base, with_pieces
from tests.support.random_games import random_positions

GAMES: Final = (*FOUR, ALL_TOGETHER)


def some(name: str, seed: int, step: int = 9) -> Iterator[Game]:
    """Every so many moments of a random game."""
    return (game for game, _ in islice(random_positions(name, 3, seed), 0, None, step))


def feature_at(game: Game, kind: str, x: int, y: int, letter: str) -> Feature:
    spot = game.board.spot(cell_at(x, y), letter)
    return next(
        feature for feature in features(game) if feature.kind == kind and spot in feature.spots
    )


# -- random games -------------------------------------------------------------------------------


@for_each("name", GAMES)
def test_every_area_is_a_feature_once(name: str) -> None:
    for game in some(name, 1):
        counted = Counter((feature.kind, frozenset(feature.spots)) for feature in features(game))
        wanted = Counter(
            (layer.name, frozenset(area.spots))
            for layer in game.book.ruleset.layers
            for area in game.board.areas(layer.name)
        )
        assert counted == wanted


@for_each("name", GAMES)
def test_missing_cells_of_a_feature_are_free_and_fitting_ones_legal(name: str) -> None:
    for game in some(name, 2):
        legal = {move.cell for move in game.legal_moves() if isinstance(move, PlaceTile)}
        for feature in features(game):
            assert feature.missing.isdisjoint(game.board.tiles)
            assert feature.around or feature.missing <= set(game.board.gaps)
            assert feature.fitting == feature.missing & legal


@for_each("name", GAMES)
def test_predicted_worth_equals_the_score_of_a_finished_feature(name: str) -> None:
    count = 0
    for (game, _), (after, _) in pairwise(random_positions(name, 3, 5)):
        news = {
            (event.kind, frozenset(event.spots)): event
            for event in after.story[len(game.story) :]
            if isinstance(event, Scored) and not event.final
        }
        for feature in features(game) if game.drawn is None and news else ():
            event = news.get((feature.kind, frozenset(feature.spots)))
            # A figure put there in this very move changes who gets it, not what it is worth.
            if feature.closed and event is not None:
                (foretold,) = feature.finished
                assert foretold.terms == event.terms
                assert feature.now == feature.when_finished == total_points(event.terms)
                if event.pieces and event.pieces == feature.standing:
                    assert foretold.points == event.points
                    count += 1
    assert count


@for_each("name", GAMES)
def test_final_worth_equals_the_final_scoring(name: str) -> None:
    count = 0
    for game in some(name, 6, 17):
        if game.drawn is None:
            continue
        events = [event for event in final_scoring_events(game) if isinstance(event, Scored)]
        for feature in features(game):
            if feature.standing:
                own = [e for e in events if (e.kind, e.spots) == (feature.kind, feature.spots)]
                assert all(event in feature.final for event in own)
                count += len(own)
    assert count


# -- worked examples ----------------------------------------------------------------------------


SMALL: Final = """
    Red  E 0 1 rot180 knight a      # closes the city of the start tile: 2 for Red
    Blue V 1 0 rot0 thief a
    Red  B 2 0 rot0 monk a
    Blue L -1 0 rot180 thief c
"""


def test_B40_a_monastery_is_worth_nine_finished_and_its_tiles_at_the_end() -> None:
    monk = feature_at(base(SMALL, hand="N"), "monastery", 2, 0, "a")
    assert (monk.when_finished, monk.at_the_end, monk.now) == (9, 2, None)
    assert monk.owners == ((0, (("monk", 1),)),)
    assert (monk.around, monk.counts, len(monk.missing)) == (True, (), 7)
    assert monk.fitting == {cell_at(1, 1), cell_at(2, -1), cell_at(2, 1), cell_at(3, 0)}


def test_a_road_is_worth_its_tiles_finished_or_not() -> None:
    road = feature_at(base(SMALL, hand="N"), "road", 1, 0, "a")
    assert (road.when_finished, road.at_the_end, road.now) == (3, 3, None)
    assert road.counts == (("tiles", 3),)
    assert road.missing == {cell_at(1, -1)}
    assert not road.is_negligible


def test_a_field_counts_its_finished_cities_and_waits_for_nothing() -> None:
    field = feature_at(base(SMALL, hand="N"), "field", -1, 0, "g")
    assert (field.closing, field.now) == (False, field.at_the_end)
    assert field.counts[0] == ("tiles", 4)
    assert [number for name, number in field.counts if name not in SIZE_TERMS] == [1]


def test_city_finished_by_the_laid_tile_is_closed_with_its_points() -> None:
    game = play(base(hand="E"), PlaceTile(cell_at(0, 1), 2))
    city = feature_at(game, "city", 0, 0, "a")
    assert (city.closed, city.live, city.now, city.owners) == (True, True, 2, ())


def test_unoccupied_road_of_one_tile_is_negligible() -> None:
    game = base(SMALL, hand="N")
    assert feature_at(game, "road", -1, 0, "b").is_negligible
    assert not feature_at(game, "road", -1, 0, "c").is_negligible, "somebody stands there"


def test_owners_are_sorted_by_their_number_of_pieces() -> None:
    game = with_pieces(
        base("Red V 1 0 rot0", hand="N"), "Red thief 1 0 a", "Blue thief 0 0 b", "Blue thief 0 0 b"
    )
    assert feature_at(game, "road", 1, 0, "a").owners == (
        (1, (("thief", 2),)),
        (0, (("thief", 1),)),
    )


def test_enclosed_meadow_without_figures_is_not_live() -> None:
    count = 0
    for game in some("hunters", 7):
        for feature in features(game):
            if not feature.live:
                count += 1
                assert not feature.missing
                assert not feature.standing
    assert count


def test_followers_around_a_temple_count_for_it() -> None:
    count = 0
    for game in some("ark", 2, 11):
        for feature in features(game):
            if feature.kind == "temple" and feature.standing:
                (spot,) = feature.spots
                assert all(piece.spot != spot for piece in feature.standing)
                assert feature.owners
                count += 1
    assert count


def test_pieces_of_an_owner_are_counted_by_role() -> None:
    """In reading order, not in order of deployment: a knight before an earlier prophet."""
    game = with_pieces(ark(hand="ARK-21"), "Red prophet 0 0 a", "Red knight 0 0 a")
    [city] = [feature for feature in features(game) if feature.kind == "city" and feature.standing]
    assert [piece.role.name for piece in city.standing] == ["prophet", "knight"]
    assert city.owners == ((0, (("knight", 1), ("prophet", 1))),)
