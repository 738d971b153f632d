"""Send a notice if a database call takes long, as during a lock or a restart of the server."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import Final

WAIT_SECONDS: Final = 4.0
"""Seconds that a caller waits for the database without a notice."""


class WaitNotice:
    """A notice sent at most once, while its block runs."""

    def __init__(self, send: Callable[[], Awaitable[None]]) -> None:
        self._send = send
        self._task: asyncio.Task[None] | None = None
        self.is_over = False
        """True once the notice is sent, or its block has ended."""

    def begin(self) -> None:
        if not self.is_over:
            self.is_over = True
            self._task = asyncio.ensure_future(self._send())

    async def finish(self) -> None:
        """Wait until the notice is sent, so that it cannot overtake what follows."""
        if self._task is not None:
            await asyncio.wait({self._task})


_notice: ContextVar[WaitNotice | None] = ContextVar("wait_notice", default=None)


@contextmanager
def wait_notice(send: Callable[[], Awaitable[None]]) -> Iterator[None]:
    """Call ``send`` once if a database call in this block takes WAIT_SECONDS."""
    notice = WaitNotice(send)
    token = _notice.set(notice)
    try:
        yield
    finally:
        # Tasks started in the block know the notice too, and may outlive it.
        notice.is_over = True
        _notice.reset(token)


@asynccontextmanager
async def waiting_for_database() -> AsyncIterator[None]:
    """Surround one database call that may have to wait."""
    notice = _notice.get()
    if notice is None or notice.is_over:
        yield
        return
    timer = asyncio.get_running_loop().call_later(WAIT_SECONDS, notice.begin)
    try:
        yield
    finally:
        timer.cancel()
        await notice.finish()
