"""Connections to a server, each with what this program relies on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import asyncpg

from storage.postgres.refusals import is_away

T = TypeVar("T")
PATIENCE: Final = 12.0
"""Seconds for which a server that is away is asked again: it may only be starting anew."""
PAUSE: Final = 0.2
SECONDS: Final = 30.0
"""How long one statement may take."""
SETTINGS: Final = {
    "application_name": "carcassonne",
    # Planning some of the statements anew costs more than running them.
    "jit": "off",
    # Who has died in the middle of a write must not hold its game for ever.
    "idle_in_transaction_session_timeout": "60s",
    "lock_timeout": "20s",
}


async def connect(
    address: str, *, seconds: float | None = SECONDS, **settings: str
) -> asyncpg.Connection:
    """One connection, by itself; `seconds` is how long a statement may take, None for ever."""
    return await asyncpg.connect(
        address,
        server_settings={**SETTINGS, **settings},
        timeout=10.0,
        command_timeout=seconds,
    )


async def pool(address: str, size: int, synchronous: str) -> asyncpg.Pool:
    """Connections for so many who write and read at once; they are made as they are needed."""
    return await asyncpg.create_pool(
        address,
        min_size=0,  # else it makes connections by itself, and says so loudly where it cannot
        max_size=size,
        server_settings={**SETTINGS, "synchronous_commit": synchronous},
        timeout=10.0,
        command_timeout=SECONDS,
        max_inactive_connection_lifetime=300.0,
        reset=_as_it_is,
    )


async def _as_it_is(connection: object) -> None:
    """Nothing: no write leaves anything behind, and a reset would be one more round trip."""


async def patiently(work: Callable[[], Awaitable[T]]) -> T:
    """What `work` gives, done again while the server is away; not for longer than PATIENCE."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return await work()
        except Exception as error:
            if not is_away(error) or time.monotonic() > until:
                raise
        await asyncio.sleep(PAUSE)
