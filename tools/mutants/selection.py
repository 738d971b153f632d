"""Choose the tests for a mistake: those that run its line, the quickest first.

One run of the package's tests records which test runs which line. A line that runs at import, in
another process or once for all tests belongs to no test. For such a line the tests are those of the
file named like the module, those about all modules, those that run any line of the module, and the
quickest of all.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from coverage import CoverageData

SECONDS: Final = 30.0
"""The most seconds that the tests of a mistake take together on the right program."""

FEW: Final = 20
"""Below this number of tests for a line, the tests of its whole module are run as well."""

LEFT_OUT: Final = 5
"""The most tests of a package that are left out as they fail where nothing is wrong."""

STARTING: Final = ("test_main.py", "test_fairness.py")
"""The tests that start `python -m` of a package in a process of its own."""

OF_ALL: Final = ("test_values.py", "test_public_face.py")
"""The tests of what is written in every module: that its values are frozen, what it offers."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Some tests by their ids, and how long they take together in seconds."""

    tests: tuple[str, ...]
    seconds: float


class Passing:
    """The tests that run each line of each module, and the seconds each test takes.

    ``left_out`` are the tests that are not to be run, as they fail where nothing is wrong.
    """

    def __init__(
        self, data: Path, seconds: Mapping[str, float], package: str, left_out: Iterable[str] = ()
    ) -> None:
        """Read the coverage data, which has a context for each test."""
        self.left_out: list[str] = []
        self._data = CoverageData(str(data))
        self._data.read()
        self._seconds = seconds
        self._files: dict[str, list[str]] = {}
        for file in self._data.measured_files():  # each run was in another copy
            name = f"{package}/" + file.rpartition(f"/{package}/")[2]
            self._files.setdefault(name, []).append(file)
        for test in left_out:
            self.leave_out(test)

    def leave_out(self, test: str) -> None:
        """Never run a test again. Raise RuntimeError if there are too many of that kind."""
        self.left_out.append(test)
        if len(self.left_out) > LEFT_OUT:
            names = "\n  ".join(self.left_out)
            raise RuntimeError(f"too many tests fail where nothing is wrong:\n  {names}")

    def choice(self, path: str, lines: Iterable[int]) -> Choice:
        """The tests for a mistake in some lines of a module."""
        chosen: list[str] = []
        left = SECONDS
        for test in dict.fromkeys(self._in_turn(path, lines)):
            if test in self.left_out:
                continue
            left -= self._seconds[test]
            if left < 0:
                break
            chosen.append(test)
        return Choice(tuple(chosen), sum(self._seconds[test] for test in chosen))

    def _in_turn(self, path: str, lines: Iterable[int]) -> Iterator[str]:
        """All tests that may see a mistake, those that are likelier to first."""
        there = self._by_line(path)
        by_line = frozenset().union(*(there.get(line, ()) for line in lines))
        yield from self._quickest(by_line)
        yield from self._of(
            *(STARTING if path.endswith("/__main__.py") else (f"test_{PurePosixPath(path).name}",))
        )
        if not by_line:
            yield from self._of(*OF_ALL)
        if len(by_line) < FEW:
            yield from self._quickest(frozenset().union(*there.values()))
        if not by_line:
            yield from self._quickest(self._seconds)

    def _of(self, *files: str) -> list[str]:
        """The tests of the files of some names."""
        return self._quickest(t for t in self._seconds if t.partition("::")[0].endswith(files))

    def _by_line(self, path: str) -> dict[int, frozenset[str]]:
        """The tests that run each line of a module."""
        lines_of: dict[int, frozenset[str]] = {}
        for file in self._files.get(path, ()):
            for line, contexts in self._data.contexts_by_lineno(file).items():
                tests = {context.partition("|")[0] for context in contexts if context}
                lines_of[line] = lines_of.get(line, frozenset()) | tests
        return lines_of

    def _quickest(self, tests: Iterable[str]) -> list[str]:
        """Tests of which it is known how long they take, by that."""
        known = (test for test in tests if test in self._seconds)
        return sorted(known, key=lambda test: (self._seconds[test], test))
