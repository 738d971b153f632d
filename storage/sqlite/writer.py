"""A task that runs all writes: one transaction for the waiting ones, a savepoint for each."""

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
from storage.errors import StorageError, StorageUnavailable
from storage.records import Row
from storage.sqlite.error_mapping import storage_error
from storage.texts import require_storable

log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Job(Generic[T]):
    work: Work[T]
    subject: str
    reply: asyncio.Future[T]


@dataclass(frozen=True, slots=True)
class _Failure:
    error: Exception


class Writer:
    """The only user of the writing connection.

    No two transactions overlap, so the rollback of one write cannot undo another; writes that wait
    together share one commit.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._waiting: list[_Job[Any]] = []
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self.last_failure: StorageUnavailable | None = None
        """The error of the last commit, None if it succeeded."""

    async def write(self, work: Work[T], subject: str) -> T:
        """Run `work` in a transaction and return its result once it is on the disk.

        An exception of `work` undoes only its own statements. If the caller is cancelled while it
        waits, the write may happen or not. Raise StorageError; its message begins with `subject`.
        """
        if self._closing:
            raise StorageError(f"{subject}: the database is closed")
        job: _Job[T] = _Job(work, subject, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        if self._task is None:
            # The task ends when no write waits: a shutdown or a test that waits for the bot to
            # be idle then sees no running task.
            self._task = asyncio.create_task(self._run(), name="storage writer")
        return await job.reply

    async def close(self) -> None:
        """Finish pending writes and accept no more."""
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
            # Callers still wait only if this task was cancelled.
            for job in (*jobs, *self._waiting):
                _answer(job, _Failure(StorageError(f"{job.subject}: the database was closed")))

    async def _commit(self, jobs: Sequence[_Job[Any]]) -> None:
        try:
            outcomes = await self._transaction(jobs)
        except Exception as error:
            # A constraint may have failed because of another write that is undone now as well.
            failures = [storage_error(error, job.subject) for job in jobs]
            self._note_failure(failures[0])
            for job, failure in zip(jobs, failures, strict=True):
                failure.__cause__ = error
                _answer(job, _Failure(failure))
        else:
            if self.last_failure is not None:
                log.info("the database can be written again")
            self.last_failure = None
            for job, outcome in zip(jobs, outcomes, strict=True):
                _answer(job, outcome)

    def _note_failure(self, error: StorageError) -> None:
        """Log an unavailable database once, however many writes fail."""
        if not isinstance(error, StorageUnavailable):
            return
        if type(self.last_failure) is not type(error):
            log.warning("the database cannot be written: %s", error)
        self.last_failure = error

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

    async def _savepoint(self, job: _Job[T]) -> T | _Failure:
        await self._execute("SAVEPOINT one_write")
        try:
            outcome: T | _Failure = await job.work(self._execute)
        except Exception as error:
            if not self._connection.in_transaction:
                raise  # SQLite has rolled the whole transaction back, as after a full disk
            await self._execute("ROLLBACK TO one_write")
            is_sqlite = isinstance(error, sqlite3.Error)
            outcome = _Failure(storage_error(error, job.subject) if is_sqlite else error)
        await self._execute("RELEASE one_write")
        return outcome

    async def _execute(self, sql: str, parameters: Sequence[object] = (), /) -> list[Row]:
        require_storable(parameters)
        rows = await self._connection.execute_fetchall(sql, parameters)
        return [tuple(row) for row in rows]


def _answer(job: _Job[Any], outcome: object) -> None:
    if job.reply.done():
        return
    if isinstance(outcome, _Failure):
        job.reply.set_exception(outcome.error)
    else:
        job.reply.set_result(outcome)
