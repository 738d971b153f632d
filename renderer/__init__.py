"""Pictures of a game: what is on the table as PNG bytes; knows no Discord and no storage.

``players`` say what the seats are called and which colour each has (a hue and a shape).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from renderer.animation import animation
from renderer.brushes import tile_with
from renderer.choice_pictures import cells_view, options_scene, path_view, preview_view
from renderer.layout import UPRIGHT, board_scene, hand_scene, preview_scene, table_scene
from renderer.paint import paint
from renderer.players import COLOURS, NOBODY, Players
from renderer.png_encoder import png
from renderer.points_chart import chart_scene
from renderer.proposals import Slip, Way, compared_scene, proposals_scene
from renderer.scene import Scene
from renderer.tile_counts import Group, kinds_scenes
from renderer.turn_layout import turn_scene
from renderer.view import View, ever_smaller, near, of_turn, whole
from rules.game import Game
from rules.geometry import Cell
from rules.ruleset import Rulebook

__all__ = [
    "COLOURS",
    "LIMIT",
    "Film",
    "Players",
    "Slip",
    "Still",
    "View",
    "Way",
    "board",
    "cells",
    "chart",
    "compared",
    "crop",
    "film",
    "hand",
    "options",
    "path",
    "preview",
    "proposals",
    "shown",
    "still",
    "tile_counts",
    "turn",
    "warm",
]

LIMIT: Final = 10 * 2**20
"""The bytes of a file Discord takes without boosts."""


@dataclass(frozen=True, slots=True)
class Still:
    """A PNG file and its size in pixels."""

    png: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Film:
    """An animated WebP file and its size in pixels."""

    webp: bytes
    width: int
    height: int


def board(game: Game, players: Players = NOBODY, *, limit: int = LIMIT) -> Still:
    """The whole board with both axes, where the drawn tile may go, and the score strip."""
    return shown(game, whole(game, players), limit=limit)


def crop(
    game: Game,
    players: Players = NOBODY,
    *,
    around: Cell | None = None,
    limit: int = LIMIT,
) -> Still:
    """At most seven by seven cells around one, the last that was laid if none is named."""
    return shown(game, near(game, around, players), limit=limit)


def turn(
    game: Game,
    players: Players = NOBODY,
    *,
    aided: bool = True,
    since: int | None = None,
    limit: int = LIMIT,
) -> Still:
    """One picture for a turn: the last change, where the tile in hand may go, the scores.

    ``since`` is the event of the story from which on all is new, the last turn's if none is named.
    Of the places as many are shown as there is room for, `rules.analysis.viewport` says which.
    """
    return shown(game, of_turn(game, players, aided=aided, since=since), turn_scene, limit)


def preview(
    game: Game, players: Players = NOBODY, *, highest: float = UPRIGHT, limit: int = LIMIT
) -> Still:
    """A preview of a move: the cells around the tile just laid, its segments lettered.

    The picture is at most ``highest`` times as high as wide.
    """
    arrange = partial(preview_scene, highest=highest)
    return shown(game, preview_view(game, players, highest), arrange, limit)


def options(game: Game, players: Players = NOBODY) -> Still:
    """For each move offered now of which there is one, a small picture of what it makes (F-24)."""
    return still(options_scene(game, players))


def cells(game: Game, players: Players = NOBODY, *, limit: int = LIMIT) -> Still:
    """The cells that may be chosen now, framed."""
    return shown(game, cells_view(game, players), limit=limit)


def path(
    game: Game,
    cells: Sequence[Cell],
    players: Players = NOBODY,
    *,
    highest: float = UPRIGHT,
    limit: int = LIMIT,
) -> Still:
    """A path over the board around its end, in the colour of the seat to move.

    The picture is at most ``highest`` times as high as wide.
    """
    arrange = partial(table_scene, highest=highest)
    return shown(game, path_view(game, cells, players), arrange, limit)


def proposals(game: Game, ways: Sequence[Way], players: Players = NOBODY) -> Still:
    """Ways to go on, numbered on the board around them, and what each would make below it."""
    return still(proposals_scene(game, ways, players))


def compared(slips: Sequence[Slip], players: Players = NOBODY) -> Still:
    """Move that were made, each beside what would have been better."""
    return still(compared_scene(slips, players))


def hand(game: Game) -> Still | None:
    """The drawn tile in the rotations that look different, lettered; None with none in hand."""
    scene = hand_scene(game)
    return None if scene is None else still(scene)


def tile_counts(book: Rulebook, groups: Sequence[Group], *, limit: int = LIMIT) -> Still:
    """Kinds of tiles with how many there are of each, in groups: a title, then ids and numbers."""
    return _within(limit, kinds_scenes(book, groups))


def warm(book: Rulebook, sizes: Sequence[int] = (96, 128)) -> Iterator[None]:
    """Draw every tile in every rotation ahead of time, yielding after each."""
    for size in sizes:
        for name in book.forms:
            for rotation in range(4):
                tile_with(book, name, rotation, size, ())
                yield


def chart(game: Game, players: Players = NOBODY) -> Still:
    """Point over turns by seat, and the table of points."""
    return still(chart_scene(game, players))


def film(
    games: Sequence[Game],
    players: Players = NOBODY,
    *,
    limit: int = LIMIT,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Film:
    """A game at the end of each of its turns, as an animation that ends with the table of points.

    ``progress`` is told after each frame how many are done, and of how many.
    """
    return Film(*animation(games, players, limit, progress))


def shown(
    game: Game,
    view: View,
    arrange: Callable[[Game, View], Scene] = board_scene,
    limit: int = LIMIT,
) -> Still:
    """A view of a game; its tiles get smaller until the file is within the limit."""
    return _within(limit, (arrange(game, smaller) for smaller in ever_smaller(view)))


def still(scene: Scene) -> Still:
    """A scene painted and packed."""
    return Still(png(paint(scene)), scene.width, scene.height)


def _within(limit: int, scenes: Iterable[Scene]) -> Still:
    """The first of some scenes whose file is within a limit, or the last."""
    found = Still(b"", 0, 0)
    for scene in scenes:
        found = still(scene)
        if len(found.png) <= limit:
            break
    return found
