"""Reading whole logs beside the event loop, one after the other."""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from bot.table.fold import fold
from bot.table.log_line import LogLine
from bot.table.table import Table

P = ParamSpec("P")
T = TypeVar("T")

SHORT: Final = 8
"""Entries that are read at once: each takes a tenth of a millisecond.

A pause after each one would be too often, as drawing threads take the interpreter as well.
"""
UNDO: Final = "undo"
"""How an entry begins that may have the game played again from the deal."""

# One for all: two would only take the interpreter from each other, and both from the loop.
_BESIDE: Final = ThreadPoolExecutor(1, "fold")


async def beside(work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
    """The result of reading logs in the thread for it, after the readings before."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_BESIDE, lambda: work(*given, **more))


async def folded(lines: Sequence[LogLine], table: Table | None = None) -> Table:
    """As `fold`, and on the event loop only where it takes no time to speak of."""
    if len(lines) <= SHORT and not any(map(_replays, lines)):
        return fold(lines, table)
    return await beside(fold, _unhurried(lines), table)


def _replays(line: LogLine) -> bool:
    return line.text.startswith(UNDO)


def _unhurried(lines: Iterable[LogLine]) -> Iterator[LogLine]:
    """The lines, now and then letting the loop go on if it waits for the interpreter."""
    for number, line in enumerate(lines):
        if number % SHORT == 0:
            time.sleep(0)
        yield line
