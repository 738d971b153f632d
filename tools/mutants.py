"""``make mutants``: check that the tests notice the small mistakes listed in tests/mutants.txt.

An entry names a function and a change of its lines, but no path, so it outlives a move of its
module. Each mistake is made in a copy of the project, where the fast tests that run its lines are
run until one fails. Which test runs which line is measured with a coverage context per test, and
kept in `.mutants` with the results until a source or a test changes: a run that was stopped
resumes. The exit status is 1 if a mistake survives that is listed as killed.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib.util import cache_from_source
from itertools import accumulate
from pathlib import Path, PurePosixPath
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

import pytest

if TYPE_CHECKING:
    from coverage import CoverageData

LIST: Final = "tests/mutants.txt"
OWN_TESTS: Final = "tests/tools/test_mutants.py"
"""They look for the entries in the sources, so they would notice every mistake."""
PACKAGES: Final = ("rules", "renderer", "storage", "bot")
VERDICTS: Final = ("killed", "survived", "equivalent", "untried")

PROCESSOR_SECONDS: Final = 60.0
"""The most processor time that the tests of one mistake take, without it."""
SLOWER: Final = 3
"""A run is killed after this many times its usual processor time, and PROCESSOR_SECONDS more."""
HANGING_SECONDS: Final = 240
"""A run is killed if a test takes longer by the clock, or all tests longer and their limit."""
MEMORY_BYTES: Final = 4 << 30
FEW_TESTS: Final = 20
"""With fewer tests of the changed lines, those of the module and of the function are run too."""
FIRST_TESTS: Final = 25
"""The number of tests that are run before the files of the others are imported."""

FAST: Final = ("-m", "pytest", "-p", "no:cacheprovider", "-m", "not slow")
MEASURED: Final = ("--cov", "--cov-context=test", "--cov-report=", "--cov-append")
UNTIL_ONE_FAILS: Final = (
    *("-p", "tools.mutants", "-p", "pytest_asyncio.plugin", "-p", "simcord.pytest_plugin"),
    *("-o", f"faulthandler_timeout={HANGING_SECONDS}", "-o", "faulthandler_exit_on_timeout=true"),
)
ALONE: Final = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""The start of a short run takes three times as long with all plugins."""
PROCESSOR: Final = "processor seconds"
"""The property of a test in pytest's report, as tests/conftest.py notes it."""
CHOSEN, FAILED = "MUTANTS_CHOSEN", "MUTANTS_FAILED"
"""Environment variables of the hooks: the files of the tests to run and of the one that fails."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of some lines of a function, given by its qualified name."""

    verdict: str
    function: str
    before: str
    after: str
    reason: str = ""

    @property
    def change(self) -> tuple[str, str, str]:
        return self.function, self.before, self.after

    def write(self) -> str:
        head = f"{self.verdict} {self.function}" + (f": {self.reason}" if self.reason else "")
        lines = [f"{'-+'[n]} {x}" for n in (0, 1) for x in (self.before, self.after)[n].split("\n")]
        return "\n".join((head, *lines)) + "\n"


@dataclass(frozen=True, slots=True)
class Place:
    """Line numbers, from 1, of a mutant in a module and of its function."""

    path: str
    lines: range
    function: range


def read_list(text: str) -> list[Mutant]:
    """Return the entries of a list, which follow its head, separated by empty lines."""
    _head, *entries = re.split(r"\n{2,}", text.strip())
    mutants = []
    for entry in entries:
        title, *lines = entry.split("\n")
        match = re.fullmatch(rf"({'|'.join(VERDICTS)}) ([\w.]+)(?:: (.+))?", title)
        if match is None or not all(line.startswith(("- ", "+ ")) for line in lines):
            raise ValueError(f"not an entry of the list:\n{entry}")
        before, after = ("\n".join(x[2:] for x in lines if x[0] == sign) for sign in "-+")
        mutants.append(Mutant(match[1], match[2], before, after, match[3] or ""))
    return mutants


def read_sources(project: Path) -> dict[str, str]:
    files = (file for name in PACKAGES for file in sorted((project / name).rglob("*.py")))
    return {file.relative_to(project).as_posix(): file.read_text("utf-8") for file in files}


def find_places(mutants: Iterable[Mutant], sources: Mapping[str, str]) -> dict[Mutant, list[Place]]:
    """Return where each mutant's lines stand: one place for a good entry."""
    places: dict[Mutant, list[Place]] = {mutant: [] for mutant in mutants}
    for path, text in sources.items():
        wanted = [
            mutant
            for mutant in places
            if f"def {mutant.function.rpartition('.')[2]}(" in text
            and mutant.before.partition("\n")[0] in text
        ]
        functions = list(_functions(ast.parse(text))) if wanted else []
        lines = [line.strip() for line in text.split("\n")]
        for mutant in wanted:
            before = [line.strip() for line in mutant.before.split("\n")]
            places[mutant] += [
                Place(path, range(number, number + len(before)), span)
                for name, span in functions
                if name == mutant.function
                for number in span
                if lines[number - 1 : number - 1 + len(before)] == before
            ]
    return places


def make_mistake(text: str, mutant: Mutant, place: Place) -> str:
    """Raise SyntaxError if the mistake does not change the program."""
    lines = text.split("\n")
    start, end = place.function[0] - 1, place.function[-1]
    first, last = place.lines[0] - 1, place.lines[-1]
    indentation = min(len(line) - len(line.lstrip()) for line in lines[first:last])
    after = textwrap.indent(mutant.after, " " * indentation)
    function = [*lines[start:first], after, *lines[last:end]]
    if _syntax(function) == _syntax(lines[start:end]):
        raise SyntaxError(f"this changes nothing: {mutant.write()}")
    return "\n".join((*lines[:start], *function, *lines[end:]))


def _syntax(function: Sequence[str]) -> str:
    return ast.dump(ast.parse(textwrap.dedent("\n".join(function))))


def _functions(node: ast.AST, scope: str = "") -> Iterator[tuple[str, range]]:
    for child in ast.iter_child_nodes(node):
        inner = scope
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{scope}.{child.name}".lstrip(".")
            if not isinstance(child, ast.ClassDef):
                yield inner, range(child.lineno, (child.end_lineno or child.lineno) + 1)
        yield from _functions(child, inner)


@dataclass(slots=True)
class Measurement:
    """The processor seconds of each test, and the lines that it runs.

    ``sound``: tests that passed without a mistake after they had noticed one; ``excluded``: tests
    that fail without one.
    """

    seconds: dict[str, float]
    lines: CoverageData
    excluded: set[str]
    sound: set[str] = field(default_factory=set)

    def choose(self, place: Place) -> list[str]:
        """Return the tests that may notice a mistake, the quickest first.

        If not all fit the time, those in the file named like the module come before those in its
        folder, and these before others. A line that runs at import, once for all tests, or in
        another process belongs to no test: if few tests run it, all in that file count, and all
        that run another line of the function.
        """
        path = PurePosixPath(place.path)
        file = f"/test_{path.parent.name if path.stem == '__init__' else path.stem}.py::"
        near = {test for test in self.seconds if file in test}

        def rank(test: str) -> tuple[bool, bool, float, str]:
            beside = test.startswith(f"tests/{path.parent}/")
            return test not in near, not beside, self.seconds[test], test

        running = self._running(place.path, place.lines)
        in_turn = sorted(running, key=rank)
        if len(running) < FEW_TESTS:
            in_turn += sorted(near | self._running(place.path, place.function), key=rank)
        wanted = [test for test in dict.fromkeys(in_turn) if test not in self.excluded]
        spent = accumulate(self.seconds[test] for test in wanted)
        chosen = wanted[: sum(so_far <= PROCESSOR_SECONDS for so_far in spent)]
        return sorted(chosen, key=lambda test: (self.seconds[test], test))

    def _running(self, path: str, lines: range) -> set[str]:
        """The tests that run some of the lines."""
        by_line = self.lines.contexts_by_lineno(path).items()
        contexts = (context for line, there in by_line if line in lines for context in there)
        return self.seconds.keys() & {context.rpartition("|")[0] for context in contexts}


@dataclass(frozen=True, slots=True)
class Copy:
    folder: Path

    def pytest(self, words: Sequence[str], more: Mapping[str, str], limit: float = 0) -> int:
        """Return the exit status of the fast tests.

        With a limit in processor seconds nothing is printed, and a longer run is killed.
        """

        def restrict() -> None:
            if limit:
                resource.setrlimit(resource.RLIMIT_CPU, (round(limit), round(limit)))
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))

        # A run inside another, as of this project's own tests, is none of its workers.
        outer = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
        with subprocess.Popen(
            [sys.executable, *FAST, *words],
            cwd=self.folder,
            env={**outer, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "", **more},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if limit else None,
            stderr=subprocess.STDOUT if limit else None,
            preexec_fn=restrict,
            start_new_session=True,
        ) as process:
            try:
                return process.wait(HANGING_SECONDS + limit if limit else None)
            except subprocess.TimeoutExpired:
                return -signal.SIGKILL
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)  # also what the tests have started

    def first_failing(self, tests: Sequence[str], seconds: float) -> str | None:
        """Return the first failing test; "" if the run itself fails, None if all pass."""
        chosen, failed = self.folder / "chosen.json", self.folder / "failed"
        more = {**ALONE, CHOSEN: str(chosen), FAILED: str(failed)}
        for part in filter(None, (tests[:FIRST_TESTS], tests[FIRST_TESTS:])):
            failed.write_text("")
            chosen.write_text(json.dumps(part))
            files = dict.fromkeys(test.partition("::")[0] for test in part)
            limit = SLOWER * seconds + PROCESSOR_SECONDS
            status = self.pytest((*UNTIL_ONE_FAILS, *files), more, limit)
            if status not in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
                return failed.read_text()
        return None

    def noticing(self, mutant: Mutant, place: Place, tests: Measurement) -> str | None:
        """Return the test that notices a mistake; "" if no test can be run, None if it survives.

        A test that fails without the mistake too has noticed nothing, and is excluded.
        """
        file = self.folder / place.path
        source = file.read_text("utf-8")
        while True:
            chosen = tests.choose(place)
            seconds = sum(tests.seconds[test] for test in chosen)
            try:
                _write_module(file, make_mistake(source, mutant, place))
                by = self.first_failing(chosen, seconds)
            finally:
                _write_module(file, source)
            if by is None or by in tests.sound:
                return by
            failing = self.first_failing([by] if by else chosen[:FIRST_TESTS], seconds)
            if failing is None:
                tests.sound |= {by} - {""}
                return by
            if not failing:
                raise RuntimeError(f"tests of {place.path} cannot be run without a mistake")
            print(f"{failing} fails without a mistake, and is left out", flush=True)
            tests.excluded.add(failing)


def run(project: Path, *, only: str = "", jobs: int = 1) -> int:
    """Try the listed mistakes, write new verdicts into the list, and print a summary."""
    listed = (project / LIST).read_text("utf-8")
    mutants = read_list(listed)
    places = find_places(mutants, read_sources(project))
    if lost := [mutant.write() for mutant, found in places.items() if len(found) != 1]:
        raise SystemExit("not found exactly once:\n" + "\n".join(lost))
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # some tests read the copy as another user
        free: SimpleQueue[Copy] = SimpleQueue()
        for number in range(jobs):
            copy = Copy(Path(folder) / str(number))
            left = shutil.ignore_patterns(".git", ".venv", ".mutants", ".*_cache")
            shutil.copytree(project, copy.folder, ignore=left)
            free.put(copy)
        tree = _tree_digest(copy.folder)
        kept = project / ".mutants"
        tests = _measure(copy, kept, tree, {place.path for [place] in places.values()})
        results = kept / "results.jsonl"
        earlier = results.read_text("utf-8").splitlines() if results.exists() else ()
        attempts = (json.loads(line) for line in earlier)
        known = {tuple(change): verdict for at, verdict, change, *_ in attempts if at == tree}
        chosen = [m for m in mutants if m.verdict != "equivalent" and only in m.function]
        untried = [mutant for mutant in chosen if mutant.change not in known]

        def attempt(mutant: Mutant) -> None:
            copy, began, [place] = free.get(), time.monotonic(), places[mutant]
            try:
                by = copy.noticing(mutant, place, tests)
            finally:
                free.put(copy)
            known[mutant.change] = verdict = "survived" if by is None else "killed"
            took = round(time.monotonic() - began)
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps([tree, verdict, mutant.change, by, took]) + "\n")
            print(f"{took:4} s, {verdict} {mutant.function} {by or ''}", flush=True)

        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(attempt, untried))
    new = [m for m in chosen if m.verdict == "killed" != known[m.change]]
    for mutant in chosen:
        tried = replace(mutant, verdict=known[mutant.change])
        if tried.verdict == "survived":
            print("NEW" * (mutant in new), tried.write(), sep="\n", end="")
        # A new survivor stays listed as killed: whoever accepts it says so by hand.
        if mutant not in new and tried != mutant:
            listed = listed.replace(mutant.write(), replace(tried, reason="").write())
    (project / LIST).write_text(listed, "utf-8")
    count = Counter(known.get(mutant.change, mutant.verdict) for mutant in mutants)
    print(f"{len(mutants)} mistakes: {', '.join(f'{count[word]} {word}' for word in VERDICTS)}")
    for test in sorted(test for test in tests.excluded if not test.startswith(OWN_TESTS)):
        print(f"left out, as it fails without a mistake: {test}")
    return 1 if new else 0


def _write_module(file: Path, text: str) -> None:
    """Write a module, and delete its compiled code: Python compares only seconds and sizes."""
    file.write_text(text, "utf-8")
    Path(cache_from_source(file)).unlink(missing_ok=True)


def _tree_digest(folder: Path) -> str:
    """Digest of the product and its tests, without the list."""
    digest = hashlib.sha256()
    for file in sorted(
        file for name in (*PACKAGES, "tests") for file in (folder / name).rglob("*")
    ):
        if file.is_file() and "__pycache__" not in file.parts and file != folder / LIST:
            digest.update(f"{file.relative_to(folder)}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def _measure(copy: Copy, kept: Path, tree: str, paths: Iterable[str]) -> Measurement:
    """Run the fast tests once, measuring some modules, or read an earlier measurement."""
    from coverage import CoverageData

    folder = kept / tree
    report, again, lines = (folder / name for name in ("tests.xml", "again.xml", "coverage"))
    if not report.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        settings, unfinished = folder / "coveragerc", folder / "unfinished.xml"
        include = "".join(f"\n  {path}" for path in sorted(paths))
        settings.write_text(f"[run]\nrelative_files = true\ninclude ={include}\n", "utf-8")
        words = (*MEASURED, f"--cov-config={settings}")
        # The quicker collector of Python 3.12 and later has no contexts.
        more = {"COVERAGE_FILE": str(lines), "COVERAGE_CORE": "ctrace"}
        at_once = ("-n", "2", "--dist", "worksteal", f"--junitxml={unfinished}")
        status = copy.pytest((*words, *at_once), more)
        if status not in (0, pytest.ExitCode.TESTS_FAILED):
            raise SystemExit(f"the tests cannot be run: pytest ends with status {status}")
        if failed := [test for test, (_, passed) in _results(unfinished).items() if not passed]:
            # Some wait for other processes, and fail while the machine is busy.
            copy.pytest((*words, f"--junitxml={again}", *failed), more)
        unfinished.rename(report)
    results = _results(report) | (_results(again) if again.exists() else {})
    excluded = {test for test, (_, passed) in results.items() if not passed}
    excluded |= {test for test in results if test.startswith(f"{OWN_TESTS}::")}
    data = CoverageData(str(lines))
    data.read()
    return Measurement({test: seconds for test, (seconds, _) in results.items()}, data, excluded)


def _results(report: Path) -> dict[str, tuple[float, bool]]:
    """Return each test's seconds, and True if it passed."""
    results = {}
    for case in ElementTree.parse(report).iter("testcase"):
        test = f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}"
        noted = case.find(f"properties/property[@name='{PROCESSOR}']")
        seconds = noted.get("value") if noted is not None else case.get("time")
        results[test] = float(seconds or 0), case.find("failure") is case.find("error") is None
    return results


# Hooks: the runs of chosen tests load this module as a plugin.


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the chosen tests in their order; for one whose id has changed, keep its file."""
    chosen = json.loads(Path(os.environ[CHOSEN]).read_text())
    rank = {test: number for number, test in enumerate(chosen)}
    missing = rank.keys() - {item.nodeid for item in items}
    files = {test.partition("::")[0] for test in missing}
    kept = [x for x in items if x.nodeid in rank or x.nodeid.partition("::")[0] in files]
    items[:] = sorted(kept, key=lambda item: rank.get(item.nodeid, len(rank)))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """End the run when a test fails, without waiting for what the mistake has left open."""
    if report.failed:
        Path(os.environ[FAILED]).write_text(report.nodeid)
        os._exit(pytest.ExitCode.TESTS_FAILED)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--only", default="", help="a text in the names of the functions to try")
    parser.add_argument("--jobs", type=int, default=1, help="mistakes tried at the same time")
    return run(Path(__file__).parents[1], **vars(parser.parse_args(arguments)))


if __name__ == "__main__":
    sys.exit(main())
