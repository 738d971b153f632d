"""The tests that run each line, and their times: measured once, and again for changed files.

A test that fails where nothing is wrong is run again without the others: some wait for other
processes, and fail while the machine is busy. One that fails again is left out and named in the
report, up to a small number.
"""

import json
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypedDict

from tools.mutants.project_copy import Copy, digest
from tools.mutants.selection import Passing

WORDS: Final = (
    *("-m", "pytest", "-vv", "--durations=0", "--durations-min=0", "-p", "no:cacheprovider"),
    *("--cov-context=test", "--cov-report=", "--cov-append"),
)
FAILED: Final = 1
"""The exit status of pytest when tests ran and some failed."""


class Measured(TypedDict):
    """A test file: the digest of its text, and the seconds of processor time of each test.

    ``failing`` names the tests that failed twice.
    """

    text: str
    seconds: dict[str, float]
    failing: list[str]


def tests_digest(copy: Copy) -> str:
    """A name for the tests as they are."""
    return digest((*_helpers(copy).values(), *_tests(copy).values()))


def compiled(copy: Copy) -> None:
    """Compile everything in a copy: where something is wrong, nothing is written."""
    copy.run(("-m", "pytest", "--collect-only", "-p", "no:cacheprovider", *copy.scope.tests), {})


def measured(copy: Copy, kept: Path) -> Passing:
    """The tests of a copy without mutants; a folder keeps them for the next run."""
    name = digest((copy.scope.chosen_tests, *_code(copy), *_helpers(copy).values()))
    folder = kept / name
    if not folder.exists():
        for old in filter(Path.is_dir, kept.iterdir()):
            shutil.rmtree(old)
        folder.mkdir()
    path = folder / "measured.json"
    known: dict[str, Measured] = json.loads(path.read_text()) if path.exists() else {}
    tests = _tests(copy)
    known = {file: known[file] for file, text in tests.items() if _is_known(known, file, text)}
    new = [file for file in tests if file not in known]
    if new:
        seconds, failing = _run(copy, folder / "passing", new)
        for test in dict.fromkeys((*seconds, *failing)):
            name = test.partition("::")[0]
            text = digest((tests[name],))
            entry = known.setdefault(name, {"text": text, "seconds": {}, "failing": []})
            if test in failing:
                entry["failing"].append(test)
            else:
                entry["seconds"][test] = seconds[test]
        path.write_text(json.dumps(known), encoding="utf-8")
    times = {test: took for file in known.values() for test, took in file["seconds"].items()}
    failing = [test for file in known.values() for test in file["failing"]]
    return Passing(folder / "passing", times, copy.scope.package, failing)


def _run(copy: Copy, data: Path, files: Sequence[str]) -> tuple[dict[str, float], list[str]]:
    """Run test files and add to what coverage knows.

    Return the seconds that each test took, and the tests that failed twice.
    """
    print(f"measuring {len(files)} files of tests", flush=True)
    words = (*WORDS, "-m", copy.scope.chosen_tests, f"--cov={copy.scope.package}")
    environment = {"COVERAGE_FILE": str(data)}
    before = _processor()
    done = copy.run((*words, *files), environment)
    seconds_of: dict[str, float] = {}
    lines = re.findall(r"^(\d+\.\d+)s (?:call|setup) +(\S.*)$", done.stdout, re.MULTILINE)
    for took, test in lines:
        seconds_of[test] = seconds_of.get(test, 0.0) + float(took)
    # Others use the machine too: of the time by the clock only this share was ours.
    share = min(1.0, (_processor() - before) / max(sum(seconds_of.values()), 1.0))
    failing = _failing(done)
    if failing:
        print(f"running {len(failing)} tests again that failed", flush=True)
        # Once more under coverage: a test that failed did not run all its lines.
        failing = _failing(copy.run((*words, *failing), environment))
    return {test: took * share for test, took in seconds_of.items()}, failing


def _failing(done: "subprocess.CompletedProcess[str]") -> list[str]:
    """Return the tests that failed in a run. End the program if the run itself went wrong."""
    lines = re.findall(r"^(?:FAILED|ERROR) (\S+::.*?)(?: - .*)?$", done.stdout, re.MULTILINE)
    if done.returncode and (done.returncode != FAILED or not lines):
        sys.exit(f"the tests cannot be run where nothing is wrong\n{done.stdout[-2000:]}")
    return list(dict.fromkeys(lines))


def _processor() -> float:
    """The processor time of what was started and has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _is_known(known: Mapping[str, Measured], file: str, text: str) -> bool:
    return file in known and known[file]["text"] == digest((text,))


def _tests(copy: Copy) -> dict[str, str]:
    """The texts of the files of tests."""
    return {file: text for file, text in _all_tests(copy).items() if "/test_" in file}


def _helpers(copy: Copy) -> dict[str, str]:
    """The texts of all that the tests stand on."""
    return {file: text for file, text in _all_tests(copy).items() if "/test_" not in file}


def _all_tests(copy: Copy) -> dict[str, str]:
    return {file: text for folder in copy.scope.tests for file, text in copy.texts(folder).items()}


def _code(copy: Copy) -> list[str]:
    """The texts of the program that the tests run."""
    return [
        text
        for folder in copy.scope.depends_on
        for file, text in copy.texts(folder).items()
        if file.endswith((".py", ".sql", ".json"))
    ]
