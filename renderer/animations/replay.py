"""A whole game as an animation: one frame per turn, then the table of points."""

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from PIL import Image

from renderer.layout import board_scene, snap_tile_size
from renderer.paint import paint
from renderer.palette import INKS
from renderer.players import Players
from renderer.points_chart import chart_scene
from renderer.position_facts import points_gained
from renderer.requests import Picture
from renderer.scene import Ink
from renderer.view import View
from rules.analysis.history import recent_placements
from rules.analysis.viewport import Window
from rules.game import Game
from rules.record import moments
from rules.story import TurnBegan

TURN_MILLISECONDS: Final = 700
FINAL_TABLE_MILLISECONDS: Final = 6000
"""The milliseconds that a turn and the final table are shown."""

TABLE_SIDE_PIXELS: Final = 800
"""The approximate pixels of the longer side of the board in a frame."""

WEBP_QUALITIES: Final = (60, 40, 20, 5)
"""The WebP qualities to try in order, until the file is small enough."""


def turn_ends(record: str) -> Iterator[Game]:
    """The game at the start and after every turn. Raise RecordError as `moments` does."""
    turns_shown, shown = 0, None
    for moment in moments(record):
        game = moment.game
        turns_begun = sum(isinstance(event, TurnBegan) for event in game.story)
        if turns_begun > turns_shown or game.over:
            turns_shown, shown = turns_begun, game
            yield game
    if shown is not game:
        yield game


def animate_replay(
    games: Sequence[Game],
    players: Players,
    limit: int,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Picture:
    """Draw a WebP with one frame per game and a final table of points.

    ``progress`` gets the number of finished frames and of all frames.
    """
    last = games[-1]
    window = Window.around(last.board.tiles)
    tile = snap_tile_size(min(96, TABLE_SIDE_PIXELS / max(window.columns, window.rows)))
    frames: list[Image.Image] = []
    for game in games:
        view = View(
            window,
            frames=recent_placements(game)[-1:],
            gained=points_gained(game),
            players=players,
            tile=tile,
        )
        frames.append(paint(board_scene(game, view)))
        progress(len(frames), len(games) + 1)
    frames.append(_centred_on_page(paint(chart_scene(last, players)), frames[0].size))
    data = b""
    for quality in WEBP_QUALITIES:
        data = _webp(frames, quality)
        if len(data) <= limit:
            break
    progress(len(frames), len(frames))
    return Picture(data, *frames[0].size)


def _centred_on_page(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    image = image.convert("RGB")
    image.thumbnail(size, Image.Resampling.LANCZOS)
    page = Image.new("RGB", size, INKS[Ink.TABLE])
    page.paste(image, ((size[0] - image.width) // 2, (size[1] - image.height) // 2))
    return page


def _webp(frames: Sequence[Image.Image], quality: int) -> bytes:
    out = io.BytesIO()
    frames[0].save(
        out,
        "WEBP",
        save_all=True,
        append_images=frames[1:],
        duration=[TURN_MILLISECONDS] * (len(frames) - 1) + [FINAL_TABLE_MILLISECONDS],
        quality=quality,
        method=0,
        loop=0,
    )
    return out.getvalue()
