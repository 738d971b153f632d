"""The cups of all channels, read from their logs and written to them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.ops import log_context
from bot.table.cups.cup import Cup
from bot.table.cups.entries import CUP_ENTRIES, CupEntry
from bot.table.cups.fold import BrokenCup, fold_cup
from bot.table.keyed_locks import KeyedLocks
from bot.table.refusals import Refusal
from storage import (
    ChannelBusy,
    Conflict,
    Duplicate,
    EntryRow,
    GameFinished,
    GameRow,
    Log,
    NewEntry,
    NoSuchGame,
)


@dataclass(frozen=True, slots=True)
class LoadedCup:
    """A cup and its row."""

    row: GameRow
    cup: Cup


@dataclass(frozen=True, slots=True)
class CupRequest:
    """A user's request about a cup, None for the bot's own.

    ``id`` is the interaction's id, so that a second delivery has no effect.
    """

    user: int | None
    cup: int
    id: int | None = None


@dataclass(eq=False, repr=False)
class CupStore:
    """All cups of one database; each method writes its result or changes nothing."""

    cups: Log
    _writing: KeyedLocks[int] = field(init=False, default_factory=KeyedLocks)
    """By cup."""

    async def of(self, cup: int) -> LoadedCup | None:
        """Return a cup by its number. Raise Refusal if its log cannot be read."""
        return await self._load(await self.cups.row_if_any(cup))

    async def latest(self, channel: int) -> LoadedCup | None:
        """Return the running cup of a channel, else its last one."""
        return await self._load(await self.cups.latest(channel))

    async def history(self, cup: int) -> tuple[Cup, ...]:
        """Return a cup after each of its entries. Raise Refusal if its log cannot be read."""
        states: list[Cup] = []
        try:
            for entry in await self.cups.read(cup):
                states.append(fold_cup([entry], states[-1] if states else None))
        except BrokenCup as error:
            raise Refusal("cup-broken") from error
        return tuple(states)

    async def open(
        self, guild: int, channel: int, user: int, entries: Sequence[CupEntry], request: int | None
    ) -> LoadedCup:
        """Begin a cup in a channel where none is running."""
        lines = [NewEntry(user, CUP_ENTRIES.write(entry)) for entry in entries]
        cup = fold_cup(_unwritten(lines, -1, self.cups.clock()))
        try:
            row = await self.cups.begin(
                guild=guild, channel=channel, entries=lines, request=request
            )
        except ChannelBusy:
            raise Refusal("cup-busy") from None
        except Duplicate:
            raise Refusal("duplicate") from None
        log_context.mark_saved()
        return LoadedCup(row, cup)

    async def write(
        self, request: CupRequest, decide: Callable[[Cup], Sequence[CupEntry]]
    ) -> LoadedCup:
        """Write the entries that ``decide`` returns, all at once; none changes nothing."""
        async with self._writing[request.cup]:
            loaded = await self.of(request.cup)
            if loaded is None:
                raise Refusal("no-cup")
            row = loaded.row
            lines = [NewEntry(request.user, CUP_ENTRIES.write(e)) for e in decide(loaded.cup)]
            if not lines:
                return loaded
            after = fold_cup(_unwritten(lines, row.last, self.cups.clock()), loaded.cup)
            try:
                await self.cups.append(
                    row.id,
                    after=row.last,
                    entries=lines,
                    request=request.id,
                    finish=after.is_over,
                )
            except (Conflict, GameFinished, NoSuchGame):
                raise Refusal("cup-late") from None
            except Duplicate:
                raise Refusal("duplicate") from None
            log_context.mark_saved()
        written = await self.of(row.id)
        return written if written is not None else LoadedCup(row, after)

    async def _load(self, row: GameRow | None) -> LoadedCup | None:
        if row is None:
            return None
        try:
            return LoadedCup(row, fold_cup(await self.cups.read(row.id)))
        except BrokenCup as error:
            raise Refusal("cup-broken") from error


def _unwritten(lines: Sequence[NewEntry], last: int, now: float) -> list[EntryRow]:
    return [
        EntryRow(number, line.user, line.text, now) for number, line in enumerate(lines, last + 1)
    ]
