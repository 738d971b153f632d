"""Pictures of a game: what is on the table as PNG bytes; knows no Discord and no storage.

``names`` are what the seats are called, ``colours`` what each wears (a hue, a shape and a
letter, 0 to 4); a seat without one wears the colour of its number.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from renderer.brushes import tile_with
from renderer.choices import cells_view, preview_view, roads_scene, walk_view
from renderer.encode import png
from renderer.film import animation
from renderer.graph import chart_scene
from renderer.kinds import Group, kinds_scenes
from renderer.layout import board_scene, hand_scene, preview_scene, turn_scene
from renderer.paint import paint
from renderer.players import COLOURS, Players
from renderer.scene import Scene
from renderer.view import View, ever_smaller, near, whole
from rules.game import Game
from rules.geometry import Cell
from rules.ruleset import Rulebook

__all__ = [
    "COLOURS",
    "LIMIT",
    "Film",
    "Picture",
    "View",
    "board",
    "cells",
    "chart",
    "choose",
    "crop",
    "hand",
    "kinds",
    "picture",
    "preview",
    "replay",
    "roads",
    "shown",
    "turn",
    "walk",
    "warm",
]

LIMIT: Final = 10 * 2**20
"""The bytes of a file Discord takes without boosts."""

TURN_COLUMNS: Final = 7
TURN_ROWS: Final = 5
"""The most cells a turn shows, so that its picture is hardly higher than wide."""


@dataclass(frozen=True, slots=True)
class Picture:
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


def board(
    game: Game, *, names: Sequence[str] = (), colours: Sequence[int] = (), limit: int = LIMIT
) -> Picture:
    """The whole board with both axes, where the drawn tile may go, and the score strip."""
    return shown(game, whole(game, names, colours=colours), limit=limit)


def crop(
    game: Game,
    *,
    around: Cell | None = None,
    names: Sequence[str] = (),
    colours: Sequence[int] = (),
    limit: int = LIMIT,
) -> Picture:
    """At most seven by seven cells around one, the last that was laid if none is named."""
    return shown(game, near(game, around, names, colours=colours), limit=limit)


def turn(
    game: Game, *, names: Sequence[str] = (), colours: Sequence[int] = (), limit: int = LIMIT
) -> Picture:
    """One picture for a turn: the cells around the last change, the tile in hand, the scores."""
    view = near(game, None, names, TURN_COLUMNS, TURN_ROWS, colours=colours)
    return shown(game, view, turn_scene, limit)


def preview(
    game: Game, *, names: Sequence[str] = (), colours: Sequence[int] = (), limit: int = LIMIT
) -> Picture:
    """What a move would make: the cells around the tile just laid, its segments lettered."""
    return shown(game, preview_view(game, names, colours), preview_scene, limit)


def choose(game: Game, view: View, *, limit: int = LIMIT) -> Picture:
    """A view of the board with the tile in hand in its rotations, to choose a place for it."""
    return shown(game, view, turn_scene, limit)


def roads(game: Game, *, colours: Sequence[int] = ()) -> Picture:
    """For each way to turn a ferry now, a small picture of the road it would make."""
    return picture(roads_scene(game, Players.of((), colours)))


def cells(
    game: Game, *, names: Sequence[str] = (), colours: Sequence[int] = (), limit: int = LIMIT
) -> Picture:
    """The cells that may be chosen now, framed."""
    return shown(game, cells_view(game, Players.of(names, colours)), limit=limit)


def walk(
    game: Game,
    path: Sequence[Cell],
    *,
    names: Sequence[str] = (),
    colours: Sequence[int] = (),
    limit: int = LIMIT,
) -> Picture:
    """The Ark's way so far, drawn over the board around its end."""
    return shown(game, walk_view(game, path, Players.of(names, colours)), limit=limit)


def hand(game: Game) -> Picture | None:
    """The drawn tile in the rotations that look different, lettered; None with none in hand."""
    scene = hand_scene(game)
    return None if scene is None else picture(scene)


def kinds(book: Rulebook, groups: Sequence[Group], *, limit: int = LIMIT) -> Picture:
    """Kinds of tiles with how many there are of each, in groups: a title, then ids and numbers."""
    return _within(limit, kinds_scenes(book, groups))


def warm(book: Rulebook, sizes: Sequence[int] = (96, 128)) -> Iterator[None]:
    """Draws every tile in every rotation ahead of time, yielding after each."""
    for size in sizes:
        for name in book.forms:
            for rotation in range(4):
                tile_with(book, name, rotation, size, ())
                yield


def chart(game: Game, *, names: Sequence[str] = (), colours: Sequence[int] = ()) -> Picture:
    """Points over turns by seat, and the table of points."""
    return picture(chart_scene(game, Players.of(names, colours)))


def replay(
    games: Sequence[Game],
    *,
    names: Sequence[str] = (),
    colours: Sequence[int] = (),
    limit: int = LIMIT,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Film:
    """A game at the end of each of its turns, as an animation that ends with the table of points.

    ``progress`` is told after each frame how many are done, and of how many.
    """
    return Film(*animation(games, Players.of(names, colours), limit, progress))


def shown(
    game: Game,
    view: View,
    arrange: Callable[[Game, View], Scene] = board_scene,
    limit: int = LIMIT,
) -> Picture:
    """A view of a game; its tiles get smaller until the file is within the limit."""
    return _within(limit, (arrange(game, smaller) for smaller in ever_smaller(view)))


def picture(scene: Scene) -> Picture:
    """A scene painted and packed."""
    return Picture(png(paint(scene)), scene.width, scene.height)


def _within(limit: int, scenes: Iterable[Scene]) -> Picture:
    """The first of some scenes whose file is within a limit, or the last."""
    found = Picture(b"", 0, 0)
    for scene in scenes:
        found = picture(scene)
        if len(found.png) <= limit:
            break
    return found
