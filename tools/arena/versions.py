"""``python -m tools.arena.versions``: the opponents of this checkout against those of another.

Each version plays in a process of its own with its own rules; they exchange moves as lines of a
record, and every position must be the same in both. Each bag is played from both seats, and kept in
a file, so that it can be gone on with. The other checkout is a clone at an older commit:

    git clone -q . ../older && git -C ../older checkout -q COMMIT
"""

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from types import TracebackType
from typing import Any, Final, Self

from rules.opponents import ALL_LEVELS
from rules.random_play import deal
from rules.variants import games
from rules.version import program_version
from tools.arena.digest import ROOT
from tools.arena.intervals import quantile, wilson

SEATS: Final = 2


class PositionsDifferError(Exception):
    """Two versions do not agree on a position, so their rules differ."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A bag played by two versions, of which the newer has the seat ``first``.

    ``versions`` are their commits, the newer's first.
    """

    game: str
    level: str
    seed: int
    first: int
    versions: tuple[str, str]
    nodes: int | None = None
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class MeetingResult:
    """The points of both versions in all and by kind of feature, the newer's first.

    ``milliseconds`` are the processor's that half and 95 in a hundred of the turns took at most.
    """

    meeting: Meeting
    scores: tuple[int, int]
    points: dict[str, tuple[int, int]]
    milliseconds: tuple[tuple[int, int], tuple[int, int]]

    def written(self) -> dict[str, Any]:
        """Return the fields as plain values, for a line of a file."""
        values = asdict(self)
        return {**values.pop("meeting"), **values}

    @classmethod
    def read(cls, values: dict[str, Any]) -> "MeetingResult":
        """From such values; KeyError, TypeError or ValueError where they are none."""
        meeting = Meeting(
            values["game"],
            values["level"],
            values["seed"],
            values["first"],
            _pair(values["versions"]),
            values["nodes"],
            tuple((option, chosen) for option, chosen in values["options"]),
        )
        half, most = values["milliseconds"]
        points = {kind: _pair(both) for kind, both in values["points"].items()}
        return cls(meeting, _pair(values["scores"]), points, (_pair(half), _pair(most)))


def _pair(values: Sequence[Any]) -> tuple[Any, Any]:
    one, other = values
    return one, other


class VersionProcess:
    """A process that plays with the rules of a checkout."""

    def __init__(self, checkout: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).with_name("version_process.py"))],
            cwd=checkout,
            env={**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, **request: object) -> dict[str, Any]:
        """The answer to a request. Raise EOFError if the process has ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise EOFError("a version ended, see above")
        answer: dict[str, Any] = json.loads(line)
        return answer


def played(meeting: Meeting, newer: VersionProcess, older: VersionProcess) -> MeetingResult:
    """Play a meeting to its end. Raise PositionsDifferError."""
    chance = random.Random(meeting.seed)
    header = deal(meeting.game, SEATS, chance, dict(meeting.options)).text()
    by_seat = (newer, older) if meeting.first == 0 else (older, newer)
    times: tuple[list[int], list[int]] = ([], [])
    position = _agreed(by_seat, header=header)
    while not position["over"]:
        turn = position["turn"]
        answer = by_seat[turn].ask(level=meeting.level, seed=meeting.seed, nodes=meeting.nodes)
        times[turn].append(answer["milliseconds"])
        position = _agreed(by_seat, lines=answer["lines"])
    newer_first = (0, 1) if meeting.first == 0 else (1, 0)
    ordered = [sorted(times[seat]) for seat in newer_first]
    return MeetingResult(
        meeting,
        _pair([position["scores"][seat] for seat in newer_first]),
        {
            kind: _pair([points[seat] for seat in newer_first])
            for kind, points in sorted(position["points"].items())
        },
        _pair([(int(quantile(each, 0.5)), int(quantile(each, 0.95))) for each in ordered]),
    )


def _agreed(processes: Sequence[VersionProcess], **request: object) -> dict[str, Any]:
    """The position after a request in both processes, which must be the same."""
    one, other = (process.ask(**request) for process in processes)
    if one != other:
        raise PositionsDifferError(f"after {request}: {one} and {other}")
    return one


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the meetings that are asked for, and print how they stand."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena.versions", description=__doc__)
    parser.add_argument("--version", action="version", version=program_version())
    parser.add_argument("--against", type=Path, required=True, help="the folder of the checkout")
    parser.add_argument("--game", choices=games(), required=True)
    parser.add_argument("--level", choices=ALL_LEVELS, default="master")
    parser.add_argument("--bags", type=int, default=50, help="each played from both seats")
    parser.add_argument("--seed", type=int, default=1, help="of the first bag")
    parser.add_argument("--nodes", type=int, help="positions that a search may look at")
    parser.add_argument("--options", nargs="*", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--results", type=Path, required=True, help="a file to go on with")
    given = parser.parse_args(arguments)
    versions = (commit_of(ROOT), commit_of(given.against))
    options = tuple((option, value) for option, value in (o.split("=") for o in given.options))
    meetings = [
        Meeting(given.game, given.level, seed, first, versions, given.nodes, options)
        for seed in range(given.seed, given.seed + given.bags)
        for first in range(SEATS)
    ]
    results: list[MeetingResult] = []
    for result in run(meetings, given.against.resolve(), given.results):
        results.append(result)
        print(f"\r{len(results)} of {len(meetings)} ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(as_text(results))
    return 0


def commit_of(checkout: Path) -> str:
    """The commit of a checkout, with ``-dirty`` where a tracked file has changed."""
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.run(
        command, cwd=checkout, check=True, capture_output=True, encoding="utf-8"
    ).stdout.strip()


def run(meetings: Sequence[Meeting], against: Path, kept: Path) -> Iterator[MeetingResult]:
    """The results of meetings, those in the file ``kept`` first; it is added to line by line."""
    known = {result.meeting: result for result in kept_results(kept)}
    yield from (known[meeting] for meeting in meetings if meeting in known)
    with ExitStack() as stack:
        newer, older = (stack.enter_context(VersionProcess(each)) for each in (ROOT, against))
        for meeting in meetings:
            if meeting not in known:
                result = played(meeting, newer, older)
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(result.written()) + "\n")
                yield result


def kept_results(path: Path) -> Iterator[MeetingResult]:
    """The results in a file; a line that was cut off is skipped."""
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            yield MeetingResult.read(json.loads(line))
        except (ValueError, KeyError, TypeError):
            continue


def as_text(results: Sequence[MeetingResult]) -> str:
    """The standing of the newer version: games won, points ahead by bags, points by feature."""
    won = sum((own > other) + (own == other) / 2 for own, other in (r.scores for r in results))
    low, high = wilson(won, len(results))
    by_bag: dict[int, list[int]] = {}
    for result in results:
        by_bag.setdefault(result.meeting.seed, []).append(result.scores[0] - result.scores[1])
    ahead = [fmean(margins) for margins in by_bag.values()]
    error = stdev(ahead) / sqrt(len(ahead)) if len(ahead) > 1 else 0.0
    lines = [
        f"{results[0].meeting.game}, {results[0].meeting.level}: {100 * won / len(results):.1f} %"
        f" of {len(results)} ({100 * low:.1f} to {100 * high:.1f}), {fmean(ahead):+.2f} ±"
        f" {error:.2f} points",
    ]
    kinds = sorted({kind for result in results for kind in result.points})
    for kind in kinds:
        own, other = (
            fmean(result.points.get(kind, (0, 0))[side] for result in results) for side in (0, 1)
        )
        lines.append(f"  {kind}: {own:.1f} to {other:.1f}")
    for side, name in enumerate(("newer", "older")):
        half, most = (fmean(r.milliseconds[side][part] for r in results) for part in (0, 1))
        lines.append(f"  {name}: a turn {half:.0f} ms, 95 in a hundred {most:.0f} ms")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
