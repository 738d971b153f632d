"""When a shard may tell Discord who it is: all processes with one token take turns."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from storage import IdentifySlots, OutOfReach

log = logging.getLogger(__name__)

LATE: Final = 0.5
"""Seconds by which a busy machine may take a turn late: the next is still far enough from it."""
AGAIN: Final = 2.0
"""Seconds until the database is asked again that does not answer."""


class IdentifyLimit:
    """The turns of this process's shards, of which the database gives each to one process only.

    The clocks of several machines have to agree to half a second or so.
    """

    buckets = 1
    """How many shards Discord takes at once: what it says as ``max_concurrency``."""

    def __init__(self, slots: IdentifySlots, clock: Callable[[], float], spacing: float) -> None:
        """``clock`` gives the present in Unix seconds, as that of the database.

        ``spacing`` are the seconds from one shard to the next of those in one bucket.
        """
        self._slots = slots
        self._clock = clock
        self._gap = spacing + LATE if spacing else 0.0

    async def turn(self, shard: int) -> None:
        """Waits for the turn of a shard, and no longer."""
        while True:
            try:
                at = await self._slots.reserve(shard % self.buckets, self._gap)
                break
            except OutOfReach as error:
                log.warning("shard %d waits for its turn to connect: %s", shard, error)
                await asyncio.sleep(AGAIN)
        pause = at - self._clock()
        if pause > 0:
            log.info("shard %d connects in %.1f s: others do first", shard, pause)
            await asyncio.sleep(pause)
