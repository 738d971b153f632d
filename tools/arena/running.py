"""Matches played by several processes, kept in a file as they end and not played again."""

import json
from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from pathlib import Path

from tools.arena.match import Match, Result, played


def run(matches: Iterable[Match], jobs: int, kept: Path | None = None) -> Iterator[Result]:
    """The results of matches, those in the file ``kept`` first; it is added to line by line."""
    known = {result.match: result for result in (kept_results(kept) if kept is not None else ())}
    wanted = list(matches)
    yield from (known[match] for match in wanted if match in known)
    left = [match for match in wanted if match not in known]
    for result in _played(left, jobs):
        if kept is not None:
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result.written()) + "\n")
        yield result


def _played(matches: list[Match], jobs: int) -> Iterator[Result]:
    if jobs < 2 or len(matches) < 2:
        yield from map(played, matches)
        return
    with get_context("spawn").Pool(min(jobs, len(matches))) as pool:
        yield from pool.imap_unordered(played, matches)


def kept_results(path: Path) -> Iterator[Result]:
    """The results in a file; a line that was cut off is skipped."""
    if not path.exists():
        return
    for line in path.read_text("utf-8").splitlines():
        try:
            yield Result.read(json.loads(line))
        except (ValueError, KeyError, TypeError):
            continue
