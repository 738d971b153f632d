"""Long rate limits, counted together by all processes on one database.

A single process counts in memory only. One of several processes counts in memory first, so that it
refuses a flood without a look into the database, and then in the database.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.table.rate_limits import RateLimits, RequestKind, refusal_of
from bot.table.refusals import Refusal
from rules.errors import RulesError
from storage import Bucket, Database, SharedRateLimits, StorageError
from storage.rate_limits import CHANNEL, USER

log = logging.getLogger(__name__)


class SharedLimits:
    """The limits of LONG_LIMITS by user and by channel, the same in all processes."""

    def __init__(self, database: Database, own: RateLimits) -> None:
        """``own`` are the limits of this process."""
        self._own = own
        self._rows = SharedRateLimits(database)
        self._is_shared = database.is_shared

    @asynccontextmanager
    async def charged(
        self, kind: RequestKind, user: int, channel: int | None
    ) -> AsyncIterator[None]:
        """Count a request, and stop counting it if the body of the block is refused.

        Raise Refusal with ``when``, the Unix time of the next free request, or StorageError.
        """
        self._own.take(kind, user, channel)
        try:
            if self._is_shared:
                await self._take_shared(kind, user, channel)
        except (Refusal, StorageError):
            self._own.give_back(kind, user, channel)
            raise
        try:
            yield
        except (Refusal, RulesError):
            self._own.give_back(kind, user, channel)
            if self._is_shared:
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
            for (_, is_user, number), interval, burst in self._own.buckets(kind, user, channel)
        ]
