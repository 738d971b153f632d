"""Retry the steps of a start while the database is out of reach."""

import logging
from collections.abc import Awaitable, Callable
from itertools import chain, repeat
from typing import Final

from bot.core.durations import Sleep
from storage import StorageUnavailable

log = logging.getLogger(__name__)

START_RETRY_SECONDS: Final = (5.0, 15.0, 60.0, 300.0, 900.0)
"""The pauses before work is tried again; the last one repeats for ever."""


async def retry_until_reachable(work: Callable[[], Awaitable[object]], sleep: Sleep) -> None:
    """Run a step of the start, retried while the database is out of reach."""
    for pause in chain(START_RETRY_SECONDS, repeat(START_RETRY_SECONDS[-1])):
        try:
            await work()
        except StorageUnavailable as error:
            log.warning("the start waits for the database: %s", error)
            await sleep(pause)
        else:
            return
