"""A connection on which is heard what other programs say; it is made again whenever it is lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextvars import Context
from typing import Any, Final

from storage.postgres.connecting import connect
from storage.postgres.writing import KNOWN

log = logging.getLogger(__name__)

CHANNEL: Final = "carcassonne"
BEAT: Final = 20.0
"""Seconds from one look whether the connection still is one to the next."""
PAUSE: Final = 1.0


class Listener:
    """Tells ``heard`` what is said; the empty text whenever it may have missed something."""

    def __init__(self, address: str, name: str, heard: Callable[[str], None]) -> None:
        self._address = address
        self._name = name
        self._heard = heard
        self._task: asyncio.Task[None] | None = None
        self._lost = asyncio.Event()

    def begin(self) -> None:
        """Begins to listen."""
        # In a context of its own: whoever waits for the program to be idle need not wait for it.
        self._task = Context().run(asyncio.create_task, self._run(), name="storage listener")

    async def close(self) -> None:
        """Ends it."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        told = False
        while True:
            try:
                await self._listen()
            except KNOWN as error:
                if not told:
                    log.warning("%s: other programs are not heard for now: %s", self._name, error)
                told = True
            else:
                told = False
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        """Listens until the connection is lost."""
        self._lost.clear()
        connection = await connect(self._address)
        try:
            connection.add_termination_listener(self._ended)
            await connection.add_listener(CHANNEL, self._said)
            self._heard("")
            while not self._lost.is_set():
                try:
                    async with asyncio.timeout(BEAT):
                        await self._lost.wait()
                except TimeoutError:
                    await connection.fetchval("SELECT 1")
        finally:
            connection.terminate()

    def _ended(self, connection: Any) -> None:
        self._lost.set()

    def _said(self, connection: Any, pid: int, channel: str, what: object) -> None:
        self._heard(str(what))
