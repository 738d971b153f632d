"""The tests that run each line, and their times: measured once, and again for changed files."""

import json
import re
import resource
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypedDict

from tools.mutants.choosing import Passing
from tools.mutants.copied import Copy, digest

WORDS: Final = (
    *("-m", "pytest", "-vv", "--durations=0", "--durations-min=0", "-p", "no:cacheprovider"),
    *("--cov-context=test", "--cov-report=", "--cov-append"),
)


class Measured(TypedDict):
    """A test file: the digest of its text, and the seconds of processor time of each test."""

    text: str
    seconds: dict[str, float]


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
        for old in kept.glob("*/known.json"):
            shutil.rmtree(old.parent)
        folder.mkdir()
    path = folder / "known.json"
    known: dict[str, Measured] = json.loads(path.read_text()) if path.exists() else {}
    tests = _tests(copy)
    known = {file: known[file] for file, text in tests.items() if _is_known(known, file, text)}
    new = [file for file in tests if file not in known]
    if new:
        for test, seconds in _run(copy, folder / "passing", new).items():
            name = test.partition("::")[0]
            entry = known.setdefault(name, {"text": digest((tests[name],)), "seconds": {}})
            entry["seconds"][test] = seconds
        path.write_text(json.dumps(known), encoding="utf-8")
    times = {test: took for file in known.values() for test, took in file["seconds"].items()}
    return Passing(folder / "passing", times, copy.scope.package)


def _run(copy: Copy, data: Path, files: Sequence[str]) -> dict[str, float]:
    """Run test files, add to what coverage knows, and say how long each test took."""
    print(f"measuring {len(files)} files of tests", flush=True)
    before = _processor()
    words = (*WORDS, "-m", copy.scope.chosen_tests, f"--cov={copy.scope.package}")
    done = copy.run((*words, *files), {"COVERAGE_FILE": str(data)})
    if done.returncode and not _pass_alone(copy, done.stdout):
        sys.exit(f"the tests fail where nothing is wrong\n{done.stdout[-2000:]}")
    seconds_of: dict[str, float] = {}
    lines = re.findall(r"^(\d+\.\d+)s (?:call|setup) +(\S.*)$", done.stdout, re.MULTILINE)
    for took, test in lines:
        seconds_of[test] = seconds_of.get(test, 0.0) + float(took)
    # Others use the machine too: of the time by the clock only this share was ours.
    share = min(1.0, (_processor() - before) / max(sum(seconds_of.values()), 1.0))
    return {test: took * share for test, took in seconds_of.items()}


def _pass_alone(copy: Copy, printed: str) -> bool:
    """Return True if all tests that failed pass when they are run again without the others.

    Some measure time, and fail while the machine is busy with other programs.
    """
    failed = re.findall(r"^FAILED (\S.*?)(?: - .*)?$", printed, re.MULTILINE)
    if not failed or re.search("^ERROR ", printed, re.MULTILINE):
        return False
    print(f"running {len(failed)} tests again that failed", flush=True)
    return not copy.run(("-m", "pytest", "-p", "no:cacheprovider", *failed), {}).returncode


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
