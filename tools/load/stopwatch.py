"""``python -m bot`` with a stopwatch, which writes its times to a file when the bot has ended.

The file is named by `FIGURES` in the environment; times are those of `time.monotonic`, which is
one clock for all programs of a machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any, Final

from bot.__main__ import main
from bot.client.app import App
from bot.table.store import Request, Tables
from bot.table.table import Outcome

FIGURES: Final = "LOAD_FIGURES"
BEAT: Final = 0.01
"""Seconds between two looks at how late the loop is."""


class Stopwatch:
    """The times of each commit, and the delays of the event loop."""

    def __init__(self) -> None:
        self.committed: dict[str, float] = {}
        self.late: list[tuple[float, float]] = []
        self.tables: Tables | None = None

    def attach(self) -> None:
        """Look on from now on; what is done stays the same."""
        act, setup = Tables.write, App.setup_hook

        async def timed(tables: Tables, request: Request, *given: Any, **more: Any) -> Outcome:
            outcome = await act(tables, request, *given, **more)
            self.committed[str(request.id)] = time.monotonic()
            self.tables = tables
            return outcome

        async def watched(app: App) -> None:
            await setup(app)
            beats.append(asyncio.create_task(self._beat()))

        beats: list[asyncio.Task[None]] = []
        Tables.write = timed  # type: ignore[assignment,method-assign]
        App.setup_hook = watched  # type: ignore[assignment,method-assign]

    async def _beat(self) -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(BEAT)
            now = time.monotonic()
            self.late.append((now, max(0.0, now - before - BEAT)))

    def write(self, path: Path) -> None:
        """Everything, as JSON."""
        tables = self.tables
        kept = (tables.cached_count, tables.cached_bytes) if tables is not None else (0, 0)
        figures = {"committed": self.committed, "late": self.late, "kept": kept}
        path.write_text(json.dumps(figures))


if __name__ == "__main__":
    stopwatch = Stopwatch()
    stopwatch.attach()
    status = main()
    stopwatch.write(Path(os.environ[FIGURES]))
    sys.exit(status)
