"""``python -m tools.arena versions``: the opponents of this checkout against those of another.

Each version plays in a process of its own with its own rules; they exchange moves as lines of a
record, and every position must be the same in both. Each bag is played from both seats, and kept in
a file, so that it can be gone on with. The other checkout is a clone at an older commit:

    git clone -q . ../older && git -C ../older checkout -q COMMIT
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any, Final, Self

from rules.random_play import deal
from tools.arena.digest import ROOT
from tools.arena.kept_results import ResultFile, tuples
from tools.arena.tally import Options, quantile, standing_text

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
    options: Options = ()


@dataclass(frozen=True, slots=True)
class MeetingResult:
    """The points of both versions in all and by kind of feature, the newer's first.

    ``milliseconds`` are the processor's that half and 95 in a hundred of the turns took at most.
    """

    match: Meeting
    scores: tuple[int, int]
    points: dict[str, tuple[int, int]]
    milliseconds: tuple[tuple[int, int], tuple[int, int]]

    def line(self) -> str:
        """The result as a line of JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, line: str) -> "MeetingResult":
        """From such a line; KeyError, TypeError or ValueError where it is none."""
        values = json.loads(line)
        match = Meeting(**{name: tuples(value) for name, value in values["match"].items()})
        points = {kind: tuples(both) for kind, both in values["points"].items()}
        return cls(match, tuples(values["scores"]), points, tuples(values["milliseconds"]))


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

    def __exit__(self, *_: object) -> None:
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
    processes = (newer, older) if meeting.first == 0 else (older, newer)
    times: tuple[list[int], list[int]] = ([], [])
    position = _agreed(processes, header=header)
    while not position["over"]:
        turn = position["turn"]
        answer = processes[turn].ask(level=meeting.level, seed=meeting.seed, nodes=meeting.nodes)
        times[turn].append(answer["milliseconds"])
        position = _agreed(processes, lines=answer["lines"])
    own, other = (0, 1) if meeting.first == 0 else (1, 0)
    half, most = (
        (int(quantile(sorted(times[own]), part)), int(quantile(sorted(times[other]), part)))
        for part in (0.5, 0.95)
    )
    scores, points = position["scores"], position["points"]
    return MeetingResult(
        meeting,
        (scores[own], scores[other]),
        {kind: (by_seat[own], by_seat[other]) for kind, by_seat in sorted(points.items())},
        (half, most),
    )


def _agreed(processes: Sequence[VersionProcess], **request: object) -> dict[str, Any]:
    """The position after a request in both processes, which must be the same."""
    one, other = (process.ask(**request) for process in processes)
    if one != other:
        raise PositionsDifferError(f"after {request}: {one} and {other}")
    return one


def play_versions(
    game: str,
    level: str,
    bags: range,
    against: Path,
    kept: Path,
    nodes: int | None = None,
    options: Options = (),
) -> str:
    """Play each bag from both seats, and return how the newer version stands."""
    versions = (commit_of(ROOT), commit_of(against))
    meetings = [
        Meeting(game, level, seed, first, versions, nodes, options)
        for seed in bags
        for first in range(SEATS)
    ]
    results: list[MeetingResult] = []
    for result in kept_versions(kept).run(meetings, partial(_played_all, against.resolve())):
        results.append(result)
        print(f"\r{len(results)} of {len(meetings)} ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return as_text(results)


def commit_of(checkout: Path) -> str:
    """The commit of a checkout, with ``-dirty`` where a tracked file has changed."""
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.run(
        command, cwd=checkout, check=True, capture_output=True, encoding="utf-8"
    ).stdout.strip()


def kept_versions(path: Path) -> ResultFile[MeetingResult]:
    """The results of meetings in a file."""
    return ResultFile(path, MeetingResult.read)


def _played_all(against: Path, meetings: list[Meeting]) -> Iterator[MeetingResult]:
    with VersionProcess(ROOT) as newer, VersionProcess(against) as older:
        for meeting in meetings:
            yield played(meeting, newer, older)


def as_text(results: Sequence[MeetingResult]) -> str:
    """The standing of the newer version: games won, points ahead by bags, points by feature."""
    by_bag: dict[int, list[tuple[int, int]]] = {}
    for result in results:
        by_bag.setdefault(result.match.seed, []).append(result.scores)
    match = results[0].match
    lines = [f"{match.game}, {match.level}: {standing_text([*by_bag.values()])}"]
    kinds = sorted({kind for result in results for kind in result.points})
    for kind in kinds:
        own, other = (
            fmean(result.points.get(kind, (0, 0))[side] for result in results) for side in (0, 1)
        )
        lines.append(f"  {kind}: {own:.1f} to {other:.1f}")
    for side, name in enumerate(("newer", "older")):
        half, most = (fmean(r.milliseconds[part][side] for r in results) for part in (0, 1))
        lines.append(f"  {name}: a turn {half:.0f} ms, 95 in a hundred {most:.0f} ms")
    return "\n".join(lines)
