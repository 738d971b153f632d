"""``python -m bot`` with a stopwatch, which writes its times to a file when the bot has ended.

The file lies in the working folder; times are those of `time.monotonic`, which is one clock for all
processes of a machine.
"""

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any, Final

from bot.app import App
from bot.cli import main
from bot.table.store import Request, Tables
from bot.table.table import Outcome

MODULE: Final = "tools.lab.stopwatch"
SUFFIX: Final = ".figures.json"
BEAT_SECONDS: Final = 0.01
"""Seconds between two samples of the delay of the event loop."""

committed: dict[str, float] = {}
"""The time of each commit, by interaction."""
late: list[tuple[float, float]] = []
"""Times, each with the delay of the event loop in seconds."""


def measure() -> None:
    """Measure commits and delays from now on."""
    write, setup = Tables.write, App.setup_hook
    beats: list[asyncio.Task[None]] = []

    async def timed(tables: Tables, request: Request, *given: Any, **more: Any) -> Outcome:
        outcome = await write(tables, request, *given, **more)
        committed[str(request.id)] = time.monotonic()
        return outcome

    async def watched(app: App) -> None:
        await setup(app)
        beats.append(asyncio.create_task(beat(late)))

    Tables.write = timed  # type: ignore[assignment,method-assign]
    App.setup_hook = watched  # type: ignore[assignment,method-assign]


async def beat(delays: list[tuple[float, float]]) -> None:
    """Note the delay of the event loop until cancelled."""
    while True:
        before = time.monotonic()
        await asyncio.sleep(BEAT_SECONDS)
        now = time.monotonic()
        delays.append((now, max(0.0, now - before - BEAT_SECONDS)))


if __name__ == "__main__":
    measure()
    status = main(["run"])
    Path(f"{os.getpid()}{SUFFIX}").write_text(json.dumps({"committed": committed, "late": late}))
    sys.exit(status)
