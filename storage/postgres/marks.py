"""Marks that writes leave behind them, by which it is found out whether one was kept.

A mark is written with the write itself, so it is there if the write is. It stands in a row that is
its writer's alone until the answer is known: who looks for it waits for a commit that is under way.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from itertools import count
from typing import Final, TypeAlias

import asyncpg

Connection: TypeAlias = "asyncpg.Connection | asyncpg.pool.PoolConnectionProxy"
DAYS: Final = 1
"""For how many days the marks of a program are kept that ended without taking them away."""
# A write that has changed nothing needs none.
_LEAVE: Final = (
    "INSERT INTO commits (program, writer, mark) SELECT $1, $2, $3"
    " WHERE pg_current_xact_id_if_assigned() IS NOT NULL"
    " ON CONFLICT (program, writer) DO UPDATE SET mark = excluded.mark, at = now()"
)
_FIND: Final = (
    "INSERT INTO commits (program, writer, mark) VALUES ($1, $2, -1)"
    " ON CONFLICT (program, writer) DO UPDATE SET at = now() RETURNING mark"
)


@dataclass(frozen=True, slots=True)
class Mark:
    """One of a writer; no two of a program are the same."""

    writer: int
    number: int


class Marks:
    """The marks of one program."""

    def __init__(self) -> None:
        self._program = uuid.uuid4().hex
        self._numbers = count()
        self._writers = count()
        self._free: list[int] = []

    def take(self) -> Mark:
        """A new mark, of a writer that is nobody else's until it is given back."""
        writer = self._free.pop() if self._free else next(self._writers)
        return Mark(writer, next(self._numbers))

    def give_back(self, mark: Mark) -> None:
        """What became of the write is known, or nobody asks any more."""
        self._free.append(mark.writer)

    async def leave(self, connection: Connection, mark: Mark) -> None:
        """Writes a mark in the transaction of a connection."""
        await connection.execute(_LEAVE, self._program, mark.writer, mark.number)

    async def is_there(self, pool: asyncpg.Pool, mark: Mark) -> bool:
        """Whether a write that left this mark was kept."""
        return bool(await pool.fetchval(_FIND, self._program, mark.writer) == mark.number)

    async def remove(self, pool: asyncpg.Pool) -> None:
        """Takes away those of this program, which ends, and those of others that died."""
        await pool.execute(
            "DELETE FROM commits WHERE program = $1 OR at < now() - make_interval(days => $2)",
            *(self._program, DAYS),
        )
