"""The check of a whole database."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from storage import EntryRow, Log, NewEntry
from storage.opening import check
from storage.records import LogKind
from storage.replay import CheckResult

Start = Callable[..., Awaitable[int]]


def fold(kind: LogKind, entries: Sequence[EntryRow]) -> str:
    """Accept every line up to one that says what is wrong."""
    for entry in entries:
        if entry.text.startswith("wrong"):
            raise ValueError(entry.text.removeprefix("wrong: "))
    return f"up to {entries[-1].text!r}"


async def check_open(address: str) -> list[CheckResult]:
    return await asyncio.to_thread(lambda: list(check(address, fold)))


async def test_a_broken_game_does_not_stop_the_check_of_the_others(
    address: str, log: Log, start: Start
) -> None:
    games = [await start(channel) for channel in range(3)]
    turns = [f"turn {n}" for n in range(1, 20)]
    turns[11] = "wrong: nothing fits\nat 4 4"
    for game in games[:2]:
        await log.append(game, after=0, entries=[NewEntry(1, text) for text in turns])
        turns[11] = "turn 12"
    whole, *others = await check_open(address)
    assert whole.sound and whole.line.endswith(": ok")
    assert others == [
        CheckResult(False, "game 1: entry 12: nothing fits at 4 4"),
        CheckResult(True, "game 2: ok, 20 entries: up to 'turn 19'"),
        CheckResult(True, "game 3: ok, 1 entries: up to 'bag'"),
    ]


@pytest.mark.parametrize("bad", [0, 1, 6, 7])
async def test_the_check_names_the_broken_entry(address: str, log: Log, bad: int) -> None:
    texts = [f"turn {n}" for n in range(8)]
    texts[bad] = "wrong: "
    await log.begin(guild=900, channel=5, entries=[NewEntry(1, text) for text in texts])
    assert (await check_open(address))[1] == CheckResult(False, f"game 1: entry {bad}: ValueError")
