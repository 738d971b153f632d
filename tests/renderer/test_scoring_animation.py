"""Animated scores: true by rule, still at both ends, short, small and quickly drawn."""

import io
from collections.abc import Callable
from importlib import import_module
from itertools import islice

import pytest
from PIL import Image, ImageSequence

from renderer.animations.scoring import (
    MAX_ANIMATION_BYTES,
    figures_going_home,
    figures_on_way,
    scoring_frames,
)
from renderer.animations.webp_encoder import TimedImage, encode_webp_animation
from renderer.draw import draw
from renderer.players import Players
from renderer.requests import Turn
from renderer.scene import Icon, PieceOn, TileAt
from renderer.turn_layout import turn_scene
from renderer.view import View, turn_view
from rules.game import Game
from rules.geometry import Spot, cell_of
from rules.scoring import total_points
from rules.story import Scored, totals
from rules.variants import games
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER
from tests.support.scoring_turns import large_city, scoring_turns

PLAYERS = Players(("Ana", "Bo"))


def decoded(webp: bytes) -> list[tuple[Image.Image, int]]:
    """The frames of a WebP, each with its milliseconds."""
    image = Image.open(io.BytesIO(webp))
    return [
        (frame.convert("RGB"), frame.info["duration"]) for frame in ImageSequence.Iterator(image)
    ]


def labels(view: View, still: View) -> dict[Spot, int]:
    """The counts on the tiles of a frame."""
    return {
        spot: int(label)
        for spot, label in view.zone_labels.items()
        if spot not in still.zone_labels
    }


def small_score() -> tuple[Game, tuple[Scored, ...]]:
    """The first score of a random game, while few tiles lie."""
    return next(iter(scoring_turns("base", 31)))


@for_each("made", [small_score, large_city], fast=1)
def test_first_and_last_frame_are_the_still_picture_and_it_plays_once(
    made: Callable[[], tuple[Game, tuple[Scored, ...]]],
) -> None:
    game, scores = made()
    drawn = draw(Turn(animated=scores), game, PLAYERS)
    still = draw(Turn(), game, PLAYERS)
    assert (drawn.width, drawn.height) == (still.width, still.height)
    assert len(drawn.data) < MAX_ANIMATION_BYTES == 1.5 * 2**20
    frames = decoded(drawn.data)
    shown = Image.open(io.BytesIO(still.data)).convert("RGB")
    assert frames[0][0].tobytes() == frames[-1][0].tobytes() == shown.tobytes()
    assert frames[1][0].tobytes() != shown.tobytes()
    assert 2000 <= sum(milliseconds for _, milliseconds in frames) <= 3000
    assert Image.open(io.BytesIO(drawn.data)).info["loop"] == 1


NAMES = sorted({*games(), ALL_TOGETHER}, key=lambda name: (name.count("+") == 1, name))


@for_each("name", NAMES, fast=3)
def test_counts_sum_to_the_points_and_tiles_light_up_one_after_the_other(name: str) -> None:
    turns = list(islice((turn for seed in range(4, 24) for turn in scoring_turns(name, seed)), 6))
    assert len(turns) == 6
    for game, scores in turns:
        still = turn_view(game, PLAYERS)
        frames = list(scoring_frames(game, still, scores))
        spots = {spot for event in scores for spot in event.spots}
        cells = {cell for event in scores for cell in event.cells()}
        gains = totals(scores, game.seats)
        lit: set[Spot] = set()
        for frame in frames[2:-1]:
            assert set(frame.view.tints) <= spots and lit <= set(frame.view.tints)
            assert {cell_of(spot) for spot in labels(frame.view, still)} <= cells
            lit = set(frame.view.tints)
        counts = labels(frames[-2].view, still)
        shared = [event for event in scores if event.spots]
        assert sum(counts.values()) == sum(total_points(event.terms) for event in shared)
        assert frames[1].view.unsettled.points == gains
        assert frames[1].view.unsettled.scores(game) == tuple(
            points - gain for points, gain in zip(game.scores, gains, strict=True)
        )
        assert frames[-2].view.unsettled.scores(game) == game.scores
        assert frames[0].view is frames[-1].view is still
        assert 2000 <= sum(frame.milliseconds for frame in frames) <= 3000


def test_figures_leave_their_tiles_and_arrive_at_the_icon_of_their_seat() -> None:
    game, scores = large_city()
    view = turn_view(game, PLAYERS)
    frames = list(scoring_frames(game, view, scores))
    [knight] = frames[1].view.unsettled.standing
    assert knight == scores[0].pieces[0] and knight not in game.board.pieces()
    still, standing = (turn_scene(game, frame.view) for frame in frames[:2])
    walkers = list(figures_going_home(game, frames[1].view, standing, still))
    [(start_figure, end)] = walkers
    [tile] = [
        item
        for item in standing.items
        if isinstance(item, TileAt) and item.cell == cell_of(knight.spot)
    ]
    own = [on for on in tile.on if isinstance(on, PieceOn) and on.role == knight.role.name]
    assert (start_figure.x - tile.x, start_figure.y - tile.y) in [(on.x, on.y) for on in own]
    [icon] = [item for item in still.items if isinstance(item, Icon) and item.colour == end.colour]
    assert icon.x < end.x < icon.x + icon.size and icon.y < end.y < icon.y + icon.size
    places = [
        (figure.x, figure.y) for frame in frames for figure in figures_on_way(walkers, frame.way)
    ]
    assert len(places) == sum(frame.way is not None for frame in frames) > 4
    assert places == sorted(places, key=lambda place: abs(place[1] - start_figure.y))
    supplies = [
        frame.view.unsettled.supply(game, knight.seat, knight.role.kind) for frame in frames
    ]
    assert supplies[1] == supplies[-1] - 1 and sorted(supplies[1:]) == supplies[1:]


def test_frame_that_changes_nothing_prolongs_the_one_before() -> None:
    first = Image.new("P", (8, 6), 1)
    first.putpalette(bytes(range(60)))
    second = first.copy()
    second.putpixel((5, 3), 7)
    data = encode_webp_animation(
        [TimedImage(image, 100) for image in (first, first, second, second, first)]
    )
    frames = decoded(data)
    assert [milliseconds for _, milliseconds in frames] == [200, 200, 100]
    shown = [image.tobytes() for image, _ in frames]
    assert shown == [image.convert("RGB").tobytes() for image in (first, second, first)]


def test_scores_of_an_animation_over_the_limit_stand_still(monkeypatch: pytest.MonkeyPatch) -> None:
    game, scores = small_score()
    monkeypatch.setattr(import_module("renderer.draw"), "MAX_ANIMATION_BYTES", 1000)
    assert draw(Turn(animated=scores), game, PLAYERS) == draw(Turn(), game, PLAYERS)
