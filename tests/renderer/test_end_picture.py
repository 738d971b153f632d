"""The picture of a game's end: places, final board and chart, readable on a phone."""

import random
from itertools import combinations

import pytest

import renderer
from renderer import text
from renderer.players import Players
from renderer.points_chart import MAX_END_ASPECT, end_scenes
from renderer.scene import Badge, Curve, Label, Panel, Scene, Star, TileAt
from rules.analysis.history import final_ranking, winners
from rules.game import Game
from rules.random_play import deal, random_game
from rules.record import replay
from tests.support.game_choices import ALL_TOGETHER

PHONE = 420
NAMES = (
    "Maximiliana von Habsburg-Lothri",
    "Bo",
    "山田太郎",
    "W" * 28,
    "Eve",
    "Fred of the Hill",
)
TABLES = [("hunters", 2), ("base", 5), ("ark", 5), (ALL_TOGETHER, 2), (ALL_TOGETHER, 6)]


def ended(name: str, seats: int, seed: int = 1) -> Game:
    """A random game that is over."""
    chance = random.Random(seed)
    return replay("\n".join(random_game(deal(name, seats, chance), chance))).game


def rows(scene: Scene, game: Game) -> list[list[Label]]:
    """The texts of each row of the places, from the top: place, name and points."""
    labels = [item for item in scene.items if isinstance(item, Label)][: 3 * game.seats]
    return [labels[n : n + 3] for n in range(0, len(labels), 3)]


@pytest.mark.parametrize("name, seats", TABLES)
def test_places_are_told_first_the_winner_on_top_with_whole_names(name: str, seats: int) -> None:
    game = ended(name, seats)
    scene = next(end_scenes(game, Players(NAMES[:seats])))
    texts = [(label.text for label in row) for row in rows(scene, game)]
    ranking = final_ranking(game)
    assert ranking[0][1] in winners(game)
    assert [tuple(row) for row in texts] == [
        (str(place), NAMES[seat], str(game.scores[seat])) for place, seat in ranking
    ]
    stars = [item.y for item in scene.items if isinstance(item, Star)]
    assert len(stars) == len(winners(game))
    assert max(stars) < max(label.y for row in rows(scene, game) for label in row)


@pytest.mark.parametrize("name, seats", TABLES)
def test_places_board_and_chart_lie_below_each_other_within_the_picture(
    name: str, seats: int
) -> None:
    game = ended(name, seats)
    scene = next(end_scenes(game, Players(NAMES[:seats])))
    tiles = [item for item in scene.items if isinstance(item, TileAt)]
    assert len(tiles) == len(game.board.tiles)
    [*places] = (one for one in scene.items if isinstance(one, Panel) and one.radius)
    curves = [item for item in scene.items if isinstance(item, Curve)]
    assert len(places) == len(curves) == seats
    last_place = max(panel.y + panel.height for panel in places)
    first_point = min(curve.y + y for curve in curves for _, y in curve.points)
    assert last_place <= min(tile.y for tile in tiles)
    assert max(tile.y + tile.size for tile in tiles) <= first_point
    assert min(tile.x for tile in tiles) >= 0
    assert max(tile.x + tile.size for tile in tiles) <= scene.width
    assert scene.height <= MAX_END_ASPECT * scene.width
    ends = [item for item in scene.items if isinstance(item, Badge)][seats:]
    assert all(abs(one.y - other.y) >= one.size for one, other in combinations(ends, 2))
    assert all(badge.y + badge.size <= scene.height for badge in ends)


@pytest.mark.parametrize("name, seats", TABLES)
def test_texts_of_the_end_have_eleven_pixels_on_a_phone_and_fit(name: str, seats: int) -> None:
    game = ended(name, seats)
    scene = next(end_scenes(game, Players(NAMES[:seats])))
    for label in (item for item in scene.items if isinstance(item, Label)):
        assert label.size * PHONE / scene.width >= 11
        assert text.width(label.text, label.size, label.bold) <= label.width
    for place, name_of, points in rows(scene, game):
        assert place.x + place.width <= name_of.x and name_of.x + name_of.width <= points.x


def test_end_keeps_a_file_size_limit_with_smaller_tiles() -> None:
    game = ended("hunters", 2)
    free = renderer.end(game)
    tight = renderer.end(game, limit=len(free.png) * 3 // 4)
    assert len(tight.png) <= len(free.png) * 3 // 4 and tight.width == free.width


def test_players_with_equal_points_share_a_place() -> None:
    for seed in range(40):
        game = ended("base", 5, seed)
        for (place, seat), (other_place, other) in combinations(final_ranking(game), 2):
            assert (place == other_place) == (game.scores[seat] == game.scores[other])
            assert place <= other_place
