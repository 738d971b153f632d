"""Retries of a channel's posts: what it missed, when to try again, posts not yet noted."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final, TypeAlias

import discord

from bot.client.discord_io.backoff import Sleep
from bot.client.discord_io.sending import ARCHIVED, refuses
from bot.client.opponents.player import OpponentPlayer
from bot.client.posting.poster import Poster
from bot.table.fold import BrokenLog
from bot.table.log_reader import run_in_log_thread
from bot.table.post_history import missed_outcome
from bot.table.table import Outcome
from storage import GameRow, Log, PostRow, StorageError

log = logging.getLogger(__name__)


class Acknowledgements:
    """Notes what channels have been told, and remembers what could not be noted.

    So nobody has to look for a post that this process has sent itself. A process that ends before
    it is noted leaves that to the next one.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._owed: dict[int, tuple[int, dict[int, PostRow]]] = {}

    async def note(
        self, channel: int, game: int, number: int, posts: Sequence[PostRow]
    ) -> StorageError | None:
        """Note the posts that told a channel of a game up to an entry; why it could not."""
        before, known = self._owed.get(game, (-1, {}))
        every = known | {post.message: post for post in posts}
        self._owed[game] = max(before, number), every
        try:
            await self.settle(game)
        except StorageError as error:
            log.warning("a post in channel %s is not noted: %r", channel, error)
            return error
        return None

    async def settle(self, game: int) -> bool:
        """Note what is still to be noted of a game; whether there was any. Raises StorageError."""
        owed = self._owed.get(game)
        if owed is None:
            return False
        number, posts = owed
        await self._log.mark_posted(game, number, list(posts.values()))
        self._owed.pop(game, None)
        return True

    async def settle_all(self) -> None:
        """The same of all games, before the end; what is left then is logged."""
        for game in list(self._owed):
            try:
                await self.settle(game)
            except StorageError as error:
                log.warning("the posts of game %s are not noted: %r", game, error)


log = logging.getLogger(__name__)

MALFORMED: Final = (40005, 50035)
"""Error codes of a message that no retry can fix: too large, or not allowed."""


class Backlog:
    """Tell what was missed, with what those answer to it who play on at once."""

    def __init__(self, log: Log, poster: Poster, opponents: OpponentPlayer) -> None:
        self._log = log
        self._poster = poster
        self._opponents = opponents
        self._hopeless: set[tuple[int, int]] = set()
        """Games and entries that cannot be told at all: said once, and left."""

    async def told(self, row: GameRow) -> tuple[Outcome, Sequence[PostRow]] | None:
        """Post what a channel missed of a game, or how it stands. Return outcome and posts.

        Return None where it cannot be posted at all. Raise one of TRANSPORT_ERRORS, StorageError.
        """
        if (row.id, row.last) in self._hopeless:
            return None
        try:
            return await self._told(row)
        except BrokenLog as error:
            log.error("game %s cannot be read: %s", row.id, error)
        except discord.HTTPException as error:
            if error.code not in MALFORMED:
                raise
            log.error("game %s cannot be posted as it stands: %s", row.id, error)
        self._hopeless.add((row.id, row.last))
        return None

    async def _told(self, row: GameRow) -> tuple[Outcome, Sequence[PostRow]]:
        entries = await self._log.read(row.id)
        outcome = await run_in_log_thread(missed_outcome, entries, row.id, row.posted)
        # Discord recognises a repeat by its nonce for some minutes only; this may be days later.
        look = row.posted < row.last
        if outcome.before is outcome.after:
            table = outcome.after
            return outcome, await self._poster.present(
                row.channel, row.guild, row.id, table, look=look
            )
        outcome = await self._opponents.answered(outcome)
        return outcome, [await self._poster.outcome(row.channel, row.guild, outcome, look=look)]


Tried: TypeAlias = Callable[[int], Awaitable[Exception | None]]
"""Tells a channel all it has missed; why it has to be tried again, if it has to."""

PAUSES: Final = (5.0, 15.0, 60.0, 300.0, 900.0)
"""Seconds before a channel is tried again, for the first time, the second …; the last for ever."""
REFUSED: Final = (60.0, 300.0, 900.0, 3600.0)
"""The same where Discord refuses the post: somebody has to give a permission, open a thread."""


class Retries:
    """Which channels are due, and why; in memory alone."""

    def __init__(self, tried: Tried, sleep: Sleep) -> None:
        self.trying: set[int] = set()
        """Channels that are being told just now."""
        self._tried = tried
        self._sleep = sleep
        self._due: dict[int, asyncio.Task[None]] = {}
        self._refusing: set[int] = set()
        """Those in which it is Discord that does not allow it."""
        self._closing = False

    def __contains__(self, channel: int) -> bool:
        return channel in self._due

    def refused(self, channel: int) -> bool:
        """Return True if Discord refuses posts in a channel."""
        return channel in self._refusing

    def later(self, channel: int, error: Exception) -> None:
        """A channel is due, if it is not already."""
        self._blame(channel, error)
        if channel not in self._due and not self._closing:
            task = asyncio.create_task(self._retry(channel, error), name="outbox")
            self._due[channel] = task

    def settled(self, channel: int) -> None:
        """A channel is not due any more. Whoever waits to try it is not sending, but is called off.

        To be called by who holds the channel's lock, or where nobody tries it.
        """
        self._refusing.discard(channel)
        task = self._due.pop(channel, None)
        if task is not None:
            task.cancel()

    def called_off(self, channels: Collection[int]) -> list[int]:
        """Those of the channels that are due and nobody tries: their pauses are over."""
        found = sorted((self._due.keys() & set(channels)) - self.trying)
        for channel in found:
            self.settled(channel)
        return found

    def close(self) -> set[asyncio.Task[None]]:
        """Nothing more becomes due; what is being tried is still under way."""
        self._closing = True
        for channel, task in self._due.items():
            if channel not in self.trying:
                task.cancel()
        return set(self._due.values())

    async def _retry(self, channel: int, error: Exception | None) -> None:
        """Try a channel again until it has been told all, with growing pauses."""
        tries = 0
        try:
            while error is not None and not self._closing:
                await self._sleep(pause(error, tries))
                error = await self._tried(channel)
                self._blame(channel, error)
                tries += 1
        finally:
            if self._due.get(channel) is asyncio.current_task():
                del self._due[channel]

    def _blame(self, channel: int, error: Exception | None) -> None:
        """Note whether it is Discord that does not allow it."""
        forbidden = isinstance(error, discord.Forbidden)
        if forbidden or (isinstance(error, discord.HTTPException) and error.code == ARCHIVED):
            self._refusing.add(channel)
        else:
            self._refusing.discard(channel)


def pause(error: Exception, tries: int) -> float:
    """Seconds until a channel is tried again that has failed so, after so many tries."""
    pauses = REFUSED if refuses(error) else PAUSES
    return pauses[min(tries, len(pauses) - 1)]
