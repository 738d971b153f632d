"""The poster of a finished game: true, readable on a phone, and sharp in print."""

import io
import random
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from math import dist

import pytest
from PIL import Image

from renderer import text
from renderer.draw import draw
from renderer.players import Players
from renderer.points_chart import points_history
from renderer.poster import ASPECT, DOTS_PER_INCH, PRINT_WIDTH_PIXELS, poster_scenes
from renderer.requests import HonourText, Poster, PrintedPoster, TurningPoint, Voters
from renderer.scene import (
    Badge,
    Curve,
    Frame,
    GapMark,
    Ink,
    Label,
    Panel,
    Planks,
    Scene,
    Star,
    TileAt,
)
from rules.analysis.history import final_ranking, winners
from rules.analysis.viewport import PHONE_PIXELS
from rules.game import Game
from rules.random_play import deal, random_game
from rules.record import replay
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER

NAMES = (
    "Maximiliana von Habsburg-Lothri",
    "Bo",
    "山田太郎",
    "Friederike Maria von Stolzenfel",
    "Eve",
    "Fred of the Hill",
)
TABLES = [("hunters", 2), ("base", 5), ("ark", 5), (ALL_TOGETHER, 2), (ALL_TOGETHER, 6)]
HONOURS = (
    HonourText("Longest wait", "46 turns", "river", 1),
    HonourText("Most shared", "2 players", "field", 0),
)
TURNS = (TurningPoint(3, 1, "turn 3: −7"), TurningPoint(50, 0, "turn 50: −12"))
WORDS = (
    *("The base game with The Ferries and The River", "24 November 2026", "The Tile Layers"),
    *(HONOURS, TURNS, "Turning points"),
)
TEXTS = Poster(*WORDS)


@cache
def ended(name: str, seats: int, seed: int = 1) -> Game:
    chance = random.Random(seed)
    return replay("\n".join(random_game(deal(name, seats, chance), chance))).game


def poster_of(name: str, seats: int, texts: Poster = TEXTS) -> Scene:
    return next(poster_scenes(ended(name, seats), Players(NAMES[:seats]), texts))


def labels(scene: Scene) -> list[str]:
    return [item.text for item in scene.items if isinstance(item, Label)]


@for_each("name, seats", TABLES)
def test_poster_names_every_player_with_points_the_winner_first(name: str, seats: int) -> None:
    game, scene = ended(name, seats), poster_of(name, seats)
    texts = labels(scene)
    shown = [
        (index, seat)
        for index, one in enumerate(texts)
        for seat, known in enumerate(NAMES[:seats])
        if one == known or (one.endswith(text.ELLIPSIS) and known.startswith(one[:-1]))
    ]
    assert [seat for _index, seat in shown] == [seat for _place, seat in final_ranking(game)]
    for index, seat in shown:
        assert texts[index + 1] == str(game.scores[seat])
    stars = [item for item in scene.items if isinstance(item, Star)]
    assert len(stars) == 2 * len(winners(game))


@for_each("name, seats", TABLES)
def test_map_of_the_poster_is_the_whole_board_without_frame_table_or_marks(
    name: str, seats: int
) -> None:
    game, scene = ended(name, seats), poster_of(name, seats)
    tiles = [item for item in scene.items if isinstance(item, TileAt)]
    assert sorted(tile.tile.id for tile in tiles) == sorted(
        form.tile.id for form in game.board.tiles.values()
    )
    assert len({tile.size for tile in tiles}) == 1
    assert not any(isinstance(item, Frame | GapMark | Planks) for item in scene.items)
    assert min(tile.x for tile in tiles) >= 0
    assert max(tile.x + tile.size for tile in tiles) <= scene.width
    top, bottom = min(tile.y for tile in tiles), max(tile.y + tile.size for tile in tiles)
    across = [
        item
        for item in scene.items
        if isinstance(item, Label | Badge | Star) and item.y < bottom and top < item.y + item.size
    ]
    assert not [item for item in across if not isinstance(item, Label) or item.text]
    assert (scene.ground, round(scene.height / scene.width, 2)) == (Ink.PAPER, round(ASPECT, 2))


@for_each("name, seats", TABLES)
def test_chart_ends_with_the_final_points_and_marks_the_turning_points(
    name: str, seats: int
) -> None:
    game, scene = ended(name, seats), poster_of(name, seats)
    curves = [item for item in scene.items if isinstance(item, Curve)]
    assert len(curves) == seats
    for one, other in combinations(range(seats), 2):
        higher = curves[one].points[-1][1] < curves[other].points[-1][1]
        assert higher <= (game.scores[one] > game.scores[other])
    history = points_history(game.story, seats)
    for number, point in enumerate(TURNS, 1):
        marks = [
            (item.x + item.width // 2, item.y + item.height // 2)
            for item in scene.items
            if isinstance(item, Label) and item.text == str(number) and item.ink is Ink.PAPER
        ]
        curve = curves[point.seat]
        x, y = curve.points[point.turn]
        assert (curve.x + x, curve.y + y) in marks and len(marks) == 2
        assert history.points[point.seat][point.turn] <= history.highest
    assert [one for one in labels(scene) if one.startswith("turn ")] == [
        point.words for point in TURNS
    ]


def test_discs_of_turning_points_that_are_near_each_other_do_not_overlap() -> None:
    points = tuple(TurningPoint(turn, turn % 2, f"turn {turn}: −7") for turn in (20, 21, 22))
    scene = poster_of("base", 2, replace(TEXTS, turning_points=points))
    discs = [
        item for item in scene.items if isinstance(item, Panel) and 2 * item.radius == item.width
    ]
    in_chart = [disc for disc in discs if disc.ink is Ink.PAPER][: len(points)]
    assert len(in_chart) == len(points)
    for one, other in combinations(in_chart, 2):
        assert dist((one.x, one.y), (other.x, other.y)) >= one.width


@for_each("name, seats", TABLES)
def test_poster_has_its_honours_with_their_seats_and_the_date_and_server(
    name: str, seats: int
) -> None:
    scene = poster_of(name, seats)
    texts = labels(scene)
    for honour in HONOURS:
        head = f"{honour.title} · {honour.value}"
        [at] = [index for index, one in enumerate(texts) if one.startswith(head)]
        assert texts[at] in (head, f"{head} · {honour.note}")
        assert texts[at - 1] == str(ended(name, seats).scores[honour.seat])
    assert "24 November 2026 · The Tile Layers" in texts
    bare = labels(poster_of(name, seats, Poster("Game")))
    assert "Game" in bare
    assert not [one for one in bare if one.startswith(tuple(honour.title for honour in HONOURS))]


@for_each("name, seats", TABLES)
def test_texts_of_the_poster_have_eleven_pixels_on_a_phone_and_fit(name: str, seats: int) -> None:
    scene = poster_of(name, seats)
    for label in (item for item in scene.items if isinstance(item, Label)):
        assert label.size * PHONE_PIXELS / scene.width >= 11
        assert text.width(label.text, label.size, label.bold) <= label.width
        assert label.x >= 0 and label.x + label.width <= scene.width
        assert label.y + label.height <= scene.height
    badges = [item for item in scene.items if isinstance(item, Badge)]
    assert all(
        abs(one.x - other.x) >= one.size or abs(one.y - other.y) >= min(one.size, other.size)
        for one, other in combinations(badges, 2)
    )


@pytest.mark.slow
@for_each("name, seats", [("base", 2), (ALL_TOGETHER, 6)])
def test_printed_poster_is_an_a3_page_at_300_dots_within_eight_mebibytes(
    name: str, seats: int
) -> None:
    picture = draw(PrintedPoster(*WORDS), ended(name, seats), Players(NAMES[:seats]))
    image = Image.open(io.BytesIO(picture.data))
    assert image.size == (PRINT_WIDTH_PIXELS, 4961)
    assert [round(dots) for dots in image.info["dpi"]] == [DOTS_PER_INCH] * 2
    assert len(picture.data) <= 8 * 2**20


@for_each("name, seats", TABLES)
def test_poster_names_the_voters_of_a_seat_with_their_votes_beside_its_badge(
    name: str, seats: int
) -> None:
    voters = (("Cleopatra Philopator of Alexandria", 12), ("Dan", 9), ("שרה", 7))
    scene = poster_of(name, seats, Poster(*WORDS, Voters("Voted most:", 1, voters)))
    shown, players = labels(scene), Players(NAMES[:seats])
    at = shown.index("Voted most:")
    assert shown[at + 2 : at + 7 : 2] == ["12", "9", "7"] and shown[at + 3] == "Dan"
    assert shown[at + 1].startswith("Cleopatra")
    line = [item for item in scene.items if isinstance(item, Label)][at : at + 7]
    for left, right in pairwise(line):
        assert left.x + left.width <= right.x and left.y == right.y
    assert line[-1].x + line[-1].width <= scene.width
    badges = [item for item in scene.items if isinstance(item, Badge) and item.x < line[0].x]
    [badge] = [item for item in badges if abs(item.y - line[0].y) < item.size // 4]
    assert badge.colour == players.colour(1)
    tiles = [item.y for item in scene.items if isinstance(item, TileAt)]
    assert line[0].y + line[0].height <= min(tiles)
    assert "Voted most:" not in labels(poster_of(name, seats))
