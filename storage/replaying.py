"""Playing the games of a database again, on all processors where there are many of them."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeAlias

from storage.records import EntryRow

Fold = Callable[[Sequence[EntryRow]], str]
Stored: TypeAlias = "tuple[EntryRow, ...] | str"
"""The entries of a game, or what kept them from being read."""

Told = Callable[[int, int], None]
"""Is told how many games of how many are done."""

MANY: Final = 200
"""Games from which on it is worth starting processes, half a second each."""
BATCH: Final = 20
"""Games that a process is given at a time."""
AHEAD: Final = 3
"""Batches a process that are read before they are asked for."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report, and whether it is good news."""

    sound: bool
    line: str


def replayed(
    read: Iterable[tuple[int, Stored]], games: int, fold: Fold, processes: int | None = None
) -> Iterator[Finding]:
    """A finding for each of so many games that are read, in order.

    `fold` has to be found by its module and name where there are MANY games: they are then played
    in as many `processes` as there are processors to be had, or as are asked for.
    """
    if processes is None:
        processes = _processors() if games >= MANY else 1
    if processes == 1:
        for game, entries in read:
            yield judged(game, entries, fold)
        return
    # Not by forking: a database's handles are of no use in a child, and do harm when it ends.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=fresh, initializer=gc.disable) as pool:
        waiting: deque[Future[list[Finding]]] = deque()
        try:
            for batch in _batches(read):
                waiting.append(pool.submit(_judged_all, batch, fold))
                if len(waiting) > AHEAD * processes:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _processors() -> int:
    # How many of them this process may use only some systems tell.
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def judged(game: int, entries: Stored, fold: Fold) -> Finding:
    """What is to be said of one game."""
    if isinstance(entries, str):
        return Finding(False, f"game {game}: {entries}")
    for number, written in enumerate(entries):
        if written.number != number:
            return Finding(False, f"game {game}: entry {number} is missing")
        if not written.sound:
            return Finding(False, f"game {game}: entry {number} is not as it was written")
    try:
        summary = fold(entries)
    except Exception as error:
        number = _where(entries, fold)
        reason = one_line(str(error)) or type(error).__name__
        return Finding(False, f"game {game}: entry {number}: {reason}")
    return Finding(True, f"game {game}: ok, {len(entries)} entries: {one_line(summary)}")


def one_line(text: str) -> str:
    """A text without its line feeds."""
    return " ".join(text.split())


def _judged_all(batch: Sequence[tuple[int, Stored]], fold: Fold) -> list[Finding]:
    findings = [judged(game, entries, fold) for game, entries in batch]
    gc.collect()  # once a batch: while a game is played it finds nothing, and costs an eighth
    return findings


def _batches(read: Iterable[tuple[int, Stored]]) -> Iterator[list[tuple[int, Stored]]]:
    games = iter(read)
    while batch := list(islice(games, BATCH)):
        yield batch


def _where(entries: Sequence[EntryRow], fold: Fold) -> int:
    """The number of the entry before which a broken log folds, and with which it does not."""
    good, bad = 0, len(entries)
    while bad - good > 1:
        middle = (good + bad) // 2
        try:
            fold(entries[:middle])
        except Exception:
            bad = middle
        else:
            good = middle
    return good
