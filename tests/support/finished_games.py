"""``python -m tests.support.finished_games FILE``: a database of very many finished games.

For how long it takes to look over one, to copy it and to bring it back.
"""

import argparse
import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rules.random_play import deal, random_game
from storage import Log, NewEntry, open_database

KINDS: Final = (("hunters", 3), ("base", 4), ("base+ferries", 3), ("ark", 2))
DIFFERENT: Final = 40
"""Number of games played; further games are copies, which saves an hour."""
AT_ONCE: Final = 100


def finished_game_entries(number: int) -> tuple[NewEntry, ...]:
    """Build the entries of a table from its opening to the end of its game, one per decision."""
    name, seats = KINDS[number % len(KINDS)]
    chance = random.Random(number)
    header = deal(name, seats, chance)
    lines = list(random_game(header, chance))[2:]
    users = range(1, seats + 1)
    return (
        NewEntry(1, f"new {name} {seats}"),
        *(NewEntry(user, "join") for user in users[1:]),
        NewEntry(1, f"start\norder: {' '.join(str(user - 1) for user in users)}\n{header.text()}"),
        *(NewEntry(1, line) for line in lines),
    )


async def store_games(log: Log, games: int, different: Sequence[Sequence[NewEntry]]) -> None:
    async def store(channel: int) -> None:
        first, *entries = different[channel % len(different)]
        row = await log.begin(guild=channel % 50, channel=channel, entries=[first])
        await log.append(row.id, after=0, entries=entries, finish=True)

    for first in range(0, games, AT_ONCE):
        await asyncio.gather(*map(store, range(first, min(first + AT_ONCE, games))))


async def make(path: Path, games: int) -> None:
    different = [finished_game_entries(number) for number in range(min(games, DIFFERENT))]
    async with await open_database(path, synchronous="NORMAL") as database:
        await store_games(Log(database), games, different)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m tests.support.finished_games", description=__doc__
    )
    parser.add_argument("file", type=Path, help="the new file")
    parser.add_argument("--games", type=int, default=10_000)
    given = parser.parse_args()
    asyncio.run(make(given.file, given.games))
