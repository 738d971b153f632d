"""``python -m tools.arena versions``: the opponents of this checkout against another's.

Each version plays in a process of its own with its own rules; they exchange moves as lines of a
record, and every position must be the same in both. Each bag is played from both seats; results are
kept in a file, so a stopped run resumes. The other checkout is a clone at an older commit:

    git clone -q . ../older && git -C ../older checkout -q COMMIT
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Self

from rules.random_play import deal
from tools.arena.digest import ROOT
from tools.arena.match import Match, Result, half_and_most, run, standing
from tools.arena.tally import Options, standing_text

SEATS: Final = 2


class PositionsDifferError(Exception):
    """Two versions disagree on a position: their rules differ."""


class VersionProcess:
    """A process playing with the rules of a checkout."""

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
        """Raise EOFError if the process has ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise EOFError("a version ended, see above")
        answer: dict[str, Any] = json.loads(line)
        return answer


def played(
    match: Match, level: str, options: Options, newer: VersionProcess, older: VersionProcess
) -> Result:
    """Raise PositionsDifferError if the versions disagree."""
    chance = random.Random(match.seed)
    header = deal(match.game, SEATS, chance, dict(options)).text()
    processes, seating = (newer, older), match.seating()
    times: list[list[float]] = [[], []]
    position = _agreed(processes, header=header)
    while not position["over"]:
        player = seating[position["turn"]]
        answer = processes[player].ask(level=level, seed=match.seed, nodes=match.nodes)
        times[player].append(answer["milliseconds"])
        position = _agreed(processes, lines=answer["lines"])
    scores = tuple(position["scores"][seating.index(player)] for player in range(SEATS))
    return Result(match, scores, *half_and_most(times))


def _agreed(processes: Sequence[VersionProcess], **request: object) -> dict[str, Any]:
    """Send a request to both processes, and return the position, the same in both."""
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
    """Play each bag from both seats, and return the newer version's standing."""
    versions = (commit_of(ROOT), commit_of(against))
    conditions = " ".join([level, *(f"{name}={value}" for name, value in options)])
    wanted = [
        Match(game, versions, seed, first, nodes, conditions)
        for seed in bags
        for first in range(SEATS)
    ]

    def play(left: list[Match]) -> Iterator[Result]:
        with VersionProcess(ROOT) as newer, VersionProcess(against.resolve()) as older:
            for match in left:
                yield played(match, level, options, newer, older)

    results: list[Result] = []
    for result in run(wanted, play, kept):
        results.append(result)
        print(f"\r{len(results)} of {len(wanted)} ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return as_text(results)


def commit_of(checkout: Path) -> str:
    """The commit, with ``-dirty`` where a tracked file has changed."""
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.check_output(command, cwd=checkout, encoding="utf-8").strip()


def as_text(results: Sequence[Result]) -> str:
    """The newer version's standing: games won, points ahead by bags, and times."""
    by_bag: dict[int, list[tuple[int, int]]] = {}
    for result in results:
        own, other = result.scores
        by_bag.setdefault(result.match.seed, []).append((own, other))
    match = results[0].match
    lines = [f"{match.game}, {match.opponents}: {standing_text([*by_bag.values()])}"]
    for number, name in enumerate(("newer", "older")):
        one = standing(results, number)
        lines.append(f"  {name}: a turn {one.half:.0f} ms, 95 in a hundred {one.most:.0f} ms")
    return "\n".join(lines)
