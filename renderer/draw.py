"""Draw a request as PNG or animated WebP; independent of Discord and of the storage."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final, TypeAlias

from renderer import requests
from renderer.animations.scoring import MAX_ANIMATION_BYTES, animate_scores
from renderer.choice_pictures import cells_view, options_scene, path_view, preview_view
from renderer.comparison_charts import bars_scene, ranking_scene
from renderer.layout import (
    bare_board_scene,
    board_scene,
    hand_scene,
    max_aspect_above_buttons,
    preview_scene,
    sample_scene,
)
from renderer.paint import paint
from renderer.players import UNNAMED_PLAYERS, Players
from renderer.png_encoder import encode_png
from renderer.points_chart import chart_scene
from renderer.poster import DOTS_PER_INCH, POST_WIDTH_PIXELS, PRINT_WIDTH_PIXELS, poster_scenes
from renderer.requests import Picture, Request
from renderer.scene import Scene
from renderer.suggestions import comparisons_scene, suggestions_scene
from renderer.tile_counts import kinds_scenes
from renderer.turn_layout import turn_scene
from renderer.view import (
    View,
    cell_view,
    closed_view,
    dead_gaps_view,
    news_view,
    owners_view,
    plan_view,
    position_view,
    scored_feature_view,
    seat_view,
    turn_view,
    whole_view,
    with_shrinking_tiles,
)
from rules.analysis.game_turns import game_turns
from rules.analysis.history import paid_scores
from rules.game import Game
from rules.record import moments
from rules.shipped_puzzles import shipped_file

MAX_FILE_BYTES: Final = 10 * 2**20
"""The most bytes of a file that Discord accepts without boosts."""

Arrange: TypeAlias = Callable[[Game, View], Scene]


def draw(
    request: Request,
    game: Game | None = None,
    players: Players = UNNAMED_PLAYERS,
    *,
    limit: int = MAX_FILE_BYTES,
    pause: float = 0.0,
) -> Picture:
    """Draw a request, shrinking tiles until it is within ``limit`` bytes.

    ``pause``: seconds after each frame of an animation left to other threads.
    """
    if isinstance(request, requests.PastTurn):
        turn = next(islice(game_turns(request.record), request.number, None))
        game, scores = turn.game, paid_scores(turn.events) if request.animated else ()
        request = requests.Turn(legend=request.legend, animated=scores)
    if isinstance(request, requests.Turn) and request.animated and game is not None:
        view, _arrange = _view(request, game, players)
        moving = animate_scores(game, view, request.animated, pause)
        if len(moving.data) <= MAX_ANIMATION_BYTES:
            return moving
    dots_per_inch = DOTS_PER_INCH if isinstance(request, requests.PrintedPoster) else None
    picture = Picture(b"", 0, 0)
    for scene in _scenes(request, game, players):
        picture = picture_of_scene(scene, dots_per_inch)
        if len(picture.data) <= limit:
            break
    return picture


def picture_of_scene(scene: Scene, dots_per_inch: int | None = None) -> Picture:
    return Picture(encode_png(paint(scene), dots_per_inch), scene.width, scene.height)


def _scenes(request: Request, game: Game | None, players: Players) -> Iterable[Scene]:
    match request:
        case requests.Bars(series, rows):
            return (bars_scene(series, rows),)
        case requests.Ranking(ranked):
            return (ranking_scene(ranked),)
        case requests.Sample(file, number, window):
            turn = next(islice(game_turns(shipped_file(file)), number, None))
            return (
                sample_scene(turn.game, replace(closed_view(turn.game, players), window=window)),
            )
        case requests.Comparisons(record, compared):
            last = max(line for line, _played, _better in compared)
            games = [moment.game for moment in islice(moments(record), last + 1)]
            pairs = [(games[line], played, better) for line, played, better in compared]
            return (comparisons_scene(pairs, players),)
    if game is None:
        raise TypeError(f"a picture of kind {request.kind} is about a game")
    match request:
        case requests.Suggestions(suggestions):
            return (suggestions_scene(game, suggestions, players),)
        case requests.MoveSketches():
            return (options_scene(game, players),)
        case requests.Hand():
            return (hand_scene(game),)
        case requests.PointsChart():
            return (chart_scene(game, players),)
        case requests.TileKinds(groups):
            return kinds_scenes(game.book, groups)
        case requests.PrintedPoster():
            return poster_scenes(game, players, request, PRINT_WIDTH_PIXELS)
        case requests.Poster():
            return poster_scenes(game, players, request, POST_WIDTH_PIXELS)
    view, arrange = _view(request, game, players)
    return (arrange(game, smaller) for smaller in with_shrinking_tiles(view))


def _view(request: Request, game: Game, players: Players) -> tuple[View, Arrange]:
    """A game's view, and the function that arranges it."""
    match request:
        case requests.Turn(since, legend, _animated, others):
            view = turn_view(game, players, since=since, legend=legend, others=others)
            return view, turn_scene
        case requests.Position():
            return position_view(game, players), turn_scene
        case requests.Preview():
            return preview_view(game, players), preview_scene
        case requests.Path(cells, rows):
            highest = max_aspect_above_buttons(rows)
            return path_view(game, cells, players), partial(bare_board_scene, highest=highest)
        case requests.BoardRequest():
            return board_view(request, game, players), board_scene
    raise TypeError(f"no picture of kind {request.kind}")


def board_view(request: requests.BoardRequest, game: Game, players: Players) -> View:
    match request:
        case requests.Board(aided):
            return owners_view(game, players, aided=aided)
        case requests.ClosedBoard():
            return closed_view(game, players)
        case requests.CellsAround(cell):
            return cell_view(game, cell, players)
        case requests.SeatAreas(seat):
            return seat_view(game, seat, players)
        case requests.DeadGaps():
            return dead_gaps_view(game, players)
        case requests.Plan():
            return plan_view(game, request, players)
        case requests.News(since):
            return news_view(game, since, players)
        case requests.ScoredFeature(event):
            return scored_feature_view(game.story[event], players)
        case requests.SelectableCells():
            return cells_view(game, players)
        case _:
            return whole_view(game, players)
