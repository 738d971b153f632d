"""One write: a transaction of its own, done again where two met or the server was away.

Whether a commit of which no answer came was kept its mark tells: so a write is done exactly once,
whatever becomes of its connection and of the server.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TypeVar

import asyncpg

from storage.database import Work
from storage.errors import ServerAway
from storage.postgres.connecting import PATIENCE, PAUSE, patiently
from storage.postgres.dialect import translated
from storage.postgres.marks import Connection, Mark, Marks
from storage.postgres.refusals import GONE, is_away, is_race, refusal
from storage.records import Row

T = TypeVar("T")
RACES: Final = 8
"""How often a write is done again because others were in its way."""
KNOWN: Final = (asyncpg.PostgresError, *GONE)


class Doubt(Exception):
    """The connection went while a commit was under way, which left a mark."""

    def __init__(self, mark: Mark, outcome: object) -> None:
        super().__init__(mark)
        self.mark = mark
        self.outcome = outcome


async def write(pool: asyncpg.Pool, marks: Marks, work: Work[T], subject: str) -> T:
    """See `storage.database.Database.write`."""
    until, races = time.monotonic() + PATIENCE, 0
    while True:
        try:
            return await _once(pool, marks, work)
        except Doubt as doubt:
            try:
                if await _was_kept(pool, marks, doubt, subject):
                    return doubt.outcome  # type: ignore[return-value]  # what `work` gave
            finally:
                marks.give_back(doubt.mark)
        except KNOWN as error:
            races += is_race(error)
            again = is_race(error) and races <= RACES
            if not again and not (is_away(error) and time.monotonic() < until):
                raise refusal(error, subject) from error
        await asyncio.sleep(PAUSE if not races else 0.0)


async def _once(pool: asyncpg.Pool, marks: Marks, work: Work[T]) -> T:
    async with pool.acquire() as connection:

        async def execute(sql: str, parameters: Sequence[object] = (), /) -> list[Row]:
            return [tuple(row) for row in await connection.fetch(translated(sql), *parameters)]

        mark = marks.take()
        try:
            await connection.execute("BEGIN")
            outcome = await work(execute)
            await marks.leave(connection, mark)
        except BaseException:
            marks.give_back(mark)
            await _undo(connection)
            raise
        try:
            await connection.execute("COMMIT")
        except BaseException as error:
            _drop(connection)
            if is_away(error):
                raise Doubt(mark, outcome) from error
            marks.give_back(mark)
            raise
        marks.give_back(mark)
        return outcome


async def _undo(connection: Connection) -> None:
    """Ends a transaction that is not to be; where that fails the connection ends with it."""
    try:
        await connection.execute("ROLLBACK")
    except BaseException:
        _drop(connection)


def _drop(connection: Connection) -> None:
    """Ends a connection; one that has ended by itself is the pool's again, and refuses."""
    with suppress(asyncpg.InterfaceError):
        connection.terminate()


async def _was_kept(pool: asyncpg.Pool, marks: Marks, doubt: Doubt, subject: str) -> bool:
    """Whether a commit without an answer was one."""
    try:
        return await patiently(lambda: marks.is_there(pool, doubt.mark))
    except KNOWN as error:
        raise ServerAway(
            f"{subject}: whether it was written is not known, as the server is away;"
            f" {ServerAway.remedy}"
        ) from error
