"""Check the games of a database by replaying each, in several processes if there are many."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeAlias

from storage.records import CUP, GAME, EntryRow, LogKind, name_of

Fold = Callable[[LogKind, Sequence[EntryRow]], str]
"""A function that plays the entries of a game or cup and returns a summary, or raises an error."""
StoredGame: TypeAlias = "tuple[EntryRow, ...] | str"
"""The entries of a game, or the reason why they cannot be read."""
OnProgress = Callable[[int, int], None]
"""A callback for the number of checked games, and the number of all games."""

MIN_GAMES_FOR_PROCESSES: Final = 200
"""Fewer games are replayed in this process, because starting another takes half a second."""
BATCH_GAMES: Final = 20
"""The number of games that are sent to a process together."""
QUEUED_BATCHES: Final = 3
"""The number of batches per process that are read in advance."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A line of a check's report; `sound` is False for damage."""

    sound: bool
    line: str


def replay_games(
    stored: Iterable[tuple[int, StoredGame]], games: int, fold: Fold, processes: int | None = None
) -> Iterator[CheckResult]:
    """Replay each stored game with `fold`, and yield a result for each, in order.

    Args:
        stored: Game numbers with entries.
        games: The number of games.
        fold: Plays a game; a module-level function if several processes are used.
        processes: By default one per processor, if there are many games.
    """
    if processes is None:
        processes = _processors() if games >= MIN_GAMES_FOR_PROCESSES else 1
    if processes == 1:
        for game, entries in stored:
            yield check_game(game, entries, fold)
        return
    # Spawned: a forked child would close the database's handles at its end.
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=spawning, initializer=_start_worker) as pool:
        queue: deque[Future[list[CheckResult]]] = deque()
        try:
            for batch in _batches(stored):
                queue.append(pool.submit(_check_games, batch, fold))
                if len(queue) > QUEUED_BATCHES * processes:
                    yield from queue.popleft().result()
            while queue:
                yield from queue.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _start_worker() -> None:
    gc.disable()
    # Ctrl-C in a terminal reaches all processes; only the first should report it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _processors() -> int:
    # Not every system has `sched_getaffinity`.
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def check_game(game: int, entries: StoredGame, fold: Fold) -> CheckResult:
    """Check that the entries are complete and unchanged, and replay them."""
    name, kind = name_of(game), GAME if game > 0 else CUP
    if isinstance(entries, str):
        return CheckResult(False, f"{name}: {entries}")
    for number, entry in enumerate(entries):
        if entry.number != number:
            return CheckResult(False, f"{name}: entry {number} is missing")
        if not entry.sound:
            return CheckResult(False, f"{name}: entry {number} is not as it was written")
    try:
        summary = fold(kind, entries)
    except Exception as error:
        number = _first_wrong(kind, entries, fold)
        reason = one_line(str(error)) or type(error).__name__
        return CheckResult(False, f"{name}: entry {number}: {reason}")
    return CheckResult(True, f"{name}: ok, {len(entries)} entries: {one_line(summary)}")


def one_line(text: str) -> str:
    return " ".join(text.split())


def _check_games(batch: Sequence[tuple[int, StoredGame]], fold: Fold) -> list[CheckResult]:
    results = [check_game(game, entries, fold) for game, entries in batch]
    # Once per batch: a collection during a game finds no garbage, and takes 1/8 of the time.
    gc.collect()
    return results


def _batches(stored: Iterable[tuple[int, StoredGame]]) -> Iterator[list[tuple[int, StoredGame]]]:
    games = iter(stored)
    while batch := list(islice(games, BATCH_GAMES)):
        yield batch


def _first_wrong(kind: LogKind, entries: Sequence[EntryRow], fold: Fold) -> int:
    """Binary search for the first entry that cannot be replayed."""
    good, bad = 0, len(entries)
    while bad - good > 1:
        middle = (good + bad) // 2
        try:
            fold(kind, entries[:middle])
        except Exception:
            bad = middle
        else:
            good = middle
    return good
