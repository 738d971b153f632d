"""Seeded tables: running games written to a database before any bot starts.

Nobody plays at the quiet tables; their player's reminder is due at a chosen time.
"""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.core.durations import HOUR
from bot.reminders.policy import DEFAULT_PREFERENCES
from bot.runtime.scheduler import TurnDue
from bot.table.store import table_summary
from bot.table.table import Table
from storage import Database, Log, NewEntry, Schedule, open_database
from tests.support.positions_by_chance import CUTS, folded_table, positions_of_game
from tests.wire.api_objects import FIRST_CHANNEL, FIRST_PERSON, Json, Person
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import LAYOUT, ROW
from tests.wire.table_players import GAMES

MAX_SEATS: Final = 3
"""Seats at most; each table has its own people, so nobody reaches the daily limit."""
PLAYED_GAMES: Final = 16
"""Games played; each table is a position of one of them, with other people."""
MAX_PARALLEL_WRITES: Final = 8
REMINDER_SECONDS: Final = DEFAULT_PREFERENCES.first_reminder_hours * HOUR
"""Seconds to the first reminder of a turn."""
TEXT, BUTTON = 10, 2


@dataclass(frozen=True, slots=True)
class SeededTable:
    """A table: its channel, its game and its people by seat."""

    channel: int
    game: int
    people: tuple[Person, ...]


async def seed_tables(
    loopback: LoopbackDiscord,
    address: str,
    tables: int,
    chance: random.Random,
    quiet: Sequence[float] = (),
    positions: int = CUTS // 2,
    unposted: int = 0,
    games: Sequence[str] = (),
) -> list[SeededTable]:
    """Write tables to the first channels, the quiet tables first.

    ``quiet`` are the Unix seconds at which their players are to be reminded, ``positions`` how many
    of the CUTS positions of a game are used, the earliest first, ``unposted`` how many entries of
    each table its channel has missed. Tables play the ``games`` in turn if there are any.
    """
    names = games or GAMES
    played = [positions_of_game(names[n % len(names)], 2 + n % 2, n) for n in range(PLAYED_GAMES)]
    async with await open_database(address, synchronous="OFF") as database:

        async def stored(number: int) -> SeededTable:
            async with gate:
                cuts = played[number % PLAYED_GAMES] if games else chance.choice(played)
                lines = chance.choice(cuts[:positions]).lines
                reminded = quiet[number] if number < len(quiet) else time.time() + REMINDER_SECONDS
                channel = FIRST_CHANNEL + number
                return await _stored(loopback, database, channel, lines, reminded, unposted)

        gate = asyncio.Semaphore(MAX_PARALLEL_WRITES)
        return list(await asyncio.gather(*map(stored, range(tables))))


async def _stored(
    loopback: LoopbackDiscord,
    database: Database,
    channel: int,
    lines: Sequence[tuple[int, str]],
    reminded: float,
    unposted: int,
) -> SeededTable:
    """Write one table whose turn began so early that its reminder is due at ``reminded``."""
    began, first = reminded - REMINDER_SECONDS, FIRST_PERSON + MAX_SEATS * (channel - FIRST_CHANNEL)
    seats = range(len({seat for seat, _ in lines}))
    people = tuple(Person(first + seat, f"Player {first - FIRST_PERSON + seat}") for seat in seats)
    loopback.people.update((person.id, person) for person in people)
    users = [person.id for person in people]
    table = folded_table(lines, users, began).table
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
    await log.mark_posted(row.id, table.last - unposted)
    return SeededTable(channel, row.id, people)


def _post(game: int, table: Table) -> Json:
    """The post of a turn: the player to move and the panel button."""
    button: Json = {"type": BUTTON, "style": 3, "label": "Place my tile"}
    button["custom_id"] = f"carc:{game}:{table.version}:panel"
    text: Json = {"type": TEXT, "content": f"<@{table.to_move}>, your turn"}
    return {"flags": LAYOUT, "components": [text, {"type": ROW, "components": [button]}]}
