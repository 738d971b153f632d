"""A connection with blocking calls for commands; Ctrl-C ends a running call at once.

The connection is cut, whatever the server does, and the server is asked to end its side, which
rolls back an open transaction.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, TypeVar

import asyncpg

from storage.addresses import without_password
from storage.postgres.connections import STATEMENT_TIMEOUT_SECONDS, connect
from storage.postgres.error_mapping import CLIENT_ERRORS, storage_error

T = TypeVar("T")
ABORT_SECONDS: Final = 3.0
"""The longest time for ending the server's side of a connection that was cut."""
CLOSE_SECONDS: Final = 5.0
# The application name is unique: a pooler in between hides the server's process id.
_END_BACKEND: Final = (
    "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE application_name = $1"
)


class BlockingConnection:
    def __init__(
        self,
        address: str,
        runner: asyncio.Runner,
        connection: asyncpg.Connection,
        application_name: str,
    ) -> None:
        self.name = without_password(address)
        """The address without its password."""
        self._address = address
        self._runner = runner
        self._connection = connection
        self._application_name = application_name

    @property
    def is_closed(self) -> bool:
        """True after a lost connection or `abort`."""
        return self._connection.is_closed()

    def run(self, work: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        return self._runner.run(self._finish(work))

    async def _finish(self, work: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        # A task of its own: asyncpg may go on waiting for the server after it was cancelled, as in
        # the middle of `executemany`. A lost connection ends it.
        call = asyncio.ensure_future(work(self._connection))
        try:
            await asyncio.wait({call})
        except asyncio.CancelledError:
            # Ignore late asyncpg errors of the cancelled call.
            asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
            self._connection.terminate()
            call.cancel()
            await asyncio.wait({call}, timeout=ABORT_SECONDS)
            raise
        return call.result()

    def abort(self) -> None:
        """Cut the connection, and make the server end its running query."""
        self._connection.terminate()
        with suppress(*CLIENT_ERRORS):
            self._runner.run(asyncio.wait_for(self._end_backend(), ABORT_SECONDS))

    async def _end_backend(self) -> None:
        other = await connect(self._address)
        try:
            await other.execute(_END_BACKEND, self._application_name)
        finally:
            other.terminate()

    def close(self) -> None:
        with suppress(TimeoutError):
            self._runner.run(self._connection.close(timeout=CLOSE_SECONDS))


@contextmanager
def connected(
    address: str, *, timeout_seconds: float | None = STATEMENT_TIMEOUT_SECONDS, **settings: str
) -> Iterator[BlockingConnection]:
    """Open a connection for a `with` block; see `connections.connect`. Raise StorageError.

    An interrupted block aborts the connection.
    """
    application_name = f"carcassonne {uuid.uuid4().hex[:12]}"
    with asyncio.Runner() as runner:
        try:
            opened = runner.run(
                connect(
                    address,
                    timeout_seconds=timeout_seconds,
                    application_name=application_name,
                    **settings,
                )
            )
            connection = BlockingConnection(address, runner, opened, application_name)
            try:
                yield connection
            except Exception:
                connection.close()
                raise
            except BaseException:
                connection.abort()
                raise
            connection.close()
        except CLIENT_ERRORS as error:
            raise storage_error(error, without_password(address)) from error
