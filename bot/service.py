"""The service between Discord and the log: lock the channel, load, check, append, say what changed.

It knows no Discord types: users and channels are numbers, what players may not do is a `Refusal`.
"""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

from bot import checks
from bot.fold import BrokenLog, Line, fold
from bot.refusals import Refusal
from bot.table import RANDOM, USUAL, Outcome, Phase, Settings, Table
from rules import notation
from rules.draft import made
from rules.moves import Move
from rules.random_play import deal
from rules.variants import rulebook
from storage import ChannelBusy, Conflict, Duplicate, GameRow, Log, NewEntry

NONCE_BITS: Final = 128
"""Of the random number that seals a bag: too many to try out."""
CACHED_TABLES: Final = 256
"""Tables kept in memory; any other is folded from its log when it is next asked for."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A table and the row of its game in the log."""

    row: GameRow
    table: Table

    @property
    def at(self) -> tuple[int, int]:
        """The moment: the game and the newest entry that changed how it stands."""
        return self.row.id, self.table.stand


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks, where; ``id`` is the interaction's, so that one delivered twice acts once."""

    user: int
    guild: int
    channel: int
    id: int | None = None


class Service:
    """All tables of one log. Every method either changes nothing or has written what it returns."""

    def __init__(self, log: Log, chance: random.Random) -> None:
        self._log = log
        self._chance = chance
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._tables: dict[int, Table] = {}

    # -- looking ------------------------------------------------------------------------------

    async def seen(self, channel: int) -> Seen | None:
        """The table of a channel: the running one, else the last there was."""
        row = await self._log.latest(channel)
        if row is None:
            return None
        try:
            return Seen(row, await self._load(row))
        except BrokenLog as error:
            # Better no game than one that did not happen; who manages the server may close it.
            raise Refusal("broken", why=str(error)) from error

    async def running(self, request: Request) -> Seen:
        """The table of the request's channel; a refusal where there never was one."""
        seen = await self.seen(request.channel)
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

    async def here(self, channel: int, game: int) -> Seen:
        """The table of a channel, which must be a certain game; buttons of another are refused."""
        seen = await self.seen(channel)
        if seen is None or seen.row.id != game:
            raise Refusal("elsewhere")
        return seen

    # -- the lobby ----------------------------------------------------------------------------

    async def open(
        self,
        request: Request,
        name: str,
        seats: int,
        options: Mapping[str, str] | None = None,
        settings: Settings = USUAL,
        livery: int = 0,
    ) -> Outcome:
        """Opens a table; who opens it hosts it and takes a seat."""
        allowed = rulebook(name, options).ruleset.seats
        if seats not in allowed:
            raise Refusal("seats", low=allowed.start, high=allowed.stop - 1)
        lines = [
            f"new {name} {seats}",
            *(f"{key}: {value}" for key, value in (options or {}).items()),
        ]
        lines += settings.lines() + [f"livery: {livery}"] * (livery != 0)
        entry = NewEntry(request.user, "\n".join(lines))
        async with self._lock(request.channel):
            try:
                row = await self._log.begin(
                    guild=request.guild,
                    channel=request.channel,
                    entries=[entry],
                    request=request.id,
                )
            except ChannelBusy:
                raise Refusal("busy") from None
            except Duplicate:
                raise Refusal("duplicate") from None
            return Outcome(row.id, None, await self._load(row), request.user)

    async def join(self, request: Request, livery: int | None = None) -> Outcome:
        """Takes a seat, or for who has one another livery."""

        def decide(table: Table) -> list[str]:
            return [checks.may_join(table, request.user, livery)]

        return await self._act(request, decide)

    async def leave(self, request: Request) -> Outcome:
        """Gives a seat back; the table closes when the last one leaves."""

        def decide(table: Table) -> list[str]:
            leaving = f"leave {checks.may_leave(table, request.user)}"
            return [leaving, "end"] if len(table.players) == 1 else [leaving]

        return await self._act(request, decide)

    async def start(self, request: Request) -> Outcome:
        """Deals: seats in random order (X-03) if not as joined, every bag shuffled, all logged."""

        def decide(table: Table) -> list[str]:
            checks.may_start(table, request.user)
            order = list(range(len(table.players)))
            if table.settings.order == RANDOM:
                self._chance.shuffle(order)
            nonce = f"{self._chance.getrandbits(NONCE_BITS):0{NONCE_BITS // 4}x}"
            header = deal(table.name, len(order), self._chance, table.options, nonce)
            return [f"start\norder: {' '.join(map(str, order))}\n{header.text()}"]

        return await self._act(request, decide)

    # -- the game -----------------------------------------------------------------------------

    async def play(
        self, request: Request, moves: Sequence[Move], *, at: tuple[int, int] | None = None
    ) -> Outcome:
        """Plays moves of one turn, all or none; ``at`` is the (game, entry) they were meant for."""

        def decide(table: Table) -> list[str]:
            game = checks.may_move(table, request.user)
            return [notation.write(move) for move in made(game, moves)[1]]

        return await self._act(request, decide, at=at)

    async def undo(self, request: Request, *, at: tuple[int, int] | None = None) -> Outcome:
        """Takes back the user's last placement and what followed; the same tile comes back.

        Once others have played on, it only asks them, or agrees to what has been asked.
        """

        def decide(table: Table) -> list[str]:
            return _agreed(table, request.user, checks.may_undo(table, request.user))

        return await self._act(request, decide, at=at, reopen=True)

    async def answer(self, request: Request, entry: int, *, agrees: bool) -> Outcome:
        """Agrees to an undo that was asked for, which the last to agree carries out, or refuses."""
        may = checks.may_agree if agrees else checks.may_refuse

        def decide(table: Table) -> list[str]:
            return _agreed(table, request.user, may(table, request.user, entry))

        return await self._act(request, decide, reopen=True)

    async def resign(self, request: Request, *, at: tuple[int, int] | None = None) -> Outcome:
        """Leaves the running game; the others play on."""

        def decide(table: Table) -> list[str]:
            return [f"resign {checks.may_resign(table, request.user)}"]

        return await self._act(request, decide, at=at)

    async def end(
        self, request: Request, *, manager: bool, at: tuple[int, int] | None = None
    ) -> Outcome:
        """Stops the table for good; for its host and for who may manage the server."""

        def decide(table: Table) -> list[str]:
            checks.may_end(table, request.user, manager=manager)
            return ["end"]

        return await self._act(request, decide, at=at)

    async def abandon(self, channel: int) -> None:
        """Closes the game of a channel whose log cannot be read any more; its entries stay."""
        await self._log.drop_channel(channel)

    # -- how it is done -----------------------------------------------------------------------

    async def _act(
        self,
        request: Request,
        decide: Callable[[Table], list[str]],
        *,
        at: tuple[int, int] | None = None,
        reopen: bool = False,
    ) -> Outcome:
        """Writes what ``decide`` makes of the table, under the channel's lock and all at once."""
        async with self._lock(request.channel):
            seen = await self.seen(request.channel)
            if seen is None:
                raise Refusal("no-table")
            row, before = seen.row, seen.table
            if at is not None and at != seen.at:
                raise Refusal("late")
            texts = decide(before)
            after = fold(_numbered(before.last, request.user, texts), before)
            try:
                await self._log.append(
                    row.id,
                    after=before.last,
                    entries=[NewEntry(request.user, text) for text in texts],
                    request=request.id,
                    finish=after.phase in (Phase.OVER, Phase.STOPPED),
                    reopen=reopen and row.finished,
                )
            except Conflict:
                self._tables.pop(row.id, None)
                raise Refusal("late") from None
            except Duplicate:
                raise Refusal("duplicate") from None
            except ChannelBusy:
                raise Refusal("busy") from None
            self._keep(row.id, after)
            return Outcome(row.id, before, after, request.user)

    async def _load(self, row: GameRow) -> Table:
        """The table of a row: the cached one brought up to date, or folded from its log."""
        table = self._tables.get(row.id)
        if table is None or table.last != row.last:
            entries = await self._log.read(row.id, after=-1 if table is None else table.last)
            table = fold(entries, table)
        self._keep(row.id, table)
        return table

    def _keep(self, game: int, table: Table) -> None:
        self._tables.pop(game, None)
        self._tables[game] = table
        while len(self._tables) > CACHED_TABLES:
            del self._tables[next(iter(self._tables))]

    def _lock(self, channel: int) -> asyncio.Lock:
        lock = self._locks.get(channel)
        if lock is None:
            lock = self._locks[channel] = asyncio.Lock()
        return lock


def _agreed(table: Table, user: int, entry: str) -> list[str]:
    """An entry, and the undo itself where it was the last consent that was missing."""
    asked = table.asked
    if entry == checks.AGREE and asked is not None and table.asking() <= asked.agreed | {user}:
        return [entry, f"undo {asked.number}"]
    return [entry]


@dataclass(frozen=True, slots=True)
class _Unwritten:
    """A line on its way into the log."""

    number: int
    user: int
    text: str


def _numbered(last: int, user: int, texts: Sequence[str]) -> list[Line]:
    return [_Unwritten(last + n, user, text) for n, text in enumerate(texts, 1)]
