"""`make mutants`: check that the tests notice mistakes in rules, storage and bot/table.

A sample of all small mistakes that can be made in a package (`mutations`) is drawn by a seed, at
least one in every module. Each is made in a copy of the project (`project_copy`), and the tests
that run its line (`line_coverage`, `selection`) are run until one fails (`mutant_run`). Results are
kept in `.mutants`, so that a run that was stopped goes on.
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from tools.mutants.equal import EQUAL
from tools.mutants.line_coverage import compiled, measured, tests_digest
from tools.mutants.mutant_run import Word, tried
from tools.mutants.mutations import Mutant, mutants
from tools.mutants.project_copy import Copy, digest
from tools.mutants.scope import SCOPES, Scope

ROOT: Final = Path(__file__).parents[2]
KEPT: Final = ROOT / ".mutants"
SEED, WANTED = 13, 92
"""The seed of the sample, and the percentage of mistakes that must be noticed."""


@dataclass(frozen=True, slots=True)
class Found:
    """The fate of a mutant, with the digests of its module and of its tests."""

    name: str
    module: str
    tests: str
    word: Word
    by: str
    seconds: float


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if enough is noticed, 1 if not."""
    reader = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    reader.add_argument(
        "--package", action="append", choices=SCOPES, help="where mistakes are made; default: all"
    )
    reader.add_argument("--sample", type=int, help="how many mistakes are made in each package")
    reader.add_argument("--seed", type=int, default=SEED, help="which ones")
    reader.add_argument("--fresh", action="store_true", help="forget what was found before")
    reader.add_argument("--only", default="", help="those alone that have this in their names")
    reader.add_argument("--jobs", type=int, default=1, help="how many are tried side by side")
    asked = reader.parse_args(arguments)
    if asked.fresh:
        shutil.rmtree(KEPT, ignore_errors=True)
    return max(_run(SCOPES[name], asked) for name in asked.package or SCOPES)


def _run(scope: Scope, asked: argparse.Namespace) -> int:
    """Make the mistakes of one package. Return 0 if enough is noticed."""
    kept = KEPT / scope.folder_name
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # Some tests read it as another user.
        first = Copy.of(ROOT, Path(folder) / "0", scope)
        sources = first.sources
        everything = [mutant for path, text in sources.items() for mutant in mutants(path, text)]
        drawn = sampled(everything, asked.sample or scope.sample, asked.seed)
        drawn = [mutant for mutant in drawn if asked.only in mutant.name]
        number_drawn = f"{len(drawn)} of {len(everything)} mistakes"
        print(f"{scope.package}: {number_drawn} in {len(sources)} modules", flush=True)
        passing, tests = measured(first, kept), tests_digest(first)
        compiled(first)
        copies = [first, *(first.twin(Path(folder) / str(n)) for n in range(1, asked.jobs))]
        known, sound = _known(kept / "found.jsonl"), set[str]()
        new = [
            mutant
            for mutant in drawn
            if mutant.name not in EQUAL
            and not _holds(known.get(mutant.name), digest((sources[mutant.path],)), tests)
        ]

        def try_mutant(mutant: Mutant) -> Found:
            free = copies.pop()
            began = time.monotonic()
            verdict = tried(free, mutant, passing, sound)
            copies.append(free)
            took = round(time.monotonic() - began, 1)
            module = digest((sources[mutant.path],))
            return Found(mutant.name, module, tests, verdict.word, verdict.by, took)

        with ThreadPoolExecutor(asked.jobs) as pool:
            asking = [pool.submit(try_mutant, mutant) for mutant in new]
            try:
                for number, done in enumerate(as_completed(asking), 1):
                    known[done.result().name] = done.result()
                    with (kept / "found.jsonl").open("a", encoding="utf-8") as file:
                        file.write(json.dumps(asdict(done.result()), ensure_ascii=False) + "\n")
                    word, name = done.result().word, done.result().name
                    print(f"{number:3} of {len(new)} {word:9} {name}", flush=True)
            finally:
                pool.shutdown(cancel_futures=True)
    return _told(scope, drawn, known, passing.left_out)


def sampled(mistakes: Iterable[Mutant], number: int, seed: int) -> list[Mutant]:
    """Sample mutants by a seed, the first of each module before the second of any.

    A mistake stays in its place while the code around it changes.
    """
    met: Counter[str] = Counter()
    order = []
    for mutant in sorted(mistakes, key=lambda mutant: digest((str(seed), mutant.name))):
        order.append((met[mutant.path] > 0, mutant))
        met[mutant.path] += 1
    drawn = [mutant for _, mutant in sorted(order, key=lambda pair: pair[0])[:number]]
    return sorted(drawn, key=lambda mutant: (mutant.path, mutant.number))


def _known(path: Path) -> dict[str, Found]:
    """The fates found before, by the names of the mutants."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {result.name: result for result in (Found(**json.loads(line)) for line in lines)}


def _holds(result: Found | None, module: str, tests: str) -> bool:
    """Return True if a fate still holds: other tests may notice what these did not."""
    if result is None or result.module != module:
        return False
    return result.word != "survived" or result.tests == tests


def _told(
    scope: Scope, drawn: Sequence[Mutant], known: Mapping[str, Found], left_out: Sequence[str]
) -> int:
    """Say what came of it all."""
    made = [known[mutant.name] for mutant in drawn if mutant.name not in EQUAL]
    words = Counter(result.word for result in made)
    noticed = words["killed"] + words["timed out"]
    share = 100 * noticed / len(made) if made else 100.0
    took = sum(result.seconds for result in made)
    print(
        f"{scope.package}: sampled {len(drawn)}, equal {len(drawn) - len(made)}, "
        f"killed {words['killed']}, timed out {words['timed out']}, "
        f"survived {words['survived']}: {share:.1f} % noticed, in {took:.0f} s"
    )
    for result in made:
        if result.word == "survived":
            print(f"  survived: {result.name}")
    for test in left_out:
        print(f"  LEFT OUT, as it fails where nothing is wrong: {test}")
    return 0 if share >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
