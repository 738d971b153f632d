"""The load that one machine carries: very many tables in one process, on a loopback Discord."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import shutil
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.table.entries import Moves
from bot.table.store import Request, Tables
from rules.notation import write
from rules.random_play import random_move
from storage import Log, open_database
from tests.wire.bot_process import BotProcess, database_path
from tests.wire.loopback import LoopbackDiscord
from tools.load.people import LoadPlayers
from tools.load.phases import Row, measured_phase, report_phase, spread
from tools.load.seeded_games import Running, write_games
from tools.load.stopwatch import BEAT, FIGURES

MODULE: Final = "tools.load.stopwatch"
CALM: Final = 0.4
"""The share of what it carries at most at which it is looked at more closely."""


@dataclass(frozen=True, slots=True)
class Size:
    """The numbers of stored games, of played tables and of players at once, and the duration."""

    games: int = 10_000
    tables: int = 1_000
    seconds: float = 30.0
    at_once: int = 24
    commits: int = 2_000


QUICK: Final = Size(games=200, tables=40, seconds=2.0, at_once=4, commits=100)


async def load(row: Row, size: Size, chance: random.Random) -> None:
    """The whole report, a line a figure."""
    with tempfile.TemporaryDirectory(prefix="load-") as name:
        folder = Path(name)
        began = time.perf_counter()
        tables = await write_games(database_path(folder), size.games, size.tables, chance)
        megabytes = database_path(folder).stat().st_size / 2**20
        took = time.perf_counter() - began
        what = f"{size.games} games and {size.tables} tables"
        row(f"{what}: stored", f"{megabytes:.0f} MiB in {took:.0f} s")
        copied = folder / "store"
        copied.mkdir()
        shutil.copy(database_path(folder), database_path(copied))
        await _store(row, size, database_path(copied), tables, chance)
        await _bot(row, size, folder, tables, chance)


async def _store(
    row: Row, size: Size, path: Path, tables: Sequence[Running], chance: random.Random
) -> None:
    """Without Discord: the logs of all tables read, then moves at random tables."""
    async with await open_database(path) as opened:
        store = Tables(Log(opened))
        gc.collect()
        before, late = _resident("self"), list[float]()
        beat, began = asyncio.create_task(_beat(late)), time.perf_counter()
        await asyncio.gather(*(store.latest(table.channel) for table in tables))
        cold = (time.perf_counter() - began) / len(tables)
        beat.cancel()
        gc.collect()
        per_table = (_resident("self") - before) / len(tables)
        row("all tables read from their logs at once, each", f"{1e3 * cold:.1f} ms")
        row("meanwhile: lag of the loop, p50 and p99", spread(late))
        row(
            "memory a table, and as it is reckoned",
            _kib(per_table, store.cached_bytes / store.cached_count),
        )
        took: list[float] = []
        began = time.perf_counter()
        for _ in range(size.commits):
            table = chance.choice(tables)
            began_at = time.perf_counter()
            loaded = await store.latest(table.channel)
            assert loaded is not None and loaded.table.to_move is not None
            move = write(random_move(loaded.table.running_game, chance))
            asked = Request(loaded.table.to_move, 1, table.channel)
            await store.write(asked, lambda _, move=move: [Moves(move)])  # type: ignore[misc]
            took.append(time.perf_counter() - began_at)
        speed = size.commits / (time.perf_counter() - began)
        row("moves into the log, one after the other, FULL", f"{speed:.0f} moves/s")
        row("the same, p50 and p99", spread(took))


async def _bot(
    row: Row, size: Size, folder: Path, tables: list[Running], chance: random.Random
) -> None:
    """The program itself against a loopback Discord: as much as it can, then with room to spare."""
    figures, stored_bytes = folder / "figures.json", database_path(folder).stat().st_size
    async with LoopbackDiscord(channels=size.tables) as loopback:
        began = time.monotonic()
        bot = await BotProcess.start(
            loopback, folder, module=MODULE, settings={FIGURES: str(figures)}
        )
        row("start to the first word of Discord", f"{time.monotonic() - began:.1f} s")
        people = LoadPlayers(loopback, chance, list(tables))
        await people.move()
        row("start to the first move posted", f"{time.monotonic() - began:.1f} s")
        small = _resident(str(bot.process.pid))
        # Every sprite and many tables, before anything is looked at.
        await people.at_once(size.at_once, size.seconds / 3)
        full = await measured_phase(people, people.at_once(size.at_once, size.seconds))
        speed = len(full.moves) / full.seconds
        calm = await measured_phase(people, people.at_rate(CALM * speed, size.seconds))
        large = _resident(str(bot.process.pid))
        status = await bot.end()
        assert status == 0, bot.log.read_text()[-2000:]
        assert not loopback.refused_requests and not loopback.unknown_requests, [
            *loopback.refused_requests,
            *loopback.unknown_requests,
        ]
    measured = json.loads(figures.read_text())
    row(f"moves posted, {size.at_once} at once", f"{speed:.1f} moves/s")
    for title, phase in (("at most", full), (f"at {CALM * speed:.1f} moves/s", calm)):
        report_phase(row, title, phase, measured)
    kept, weight = measured["kept"]
    row("tables in memory, and as they are reckoned", f"{kept}, {weight / 2**20:.0f} MiB")
    row("memory of the bot after the first move, at the end", _mib(small, large))
    grown = (database_path(folder).stat().st_size - stored_bytes) / len(people.moves)
    row("growth of the file a move", f"{grown:.0f} bytes")


async def _beat(late: list[float]) -> None:
    """Note how late the loop is, for ever."""
    while True:
        before = time.monotonic()
        await asyncio.sleep(BEAT)
        late.append(time.monotonic() - before - BEAT)


def _resident(process: str) -> int:
    """Bytes of memory that a process has; 0 where the system does not tell as Linux does."""
    status = Path("/proc") / process / "status"
    if not status.exists():
        return 0
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
    return 1024 * int(lines["VmRSS"].split()[0])


def _kib(*given: float) -> str:
    return ", ".join(f"{size / 1024:.0f} KiB" for size in given)


def _mib(*given: float) -> str:
    return ", ".join(f"{size / 2**20:.0f} MiB" for size in given)
