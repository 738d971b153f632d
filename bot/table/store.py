"""The tables of a log: folded and kept, one writer a channel; what is asked for is looked up here.

It knows no Discord types: users and channels are numbers, what players may not do is a `Refusal`.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from bot.ops import log_context
from bot.table.cache import ROOM, TableCache
from bot.table.entries import Entry
from bot.table.entry_text import write
from bot.table.fold import BrokenLog
from bot.table.log_line import LogLine
from bot.table.log_reader import folded
from bot.table.refusals import Refusal
from bot.table.summary import table_summary
from bot.table.table import Outcome, Phase, Table, TableVersion
from rules.story import Event
from storage import ChannelBusy, Conflict, Duplicate, GameRow, Log, NewEntry


@dataclass(frozen=True, slots=True)
class Seen:
    """A table and the row of its game in the log."""

    row: GameRow
    table: Table

    @property
    def at(self) -> TableVersion:
        """The moment this is."""
        return TableVersion(self.row.id, self.table.version)


@dataclass(frozen=True, slots=True)
class Request:
    """A user's request in the channel of a table.

    ``id`` is the interaction's, so that one delivered twice acts once. ``loaded`` is the table as
    it was loaded for this request, if it was.
    """

    user: int
    guild: int
    channel: int
    id: int | None = None
    loaded: Seen | None = field(default=None, compare=False, repr=False)


class Tables:
    """All tables of one log. Every method either changes nothing or has written what it returns."""

    def __init__(self, log: Log, room: int = ROOM) -> None:
        """``room`` are the bytes of tables that are kept in memory at most."""
        self._log = log
        self._writing: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._reading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._shelf = TableCache(room)
        self._forgotten = 0
        """How often somebody has been forgotten: what was read before may name them still."""

    @property
    def cached(self) -> int:
        """How many tables are kept in memory."""
        return len(self._shelf)

    @property
    def cached_bytes(self) -> int:
        """How much memory they take, about."""
        return self._shelf.bytes

    # -- reading ------------------------------------------------------------------------------

    async def seen(self, channel: int) -> Seen | None:
        """The table of a channel: the running one, else the last there was."""
        return await self._read(await self._log.latest(channel))

    async def unfinished(self, channel: int) -> Seen | None:
        """The table that is open or running in a channel, if there is one."""
        return await self._read(await self._log.running(channel))

    async def playing(self, game: int) -> Seen | None:
        """The table of a game that is open or running, wherever that is."""
        row = await self._log.row_if_any(game)
        return await self._read(row) if row is not None and not row.finished else None

    async def _read(self, row: GameRow | None) -> Seen | None:
        if row is None:
            return None
        try:
            return Seen(row, await self._load(row))
        except BrokenLog as error:
            # Better no game than one that did not happen; who manages the server may close it.
            raise Refusal("broken", where=error) from error

    async def row(self, game: int) -> GameRow | None:
        """The row of a game, if it exists."""
        return await self._log.row_if_any(game)

    async def game(self, game: int) -> Seen | None:
        """The table of a game, wherever it is played."""
        return await self._read(await self.row(game))

    async def running(self, request: Request) -> Seen:
        """The table of the request's channel. Raise Refusal where there never was one."""
        seen = request.loaded or await self.seen(request.channel)
        if seen is None:
            raise Refusal("no-table")
        return seen

    async def begun(self, channel: int) -> Seen:
        """The table of a channel whose game has begun, over or not."""
        seen = await self.seen(channel)
        if seen is None or seen.table.game is None:
            lobby = seen is not None and seen.table.phase is Phase.LOBBY
            raise Refusal("not-started" if lobby else "no-table")
        return seen

    async def written(self, game: int, number: int) -> float:
        """The time at which an entry was written, in Unix seconds."""
        [entry, *_] = await self._log.read(game, after=number - 1)
        return entry.at

    async def story_until(self, game: int, number: int) -> Sequence[Event]:
        """The story of a game up to an entry, undone events included."""
        entries = [entry for entry in await self._log.read(game) if entry.number <= number]
        past = await folded(entries)
        return past.game.story if past.game is not None else ()

    async def here(self, channel: int, game: int) -> Seen:
        """The table of a channel, which must be a certain game; buttons of another are refused.

        Those of one that was played there before it are late.
        """
        seen = await self.seen(channel)
        if seen is not None and seen.row.id == game:
            return seen
        known = await self._log.row_if_any(game)
        raise Refusal("late" if known is not None and known.channel == channel else "elsewhere")

    # -- writing ------------------------------------------------------------------------------

    async def open(self, request: Request, entries: Sequence[tuple[int, Entry]]) -> Outcome:
        """Begin the log of a new table in a channel where none is running.

        Each entry bears the name of the user whose seat it is about.
        """
        async with _lock(self._writing, request.channel):
            new = [NewEntry(user, write(entry)) for user, entry in entries]
            now = self._log.clock()
            opened = await folded(_numbered(-1, new, now))
            try:
                row = await self._log.begin(
                    guild=request.guild,
                    channel=request.channel,
                    entries=new,
                    request=request.id,
                    at=now,
                    summary=table_summary(opened),
                )
            except ChannelBusy:
                raise Refusal("busy") from None
            except Duplicate:
                raise Refusal("duplicate") from None
            log_context.saved()
            return Outcome(row.id, None, await self._load(row), request.user)

    async def abandon(self, channel: int) -> None:
        """Close the game of a channel whose log cannot be read any more; its entries stay."""
        await self._log.drop_channel(channel)

    async def act(
        self,
        request: Request,
        decide: Callable[[Table], Sequence[Entry]],
        *,
        at: TableVersion | None = None,
        game: int | None = None,
        reopen: bool = False,
    ) -> Outcome:
        """Write what ``decide`` makes of the table, under the channel's lock and all at once.

        That of the channel, or a certain ``game`` that is played there.
        """
        async with _lock(self._writing, request.channel):
            if game is None:
                seen = self._current(request.loaded) or await self.seen(request.channel)
            else:
                seen = await self.game(game)
            if seen is None:
                raise Refusal("no-table")
            row, before = seen.row, seen.table
            if at is not None and at != seen.at:
                raise Refusal("late")
            new = [NewEntry(request.user, write(entry)) for entry in decide(before)]
            now = self._log.clock()
            known = self._forgotten
            after = await folded(_numbered(before.last, new, now), before)
            if known != self._forgotten:
                raise Refusal("late")
            try:
                await self._log.append(
                    row.id,
                    after=before.last,
                    entries=new,
                    request=request.id,
                    finish=after.closed,
                    reopen=reopen and row.finished,
                    at=now,
                    summary=table_summary(after),
                )
            except Conflict:
                self._shelf.drop(row.id)
                raise Refusal("late") from None
            except Duplicate:
                raise Refusal("duplicate") from None
            except ChannelBusy:
                raise Refusal("busy") from None
            log_context.saved()
            if known == self._forgotten:
                self._shelf.keep(row.id, after)
            return Outcome(row.id, before, after, request.user)

    def _current(self, loaded: Seen | None) -> Seen | None:
        """A table loaded for a request, unless this process has written to it since.

        Entries of another process are found by the Conflict of the write.
        """
        if loaded is None or self._shelf.newest(loaded.row.id) is not loaded.table:
            return None
        return loaded

    def forget(self) -> None:
        """Keep no table in memory: in any there may be somebody who has been forgotten."""
        self._forgotten += 1
        self._shelf.clear()

    async def _load(self, row: GameRow) -> Table:
        """The table of a row: the cached one brought up to date, or folded from its log.

        Who asks for one that is being folded waits for that. The fold of a whole log takes its
        time: nobody who was forgotten in the meantime is in what comes of it.
        """
        log_context.at_table(row.guild, row.channel, row.id)
        while True:
            if table := self._shelf.find(row.id, row.last):
                return table
            async with _lock(self._reading, row.id):
                if table := self._shelf.find(row.id, row.last):
                    return table
                known, table = self._forgotten, self._shelf.newest(row.id)
                entries = await self._log.read(row.id, after=-1 if table is None else table.last)
                table = await folded(entries, table)
                if known == self._forgotten:
                    self._shelf.keep(row.id, table)
                    return table


def _lock(locks: WeakValueDictionary[int, asyncio.Lock], number: int) -> asyncio.Lock:
    """The lock of a channel or a game, which is there as long as somebody holds it."""
    lock = locks.get(number)
    if lock is None:
        lock = locks[number] = asyncio.Lock()
    return lock


@dataclass(frozen=True, slots=True)
class _Unwritten:
    """A line on its way into the log."""

    number: int
    user: int
    text: str
    at: float
    sound: bool = True


def _numbered(last: int, new: Sequence[NewEntry], now: float) -> list[LogLine]:
    return [_Unwritten(last + n, each.user, each.text, now) for n, each in enumerate(new, 1)]
