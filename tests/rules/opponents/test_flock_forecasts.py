"""Fields of the Ark of the Covenant in the evaluation: the sheep on tiles to come."""

from statistics import fmean

from rules.opponents.chances import CountedChances
from rules.opponents.evaluation import Evaluation
from rules.opponents.weights import TUNED
from rules.pieces import leaders
from rules.variants import rulebook
from rules.variants.ark import FLOCK_POINTS_PER_TILE, ScoreFlocks
from tests.support.random_games import positions

FIELD = "field"
STEP = ScoreFlocks((FIELD,), stay=True)


def test_leaders_of_each_open_field_expect_the_sheep_of_tiles_to_come() -> None:
    checked = 0
    for game in positions("ark", 2, 1):
        chances = CountedChances(game, TUNED)
        expected = {id(paid.area): paid.points for paid in STEP.forecast(game, chances)}
        for field in game.board.held(FIELD):
            tiles = chances.growing(game, field)
            shares = expected.get(id(field), ())
            assert [seat for seat, _ in shares] == list(leaders(field.pieces)) * bool(tiles)
            assert all(0 < points <= FLOCK_POINTS_PER_TILE * tiles for _, points in shares)
            checked += len(shares)
    assert checked > 50


def test_closed_field_and_field_after_the_last_tile_expect_no_sheep() -> None:
    *_, over = positions("ark", 2, 2)
    assert not list(STEP.forecast(over, CountedChances(over, TUNED)))
    for game in positions("ark", 2, 3):
        forecasts = STEP.forecast(game, CountedChances(game, TUNED))
        assert all(paid.area is not None and paid.area.open for paid in forecasts)


def test_sheep_to_come_are_in_the_evaluation() -> None:
    game = next(game for game in positions("ark", 2, 1) if list(game.board.held(FIELD)))
    [field] = game.board.held(FIELD)
    [value] = [v for v in Evaluation(game).values(game) if v.kind == FIELD]
    assert value.area is field and value.points > 1


def test_points_of_a_tile_are_a_little_under_the_average_of_the_tiles() -> None:
    bag = rulebook("ark").ruleset.bags["bag"]
    forms = rulebook("ark").forms
    points = [
        fmean(2 * zone.marks.get("sheep", 0) for zone in zones) if zones else 0.0
        for tile in bag.pile()
        for zones in [[z for z in forms[tile].tile.zones if z.terrain == FIELD]]
    ]
    assert FLOCK_POINTS_PER_TILE < fmean(points) < FLOCK_POINTS_PER_TILE + 0.1
