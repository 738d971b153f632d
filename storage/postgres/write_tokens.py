"""Tokens that show after a lost connection whether a commit was kept.

Each write stores a token in its own transaction. The token's row belongs to one writer at a time,
so a query for it waits for a running commit.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from itertools import count
from typing import Final, TypeAlias

import asyncpg

Connection: TypeAlias = "asyncpg.Connection | asyncpg.pool.PoolConnectionProxy"
KEEP_DAYS: Final = 1
"""The days for which the tokens of a process are kept that ended without deleting them."""
# A write that changed nothing needs no token.
_STORE: Final = (
    "INSERT INTO write_tokens (program, writer, token) SELECT $1, $2, $3"
    " WHERE pg_current_xact_id_if_assigned() IS NOT NULL"
    " ON CONFLICT (program, writer) DO UPDATE SET token = excluded.token, at = now()"
)
_FIND: Final = (
    "INSERT INTO write_tokens (program, writer, token) VALUES ($1, $2, -1)"
    " ON CONFLICT (program, writer) DO UPDATE SET at = now() RETURNING token"
)


@dataclass(frozen=True, slots=True)
class WriteToken:
    """A writer's token; its number is unique in its process."""

    writer: int
    number: int


class WriteTokens:
    def __init__(self) -> None:
        self._program = uuid.uuid4().hex
        self._numbers = count()
        self._writers = count()
        self._free: list[int] = []

    def take(self) -> WriteToken:
        """Reserve a writer until `give_back`."""
        writer = self._free.pop() if self._free else next(self._writers)
        return WriteToken(writer, next(self._numbers))

    def give_back(self, token: WriteToken) -> None:
        """Free the token's writer, once the result of the write is known."""
        self._free.append(token.writer)

    async def store(self, connection: Connection, token: WriteToken) -> None:
        await connection.execute(_STORE, self._program, token.writer, token.number)

    async def is_stored(self, pool: asyncpg.Pool, token: WriteToken) -> bool:
        return bool(await pool.fetchval(_FIND, self._program, token.writer) == token.number)

    async def delete(self, pool: asyncpg.Pool) -> None:
        """Delete this process's tokens, and old ones of dead processes."""
        await pool.execute(
            "DELETE FROM write_tokens WHERE program = $1 OR at < now() - make_interval(days => $2)",
            *(self._program, KEEP_DAYS),
        )
