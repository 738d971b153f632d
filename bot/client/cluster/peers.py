"""The other processes of the bot on the same database: what they are told, and what they tell.

A word may be lost, so nothing hangs on one: what is still to be posted is looked for as well.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from typing import Final

from bot.client.posting.retries import Sleep
from storage import Database, GameRow, Log, StorageError

log = logging.getLogger(__name__)

POST, FORGOTTEN = "post", "forgotten"
LOOK: Final = 0.1
"""Seconds from one look whether another process has posted to the next."""
SWEEP: Final = 30.0
"""Seconds from one look for what was not posted to the next; so old it is before it is missed."""


class Peers:
    """Tells the other processes what is theirs to do, and has done what they tell."""

    def __init__(self, database: Database, games: Log, sleep: Sleep = asyncio.sleep) -> None:
        self._database = database
        self._log = games
        self._sleep = sleep
        self._post: Callable[[int], None] | None = None
        self._forget: Callable[[int | None], None] | None = None
        self._is_missed: Callable[[GameRow], Awaitable[bool]] | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._look = asyncio.Event()
        database.listen(self._heard)

    def has(self, guild: int | None) -> bool:
        """Whether a server is another process's."""
        return guild is not None and not self._database.part.has(guild)

    async def missing(self, guild: int, channel: int) -> None:
        """Something is saved that the process of a server has to tell a channel. StorageError."""
        await self._database.tell(f"{POST} {guild} {channel}")

    async def posted(self, place: tuple[int, int], game: int, number: int, patience: float) -> bool:
        """Has a channel, behind its server in ``place``, told of a game up to an entry.

        Whether it is within so many seconds.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        try:
            await self.missing(*place)
            while (await self._log.row(game)).posted < number:
                if loop.time() > until:
                    return False
                await asyncio.sleep(LOOK)
        except StorageError as error:
            # That process looks for what it was not told.
            log.warning("saved, but its process is not told of channel %s: %r", place[1], error)
            return False
        return True

    async def forgotten(self, user: int) -> None:
        """Somebody has been forgotten. StorageError."""
        await self._database.tell(f"{FORGOTTEN} {user}")

    def attend(
        self,
        post: Callable[[int], None],
        forget: Callable[[int | None], None],
        is_missed: Callable[[GameRow], Awaitable[bool]],
    ) -> None:
        """Has done what is heard from now on.

        ``post`` tells a channel what it has missed, ``forget`` remembers nothing of a person any
        more, or of nobody. ``is_missed`` says whether nobody is about to tell of a game.
        """
        self._post, self._forget, self._is_missed = post, forget, is_missed

    def begin(self) -> None:
        """Begins to look for what nobody has told of, where there may be other processes."""
        if self._sweeping is None and self._database.is_shared:
            # In a context of its own: whoever waits for the bot to be idle need not wait for it.
            self._sweeping = Context().run(asyncio.create_task, self._sweep(), name="sweep")

    async def close(self) -> None:
        """Looks no more, and hears nothing."""
        self._post = None
        self._forget = None
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)

    def _heard(self, what: str) -> None:
        kind, *numbers = what.split() or [""]
        if kind == POST:
            guild, channel = map(int, numbers)
            if self._database.part.has(guild):
                self._told(channel)
        elif kind == FORGOTTEN and self._forget is not None:
            [user] = map(int, numbers)
            self._forget(user)
        elif not kind:
            if self._forget is not None:
                self._forget(None)
            self._look.set()

    def _told(self, channel: int) -> None:
        if self._post is not None:
            self._post(channel)

    async def _sweep(self) -> None:
        """Posts what was there to be posted at the look before, or at once after a silence."""
        before: frozenset[tuple[int, int]] = frozenset()
        while True:
            missed_something = await self._woken()
            try:
                rows = await self._log.unposted()
                for row in rows:
                    old = missed_something or (row.id, row.last) in before
                    if old and self._is_missed is not None and await self._is_missed(row):
                        self._told(row.channel)
                before = frozenset((row.id, row.last) for row in rows)
            except StorageError as error:
                log.info("what is still to be posted is not known: %s", error)
            except Exception:
                log.exception("could not look for what is still to be posted")

    async def _woken(self) -> bool:
        """Waits for the next look; whether something may have been said and not heard."""
        pause = asyncio.ensure_future(self._sleep(SWEEP))
        silence = asyncio.create_task(self._look.wait())
        try:
            await asyncio.wait({pause, silence}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            pause.cancel()
            silence.cancel()
        heard = self._look.is_set()
        self._look.clear()
        return heard
