"""Private answers with charts that are about no game, drawn in a thread one after the other."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from cachetools import LRUCache

from bot.core import metrics
from bot.discord_io.buttons import NO_GAME, Payload, view_of
from bot.discord_io.rendering import Attachment
from bot.discord_io.sending import answer
from bot.interactions.call import Call
from bot.table.rate_limits import RateLimits, RequestKind
from bot.table.refusals import Refusal
from bot.text.emoji import without_emoji
from bot.text.message import ALT_LIMIT, CONTENT_LIMIT, Illustration, Message, truncate
from bot.text.names import Names
from bot.words.refusals import refusal_text
from renderer.draw import draw

MAX_QUEUED_CHARTS: Final = 24
"""The most charts that are drawn or wait; further answers have none."""
CHART_BYTES_KEPT: Final = 4 * 2**20
"""Bytes of the newest charts that are cached."""
NOBODY: Final = Names((), {})


@dataclass(eq=False, repr=False)
class ChartReplies:
    limits: RateLimits
    _charts: LRUCache[Illustration, bytes] = field(
        init=False, default_factory=lambda: LRUCache(CHART_BYTES_KEPT, getsizeof=len)
    )
    _one: asyncio.Semaphore = field(init=False, default_factory=lambda: asyncio.Semaphore(1))
    _queued: int = field(init=False, default=0)

    def forget(self, user: int | None) -> None:
        """Drop all: any may name a forgotten user."""
        self._charts.clear()

    async def answer(self, call: Call, message: Message) -> None:
        """Raise one of TRANSPORT_ERRORS.

        A user over the picture limit gets the words, and the time of the next picture.
        """
        take = partial(self.limits.take, RequestKind.PICTURE, call.user.id, call.channel_id)
        try:
            shown = [await self._attachment(chart, take) for chart in message.pictures]
        except Refusal as refusal:
            shown = []
            message = replace(message, text=f"{message.text}\n-# {refusal_text(refusal, NOBODY)}")
        text = truncate(message.text, CONTENT_LIMIT)
        await answer(call.interaction, Payload(text, view_of(message, NO_GAME)), shown)

    async def _attachment(self, chart: Illustration, take: Callable[[], None]) -> Attachment:
        png = self._charts.get(chart)
        if png is None:
            take()
            png = self._charts[chart] = await self._draw(chart)
        return Attachment(
            f"{chart.request.kind}.png", png, truncate(without_emoji(chart.alt), ALT_LIMIT)
        )

    @metrics.timed("picture")
    async def _draw(self, chart: Illustration) -> bytes:
        if self._queued >= MAX_QUEUED_CHARTS:
            raise Refusal("busy-drawing")
        self._queued += 1
        try:
            async with self._one:
                return (await asyncio.to_thread(draw, chart.request)).data
        finally:
            self._queued -= 1
