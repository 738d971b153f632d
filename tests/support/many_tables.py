"""A database of very many tables, most of them finished, to time the search of a user's tables."""

import asyncio
import random
from collections.abc import Sequence
from typing import Final

from storage import Log, NewEntry, PostRow, SinceLastTurn, TableSummary

PEOPLE: Final = range(1, 1001)
AT_ONCE: Final = 500
RUNNING: Final = 0.4
"""The share of the tables that are not over: more than there would ever be."""


def random_summary(chance: random.Random, players: Sequence[int], last: int) -> TableSummary:
    """Build the summary of a random table in the middle of its game."""
    seats = range(len(players))
    return TableSummary(
        name="hunters",
        phase=chance.choice(("lobby", "playing", "playing", "playing")),
        language="en",
        pace="none",
        seat_count=len(players),
        seats=tuple(players),
        out=frozenset(seat for seat in seats if chance.random() < 0.05),
        turn=chance.choice(seats),
        since=chance.uniform(0, 10**6),
        number=last,
        version=last,
        missed=tuple(
            SinceLastTurn(chance.randrange(5), tuple(chance.randrange(9) for _ in seats))
            for _ in seats
        ),
    )


async def store_tables(
    log: Log, games: int, entries: int, chance: random.Random
) -> list[TableSummary]:
    summaries: list[TableSummary] = []

    async def store(channel: int) -> None:
        players = chance.sample(PEOPLE, chance.randrange(2, 6))
        lines = [NewEntry(chance.choice(players), f"place {n} 0 rot90") for n in range(entries)]
        known = random_summary(chance, players, entries)
        row = await log.begin(guild=channel % 50, channel=channel, entries=lines)
        over = chance.random() > RUNNING
        await log.append(
            row.id,
            after=entries - 1,
            entries=[NewEntry(players[0], "pass")],
            finish=over,
            summary=known,
        )
        posts = [PostRow(channel * 100 + n, row.id, -1, entries) for n in range(3)]
        await log.mark_posted(row.id, entries, posts)
        if not over:
            summaries.append(known)

    for first in range(0, games, AT_ONCE):
        await asyncio.gather(*map(store, range(first + 1, min(first + AT_ONCE, games) + 1)))
    return summaries
