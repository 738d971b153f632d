"""Long rate limits, counted together by all processes on one database.

A single process counts in memory only. One of several processes counts in memory first, so that it
refuses a flood without a look into the database, and then in the database.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.table.rate_limits import RateLimits, RequestKind, refusal_of
from bot.table.refusals import Refusal
from rules.errors import RulesError
from storage import Bucket, Database, SharedRateLimits, StorageError
from storage.rate_limits import CHANNEL, USER

log = logging.getLogger(__name__)


@dataclass(eq=False, repr=False)
class SharedLimits:
    """The limits of LONG_LIMITS by user and by channel, the same in all processes."""

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
        """Count a request, and stop counting it if the body of the block is refused.

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
