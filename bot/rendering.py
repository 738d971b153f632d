"""Pictures off the event loop: a few at a time, each game's newest kept for whoever asks again."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import renderer
from bot.presenters.post import Shot
from rules.game import Game

AT_ONCE: Final = 2
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
