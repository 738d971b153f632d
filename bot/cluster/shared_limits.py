"""Limits shared by all processes: shards that connect, and costly requests by user and channel."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from bot.core.durations import Clock
from bot.table.rate_limits import RateLimits, RequestKind, refusal_of
from bot.table.refusals import Refusal
from rules.errors import RulesError
from storage import (
    Bucket,
    Database,
    IdentifySlots,
    SharedRateLimits,
    StorageError,
    StorageUnavailable,
)
from storage.rate_limits import CHANNEL, USER

log = logging.getLogger(__name__)

TOLERANCE_SECONDS: Final = 0.5
"""Seconds by which a busy machine may take a turn late without harm."""
RETRY_SECONDS: Final = 2.0
"""Seconds until a database that does not answer is asked again."""


@dataclass(eq=False, repr=False)
class IdentifyLimit:
    """Turns of this process's shards; the database gives each to one process.

    Clocks of several machines must agree to half a second.
    """

    buckets = 1
    """The shards that Discord takes at once: its ``max_concurrency``."""

    slots: IdentifySlots
    clock: Clock
    spacing: float
    """Seconds between two shards of one bucket."""
    _gap: float = field(init=False)

    def __post_init__(self) -> None:
        self._gap = self.spacing + TOLERANCE_SECONDS if self.spacing else 0.0

    async def turn(self, shard: int) -> None:
        while True:
            try:
                at = await self.slots.reserve(shard % self.buckets, self._gap)
                break
            except StorageUnavailable as error:
                log.warning("shard %d waits for its turn to connect: %s", shard, error)
                await asyncio.sleep(RETRY_SECONDS)
        pause = at - self.clock()
        if pause > 0:
            log.info("shard %d connects in %.1f s: others do first", shard, pause)
            await asyncio.sleep(pause)


@dataclass(eq=False, repr=False)
class SharedLimits:
    """LONG_LIMITS by user and channel, shared by all processes."""

    database: Database
    own: RateLimits
    """The limits of this process."""
    _rows: SharedRateLimits = field(init=False)

    def __post_init__(self) -> None:
        self._rows = SharedRateLimits(self.database)

    @asynccontextmanager
    async def charged(
        self, kind: RequestKind, user: int, channel: int | None
    ) -> AsyncIterator[None]:
        """Count a request, unless the block is refused.

        Raise Refusal with ``when``, the Unix time of the next free request, or StorageError.
        """
        self.own.take(kind, user, channel)
        try:
            if self.database.is_shared:
                await self._take_shared(kind, user, channel)
        except (Refusal, StorageError):
            self.own.give_back(kind, user, channel)
            raise
        try:
            yield
        except (Refusal, RulesError):
            self.own.give_back(kind, user, channel)
            if self.database.is_shared:
                await self._give_back_shared(kind, user, channel)
            raise

    async def delete_full(self) -> None:
        """Delete the rows of limits that are full again from the database."""
        await self._rows.delete_full()

    async def _take_shared(self, kind: RequestKind, user: int, channel: int | None) -> None:
        exhausted = await self._rows.take(kind, self._buckets(kind, user, channel))
        if exhausted is not None:
            here = exhausted.bucket.of == CHANNEL
            raise refusal_of(kind, here=here, free_at=exhausted.free_at)

    async def _give_back_shared(self, kind: RequestKind, user: int, channel: int | None) -> None:
        try:
            await self._rows.give_back(kind, self._buckets(kind, user, channel))
        except StorageError as error:
            # Go on: the user still has to read why the request was refused.
            log.info("a refused %s counts for the limit of user %s: %s", kind, user, error)

    def _buckets(self, kind: RequestKind, user: int, channel: int | None) -> list[Bucket]:
        return [
            Bucket(USER if is_user else CHANNEL, number, interval, burst)
            for (_, is_user, number), interval, burst in self.own.buckets(kind, user, channel)
        ]
