"""One task writes for everybody: a transaction for all who wait, a savepoint for each."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import aiosqlite

from storage.database import Work
from storage.errors import OutOfReach, StorageError
from storage.records import Row
from storage.sqlite.refusals import refusal

log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Job(Generic[T]):
    work: Work[T]
    subject: str
    reply: asyncio.Future[T]


@dataclass(frozen=True, slots=True)
class _Refused:
    error: Exception


class Writer:
    """The only user of the writing connection, which it never lets two transactions share.

    So the rollback of one write cannot undo another, and writes that wait for the disk
    together share one commit.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._waiting: list[_Job[Any]] = []
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self.trouble: OutOfReach | None = None
        """What kept the last commit from the disk, until one gets there again."""

    async def write(self, work: Work[T], subject: str) -> T:
        """What `work` gave, once it is on the disk; an error begins with `subject`.

        What `work` raises undoes its own statements only. A caller that is cancelled while it
        waits leaves open whether its write happened. Raises StorageError.
        """
        if self._closing:
            raise StorageError(f"{subject}: the database is closed")
        job: _Job[T] = _Job(work, subject, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        if self._task is None:
            # A task for each burst of writes, not one that waits for ever: whoever watches the
            # bot for being idle (a shutdown, a test) sees that nothing is under way.
            self._task = asyncio.create_task(self._run(), name="storage writer")
        return await job.reply

    async def close(self) -> None:
        """Write what waits, take no more, and end."""
        self._closing = True
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        jobs: list[_Job[Any]] = []
        try:
            while self._waiting:
                jobs = [job for job in self._waiting if not job.reply.done()]
                self._waiting = []
                if jobs:
                    await self._commit(jobs)
        finally:
            self._task = None
            # Somebody is still waiting only if this task was cancelled.
            for job in (*jobs, *self._waiting):
                _answer(job, _Refused(StorageError(f"{job.subject}: the database was closed")))

    async def _commit(self, jobs: Sequence[_Job[Any]]) -> None:
        try:
            outcomes = await self._transaction(jobs)
        except Exception as error:
            # Even a refusal may have been owed to a neighbour's write that is now undone.
            refused = [refusal(error, job.subject) for job in jobs]
            self._met(refused[0])
            for job, each in zip(jobs, refused, strict=True):
                each.__cause__ = error
                _answer(job, _Refused(each))
        else:
            if self.trouble is not None:
                log.info("the database takes writes again")
            self.trouble = None
            for job, outcome in zip(jobs, outcomes, strict=True):
                _answer(job, outcome)

    def _met(self, refused: StorageError) -> None:
        """Tells of trouble once, however many writes it keeps from the disk."""
        if not isinstance(refused, OutOfReach):
            return
        if type(self.trouble) is not type(refused):
            log.warning("the database takes nothing: %s", refused)
        self.trouble = refused

    async def _transaction(self, jobs: Sequence[_Job[Any]]) -> list[Any]:
        try:
            await self._execute("BEGIN IMMEDIATE")
            outcomes = [await self._savepoint(job) for job in jobs]
            await self._execute("COMMIT")
        except Exception:
            if self._connection.in_transaction:
                with suppress(sqlite3.Error):
                    await self._execute("ROLLBACK")
            raise
        return outcomes

    async def _savepoint(self, job: _Job[T]) -> T | _Refused:
        await self._execute("SAVEPOINT one_write")
        try:
            outcome: T | _Refused = await job.work(self._execute)
        except Exception as error:
            if not self._connection.in_transaction:
                raise  # a full disk and its like undo the whole transaction, savepoints and all
            await self._execute("ROLLBACK TO one_write")
            known = isinstance(error, sqlite3.Error)
            outcome = _Refused(refusal(error, job.subject) if known else error)
        await self._execute("RELEASE one_write")
        return outcome

    async def _execute(self, sql: str, parameters: Sequence[object] = (), /) -> list[Row]:
        rows = await self._connection.execute_fetchall(sql, parameters)
        return [tuple(row) for row in rows]


def _answer(job: _Job[Any], outcome: object) -> None:
    if job.reply.done():
        return
    if isinstance(outcome, _Refused):
        job.reply.set_exception(outcome.error)
    else:
        job.reply.set_result(outcome)
