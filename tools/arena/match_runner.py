"""Matches played by several processes, kept in a file as they end and not played again."""

from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from pathlib import Path

from tools.arena.match import COLUMNS, Match, Result, played


def run(matches: Iterable[Match], jobs: int, kept: Path | None = None) -> Iterator[Result]:
    """The results of matches, those in the file ``kept`` first; each further one is added to it."""
    known = {result.match: result for result in (kept_results(kept) if kept is not None else ())}
    wanted = list(matches)
    yield from (known[match] for match in wanted if match in known)
    left = [match for match in wanted if match not in known]
    for result in _played(left, jobs):
        if kept is not None:
            _keep(result, kept)
        yield result


def _keep(result: Result, kept: Path) -> None:
    """Add a result to a file, with the names of the columns where it is new."""
    heading = "" if kept.exists() else f"{COLUMNS}\n"
    with kept.open("a", encoding="utf-8") as file:
        file.write(f"{heading}{result.line()}\n")


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
    for line in path.read_text("utf-8").split("\n")[:-1]:
        try:
            yield Result.read(line)
        except ValueError:
            continue  # These are the names of the columns, or two lines of which one was cut off.
