"""The IDENTIFY limit: processes with one token take turns to connect their shards."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from storage import IdentifySlots, StorageUnavailable

log = logging.getLogger(__name__)

TOLERANCE_SECONDS: Final = 0.5
"""Seconds by which a busy machine may take a turn late without harm."""
RETRY_SECONDS: Final = 2.0
"""Seconds until a database that does not answer is asked again."""


class IdentifyLimit:
    """The turns of this process's shards; the database gives each turn to one process only.

    The clocks of several machines have to agree to half a second.
    """

    buckets = 1
    """The shards that Discord takes at once: its ``max_concurrency``."""

    def __init__(self, slots: IdentifySlots, clock: Callable[[], float], spacing: float) -> None:
        """``clock`` gives the present in Unix seconds, like the database's.

        ``spacing`` is the number of seconds between two shards of one bucket.
        """
        self._slots = slots
        self._clock = clock
        self._gap = spacing + TOLERANCE_SECONDS if spacing else 0.0

    async def turn(self, shard: int) -> None:
        """Wait for the turn of a shard."""
        while True:
            try:
                at = await self._slots.reserve(shard % self.buckets, self._gap)
                break
            except StorageUnavailable as error:
                log.warning("shard %d waits for its turn to connect: %s", shard, error)
                await asyncio.sleep(RETRY_SECONDS)
        pause = at - self._clock()
        if pause > 0:
            log.info("shard %d connects in %.1f s: others do first", shard, pause)
            await asyncio.sleep(pause)
