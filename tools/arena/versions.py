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
from typing import Any, Final

from rules.random_play import deal
from tools.arena.digest import ROOT
from tools.arena.match import Match, Result, half_and_most, run, standing
from tools.arena.tally import Options, standing_text

SEATS: Final = 2


class PositionsDifferError(Exception):
    """Two versions disagree on a position: their rules differ."""


def start_version(checkout: Path) -> subprocess.Popen[str]:
    """A process playing with the rules of a checkout, until its input ends."""
    return subprocess.Popen(
        [sys.executable, "-P", str(Path(__file__).with_name("version_process.py"))],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def ask(version: subprocess.Popen[str], **request: object) -> Any:
    """Raise EOFError if the process has ended."""
    assert version.stdin is not None and version.stdout is not None
    print(json.dumps(request), file=version.stdin, flush=True)
    line = version.stdout.readline()
    if not line:
        raise EOFError("a version ended, see above")
    return json.loads(line)


def played(
    match: Match, level: str, options: Options, versions: Sequence[subprocess.Popen[str]]
) -> Result:
    """Raise PositionsDifferError if the versions disagree."""
    chance = random.Random(match.seed)
    header = deal(match.game, SEATS, chance, dict(options)).text()
    seating = match.seating()
    times: list[list[float]] = [[], []]
    position = _agreed(versions, header=header)
    while not position["over"]:
        player = seating[position["turn"]]
        answer = ask(versions[player], level=level, seed=match.seed, nodes=match.nodes)
        times[player].append(answer["milliseconds"])
        position = _agreed(versions, lines=answer["lines"])
    scores = tuple(position["scores"][seating.index(player)] for player in range(SEATS))
    return Result(match, scores, *half_and_most(times))


def _agreed(versions: Sequence[subprocess.Popen[str]], **request: object) -> Any:
    """Send a request to both versions, and return the position, the same in both."""
    one, other = (ask(version, **request) for version in versions)
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
        with start_version(ROOT) as newer, start_version(against.resolve()) as older:
            for match in left:
                yield played(match, level, options, (newer, older))

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
