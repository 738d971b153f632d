"""Pictures off the event loop: a few at a time, each game's newest kept for whoever asks again."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final
from weakref import WeakValueDictionary

import renderer
from bot.text.i18n import _
from bot.text.message import (
    Among,
    Around,
    Counted,
    Groups,
    Illustration,
    Laid,
    Mine,
    Owners,
    Path,
    Planned,
    Shot,
    Stuck,
    Unaided,
)
from bot.text.names import Names
from renderer import view
from renderer.animation import turn_ends
from renderer.layout import UPRIGHT
from renderer.players import Players
from rules.game import Game
from rules.story import Scored
from rules.variants import by_part, rulebook

AT_ONCE: Final = 2
BREATH: Final = 0.02
"""Seconds between two tiles of the warm-up, left to who is playing."""
KEPT: Final = 64
WIDTH: Final = 332
PHONE: Final = 490
ROW: Final = 40
"""On a phone: the width of a picture, the height left beside the text, that of a row of buttons."""
LOWEST: Final = 0.36


class Rendering:
    """Makes pictures in threads; two commands that want the same picture share one."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._making: WeakValueDictionary[tuple[object, ...], asyncio.Lock] = WeakValueDictionary()

    @property
    def cached(self) -> int:
        """How many pictures are kept in memory."""
        return len(self._kept)

    async def picture(
        self, wanted: Illustration, game: Game, names: Names, moment: Hashable, limit: int
    ) -> bytes:
        """The PNG of a game at a moment."""
        known = (moment, wanted.shot, wanted.about, _players(names), limit)
        async with self._lock(known):
            if known not in self._kept:
                async with self._free:
                    png = await asyncio.to_thread(_draw, wanted, game, names, limit)
                self._kept[known] = png
            self._kept.move_to_end(known)
            png = self._kept[known]
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return png

    def _lock(self, known: tuple[object, ...]) -> asyncio.Lock:
        """Held while a picture is made, so that nobody makes it a second time beside."""
        lock = self._making.get(known)
        if lock is None:
            lock = self._making[known] = asyncio.Lock()
        return lock

    async def film(
        self, record: str, names: Names, limit: int, progress: Callable[[int, int], None]
    ) -> bytes:
        """The animated WebP of a whole record; ``progress`` is called in another thread."""
        async with self._free:
            return await asyncio.to_thread(_film, record, names, limit, progress)


def warm_up() -> None:
    """Draws every tile once, a little at a time, so that the first pictures do not wait for it."""
    for name in by_part():
        for _tile in renderer.warm(rulebook(name)):
            time.sleep(BREATH)


def _film(record: str, names: Names, limit: int, progress: Callable[[int, int], None]) -> bytes:
    games = list(turn_ends(record))
    return renderer.film(games, _players(names), limit=limit, progress=progress).webp


def _players(names: Names) -> Players:
    unnamed = _("Player {number}", number="{number}")
    return Players.of(names.all_plain(), names.colours, unnamed)


def _draw(wanted: Illustration, game: Game, names: Names, limit: int) -> bytes:
    players = _players(names)
    match wanted.shot:
        case Shot.TURN:
            aided = not isinstance(wanted.about, Unaided)
            return renderer.turn(game, players, aided=aided, limit=limit).png
        case Shot.BOARD:
            return renderer.shown(game, _view(wanted.about, game, players), limit=limit).png
        case Shot.PREVIEW:
            return renderer.preview(game, players, highest=highest(wanted.about), limit=limit).png
        case Shot.LINKS:
            return renderer.options(game, players).png
        case Shot.CELLS:
            return renderer.cells(game, players, limit=limit).png
        case Shot.PATH:
            assert isinstance(wanted.about, Path)
            return renderer.path(
                game, wanted.about.cells, players, highest=highest(wanted.about), limit=limit
            ).png
        case Shot.CHART:
            return renderer.chart(game, players).png
        case Shot.KINDS:
            assert isinstance(wanted.about, Groups)
            return renderer.kinds(game.book, wanted.about.groups, limit=limit).png


def highest(about: Hashable) -> float:
    """How high a picture may be beside its width, so that a phone shows it with its buttons."""
    rows = about.rows if isinstance(about, Among | Path) else 0
    return min(UPRIGHT, max(LOWEST, (PHONE - ROW * rows) / WIDTH))


def _view(about: Hashable, game: Game, players: Players) -> renderer.View:
    """The view of a board that a picture is about; the whole board if it is about nothing else."""
    match about:
        case Owners():
            return view.owners(game, players)
        case Mine(seat):
            return view.mine(game, seat, players)
        case Stuck():
            return view.stuck(game, players)
        case Laid(since):
            return view.laid(game, since, players)
        case Planned(cell, seat):
            return view.planned(game, cell, seat, players)
        case Around(cell):
            return view.near(game, cell, players)
        case Unaided():
            return view.whole(game, players, aided=False)
        case Counted(event):
            scored = game.story[event]
            assert isinstance(scored, Scored)
            return view.numbered(scored, players)
        case _:
            return view.whole(game, players)
