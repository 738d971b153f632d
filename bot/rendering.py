"""Pictures off the event loop: a few at a time, each game's newest kept for whoever asks again."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import renderer
from bot.presenters.post import Shot
from renderer.sprites import warm
from rules.game import Game
from rules.variants import GAMES, rulebook

AT_ONCE: Final = 2
TILE: Final = 128
"""The size of tiles in the picture of a turn."""
BREATH: Final = 0.02
"""Seconds between two tiles of the warm-up, left to who is playing."""
KEPT: Final = 64


class Rendering:
    """Makes pictures in threads; two commands that want the same picture share one."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()

    async def picture(
        self, shot: Shot, game: Game, names: Sequence[str], key: tuple[object, ...], limit: int
    ) -> bytes:
        """The PNG of a game at a moment; ``key`` stands for the moment."""
        known = (*key, shot, tuple(names), limit)
        if known not in self._kept:
            async with self._free:
                if known not in self._kept:
                    png = await asyncio.to_thread(_draw, shot, game, names, limit)
                    self._kept[known] = png
        self._kept.move_to_end(known)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[known]


def warm_up() -> None:
    """Draws every tile once, a little at a time, so that the first pictures do not wait for it."""
    for name in GAMES:
        tiles = [forms.tile for forms in rulebook(name).forms.values()]
        for _ in warm(tiles, TILE):
            time.sleep(BREATH)


def _draw(shot: Shot, game: Game, names: Sequence[str], limit: int) -> bytes:
    match shot:
        case Shot.TURN:
            return renderer.turn(game, names=names, limit=limit).png
        case Shot.BOARD:
            return renderer.board(game, names=names, limit=limit).png
        case Shot.CROP:
            return renderer.crop(game, names=names, limit=limit).png
        case Shot.LAID:
            return renderer.placed(game).png
