"""The cups of all channels, read from their logs and written to them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.ops import log_context
from bot.table.cups.cup import Cup
from bot.table.cups.entries import CUP_ENTRIES, CupEntry
from bot.table.cups.fold import BrokenCup, fold_cup
from bot.table.keyed_locks import KeyedLocks
from bot.table.refusals import Refusal
from storage import (
    ChannelBusy,
    Conflict,
    CupRow,
    Cups,
    Due,
    Duplicate,
    EntryRow,
    NewCupEntry,
)

DueOfCup: TypeAlias = Callable[[int, int, float], Due]
"""Make the due of a cup, from the number of the cup, the id of its server and a Unix time."""


@dataclass(frozen=True, slots=True)
class LoadedCup:
    """A cup and its row."""

    row: CupRow
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

    cups: Cups
    due: DueOfCup
    """Return the job of a cup, which each of its entries makes due at once."""
    _writing: KeyedLocks[int] = field(init=False, default_factory=KeyedLocks)
    """By cup."""

    async def of(self, cup: int) -> LoadedCup | None:
        """Return a cup by its number. Raise Refusal if its log cannot be read."""
        return await self._load(await self.cups.row(cup))

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
        lines = [NewCupEntry(user, CUP_ENTRIES.write(entry)) for entry in entries]
        now = self.cups.clock()
        cup = fold_cup(_unwritten(lines, -1, now))
        try:
            row = await self.cups.begin(
                guild=guild,
                channel=channel,
                entries=lines,
                request=request,
                due=lambda number: self.due(number, guild, now),
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
            row, now = loaded.row, self.cups.clock()
            lines = [NewCupEntry(request.user, CUP_ENTRIES.write(e)) for e in decide(loaded.cup)]
            if not lines:
                return loaded
            after = fold_cup(_unwritten(lines, row.last, now), loaded.cup)
            try:
                await self.cups.append(
                    row.id,
                    after=row.last,
                    entries=lines,
                    request=request.id,
                    finish=after.is_over,
                    due=self.due(row.id, row.guild, now),
                )
            except Conflict:
                raise Refusal("cup-late") from None
            except Duplicate:
                raise Refusal("duplicate") from None
            log_context.mark_saved()
        written = await self.of(row.id)
        return written if written is not None else LoadedCup(row, after)

    async def _load(self, row: CupRow | None) -> LoadedCup | None:
        if row is None:
            return None
        try:
            return LoadedCup(row, fold_cup(await self.cups.read(row.id)))
        except BrokenCup as error:
            raise Refusal("cup-broken") from error


def _unwritten(lines: Sequence[NewCupEntry], last: int, now: float) -> list[EntryRow]:
    return [
        EntryRow(number, line.user, line.text, now) for number, line in enumerate(lines, last + 1)
    ]
