"""Animate the scores of a turn, once: tiles light up, and figures walk home to the score strip."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from renderer.animations.webp_encoder import TimedImage, encode_webp_animation
from renderer.board_block import pieces_by_cell
from renderer.brushes import corner_inside, figure_with_mask
from renderer.paint import paint
from renderer.players import Colour
from renderer.requests import Picture
from renderer.scene import Badge, Icon, PieceOn, Scene, TileAt
from renderer.score_strip import icon_role
from renderer.turn_layout import arranged_scene, arrangement
from renderer.view import Unsettled, View
from rules.analysis.history import spent_pieces
from rules.analysis.tile_shares import TileShare, tile_shares
from rules.game import Game
from rules.geometry import Spot, cell_of
from rules.pieces import Piece
from rules.scoring import total_points
from rules.story import Scored, totals

STILL_MILLISECONDS: Final = 80
"""The time of the first frame, which clients that do not animate show alone."""
BEFORE_MILLISECONDS: Final = 350
"""The time for which the board stands as it was before the score."""
STEP_MILLISECONDS: Final = 160
MIN_LIGHT_MILLISECONDS: Final = 450
MAX_LIGHT_MILLISECONDS: Final = 1000
"""The usual time of a lit tile, and the least and most of all of them."""
MAX_LIGHT_STEPS: Final = 14
"""The most frames in which tiles light up; on a larger feature several do at a time."""
LIT_MILLISECONDS: Final = 300
"""The time for which all tiles are lit before the figures leave."""
HOMEWARD_STEPS: Final = 7
COUNT_STEPS: Final = 6
MOTION_MILLISECONDS: Final = 70
"""The frames of the way home and of the counting, and the time of each."""
LAST_MILLISECONDS: Final = 100
"""The time of the last frame, which stays."""

NO_TILE: Final = TileShare(0, (), 0)
"""The share that stands for a score without tiles."""


@dataclass(frozen=True, slots=True)
class ScoringFrame:
    """A frame's view and time, and the part of the way home that figures have walked.

    Without a ``way`` no figure walks.
    """

    view: View
    milliseconds: int
    way: float | None = None


def scoring_frames(game: Game, view: View, scored: Sequence[Scored]) -> Iterator[ScoringFrame]:
    """``view`` is that of the turn's still picture."""
    pieces = departed(game, scored)
    home = tuple(piece for piece in pieces if piece not in _spent(game, scored))
    gains = totals(scored, game.seats)
    before = tuple(max(0, shown - gain) for shown, gain in zip(view.gained, gains, strict=True))
    yield ScoringFrame(view, STILL_MILLISECONDS)
    standing = Unsettled(pieces, home, gains)
    yield ScoringFrame(replace(view, gained=before, unsettled=standing), BEFORE_MILLISECONDS)
    lit = view
    steps = list(_lit_views(game, view, scored))
    numbers = _spread(len(steps), MAX_LIGHT_STEPS)
    time = STEP_MILLISECONDS * len(numbers)
    time = min(MAX_LIGHT_MILLISECONDS, max(MIN_LIGHT_MILLISECONDS, time))
    for number in numbers:
        lit, points = steps[number]
        shown = tuple(map(sum, zip(before, points, strict=True)))
        lit = replace(lit, gained=shown, unsettled=standing)
        yield ScoringFrame(lit, time // len(numbers))
    # Where nobody goes home, the lit tiles stay instead.
    rest = 0 if home else HOMEWARD_STEPS * MOTION_MILLISECONDS
    yield ScoringFrame(lit, LIT_MILLISECONDS + rest)
    if home:
        walking = replace(lit, unsettled=replace(standing, standing=()))
        for step in range(HOMEWARD_STEPS):
            yield ScoringFrame(walking, MOTION_MILLISECONDS, (step + 1) / (HOMEWARD_STEPS + 1))
    for step in range(1, COUNT_STEPS + 1):
        left = tuple(gain - gain * step // COUNT_STEPS for gain in gains)
        yield ScoringFrame(replace(lit, unsettled=Unsettled(points=left)), MOTION_MILLISECONDS)
    yield ScoringFrame(view, LAST_MILLISECONDS)


def departed(game: Game, scored: Sequence[Scored]) -> tuple[Piece, ...]:
    """Pieces that scores took off the board, and that are not back on it."""
    there = set(game.board.pieces())
    left = dict.fromkeys(piece for event in scored for piece in event.pieces)
    return tuple(piece for piece in left if piece not in there)


def _spent(game: Game, scored: Sequence[Scored]) -> set[Piece]:
    """Pieces that leave the game instead of going home."""
    return {piece for event in scored for piece in spent_pieces(game, event)}


def _lit_views(
    game: Game, view: View, scored: Sequence[Scored]
) -> Iterator[tuple[View, tuple[int, ...]]]:
    """The view after each lit tile, and the seats' points so far.

    A score without tiles is counted at once.
    """
    tints: dict[Spot, tuple[int, ...]] = {}
    counts: dict[Spot, int] = {}
    got = [0] * game.seats
    for event in scored:
        counted, whole, before = 0, total_points(event.terms), tuple(got)
        seats = tuple(seat for seat, _points in event.points)
        for share in tile_shares(game.board, event, game.placed) or (NO_TILE,):
            tints.update(dict.fromkeys(share.spots, seats))
            if share.points:
                spot = next(iter(share.spots), share.cell)
                counts[spot] = counts.get(spot, 0) + share.points
            counted += share.points
            for seat, points in event.points:
                is_whole = share is NO_TILE or not whole
                got[seat] = before[seat] + (points if is_whole else points * counted // whole)
            labels = {spot: f"{points:+}" for spot, points in counts.items()}
            lit = replace(view, tints=dict(tints), zone_labels={**view.zone_labels, **labels})
            yield lit, tuple(got)


def _spread(number: int, most: int) -> list[int]:
    """Spread up to ``most`` of the first numbers evenly, the last always included."""
    steps = min(number, most)
    return [number * (step + 1) // steps - 1 for step in range(steps)]


MAX_ANIMATION_BYTES: Final = 3 * 2**19
"""The most bytes of an animated score."""


@dataclass(frozen=True, slots=True)
class WalkingFigure:
    """A seat's piece anywhere in a picture, by its middle."""

    x: int
    y: int
    size: int
    colour: Colour
    role: str


def animate_scores(game: Game, view: View, scored: Sequence[Scored], pause: float) -> Picture:
    """Draw the WebP of a turn's scores; ``view`` is that of its still picture.

    ``pause``: seconds after each frame left to other threads.
    """
    frames = list(scoring_frames(game, view, scored))
    sizes = arrangement(game, view)
    still, standing = (arranged_scene(game, frame.view, sizes) for frame in frames[:2])
    walkers = list(figures_going_home(game, frames[1].view, standing, still))
    painted: dict[int, Image.Image] = {}
    images = []
    for frame in frames:
        # Several frames share one view.
        if id(frame.view) not in painted:
            painted[id(frame.view)] = paint(arranged_scene(game, frame.view, sizes))
        image = painted[id(frame.view)]
        figures = tuple(figures_on_way(walkers, frame.way))
        images.append(TimedImage(_with_figures(game, image, figures), frame.milliseconds))
        time.sleep(pause)
    return Picture(encode_webp_animation(images, pause), still.width, still.height)


def _with_figures(game: Game, image: Image.Image, figures: Sequence[WalkingFigure]) -> Image.Image:
    if not figures:
        return image
    image = image.copy()
    for figure in figures:
        sprite, outline = figure_with_mask(game.book, figure.colour, figure.role, figure.size)
        image.paste(sprite, corner_inside(image.size, sprite.size, figure.x, figure.y), outline)
    return image


def figures_on_way(
    walkers: Sequence[tuple[WalkingFigure, WalkingFigure]], way: float | None
) -> Iterator[WalkingFigure]:
    """The figures after a part of their way, slow at both ends; none without a way."""
    if way is not None:
        part = way * way * (3 - 2 * way)
        for start, end in walkers:
            x, y = (round(a + (b - a) * part) for a, b in ((start.x, end.x), (start.y, end.y)))
            yield replace(start, x=x, y=y)


def figures_going_home(
    game: Game, view: View, standing: Scene, still: Scene
) -> Iterator[tuple[WalkingFigure, WalkingFigure]]:
    """Each visible figure that goes home: where it stands, and where it arrives."""
    tiles = {item.cell: item for item in standing.items if isinstance(item, TileAt)}
    by_cell = pieces_by_cell(game, view)
    for piece in view.unsettled.away:
        cell = cell_of(piece.spot)
        if cell in tiles:
            start = _figure(piece, tiles[cell], by_cell[cell])
            x, y = _home(game, piece, start, still)
            yield start, replace(start, x=x, y=y)


def _figure(piece: Piece, tile: TileAt, pieces: Sequence[Piece]) -> WalkingFigure:
    drawn = [thing for thing in tile.on if isinstance(thing, PieceOn)]
    on = drawn[pieces.index(piece)]
    return WalkingFigure(tile.x + on.x, tile.y + on.y, tile.size, on.colour, on.role)


def _home(game: Game, piece: Piece, figure: WalkingFigure, still: Scene) -> tuple[int, int]:
    """The middle of the piece's icon on its seat's card, or of the seat's emblem."""
    role = icon_role(game, piece.role.kind)
    signs = [
        item
        for item in still.items
        if isinstance(item, Icon | Badge) and item.colour == figure.colour
    ]
    icons = (item for item in signs if isinstance(item, Icon) and item.role == role)
    sign = next(icons, signs[0])
    return sign.x + sign.size // 2, sign.y + sign.size // 2
