"""The IDENTIFY limit: processes with one token take turns to connect their shards."""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Final

from bot.durations import Clock
from storage import IdentifySlots, StorageUnavailable

log = logging.getLogger(__name__)

TOLERANCE_SECONDS: Final = 0.5
"""Seconds by which a busy machine may take a turn late without harm."""
RETRY_SECONDS: Final = 2.0
"""Seconds until a database that does not answer is asked again."""


@dataclass(eq=False, repr=False)
class IdentifyLimit:
    """The turns of this process's shards; the database gives each turn to one process only.

    The clocks of several machines have to agree to half a second.
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
        """Wait for the turn of a shard."""
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
