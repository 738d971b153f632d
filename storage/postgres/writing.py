"""One write: a transaction of its own, done again where two met or the server was away.

Whether a commit of which no answer came was kept the server is asked by the number of the
transaction: so a write is done exactly once, whatever becomes of its connection.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Final, TypeAlias, TypeVar

import asyncpg

from storage.database import Work
from storage.errors import ServerAway, StorageError
from storage.postgres.connecting import PATIENCE, PAUSE, patiently
from storage.postgres.dialect import translated
from storage.postgres.refusals import GONE, is_away, is_race, refusal
from storage.rows import Row

T = TypeVar("T")
Connection: TypeAlias = "asyncpg.Connection | asyncpg.pool.PoolConnectionProxy"
RACES: Final = 8
"""How often a write is done again because others were in its way."""
KNOWN: Final = (asyncpg.PostgresError, *GONE)


class Doubt(Exception):
    """The connection went while a commit was under way: `transaction` is its number."""

    def __init__(self, transaction: str, outcome: object) -> None:
        super().__init__(transaction)
        self.transaction = transaction
        self.outcome = outcome


async def write(pool: asyncpg.Pool, work: Work[T], subject: str) -> T:
    """See `storage.database.Database.write`."""
    until, races = time.monotonic() + PATIENCE, 0
    while True:
        try:
            return await _once(pool, work)
        except Doubt as doubt:
            if await _was_kept(pool, doubt, subject):
                return doubt.outcome  # type: ignore[return-value]  # what `work` gave
        except KNOWN as error:
            races += is_race(error)
            again = is_race(error) and races <= RACES
            if not again and not (is_away(error) and time.monotonic() < until):
                raise refusal(error, subject) from error
        await asyncio.sleep(PAUSE if not races else 0.0)


async def _once(pool: asyncpg.Pool, work: Work[T]) -> T:
    async with pool.acquire() as connection:

        async def execute(sql: str, parameters: Sequence[object] = (), /) -> list[Row]:
            return [tuple(row) for row in await connection.fetch(translated(sql), *parameters)]

        number: str | None = None
        try:
            await connection.execute("BEGIN")
            outcome = await work(execute)
            number = await connection.fetchval("SELECT pg_current_xact_id_if_assigned()::text")
        except BaseException:
            await _undo(connection)
            raise
        try:
            await connection.execute("COMMIT")
        except BaseException as error:
            connection.terminate()
            if number is None or not is_away(error):
                raise
            raise Doubt(number, outcome) from error
        return outcome


async def _undo(connection: Connection) -> None:
    """Ends a transaction that is not to be; where that fails the connection ends with it."""
    try:
        await connection.execute("ROLLBACK")
    except BaseException:
        connection.terminate()


async def _was_kept(pool: asyncpg.Pool, doubt: Doubt, subject: str) -> bool:
    """Whether a commit without an answer was one."""

    async def ask() -> str | None:
        status: str | None = await pool.fetchval(
            "SELECT pg_xact_status($1::text::xid8)", doubt.transaction
        )
        return status

    try:
        status = await patiently(ask)
        while status == "in progress":
            await asyncio.sleep(PAUSE)
            status = await patiently(ask)
    except KNOWN as error:
        raise ServerAway(
            f"{subject}: whether it was written is not known, as the server is away;"
            f" {ServerAway.remedy}"
        ) from error
    if status is None:
        raise StorageError(f"{subject}: whether it was written the server does not know any more")
    return status == "committed"
