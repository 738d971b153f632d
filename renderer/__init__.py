"""Pictures of a game as PNG and WebP bytes; independent of Discord and of the storage.

``players`` are the names and colours (a hue and a shape) of the seats.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from renderer.animations.replay import animate_replay
from renderer.animations.scoring import MAX_ANIMATION_BYTES, animate_scores
from renderer.brushes import tile_with
from renderer.choice_pictures import cells_view, options_scene, path_view, preview_view
from renderer.comparison_charts import Bars, RatingRow, bars_scene, ranking_scene
from renderer.layout import (
    MAX_BARE_BOARD_ASPECT,
    bare_board_scene,
    board_scene,
    hand_scene,
    preview_scene,
)
from renderer.paint import paint
from renderer.players import COLOURS, UNNAMED_PLAYERS, Players
from renderer.png_encoder import encode_png
from renderer.points_chart import chart_scene
from renderer.poster import (
    DOTS_PER_INCH,
    POST_WIDTH_PIXELS,
    PRINT_WIDTH_PIXELS,
    poster_scenes,
)
from renderer.poster_blocks import PosterHonour, PosterTexts, PosterTurn
from renderer.scene import Scene
from renderer.sprites import cached_bytes as sprite_cache_bytes
from renderer.suggestions import MoveComparison, MoveSequence, comparisons_scene, suggestions_scene
from renderer.text import drawable_name
from renderer.tile_counts import Group, kinds_scenes
from renderer.turn_layout import turn_scene
from renderer.view import (
    Legend,
    View,
    cell_view,
    position_view,
    turn_view,
    whole_view,
    with_shrinking_tiles,
)
from rules.game import Game
from rules.geometry import Cell
from rules.ruleset import Rulebook
from rules.story import Scored

__all__ = [
    "COLOURS",
    "MAX_ANIMATION_BYTES",
    "MAX_FILE_BYTES",
    "Animation",
    "Bars",
    "Legend",
    "MoveComparison",
    "MoveSequence",
    "Picture",
    "Players",
    "PosterHonour",
    "PosterTexts",
    "PosterTurn",
    "RatingRow",
    "View",
    "animated_replay",
    "bars",
    "board",
    "cells",
    "chart",
    "comparisons",
    "crop",
    "drawable_name",
    "hand",
    "options",
    "path",
    "picture_of_scene",
    "picture_of_view",
    "position",
    "poster",
    "preview",
    "printed_poster",
    "ranking",
    "scoring",
    "sprite_cache_bytes",
    "suggestions",
    "tile_counts",
    "turn",
    "warm_caches",
]

MAX_FILE_BYTES: Final = 10 * 2**20
"""The most bytes of a file that Discord accepts without boosts."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file and its size in pixels."""

    png: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Animation:
    """An animated WebP file and its size in pixels."""

    webp: bytes
    width: int
    height: int


def board(
    game: Game, players: Players = UNNAMED_PLAYERS, *, limit: int = MAX_FILE_BYTES
) -> Picture:
    """Draw the whole board with axes, the legal gaps for the drawn tile, and the score strip."""
    return picture_of_view(game, whole_view(game, players), limit=limit)


def crop(
    game: Game,
    players: Players = UNNAMED_PLAYERS,
    *,
    around: Cell | None = None,
    limit: int = MAX_FILE_BYTES,
) -> Picture:
    """Draw at most seven by seven cells around a cell, by default around the last placed tile."""
    return picture_of_view(game, cell_view(game, around, players), limit=limit)


def turn(
    game: Game,
    players: Players = UNNAMED_PLAYERS,
    *,
    since: int | None = None,
    legend: Legend | None = None,
    limit: int = MAX_FILE_BYTES,
) -> Picture:
    """Draw a turn: the last changes, the legal gaps for the tile in hand, and the scores.

    ``since`` is the index of the first new event of the story, by default the start of the last
    turn. `rules.analysis.viewport` chooses the part of the board. A ``legend`` explains the marks.
    """
    view = turn_view(game, players, since=since, legend=legend)
    return picture_of_view(game, view, turn_scene, limit)


def position(
    game: Game, players: Players = UNNAMED_PLAYERS, *, limit: int = MAX_FILE_BYTES
) -> Picture:
    """Draw a position to solve: the whole board, the tile in hand, and the scores, without aids."""
    return picture_of_view(game, position_view(game, players), turn_scene, limit)


def scoring(
    game: Game,
    scored: Sequence[Scored],
    players: Players = UNNAMED_PLAYERS,
    *,
    since: int | None = None,
    legend: Legend | None = None,
    pause: float = 0.0,
) -> Animation | None:
    """Draw the picture of `turn` as an animation of its scores, which ends as that picture.

    After each frame ``pause`` seconds are left to other threads. None if the file would be larger
    than MAX_ANIMATION_BYTES.
    """
    view = turn_view(game, players, since=since, legend=legend)
    drawn = Animation(*animate_scores(game, view, scored, pause))
    return drawn if len(drawn.webp) <= MAX_ANIMATION_BYTES else None


def preview(
    game: Game, players: Players = UNNAMED_PLAYERS, *, limit: int = MAX_FILE_BYTES
) -> Picture:
    """Draw the preview of a move: the placed tile with its letters, and the board around it."""
    return picture_of_view(game, preview_view(game, players), preview_scene, limit)


def options(game: Game, players: Players = UNNAMED_PLAYERS) -> Picture:
    """Draw a small picture of the result of each legal move that has a sketch (F-24)."""
    return picture_of_scene(options_scene(game, players))


def cells(
    game: Game, players: Players = UNNAMED_PLAYERS, *, limit: int = MAX_FILE_BYTES
) -> Picture:
    """Draw the cells that can be chosen now, framed."""
    return picture_of_view(game, cells_view(game, players), limit=limit)


def path(
    game: Game,
    cells: Sequence[Cell],
    players: Players = UNNAMED_PLAYERS,
    *,
    highest: float = MAX_BARE_BOARD_ASPECT,
    limit: int = MAX_FILE_BYTES,
) -> Picture:
    """Draw a path and the board around its end, in the colour of the seat to move.

    The picture is at most ``highest`` times as high as wide.
    """
    arrange = partial(bare_board_scene, highest=highest)
    return picture_of_view(game, path_view(game, cells, players), arrange, limit)


def suggestions(
    game: Game, suggestions: Sequence[MoveSequence], players: Players = UNNAMED_PLAYERS
) -> Picture:
    """Draw suggested moves, numbered on the board, with a picture of each result below."""
    return picture_of_scene(suggestions_scene(game, suggestions, players))


def comparisons(compared: Sequence[MoveComparison], players: Players = UNNAMED_PLAYERS) -> Picture:
    """Draw played moves, each beside a better one."""
    return picture_of_scene(comparisons_scene(compared, players))


def hand(game: Game) -> Picture | None:
    """Draw the tile in hand in its distinct rotations, with letters; None without one."""
    scene = hand_scene(game)
    return None if scene is None else picture_of_scene(scene)


def tile_counts(book: Rulebook, groups: Sequence[Group], *, limit: int = MAX_FILE_BYTES) -> Picture:
    """Draw kinds of tiles with their numbers, in groups with titles."""
    return _first_within_limit(limit, kinds_scenes(book, groups))


def warm_caches(book: Rulebook, sizes: Sequence[int] = (96, 128)) -> Iterator[None]:
    """Draw every tile in every rotation ahead of time, yielding after each tile."""
    for size in sizes:
        for name in book.forms:
            for rotation in range(4):
                tile_with(book, name, rotation, size, ())
                yield


def poster(
    game: Game,
    texts: PosterTexts,
    players: Players = UNNAMED_PLAYERS,
    *,
    limit: int = MAX_FILE_BYTES,
) -> Picture:
    """Draw the poster of a finished game for a post."""
    return _first_within_limit(limit, poster_scenes(game, players, texts, POST_WIDTH_PIXELS))


def printed_poster(
    game: Game,
    texts: PosterTexts,
    players: Players = UNNAMED_PLAYERS,
    *,
    limit: int = MAX_FILE_BYTES,
) -> Picture:
    """Draw the poster of a finished game for printing on A3, at DOTS_PER_INCH."""
    return _first_within_limit(
        limit, poster_scenes(game, players, texts, PRINT_WIDTH_PIXELS), DOTS_PER_INCH
    )


def chart(game: Game, players: Players = UNNAMED_PLAYERS) -> Picture:
    """Draw a chart of points over turns by seat, and the table of points."""
    return picture_of_scene(chart_scene(game, players))


def bars(series: Sequence[str], rows: Sequence[Bars]) -> Picture:
    """Draw rows of bars, one for each series."""
    return picture_of_scene(bars_scene(series, rows))


def ranking(rows: Sequence[RatingRow]) -> Picture:
    """Draw a ranking of numbers with their uncertainties."""
    return picture_of_scene(ranking_scene(rows))


def animated_replay(
    games: Sequence[Game],
    players: Players = UNNAMED_PLAYERS,
    *,
    limit: int = MAX_FILE_BYTES,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Animation:
    """Draw an animation of a game turn by turn, which ends with the table of points.

    ``progress`` is called after each frame with the number of finished frames and of all frames.
    """
    return Animation(*animate_replay(games, players, limit, progress))


def picture_of_view(
    game: Game,
    view: View,
    arrange: Callable[[Game, View], Scene] = board_scene,
    limit: int = MAX_FILE_BYTES,
) -> Picture:
    """Draw a view of a game, with smaller tiles until the file is within the limit."""
    return _first_within_limit(
        limit, (arrange(game, smaller) for smaller in with_shrinking_tiles(view))
    )


def picture_of_scene(scene: Scene, dots_per_inch: int | None = None) -> Picture:
    """Paint and encode a scene."""
    return Picture(encode_png(paint(scene), dots_per_inch), scene.width, scene.height)


def _first_within_limit(
    limit: int, scenes: Iterable[Scene], dots_per_inch: int | None = None
) -> Picture:
    """Draw scenes until a file is within the limit; return the last one drawn."""
    picture = Picture(b"", 0, 0)
    for scene in scenes:
        picture = picture_of_scene(scene, dots_per_inch)
        if len(picture.png) <= limit:
            break
    return picture
