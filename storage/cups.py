"""Cups: each has an append-only log of text lines, and messages about it in its channel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from storage.checksums import IDENTITY, entry_checksum
from storage.database import Database, Execute
from storage.errors import ChannelBusy, Conflict
from storage.records import EntryRow, Row
from storage.schedule import Due, Schedule
from storage.status_cards import NEVER_PINNED, PINNED, UNPINNED

ERASE_USER: Final = ("UPDATE cup_entries SET user = NULL WHERE user = ?",)
DELETE_GUILD: Final = ("DELETE FROM cups WHERE guild = ?",)
"""Statements that delete the cups of a server with their entries, each with the server's id."""
DELETE_CHANNEL: Final = ("DELETE FROM cups WHERE channel = ?",)
"""Statements that delete the cups of a channel with their entries, each with the channel's id."""
EXPORT: Final[Mapping[str, str]] = {
    "cup_entries": "SELECT cup, guild, channel, number, text, at FROM cup_entries"
    " JOIN cups ON id = cup WHERE user = ? ORDER BY cup, number"
}

NO_ACTOR: Final = 0
"""The actor in the checksum of an entry; the checksum of a cup's entry covers no user."""
_LAST: Final = "coalesce((SELECT max(number) FROM cup_entries WHERE cup = id), -1)"
_CUPS: Final = (
    f"SELECT id, guild, channel, {_LAST}, posted, finished, started_at, card, card_entry,"
    " times_lost, pin_state FROM cups"
)
CHECKED_ENTRIES: Final = (
    f"SELECT {IDENTITY}, guild, channel, started_at, cup, number, text, at, crc FROM cup_entries"
    " JOIN cups ON id = cup ORDER BY cup, number"
)
"""The query for the entries of all cups, whose rows `damaged_cups` takes."""
_PLACE: Final = f"SELECT {IDENTITY}, guild, channel, started_at FROM cups WHERE id = ?"


@dataclass(frozen=True, slots=True)
class NewCupEntry:
    """A line to write and the Discord user id of its author, None for the bot."""

    user: int | None
    text: str


@dataclass(frozen=True, slots=True)
class CupRow:
    """A cup without its entries.

    ``last`` is the number of its last entry, ``posted`` that of the last one posted in the channel,
    ``started_at`` in Unix seconds. ``card`` is the message of the standings, None while there is
    none, ``card_entry`` the newest entry it shows; ``times_lost`` counts the cards that somebody
    deleted, and ``pinned`` is True while the card is pinned.
    """

    id: int
    guild: int
    channel: int
    last: int
    posted: int
    finished: bool
    started_at: float
    card: int | None
    card_entry: int
    times_lost: int
    pinned: bool


class Cups:
    """The cups of one database. Every change is durable when its call returns."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._schedule = Schedule(database)

    @property
    def clock(self) -> Callable[[], float]:
        """The source of the entries' Unix times."""
        return self._database.clock

    async def begin(
        self,
        *,
        guild: int,
        channel: int,
        entries: Sequence[NewCupEntry],
        request: int | None = None,
        due: Callable[[int], Due] | None = None,
    ) -> CupRow:
        """Begin a cup with these entries, numbered from 0.

        ``request`` is the id of the interaction, which is written only once; ``due`` returns the
        due of the new cup, stored in the same transaction. Raise ChannelBusy if another cup is
        running in the channel, Duplicate if the request was written before, StorageError.
        """

        async def work(execute: Execute) -> CupRow:
            now = self._database.clock()
            await _insert_request(execute, request)
            for [cup] in await execute(
                "SELECT id FROM cups WHERE channel = ? AND NOT finished", (channel,)
            ):
                raise ChannelBusy(channel, cup)
            [[cup]] = await execute(
                "INSERT INTO cups (guild, channel, started_at) VALUES (?, ?, ?) RETURNING id",
                (guild, channel, now),
            )
            await self._insert(execute, cup, -1, entries, now)
            if due is not None:
                await self._schedule.wake_within(execute, due(cup))
            [row] = await execute(f"{_CUPS} WHERE id = ?", (cup,))
            return _cup_row(row)

        return await self._database.write(work, f"a cup in channel {channel}")

    async def append(
        self,
        cup: int,
        *,
        after: int,
        entries: Sequence[NewCupEntry],
        request: int | None = None,
        finish: bool = False,
        due: Due | None = None,
    ) -> int:
        """Write the entries ``after`` + 1, ``after`` + 2 …, all or none. Return the last number.

        ``finish`` finishes the cup; ``due`` is scheduled in the same transaction. Raise Conflict
        if ``after`` is not the last entry or the cup is finished, Duplicate, StorageError.
        """

        async def work(execute: Execute) -> int:
            await _insert_request(execute, request)
            await self._database.lock(execute, f"cup {cup}")
            sql = f"SELECT {_LAST} FROM cups WHERE id = ? AND NOT finished"
            if await execute(sql, (cup,)) != [(after,)]:
                raise Conflict(f"cup {cup}: somebody else wrote entry {after + 1} first")
            last = await self._insert(execute, cup, after, entries, self._database.clock())
            if finish:
                await execute("UPDATE cups SET finished = TRUE WHERE id = ?", (cup,))
            if due is not None:
                await self._schedule.wake_within(execute, due)
            return last

        return await self._database.write(work, f"cup {cup}, entry {after + 1}")

    async def read(self, cup: int) -> tuple[EntryRow, ...]:
        """Read the entries of a cup, in order; after a gap none is sound."""
        places = await self._database.read(_PLACE, (cup,))
        rows = await self._database.read(
            "SELECT number, user, text, at, crc FROM cup_entries WHERE cup = ? ORDER BY number",
            (cup,),
        )
        return tuple(
            EntryRow(
                number,
                user,
                text,
                at,
                number == expected
                and bool(places)
                and crc == _checksum(places[0], cup, number, text, at),
            )
            for expected, (number, user, text, at, crc) in enumerate(rows)
        )

    async def row(self, cup: int) -> CupRow | None:
        """Read a cup by its number. None if there is none, as from 2**63 on."""
        if cup >= 2**63:
            return None
        return _first(await self._database.read(f"{_CUPS} WHERE id = ?", (cup,)))

    async def latest(self, channel: int) -> CupRow | None:
        """Read the running cup of a channel, else its last one."""
        sql = f"{_CUPS} WHERE channel = ? ORDER BY finished, id DESC LIMIT 1"
        return _first(await self._database.read(sql, (channel,)))

    async def unsettled(self) -> tuple[CupRow, ...]:
        """Read this process's cups that run, or whose posts or card are behind their entries."""
        shards = self._database.shards.where("guild")
        sql = (
            f"{_CUPS} WHERE {shards} AND (NOT finished OR posted < {_LAST}"
            f" OR (card IS NOT NULL AND card_entry < {_LAST})) ORDER BY id"
        )
        return tuple(map(_cup_row, await self._database.read(sql)))

    async def mark_posted(self, cup: int, number: int) -> None:
        """Record that the entries up to a number are posted; a lower number changes nothing."""
        await self._set(cup, "posted = ?", number, only=f"posted < {int(number)}")

    async def mark_card_sent(self, cup: int, message: int) -> None:
        """Record the message of a newly sent card, which is not pinned yet."""
        await self._set(cup, f"card = ?, card_entry = -1, pin_state = {NEVER_PINNED}", message)

    async def mark_card_lost(self, cup: int) -> None:
        """Record that somebody deleted the message of the card in Discord."""
        columns = f"card = NULL, times_lost = times_lost + 1, pin_state = {NEVER_PINNED}"
        await self._set(cup, columns)

    async def mark_card_shown(self, cup: int, number: int) -> None:
        """Record that the card shows all entries up to a number."""
        await self._set(cup, "card_entry = ?", number)

    async def mark_pinned(self, cup: int) -> bool:
        """Record that the card is pinned. Return True if its message was never pinned before."""
        return await self._set(cup, "pin_state = ?", PINNED, only=f"pin_state = {NEVER_PINNED}")

    async def mark_unpinned(self, cup: int) -> bool:
        """Record that the card is unpinned for good. Return True if it was pinned until now."""
        return await self._set(cup, "pin_state = ?", UNPINNED, only=f"pin_state = {PINNED}")

    async def drop_channel(self, channel: int) -> None:
        """Finish the cup of a deleted channel, with no post left to send."""

        async def work(execute: Execute) -> None:
            await execute(
                f"UPDATE cups SET finished = TRUE, card = NULL, posted = {_LAST} WHERE channel = ?",
                (channel,),
            )

        await self._database.write(work, f"the cups of channel {channel}")

    async def _set(self, cup: int, columns: str, *values: int, only: str = "TRUE") -> bool:
        async def work(execute: Execute) -> bool:
            sql = f"UPDATE cups SET {columns} WHERE id = ? AND {only} RETURNING id"
            return bool(await execute(sql, (*values, cup)))

        return await self._database.write(work, f"cup {cup}")

    async def _insert(
        self,
        execute: Execute,
        cup: int,
        after: int,
        entries: Sequence[NewCupEntry],
        now: float,
    ) -> int:
        if not entries:
            raise ValueError("a cup changes by at least one entry")
        [place] = await execute(_PLACE, (cup,))
        for number, new in enumerate(entries, after + 1):
            crc = _checksum(place, cup, number, new.text, now)
            await execute(
                "INSERT INTO cup_entries (cup, number, user, text, at, crc)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (cup, number, new.user, new.text, now, crc),
            )
        return after + len(entries)


def damaged_cups(rows: Iterable[Row]) -> Iterator[str]:
    """Yield a line for each cup whose entries are not complete and as they were written."""
    for cup, entries in groupby(rows, key=lambda row: row[4]):
        for expected, (*place, _cup, number, text, at, crc) in enumerate(entries):
            if number != expected:
                yield f"cup {cup}: entry {expected} is missing"
                break
            if crc != _checksum(tuple(place), cup, number, text, at):
                yield f"cup {cup}: entry {number} is not as it was written"
                break


def _checksum(place: Row, cup: int, number: int, text: str, at: float) -> int:
    """Calculate the checksum of an entry, which does not cover its user: they may be erased."""
    identity, guild, channel, started_at = place
    return entry_checksum(identity, guild, channel, started_at, cup, number, NO_ACTOR, text, at)


async def _insert_request(execute: Execute, request: int | None) -> None:
    if request is not None:
        await execute("INSERT INTO requests VALUES (?)", (request,))


def _first(rows: Sequence[Row]) -> CupRow | None:
    return _cup_row(rows[0]) if rows else None


def _cup_row(row: Row) -> CupRow:
    cup, guild, channel, last, posted, finished, started_at, card, shown, lost, pin_state = row
    pinned = pin_state == PINNED
    return CupRow(
        *(cup, guild, channel, last, posted, bool(finished), started_at),
        *(card, shown, lost, pinned),
    )
