"""Tell other processes of the bot to post, handle a due or forget a user; search for lost posts.

The search is needed because a notification of the database may be lost.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import dataclass, field
from typing import Final

from bot.core.durations import Sleep
from storage import Database, GameRow, Log, StorageError

log = logging.getLogger(__name__)

POST, ERASED, DUE = "post", "forgotten", "due"
POLL_SECONDS: Final = 0.1
"""Seconds between two checks whether another process has posted."""
SWEEP_SECONDS: Final = 30.0
"""Seconds between two searches for missing posts; also the age at which a post is missing."""


@dataclass(eq=False, repr=False)
class Peers:
    database: Database
    game_log: Log
    sleep: Sleep = asyncio.sleep
    post_missing: Callable[[int], None] | None = field(init=False, default=None)
    """Catch a channel up, in which another process has saved entries."""
    is_missed: Callable[[GameRow], Awaitable[bool]] | None = field(init=False, default=None)
    """Return True if a game has a post that nothing is about to send."""
    forget: Callable[[int | None], None] | None = field(init=False, default=None)
    """Drop a person whom another process has erased from memory; with None, all people."""
    wake_scheduler: Callable[[], None] | None = field(init=False, default=None)
    """Look for jobs that another process has made due for this one."""
    _sweeping: asyncio.Task[None] | None = field(init=False, default=None)
    _gap: asyncio.Event = field(init=False, default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.database.listen(self._receive)

    async def request_post(self, guild: int, channel: int) -> None:
        """Raise StorageError."""
        await self.database.notify(f"{POST} {guild} {channel}")

    async def post_and_wait(
        self, place: tuple[int, int], game: int, number: int, timeout: float
    ) -> bool:
        """Ask for a game's posts up to an entry; ``place``: server and channel.

        Return True if they are out within ``timeout`` seconds.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + timeout
        try:
            await self.request_post(*place)
            while (await self.game_log.row(game)).posted < number:
                if loop.time() > until:
                    return False
                await asyncio.sleep(POLL_SECONDS)
        except StorageError as error:
            # That process finds the unposted game itself, by `_sweep`.
            log.warning(
                "saved, but could not notify the process of channel %s: %r", place[1], error
            )
            return False
        return True

    async def announce_due(self, guild: int) -> None:
        """Tell a server's process that a job is due. Raise StorageError."""
        await self.database.notify(f"{DUE} {guild}")

    async def announce_erasure(self, user: int) -> None:
        """Raise StorageError."""
        await self.database.notify(f"{ERASED} {user}")

    def begin(self) -> None:
        if self._sweeping is None and self.database.is_shared:
            # A context of its own: tests do not take the sweep for work of the bot.
            self._sweeping = Context().run(asyncio.create_task, self._sweep(), name="sweep")

    async def close(self) -> None:
        self.post_missing = None
        self.forget = None
        self.wake_scheduler = None
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)

    def _receive(self, what: str) -> None:
        kind, *numbers = what.split() or [""]
        if kind == POST:
            guild, channel = map(int, numbers)
            if self.post_missing is not None and self.database.shards.has(guild):
                self.post_missing(channel)
        elif kind == DUE and self.wake_scheduler is not None:
            [guild] = map(int, numbers)
            if self.database.shards.has(guild):
                self.wake_scheduler()
        elif kind == ERASED and self.forget is not None:
            [user] = map(int, numbers)
            self.forget(user)
        elif not kind:
            if self.forget is not None:
                self.forget(None)
            if self.wake_scheduler is not None:
                self.wake_scheduler()
            self._gap.set()

    async def _sweep(self) -> None:
        """Post what two searches in a row, or one after a gap in listening, find unposted."""
        before: frozenset[tuple[int, int]] = frozenset()
        while True:
            missed_something = await self._wait()
            try:
                rows = await self.game_log.unposted()
                for row in rows:
                    old = missed_something or (row.id, row.last) in before
                    if not old or self.is_missed is None or not await self.is_missed(row):
                        continue
                    if self.post_missing is not None:
                        self.post_missing(row.channel)
                before = frozenset((row.id, row.last) for row in rows)
            except StorageError as error:
                log.info("could not read unposted games: %s", error)
            except Exception:
                log.exception("could not look for unposted games")

    async def _wait(self) -> bool:
        pause = asyncio.ensure_future(self.sleep(SWEEP_SECONDS))
        silence = asyncio.create_task(self._gap.wait())
        try:
            await asyncio.wait({pause, silence}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            pause.cancel()
            silence.cancel()
        is_notified = self._gap.is_set()
        self._gap.clear()
        return is_notified
