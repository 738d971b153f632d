"""Pictures and replays of messages: drawn off the event loop, cached, attached as files."""

import asyncio
import io
import time
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

import discord
from cachetools import LRUCache

from bot.core import metrics
from bot.core.tasks import KeyedLocks
from bot.table.refusals import Refusal
from bot.table.table import Table
from bot.text.emoji import without_emoji
from bot.text.i18n import _
from bot.text.message import ALT_LIMIT, Illustration, Message, truncate
from bot.text.names import Names
from renderer.animations.replay_process import render_animation
from renderer.brushes import warm_caches
from renderer.draw import draw
from renderer.players import Players
from renderer.requests import PastTurn, Turn
from rules.analysis.drafts import play_draft
from rules.game import Game
from rules.moves import Move
from rules.variants import games_by_part, rulebook

MAX_PARALLEL_PICTURES: Final = 2
MAX_PRIVATE_PICTURES: Final = 24
"""The most private pictures that are drawn or wait; further requests are refused."""
REPLAY_BYTES_KEPT: Final = 16 * 2**20
"""Bytes of the newest animations that are cached."""
WARM_UP_PAUSE_SECONDS: Final = 0.02
"""Seconds between two tiles of the warm-up, left to the players."""
FRAME_PAUSE_SECONDS: Final = 0.01
"""Seconds after each frame of an animated score, left to other pictures and posts."""
PICTURE_BYTES_KEPT: Final = 16 * 2**20
"""Bytes of the newest pictures that are cached."""
FILE_LIMIT: Final = 8 * 2**20
"""Bytes of a file that every server takes."""

_Key: TypeAlias = tuple[object, ...]
"""The values that a picture or replay depends on."""
Charge: TypeAlias = Callable[[], None]
"""Take a picture from a user's limit. Raise Refusal if the limit is reached."""


@dataclass(eq=False, repr=False)
class Rendering:
    """Draw in threads; requests for the same picture share one."""

    _picture_slots: asyncio.Semaphore = field(
        init=False, default_factory=lambda: asyncio.Semaphore(MAX_PARALLEL_PICTURES)
    )
    # A still picture never waits for an animated score.
    _animation_slot: asyncio.Semaphore = field(
        init=False, default_factory=lambda: asyncio.Semaphore(1)
    )
    _private_slot: asyncio.Semaphore = field(
        init=False, default_factory=lambda: asyncio.Semaphore(1)
    )
    _queued_private: int = field(init=False, default=0)
    _replay_slot: asyncio.Semaphore = field(
        init=False, default_factory=lambda: asyncio.Semaphore(1)
    )
    _queued_replays: int = field(init=False, default=0)
    _pictures: LRUCache[_Key, bytes] = field(
        init=False, default_factory=lambda: LRUCache(PICTURE_BYTES_KEPT, getsizeof=len)
    )
    _replays: LRUCache[_Key, bytes] = field(
        init=False, default_factory=lambda: LRUCache(REPLAY_BYTES_KEPT, getsizeof=len)
    )
    # Held while a picture or replay is made, so that it is made only once.
    _locks: KeyedLocks[_Key] = field(init=False, default_factory=KeyedLocks)

    @property
    def cached_count(self) -> int:
        return len(self._pictures)

    @property
    def cached_bytes(self) -> int:
        return int(self._pictures.currsize + self._replays.currsize)

    @property
    def queued_replays(self) -> int:
        return self._queued_replays

    def forget(self, user: int | None) -> None:
        """Drop all pictures: any may name a forgotten user."""
        self._pictures.clear()
        self._replays.clear()

    @metrics.timed("picture")
    async def picture(
        self,
        wanted: Illustration,
        game: Game | None,
        names: Names,
        moment: Hashable,
        limit: int,
        charge: Charge | None = None,
    ) -> bytes:
        """The PNG, or WebP if animated.

        ``charge`` is called before drawing for a private answer; None draws for a post. Raise
        Refusal if the user's limit is reached or the queue of private pictures is full.
        """
        if wanted.players is not None:
            names = replace(names, players=wanted.players, open_seats=frozenset())
        players = _players(names)
        key = (moment, wanted.position, wanted.request, players, limit)
        # Posts and private views use different locks, so that a post never waits for a private
        # picture.
        async with self._locks[key, charge is None]:
            png = self._pictures.get(key)
            if png is None:
                if charge is None:
                    png = await self._draw_picture(wanted, game, players, limit)
                else:
                    charge()
                    png = await self._draw_private(wanted, game, players, limit)
                self._pictures[key] = png
        return png

    async def _draw_private(
        self, wanted: Illustration, game: Game | None, players: Players, limit: int
    ) -> bytes:
        if self._queued_private >= MAX_PRIVATE_PICTURES:
            raise Refusal("busy-drawing")
        self._queued_private += 1
        try:
            async with self._private_slot:
                return await self._draw_picture(wanted, game, players, limit)
        finally:
            self._queued_private -= 1

    async def _draw_picture(
        self, wanted: Illustration, game: Game | None, players: Players, limit: int
    ) -> bytes:
        request = wanted.request
        is_animated = isinstance(request, Turn | PastTurn) and bool(request.animated)
        async with self._animation_slot if is_animated else self._picture_slots:
            picture = await asyncio.to_thread(
                draw, request, game, players, limit=limit, pause=FRAME_PAUSE_SECONDS
            )
            return picture.data

    @metrics.timed("replay")
    async def replay(
        self,
        record: str,
        names: Names,
        limit: int,
        progress: Callable[[int, int], None],
        charge: Callable[[], Awaitable[None]],
    ) -> bytes:
        """The animated WebP of a record; ``progress`` gets frames drawn and to draw.

        ``charge`` is called before drawing, and may raise Refusal.
        """
        key = (record, _players(names), limit)
        async with self._locks[key]:
            replay = self._replays.get(key)
            if replay is None:
                await charge()
                replay = await self._draw_replay(record, names, limit, progress)
                with suppress(ValueError):  # A replay larger than the cache is not kept.
                    self._replays[key] = replay
        return replay

    async def _draw_replay(
        self, record: str, names: Names, limit: int, progress: Callable[[int, int], None]
    ) -> bytes:
        self._queued_replays += 1
        try:
            async with self._replay_slot:
                return await render_animation(record, _players(names), limit, progress)
        finally:
            self._queued_replays -= 1


def warm_up() -> None:
    """Slowly draw every tile once, so that the first pictures need not wait."""
    for name in games_by_part():
        for _tile in warm_caches(rulebook(name)):
            time.sleep(WARM_UP_PAUSE_SECONDS)


def _players(names: Names) -> Players:
    unnamed = _("Player {number}", number="{number}")
    return Players.of(
        names.names_beside_levels(), names.colours, unnamed, names.levels(), names.picture_names()
    )


WEBP_START: Final = b"RIFF"
"""The first bytes of a WebP file."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file: name, bytes, and description in words."""

    name: str
    data: bytes
    alt: str

    def file(self) -> discord.File:
        """A file for one sending, which reads it to its end."""
        return discord.File(io.BytesIO(self.data), filename=self.name, description=self.alt)


def _attachment(picture: Illustration, data: bytes, table: Table) -> Attachment:
    ending = "webp" if data.startswith(WEBP_START) else "png"
    name = f"{picture.request.kind}-{table.version}.{ending}"
    return Attachment(name, data, truncate(without_emoji(picture.alt), ALT_LIMIT))


@dataclass(eq=False, repr=False)
class Attachments:
    rendering: Rendering

    async def of(
        self,
        message: Message,
        game: int,
        table: Table,
        names: Names,
        draft: Sequence[Move] = (),
        charge: Charge | None = None,
        position: Game | None = None,
    ) -> tuple[Attachment, ...]:
        """Pictures of the table as it stands, or as a draft would leave it.

        ``position``: an earlier one of the game. ``charge``, and the Refusals that are raised, are
        those of `Rendering.picture`.
        """
        if table.game is None:
            return ()
        before = table.game if position is None else position
        shown = play_draft(before, draft) if draft else before
        # The story's length identifies an earlier position.
        moment = (game, table.version, len(before.story), tuple(draft))
        attachments = []
        for picture in message.pictures:
            data = await self.rendering.picture(picture, shown, names, moment, FILE_LIMIT, charge)
            attachments.append(_attachment(picture, data, table))
        return tuple(attachments)
