"""One write: a transaction, retried after a conflict or while the server is unreachable.

If the connection is lost during a commit, the write's token tells whether it was kept. So each
write happens exactly once, whatever becomes of connection and server.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TypeVar

import asyncpg

from storage.database import Work
from storage.errors import DatabaseUnreachable
from storage.postgres.connections import (
    CONNECTION_RETRY_SECONDS,
    RETRY_FOR_SECONDS,
    retry_while_unreachable,
)
from storage.postgres.error_mapping import (
    CLIENT_ERRORS,
    is_conflict,
    is_unreachable,
    storage_error,
)
from storage.postgres.statements import postgres_statement
from storage.postgres.write_tokens import Connection, WriteToken, WriteTokens
from storage.records import Row
from storage.texts import require_storable

T = TypeVar("T")
MAX_CONFLICTS: Final = 8
"""The number of times that a write is tried again because of concurrent writes."""


class CommitUnknown(Exception):
    """The connection was lost during a commit."""

    def __init__(self, token: WriteToken, outcome: object) -> None:
        super().__init__(token)
        self.token = token
        self.outcome = outcome


async def write(pool: asyncpg.Pool, tokens: WriteTokens, work: Work[T], subject: str) -> T:
    deadline, conflicts = time.monotonic() + RETRY_FOR_SECONDS, 0
    while True:
        try:
            return await _write_once(pool, tokens, work)
        except CommitUnknown as unknown:
            try:
                if await _was_kept(pool, tokens, unknown, subject):
                    return unknown.outcome  # type: ignore[return-value]  # what `work` returned
            finally:
                tokens.give_back(unknown.token)
        except CLIENT_ERRORS as error:
            conflicts += is_conflict(error)
            is_retried = is_conflict(error) and conflicts <= MAX_CONFLICTS
            if not is_retried and not (is_unreachable(error) and time.monotonic() < deadline):
                raise storage_error(error, subject) from error
        await asyncio.sleep(CONNECTION_RETRY_SECONDS if not conflicts else 0.0)


async def _write_once(pool: asyncpg.Pool, tokens: WriteTokens, work: Work[T]) -> T:
    async with pool.acquire() as connection:

        async def execute(sql: str, parameters: Sequence[object] = (), /) -> list[Row]:
            require_storable(parameters)
            rows = await connection.fetch(postgres_statement(sql), *parameters)
            return [tuple(row) for row in rows]

        token = tokens.take()
        try:
            await connection.execute("BEGIN")
            outcome = await work(execute)
            await tokens.store(connection, token)
        except BaseException:
            tokens.give_back(token)
            await _roll_back(connection)
            raise
        try:
            await connection.execute("COMMIT")
        except BaseException as error:
            _terminate(connection)
            if is_unreachable(error):
                raise CommitUnknown(token, outcome) from error
            tokens.give_back(token)
            raise
        tokens.give_back(token)
        return outcome


async def _roll_back(connection: Connection) -> None:
    """End a transaction, or the connection if that fails."""
    try:
        await connection.execute("ROLLBACK")
    except BaseException:
        _terminate(connection)


def _terminate(connection: Connection) -> None:
    """End a connection; one already lost is back in the pool, and raises."""
    with suppress(asyncpg.InterfaceError):
        connection.terminate()


async def _was_kept(
    pool: asyncpg.Pool, tokens: WriteTokens, unknown: CommitUnknown, subject: str
) -> bool:
    """True if a commit without an answer was kept."""
    try:
        return await retry_while_unreachable(lambda: tokens.is_stored(pool, unknown.token))
    except CLIENT_ERRORS as error:
        raise DatabaseUnreachable(
            f"{subject}: whether it was written is not known, as the server is away;"
            f" {DatabaseUnreachable.remedy}"
        ) from error
