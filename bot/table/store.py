"""Load tables from the log, cache and write them; `LoadedTable`, `Request`; table summaries."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from operator import itemgetter
from sys import getsizeof
from typing import Any, Final, ParamSpec, TypeVar

from cachetools import LRUCache

from bot.core import log_context, metrics
from bot.core.durations import Sleep
from bot.core.tasks import KeyedLocks, retry_until_reachable
from bot.table.entries import ENTRIES, Entry, LogLine
from bot.table.fold import BrokenLog, fold
from bot.table.refusals import Refusal, Unreadable
from bot.table.table import Outcome, Phase, Table, TableVersion
from rules.analysis.history import index_after_last_turn
from rules.board import Board
from rules.story import Event, TilePlaced, totals
from storage import (
    ChannelBusy,
    Conflict,
    Duplicate,
    GameRow,
    Log,
    NewEntry,
    PostRow,
    SinceLastTurn,
    SummaryRow,
    TableSummaries,
    TableSummary,
    Work,
)

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

MAX_LINES_ON_LOOP: Final = 8
"""Entries read at once on the event loop: each takes a tenth of a millisecond.

Yielding after each entry would be too often, as drawing threads need the interpreter as well.
"""
UNDO_WORD: Final = "undo"
"""The first word of entries that may need a replay of the game from the deal."""

# One thread: two would compete for the interpreter, and with the event loop.
_LOG_THREAD: Final = ThreadPoolExecutor(1, "fold")


async def run_in_log_thread(work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
    """Run work in the log thread, after earlier work."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_LOG_THREAD, lambda: work(*given, **more))


async def fold_lines(lines: Sequence[LogLine], table: Table | None = None) -> Table:
    """`fold` in the log thread, unless it is short."""
    if len(lines) <= MAX_LINES_ON_LOOP and not any(
        line.text.startswith(UNDO_WORD) for line in lines
    ):
        return fold(lines, table)
    return await run_in_log_thread(fold, _with_pauses(lines), table)


def _with_pauses(lines: Iterable[LogLine]) -> Iterator[LogLine]:
    """Regularly release the interpreter for the event loop."""
    for number, line in enumerate(lines):
        if number % MAX_LINES_ON_LOOP == 0:
            time.sleep(0)
        yield line


EMPTY_TABLE_BYTES: Final = 6_000
"""Bytes of a table in its lobby, with the bags, figure supply and header of its game."""
AREA_BYTES: Final = 390
"""Bytes of an area of ordinary size."""
SPOT_BYTES: Final = 52
LINE_BYTES: Final = 190
EVENT_BYTES: Final = 130
"""Bytes of a spot, a line of the record, an event."""


def estimated_bytes(table: Table) -> int:
    """Bytes that the table shares with no other, to about a fifth.

    Rulebook, tiles and forms exist once for all games and do not count.
    """
    if table.game is None:
        return EMPTY_TABLE_BYTES
    board = table.game.board
    areas = sum(len(plane.areas) for plane in board.planes)
    spots = sum(len(plane.home) for plane in board.planes)
    return (
        EMPTY_TABLE_BYTES
        + sum(map(getsizeof, _dictionaries(board)))
        + AREA_BYTES * areas
        + SPOT_BYTES * spots
        + LINE_BYTES * len(table.lines)
        + EVENT_BYTES * len(table.game.story)
    )


def _dictionaries(board: Board) -> Iterator[Any]:
    yield from (board.tiles, board.gaps, board.waiting)
    for plane in board.planes:
        yield from (plane.home, plane.areas)


CACHE_BYTES: Final = 128 << 20
"""Bytes of cached tables: enough for some thousand games half played."""


class TableCache:
    """Bounded, by game number; a dropped table can be folded again."""

    def __init__(self, max_bytes: int = CACHE_BYTES) -> None:
        self._weighed: LRUCache[int, tuple[Table, int]] = LRUCache(
            max_bytes, getsizeof=itemgetter(1)
        )
        """By game, a table and its bytes as `estimated_bytes` counts them."""

    def __len__(self) -> int:
        return len(self._weighed)

    @property
    def bytes(self) -> int:
        return int(self._weighed.currsize)

    def find(self, game: int, last: int) -> Table | None:
        """None if the cached table is older than entry ``last``."""
        table = self.newest(game)
        return table if table is not None and table.last >= last else None

    def newest(self, game: int) -> Table | None:
        table, _ = self._weighed.get(game, (None, 0))
        return table

    def keep(self, game: int, table: Table) -> None:
        """Cache a table, unless a newer one is cached; evict others if needed."""
        known = self.newest(game)
        if known is table or (known is not None and known.last > table.last):
            return
        self.drop(game)
        with suppress(ValueError):  # A table larger than the cache is not kept.
            self._weighed[game] = table, estimated_bytes(table)

    def drop(self, game: int) -> None:
        self._weighed.pop(game, None)

    def clear(self) -> None:
        self._weighed.clear()


CANCELLED_TABLES_LIMIT: Final = 10
"""The most cancelled lobbies in a row that `Tables.latest` passes over."""


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A table and the row of its game in the log."""

    row: GameRow
    table: Table

    @property
    def version(self) -> TableVersion:
        return TableVersion(self.row.id, self.table.version)

    @property
    def is_posted(self) -> bool:
        """True if the newest post shows this version."""
        return self.row.posted == self.row.last


@dataclass(frozen=True, slots=True)
class Request:
    """A user's request in a table's channel.

    ``id``: the interaction's, so that a second delivery has no effect. ``loaded``: the table, if
    already loaded.
    """

    user: int
    guild: int
    channel: int
    id: int | None = None
    loaded: LoadedTable | None = field(default=None, compare=False, repr=False)


@dataclass(eq=False, repr=False)
class Tables:
    """All tables of one log; each method writes its result or changes nothing."""

    game_log: Log
    max_bytes: int = CACHE_BYTES
    """The number of bytes of tables cached in memory."""
    _writing: KeyedLocks[int] = field(init=False, default_factory=KeyedLocks)
    """By channel."""
    _reading: KeyedLocks[int] = field(init=False, default_factory=KeyedLocks)
    """By game."""
    _cache: TableCache = field(init=False)
    _forget_count: int = field(init=False, default=0)
    """The number of forget calls: a table read before the last may name a forgotten user."""

    def __post_init__(self) -> None:
        self._cache = TableCache(self.max_bytes)

    @property
    def cached_count(self) -> int:
        return len(self._cache)

    @property
    def cached_bytes(self) -> int:
        return self._cache.bytes

    # -- reading ------------------------------------------------------------------------------

    async def latest(self, channel: int) -> LoadedTable | None:
        """A channel's unfinished table, else its newest begun one, else its last lobby."""
        loaded = await self._read(await self.game_log.latest(channel))
        if loaded is None or loaded.table.game is not None or not loaded.table.ended:
            return loaded
        return await self._newest_ended(channel) or loaded

    async def _newest_ended(self, channel: int) -> LoadedTable | None:
        """The newest table of a begun game that has ended."""
        for row in await self.game_log.ended(channel, CANCELLED_TABLES_LIMIT):
            with suppress(Refusal):  # Its log is damaged, and it was given up.
                if (earlier := await self._read(row)) and earlier.table.game is not None:
                    return earlier
        return None

    async def unfinished(self, channel: int) -> LoadedTable | None:
        return await self._read(await self.game_log.unfinished(channel))

    async def unfinished_game(self, game: int) -> LoadedTable | None:
        row = await self.game_log.row_if_any(game)
        return await self._read(row) if row is not None and not row.finished else None

    async def _read(self, row: GameRow | None) -> LoadedTable | None:
        if row is None:
            return None
        try:
            return LoadedTable(row, await self._load(row))
        except BrokenLog as error:
            # Refuse a damaged log rather than guess; a server manager can close the game.
            raise Unreadable("broken", where=error) from error

    async def row(self, game: int) -> GameRow | None:
        return await self.game_log.row_if_any(game)

    async def game(self, game: int) -> LoadedTable | None:
        return await self._read(await self.row(game))

    async def require_table(self, request: Request) -> LoadedTable:
        """The channel's unfinished table, else its last; refuse if none."""
        loaded = self._current(request.loaded) or await self.latest(request.channel)
        if loaded is None:
            raise Refusal("no-table")
        return loaded

    async def require_begun(self, channel: int, game: int | None = None) -> LoadedTable:
        """The channel's table with a begun game, over or not.

        ``game`` must match, as in `require_game`.
        """
        loaded = (
            await self.latest(channel) if game is None else await self.require_game(channel, game)
        )
        if loaded is None or loaded.table.game is None:
            lobby = loaded is not None and loaded.table.phase is Phase.LOBBY
            raise Refusal("not-started" if lobby else "no-table")
        return loaded

    async def require_turns(self, channel: int) -> LoadedTable:
        """The channel's table with a begun game; before the start of one, the game that ended."""
        loaded = await self.latest(channel)
        is_lobby = loaded is not None and loaded.table.phase is Phase.LOBBY
        ended = await self._newest_ended(channel) if is_lobby else None
        return ended or await self.require_begun(channel)

    async def written_at(self, game: int, number: int) -> float:
        """Unix time of an entry."""
        [entry, *_] = await self.game_log.read(game, after=number - 1)
        return entry.at

    async def story_until(self, game: int, number: int) -> Sequence[Event]:
        """The story after an entry, with events undone since."""
        entries = [entry for entry in await self.game_log.read(game) if entry.number <= number]
        past = await fold_lines(entries)
        return past.game.story if past.game is not None else ()

    async def of_post(self, message: int) -> tuple[LoadedTable, PostRow] | None:
        """A post's table, and the row of the entries it shows.

        None for a message that is no post of a game.
        """
        post = await self.game_log.post(message)
        loaded = await self.game(post.game) if post is not None else None
        return (loaded, post) if loaded is not None and post is not None else None

    async def entries_after(self, post: PostRow) -> list[Entry]:
        """Entries newer than those a post shows."""
        newer = await self.game_log.read(post.game, after=post.number)
        return [ENTRIES.read(entry.text) for entry in newer]

    async def require_game(self, channel: int, game: int) -> LoadedTable:
        """The channel's table if it plays ``game``; refuse another as late.

        It may be a lobby.
        """
        loaded = await self.latest(channel)
        if loaded is not None and loaded.row.id == game:
            return loaded
        known = await self.game_log.row_if_any(game)
        raise Refusal("late" if known is not None and known.channel == channel else "elsewhere")

    async def require_lobby(self, channel: int, game: int) -> LoadedTable:
        """The table before its start; refused as late after that."""
        loaded = await self.require_game(channel, game)
        if loaded.table.phase is not Phase.LOBBY:
            raise Refusal("late")
        return loaded

    async def require_game_here(self, channel: int, game: int) -> LoadedTable:
        """A table of the channel, which may be an earlier one."""
        loaded = await self.game(game)
        if loaded is None or loaded.row.channel != channel:
            raise Refusal("elsewhere")
        return loaded

    # -- writing ------------------------------------------------------------------------------

    async def open(self, request: Request, entries: Sequence[tuple[int, Entry]]) -> Outcome:
        """Begin a table's log in a channel with no unfinished one.

        Each entry is written under the user whose seat it is about.
        """
        async with self._writing[request.channel]:
            new = [NewEntry(user, ENTRIES.write(entry)) for user, entry in entries]
            now = self.game_log.clock()
            opened = await fold_lines(_unwritten_lines(-1, new, now))
            try:
                row = await self.game_log.begin(
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
            log_context.mark_saved()
            opened = await self._load(row)
            metrics.TABLES_OPENED.labels(opened.name).inc()
            return Outcome(row.id, None, opened, request.user)

    async def abandon(self, channel: int) -> None:
        """Close an unreadable game; its entries stay."""
        await self.game_log.drop_channel(channel)

    async def write(
        self,
        request: Request,
        decide: Callable[[Table], Sequence[Entry]],
        *,
        version: TableVersion | None = None,
        game: int | None = None,
        reopen: bool = False,
        only_if: Work[None] | None = None,
    ) -> Outcome:
        """Write the entries that ``decide`` returns, all at once and under the channel's lock.

        The table is the channel's, or that of a certain ``game`` in it. The lock is this process's.
        Other processes are detected by an optimistic lock: `Log.append` raises Conflict if there
        are newer entries than ``decide`` has seen. Raise Refusal, "late" after a Conflict, which
        ``only_if`` may raise in the same transaction, or if ``version`` is not the newest one.
        """
        async with self._writing[request.channel]:
            if game is None:
                loaded = self._current(request.loaded) or await self.latest(request.channel)
            else:
                loaded = await self.game(game)
            if loaded is None:
                raise Refusal("no-table")
            row, before = loaded.row, loaded.table
            if version is not None and version != loaded.version:
                raise Refusal("late")
            new = [NewEntry(request.user, ENTRIES.write(entry)) for entry in decide(before)]
            now = self.game_log.clock()
            forget_count = self._forget_count
            after = await fold_lines(_unwritten_lines(before.last, new, now), before)
            if forget_count != self._forget_count:
                raise Refusal("late")
            try:
                await self.game_log.append(
                    row.id,
                    after=before.last,
                    entries=new,
                    request=request.id,
                    finish=after.closed,
                    reopen=reopen and row.finished,
                    at=now,
                    summary=table_summary(after),
                    only_if=only_if,
                )
            except Conflict:
                self._cache.drop(row.id)
                raise Refusal("late") from None
            except Duplicate:
                raise Refusal("duplicate") from None
            except ChannelBusy:
                raise Refusal("busy") from None
            log_context.mark_saved()
            if forget_count == self._forget_count:
                self._cache.keep(row.id, after)
            if (lines := len(after.lines) - len(before.lines)) > 0:
                metrics.MOVES.labels(after.name).inc(lines)
            elif lines < 0:
                metrics.MOVES_UNDONE.labels(after.name).inc(-lines)
            return Outcome(row.id, before, after, request.user)

    def _current(self, loaded: LoadedTable | None) -> LoadedTable | None:
        """The unfinished table loaded for a request, unless this process changed it.

        A channel has no second one. Another process's entry is detected by the write's Conflict.
        """
        if loaded is None or loaded.row.finished or loaded.table.closed:
            return None
        return loaded if self._cache.newest(loaded.row.id) is loaded.table else None

    def forget(self) -> None:
        """Drop all cached tables: any may name a forgotten user."""
        self._forget_count += 1
        self._cache.clear()

    async def _load(self, row: GameRow) -> Table:
        """Update the cached table, or fold the log.

        Concurrent callers share one fold. It is repeated if a user was forgotten during it.
        """
        log_context.set_table(row.guild, row.channel, row.id)
        while True:
            if table := self._cache.find(row.id, row.last):
                return table
            async with self._reading[row.id]:
                if table := self._cache.find(row.id, row.last):
                    return table
                forget_count, table = self._forget_count, self._cache.newest(row.id)
                after = -1 if table is None else table.last
                table = await fold_lines(await self.game_log.read(row.id, after=after), table)
                if table.last < (last := max(row.last, row.posted)):
                    raise BrokenLog(f"entries {table.last + 1} to {last} are missing")
                if table.last > row.last:
                    # Another process may have written meanwhile; else no entry could be added.
                    row = await self.game_log.row(row.id)
                    if table.last > row.last:
                        raise BrokenLog(f"a search for its last entry finds {row.last}")
                if forget_count == self._forget_count:
                    self._cache.keep(row.id, table)
                    return table


@dataclass(frozen=True, slots=True)
class _UnwrittenLine:
    number: int
    user: int | None
    text: str
    at: float
    sound: bool = True


def _unwritten_lines(last: int, new: Sequence[NewEntry], now: float) -> list[LogLine]:
    return [_UnwrittenLine(last + n, entry.user, entry.text, now) for n, entry in enumerate(new, 1)]


def table_summary(table: Table) -> TableSummary:
    game, paused = table.game, table.paused
    return TableSummary(
        name=table.name,
        phase=table.phase.value,
        language=table.settings.language,
        pace=table.settings.pace,
        seat_count=table.seat_count,
        seats=table.players,
        out=frozenset(game.out) if game is not None else frozenset(),
        turn=game.turn if game is not None and not table.closed else None,
        since=table.since,
        number=table.last,
        version=table.version,
        missed=tuple(_since_last_turn(table, seat) for seat in range(len(table.players))),
        paused=paused is not None,
        paused_until=paused.until if paused is not None else None,
    )


def _since_last_turn(table: Table, seat: int) -> SinceLastTurn:
    """Changes since a seat's last turn.

    No tiles are counted for a seat without a turn so far.
    """
    if table.game is None:
        return SinceLastTurn()
    start = index_after_last_turn(table.game, seat)
    news = table.game.story[start:]
    tiles = sum(isinstance(event, TilePlaced) for event in news) if start else 0
    return SinceLastTurn(tiles, tuple(totals(news, table.game.seats)))


YIELD_SECONDS: Final = 0.005
"""Pause between two games, in which the event loop serves players."""
MOST_LOGGED: Final = 10
"""The number of unreadable games that get a log line of their own."""


@dataclass(eq=False, repr=False)
class SummaryIndex:
    game_log: Log
    summaries: TableSummaries
    sleep: Sleep = asyncio.sleep
    _reading: asyncio.Task[None] | None = field(init=False, default=None)
    _unreadable: set[int] = field(init=False, default_factory=set)

    @property
    def unreadable(self) -> int:
        """Logs that could not be read since the start."""
        return len(self._unreadable)

    @property
    def complete(self) -> bool:
        """True once no summary is to be rebuilt."""
        return self._reading is None or self._reading.done()

    async def of(self, user: int, put_away: float | None = None) -> tuple[SummaryRow, ...]:
        """A user's open and running tables, the longest waiting first.

        With a Unix time, also those archived since then.
        """
        also = () if put_away is None else (Phase.ARCHIVED, put_away)
        rows = await self.summaries.of(user, *also)
        stale = [row.game for row in rows if row.stale]
        for game in stale:
            await self._read(game)
        return await self.summaries.of(user, *also) if stale else rows

    async def running(self, user: int) -> tuple[int, ...]:
        return tuple(row.game for row in await self.of(user) if row.summary.turn is not None)

    async def joinable(self, limit: int) -> tuple[SummaryRow, ...]:
        """The newest lobbies, and running games with an open seat."""
        begun = await self.summaries.with_open_seats(Phase.PLAYING, limit)
        return (*await self.summaries.in_phase(Phase.LOBBY, limit), *begun)

    async def unfinished_in(self, guild: int, limit: int) -> tuple[SummaryRow, ...]:
        phases = (Phase.LOBBY.value, Phase.PLAYING.value)
        rows = await self.summaries.of_server(guild, limit)
        return tuple(row for row in rows if row.summary.phase in phases)

    def begin(self) -> None:
        work = retry_until_reachable(self.catch_up, self.sleep)
        self._reading = asyncio.create_task(work, name="summaries")

    async def catch_up(self) -> None:
        """Running games first, with pauses."""
        games = await self.summaries.stale()
        for game in games:
            await self._read(game)
            await asyncio.sleep(YIELD_SECONDS)
        if (more := self.unreadable - MOST_LOGGED) > 0:
            log.warning(
                "cannot rebuild the summaries of %d more games: see carcassonne verify", more
            )
        if games:
            log.info("rebuilt the summaries of %d games", len(games))

    async def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    async def _read(self, game: int) -> None:
        try:
            table = await fold_lines(await self.game_log.read(game))
        except BrokenLog as error:
            self._unreadable.add(game)
            if self.unreadable <= MOST_LOGGED:
                log.warning("cannot rebuild the summary of game %s: %s", game, error)
            return
        self._unreadable.discard(game)
        await self.summaries.put(game, table_summary(table))
