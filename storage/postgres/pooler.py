"""Refuse a pooler that switches server connections between a client's transactions.

The bot's messages, shard locks and settings belong to a connection, and would be lost.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Final

import asyncpg

from storage.errors import PoolerRefused
from storage.postgres.connections import connect, retry_while_unreachable

ROUNDS: Final = 4
"""The transactions that each of two clients begins: a pool has several connections to give."""
REFUSED_SETTINGS: Final = "unsupported startup parameter"
"""The beginning of PgBouncer's error for settings that it does not know."""

LOST_STATEMENTS: Final = (
    asyncpg.DuplicatePreparedStatementError,
    asyncpg.InvalidSQLStatementNameError,
)
"""The errors of a client that meets the prepared statements of another one, or misses its own."""


async def require_own_connections(address: str, name: str) -> None:
    """Check that each client of an address keeps a server connection for itself.

    Two clients connected at once share one only behind a pooler with transaction pooling. Raise
    PoolerRefused, or the errors of asyncpg.
    """
    if not await retry_while_unreachable(lambda: _have_own_connections(address)):
        raise PoolerRefused(f"{name}: {PoolerRefused.words}")


async def _have_own_connections(address: str) -> bool:
    seen: list[set[int]] = [set(), set()]
    try:
        async with AsyncExitStack() as opened:
            clients = []
            for _ in seen:
                clients.append(await connect(address))
                opened.push_async_callback(clients[-1].close)
            for _ in range(ROUNDS):
                for client, processes in zip(clients, seen, strict=True):
                    # Outside of a transaction, a pooler may separate the two messages of a query.
                    async with client.transaction():
                        processes.add(await client.fetchval("SELECT pg_backend_pid()"))
    except LOST_STATEMENTS:
        return False
    except asyncpg.PostgresError as error:
        if str(error).startswith(REFUSED_SETTINGS):
            return False
        raise
    first, second = seen
    return len(first) == len(second) == 1 and first != second
