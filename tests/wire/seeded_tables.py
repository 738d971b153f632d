"""Very many running tables, written before any bot starts, and what their channels were told.

Some are quiet: nobody plays there, and their player is to be reminded at a time that was chosen.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.client.dues import TurnDue
from bot.durations import HOUR
from bot.table.reminder_policy import DEFAULT_PREFERENCES
from bot.table.store import table_summary
from bot.table.table import Table
from storage import Database, Log, NewEntry, Schedule, open_database
from tests.support.positions_by_chance import CUTS, folded, whole
from tests.wire.api_objects import FIRST_CHANNEL, FIRST_PERSON, Json, Person
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import LAYOUT, ROW
from tests.wire.table_players import GAMES

SEATS: Final = 3
"""At most, and people of their own for each table, so that nobody is reminded too often."""
DIFFERENT: Final = 16
"""So many games are played; the tables stand at moments of these, with other people."""
AT_ONCE: Final = 8
REMINDED: Final = DEFAULT_PREFERENCES.hours * HOUR
"""Seconds after which somebody is reminded of a turn for the first time."""
TEXT, BUTTON = 10, 2


@dataclass(frozen=True, slots=True)
class SeededTable:
    """A table by its channel and its game, with its people by seat."""

    channel: int
    game: int
    people: tuple[Person, ...]


async def seed_tables(
    loopback: LoopbackDiscord,
    address: str,
    tables: int,
    chance: random.Random,
    quiet: Sequence[float] = (),
) -> list[SeededTable]:
    """So many tables in the first channels, those that are quiet before the others.

    ``quiet`` are the Unix seconds at which their players are to be reminded.
    """
    played = [whole(GAMES[n % len(GAMES)], 2 + n % 2, n) for n in range(DIFFERENT)]
    async with await open_database(address, synchronous="OFF") as database:

        async def stored(number: int) -> SeededTable:
            async with gate:
                lines = chance.choice(chance.choice(played)[: CUTS // 2]).lines
                reminded = quiet[number] if number < len(quiet) else time.time() + REMINDED
                return await _stored(loopback, database, FIRST_CHANNEL + number, lines, reminded)

        gate = asyncio.Semaphore(AT_ONCE)
        return list(await asyncio.gather(*map(stored, range(tables))))


async def _stored(
    loopback: LoopbackDiscord,
    database: Database,
    channel: int,
    lines: Sequence[tuple[int, str]],
    reminded: float,
) -> SeededTable:
    """One table, whose turn began so long ago that its player is to be reminded at that time."""
    began, first = reminded - REMINDED, FIRST_PERSON + SEATS * (channel - FIRST_CHANNEL)
    seats = range(len({seat for seat, _ in lines}))
    people = tuple(Person(first + seat, f"Player {first - FIRST_PERSON + seat}") for seat in seats)
    loopback.people.update((each.id, each) for each in people)
    users = [each.id for each in people]
    table = folded(lines, users, began).table
    guild = loopback.guilds.guild_of(channel)
    assert guild is not None
    log = Log(database)
    row = await log.begin(
        guild=guild,
        channel=channel,
        entries=[NewEntry(users[seat], text) for seat, text in lines],
        at=began,
        summary=replace(table_summary(table), seats=tuple(users)),
    )
    # Whatever is written wakes who looks after the turn; that was long ago.
    due = TurnDue(row.id).write(reminded)
    await Schedule(database).put(due)
    loopback.messages.post(str(channel), _post(row.id, table), {})
    # Nothing is noted of the post itself: its buttons stay, as it has no picture to be kept.
    await log.mark_posted(row.id, table.last)
    return SeededTable(channel, row.id, people)


def _post(game: int, table: Table) -> Json:
    """What a channel was told, as far as people need it: whose turn it is, and its button."""
    button: Json = {"type": BUTTON, "style": 3, "label": "Place my tile"}
    button["custom_id"] = f"carc:{game}:{table.version}:panel"
    text: Json = {"type": TEXT, "content": f"<@{table.to_move}>, your turn"}
    return {"flags": LAYOUT, "components": [text, {"type": ROW, "components": [button]}]}
