"""Make the HTML page of a finished game on request, in a process of its own, and cache it."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from cachetools import LRUCache

from bot.cluster.shared_limits import SharedLimits
from bot.core import metrics
from bot.core.durations import Clock
from bot.core.tasks import KeyedLocks
from bot.page import PageRequest
from bot.page.process import make_page
from bot.runtime.names import NameDirectory
from bot.table.rate_limits import RequestKind
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Request
from rules.child_process import ChildFailed
from rules.opponents.review import Review

log = logging.getLogger(__name__)

MAX_QUEUED_PAGES: Final = 8
"""The most pages that are made or wait; further requests are refused."""
USUAL_PAGE_SECONDS: Final = 4.0
"""The usual seconds that making a page takes."""
PAGE_BYTES_KEPT: Final = 8 * 2**20
"""Bytes of the newest pages that are cached."""

_Key: TypeAlias = tuple[object, ...]
"""The game, its version, the names of its players, and how deeply it was reviewed."""


@dataclass(eq=False, repr=False)
class Pages:
    names: NameDirectory
    limits: SharedLimits
    clock: Clock
    _one: asyncio.Semaphore = field(init=False, default_factory=lambda: asyncio.Semaphore(1))
    _queued: int = field(init=False, default=0)
    _pages: LRUCache[_Key, bytes] = field(
        init=False, default_factory=lambda: LRUCache(PAGE_BYTES_KEPT, getsizeof=len)
    )
    _locks: KeyedLocks[_Key] = field(init=False, default_factory=KeyedLocks)

    @metrics.timed("page")
    async def page(self, request: Request, loaded: LoadedTable, review: Review | None) -> bytes:
        """A page with any review.

        Raise Refusal if the user's limit or the queue is full, or there is no page.
        """
        names = (await self.names.of(loaded.table, request.guild)).without_clocks()
        key = (
            loaded.row.id,
            loaded.table.version,
            names.picture_names(),
            names.colours,
            review.depths if review else (),
        )
        async with self._locks[key]:
            page = self._pages.get(key)
            if page is None:
                async with self.limits.charged(RequestKind.PAGE, request.user, request.channel):
                    page = await self._make(
                        PageRequest(loaded.table.record(), names, "", review, loaded.table.ended)
                    )
                with suppress(ValueError):  # A page larger than the cache is not kept.
                    self._pages[key] = page
        return page

    async def _make(self, wanted: PageRequest) -> bytes:
        if self._queued >= MAX_QUEUED_PAGES:
            when = self.clock() + self._queued * USUAL_PAGE_SECONDS
            raise Refusal("busy-paging", when=when)
        self._queued += 1
        try:
            async with self._one:
                return await make_page(wanted)
        except ChildFailed as error:
            log.error("a page could not be made: %s", error)
            raise Refusal("no-page") from error
        finally:
            self._queued -= 1
