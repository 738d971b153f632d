"""`make soak`: kill the bot repeatedly while people play, and check that no move is lost.

Each world has a loopback Discord, a bot of its own and tables at which people press and type. Now
and then four programs race on one file. Nothing leaves the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.wire.bot_process import NotStarted
from tests.wire.crash_run import CheckFailed, CrashRun
from tests.wire.racing_processes import ProcessRace
from tests.wire.user_actions import NoAnswer

MINUTES: Final = 10.0
ROUNDS: Final = 12
"""Races of four programs at the end."""


@dataclass(frozen=True, slots=True)
class Options:
    """The minutes, the seed, and the number of simulated servers side by side."""

    minutes: float
    seed: int
    worlds: int


def main(arguments: list[str] | None = None) -> int:
    """0 if nothing is wrong; else what is, and where it all lies."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--worlds", type=int, default=4)
    options = Options(**vars(parser.parse_args(arguments)))
    print(f"seed {options.seed}, {options.minutes:g} minutes, {options.worlds} worlds", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    try:
        asyncio.run(soak(folder, options))
    except (CheckFailed, NotStarted, NoAnswer) as error:
        print(f"seed {options.seed}: {error}\nall of it lies in {folder}", file=sys.stderr)
        return 1
    return 0


async def soak(folder: Path, options: Options) -> None:
    """All worlds side by side, then the races."""
    began = time.monotonic()
    until = began + 60 * options.minutes
    worlds = [CrashRun(folder / f"world{n}", options.seed + n) for n in range(options.worlds)]
    telling = asyncio.create_task(_tell(worlds, began))
    try:
        async with asyncio.TaskGroup() as group:
            for world in worlds:
                group.create_task(_live(world, until))
    except ExceptionGroup as group_error:
        raise group_error.exceptions[0] from None
    finally:
        telling.cancel()
    print(_figures(worlds, began), flush=True)
    race = ProcessRace(folder / "race", options.seed)
    won = await race.run(ROUNDS)
    print(f"races of four programs: {won} rounds, one winner in each", flush=True)


async def _live(world: CrashRun, until: float) -> None:
    world.folder.mkdir()
    async with world.loopback:
        while time.monotonic() < until:
            await world.run_and_kill()
        await world.run_to_end()


async def _tell(worlds: list[CrashRun], began: float) -> None:
    while True:
        await asyncio.sleep(30)
        print(_figures(worlds, began), flush=True)


def _figures(worlds: list[CrashRun], began: float) -> str:
    def total(name: str) -> int:
        return sum(getattr(world, name) for world in worlds)

    posts = sum(len(world.ledger.posts) for world in worlds)
    return (
        f"{time.monotonic() - began:4.0f} s: {total('kills')} kills"
        f" ({total('post_kills')} with a post under way,"
        f" {total('opponent_kills')} while an opponent thought),"
        f" {total('turns')} moves acknowledged, {posts} posts,"
        f" {total('unanswered')} without an answer then, {total('checked_cuts')} ends of a log;"
        " nothing lost, doubled or out of order"
    )


if __name__ == "__main__":
    sys.exit(main())
