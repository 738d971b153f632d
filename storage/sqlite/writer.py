"""All writes of a file: one transaction for the waiting ones, a savepoint for each."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from storage.database import Synchronous, Work
from storage.errors import StorageError, StorageUnavailable
from storage.records import Row
from storage.sqlite.error_mapping import storage_error
from storage.sqlite.files import connect
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

    No two transactions overlap, so rolling back one write cannot undo another; writes that wait
    together share one commit. A whole transaction runs in the connection's thread: on a busy
    machine each change of threads takes milliseconds, and a write has up to sixteen statements.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, thread: ThreadPoolExecutor
    ) -> None:
        self._path = path
        self._connection = connection
        self._thread = thread
        self._waiting: list[_Job[Any]] = []
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self.last_failure: StorageUnavailable | None = None
        """The error of the last commit, None if it succeeded."""

    @classmethod
    async def open(cls, path: Path, synchronous: Synchronous) -> Self:
        """Open the file in a new thread. Raise sqlite3.Error."""
        thread = ThreadPoolExecutor(1, "storage writer")
        loop = asyncio.get_running_loop()
        try:
            connection = await loop.run_in_executor(thread, _open, path, synchronous)
        except BaseException:
            thread.shutdown(wait=False)
            raise
        return cls(path, connection, thread)

    async def write(self, work: Work[T], subject: str) -> T:
        """Run `work` in a transaction and return its result once it is on the disk.

        `work` runs in the writer's thread and awaits nothing but its statements; an exception
        undoes only these. If a waiting caller is cancelled, the write may or may not happen. Raise
        StorageError; its message begins with `subject`.
        """
        if self._closing:
            raise StorageError(f"{subject}: the database is closed")
        job: _Job[T] = _Job(work, subject, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        if self._task is None:
            # The task ends when no write waits, so that a shutdown or test that waits for an idle
            # bot sees no running task.
            self._task = asyncio.create_task(self._run(), name="storage writer")
        return await job.reply

    async def close(self) -> None:
        """Finish pending writes, accept no more, empty the write-ahead log and close the file.

        A log that cannot be emptied is kept, and the next start reads it.
        """
        self._closing = True
        try:
            if self._task is not None:
                # Not cancelled with this call: its writes may be committed, and must be answered.
                await asyncio.wait({self._task})
        finally:
            await self._in_thread(self._close)
            self._thread.shutdown(wait=False)

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
            outcomes = await self._in_thread(lambda: self._transaction(jobs))
        except Exception as error:
            # The failed constraint may be due to another write that is undone as well.
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

    async def _in_thread(self, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, call)

    # -- in the thread of the connection --------------------------------------------------------

    def _transaction(self, jobs: Sequence[_Job[Any]]) -> list[Any]:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = [self._savepoint(job) for job in jobs]
            self._connection.execute("COMMIT")
        except Exception:
            if self._connection.in_transaction:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
            raise
        return outcomes

    def _savepoint(self, job: _Job[T]) -> T | _Failure:
        self._connection.execute("SAVEPOINT one_write")
        try:
            outcome: T | _Failure = self._run_statements(job.work)
        except Exception as error:
            if not self._connection.in_transaction:
                raise  # SQLite rolled back the whole transaction, as after a full disk
            self._connection.execute("ROLLBACK TO one_write")
            is_sqlite = isinstance(error, sqlite3.Error)
            outcome = _Failure(storage_error(error, job.subject) if is_sqlite else error)
        self._connection.execute("RELEASE one_write")
        return outcome

    def _run_statements(self, work: Work[T]) -> T:
        """Run a work at once: its statements are done when awaited."""
        steps = work(self._execute).__await__()
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        steps.close()
        raise RuntimeError("a write awaited something other than its statements")

    async def _execute(self, sql: str, parameters: Sequence[object] = (), /) -> list[Row]:
        require_storable(parameters)
        return self._connection.execute(sql, parameters).fetchall()

    def _close(self) -> None:
        with closing(self._connection) as connection:
            try:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.Error as error:
                log.warning("the write-ahead log of %s could not be emptied: %s", self._path, error)


def _open(path: Path, synchronous: Synchronous) -> sqlite3.Connection:
    connection = connect(path, "mode=rw")
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        # Deleted rows must not stay readable in a page's free space.
        connection.execute("PRAGMA secure_delete = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _answer(job: _Job[Any], outcome: object) -> None:
    if job.reply.done():
        return
    if isinstance(outcome, _Failure):
        job.reply.set_exception(outcome.error)
    else:
        job.reply.set_result(outcome)
