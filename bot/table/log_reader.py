"""Read whole logs in a worker thread, one after the other."""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from bot.table.entries import LogLine
from bot.table.fold import fold
from bot.table.table import Table

P = ParamSpec("P")
T = TypeVar("T")

MAX_LINES_ON_LOOP: Final = 8
"""Entries read at once on the event loop: each takes a tenth of a millisecond.

Yielding after each entry would be too often, as drawing threads need the interpreter as well.
"""
UNDO_WORD: Final = "undo"
"""The first word of entries that may need a replay of the game from the deal."""

# One thread for all: two would compete for the interpreter, and with the event loop.
_LOG_THREAD: Final = ThreadPoolExecutor(1, "fold")


async def run_in_log_thread(work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
    """Run work in the log reading thread, after earlier work, and return its result."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_LOG_THREAD, lambda: work(*given, **more))


async def fold_lines(lines: Sequence[LogLine], table: Table | None = None) -> Table:
    """Fold lines like `fold`, in the thread unless the fold is short."""
    if len(lines) <= MAX_LINES_ON_LOOP and not any(map(_causes_replay, lines)):
        return fold(lines, table)
    return await run_in_log_thread(fold, _with_pauses(lines), table)


def _causes_replay(line: LogLine) -> bool:
    return line.text.startswith(UNDO_WORD)


def _with_pauses(lines: Iterable[LogLine]) -> Iterator[LogLine]:
    """Yield the lines and regularly release the interpreter for the event loop."""
    for number, line in enumerate(lines):
        if number % MAX_LINES_ON_LOOP == 0:
            time.sleep(0)
        yield line
