"""Many writers at once, in one process and in several."""

import asyncio
import subprocess
from collections.abc import Awaitable, Callable

import pytest

from storage import Conflict, Log, NewEntry, StorageError, open_database

Start = Callable[..., Awaitable[int]]
Python = Callable[..., subprocess.Popen[str]]
PASS = [NewEntry(1, "pass")]

RACER = """
import asyncio, sys
from storage import Conflict, Log, NewEntry, open_database

async def main(address, user):
    async with await open_database(address) as database:
        log = Log(database)
        conflicts = 0
        for turn in range(25):
            while True:
                last = (await log.row(1)).last
                await asyncio.sleep(0)
                try:
                    await log.append(1, after=last, entries=[NewEntry(int(user), str(turn))])
                    break
                except Conflict:
                    conflicts += 1

asyncio.run(main(*sys.argv[1:]))
"""


async def test_exactly_one_of_many_writes_the_same_entry(log: Log, start: Start) -> None:
    game = await start()
    attempts = (log.append(game, after=0, entries=[NewEntry(n, str(n))]) for n in range(1, 21))
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    assert outcomes.count(1) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 19
    winner = outcomes.index(1) + 1
    assert [(entry.user, entry.text) for entry in await log.read(game, after=0)] == [
        (winner, str(winner))
    ]


async def test_three_processes_on_one_database_lose_no_entry(
    address: str, log: Log, start: Start, python: Python
) -> None:
    game = await start()
    racers = [python("-c", RACER, address, user) for user in (2, 3, 4)]
    for racer in racers:
        _, errors = await asyncio.to_thread(racer.communicate)
        assert racer.returncode == 0, errors
    entries = await log.read(game, after=0)
    assert [entry.number for entry in entries] == list(range(1, 76))
    for user in (2, 3, 4):
        assert [e.text for e in entries if e.user == user] == [str(n) for n in range(25)]


async def test_closing_finishes_pending_writes_and_refuses_new_ones(address: str) -> None:
    database = await open_database(address)
    log = Log(database)
    begun = [
        asyncio.create_task(log.begin(guild=900, channel=channel, entries=PASS))
        for channel in range(30)
    ]
    await asyncio.sleep(0)
    await database.close()
    assert sorted(row.channel for row in await asyncio.gather(*begun)) == list(range(30))
    with pytest.raises(StorageError, match="closed"):
        await log.begin(guild=900, channel=99, entries=PASS)
    with pytest.raises(StorageError, match="closed"):
        await log.games()
    await database.close()
    async with await open_database(address) as database:
        assert len(await Log(database).games()) == 30
