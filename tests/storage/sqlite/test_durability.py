"""Committed writes survive a killed process."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from storage import Log, open_database

Python = Callable[..., subprocess.Popen[str]]

WRITE_ONCE_AND_DIE = """
import asyncio, os, signal, sys
from storage import Log, NewEntry, open_database

async def main():
    database = await open_database(sys.argv[1])
    log = Log(database)
    game = await log.begin(guild=900, channel=5, entries=[NewEntry(1, "bag")])
    await log.append(game.id, after=0, entries=[NewEntry(1, "place 1 0")], finish=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""

WRITE_FOR_EVER = """
import asyncio, sys
from storage import Log, NewEntry, open_database

async def main():
    database = await open_database(sys.argv[1])
    log = Log(database)
    game = await log.begin(guild=900, channel=5, entries=[NewEntry(1, "bag")])
    last = 0
    while True:
        turn = [NewEntry(1, "place"), NewEntry(1, "hunter"), NewEntry(1, "pass")]
        last = await log.append(game.id, after=last, entries=turn)
        print(last, flush=True)

asyncio.run(main())
"""


async def test_an_entry_survives_kill_9_after_append(path: Path, python: Python) -> None:
    process = python("-c", WRITE_ONCE_AND_DIE, path)
    _, errors = process.communicate()
    assert process.returncode == -9, errors
    async with await open_database(path) as database:
        log = Log(database)
        assert [entry.text for entry in await log.read(1)] == ["bag", "place 1 0"]
        assert (await log.row(1)).finished


@pytest.mark.parametrize("replies", [1, 20, 90])
async def test_kill_9_during_writes_keeps_each_write_whole(
    path: Path, python: Python, replies: int
) -> None:
    process = python("-c", WRITE_FOR_EVER, path)
    assert process.stdout is not None
    promised = [int(process.stdout.readline()) for _ in range(replies)][-1]
    process.kill()
    rest, _ = process.communicate()
    promised = max([promised, *map(int, rest.split())])
    async with await open_database(path) as database:
        entries = await Log(database).read(1)
    assert [entry.number for entry in entries] == list(range(len(entries)))
    assert entries[-1].number >= promised
    assert entries[-1].number % 3 == 0
