"""Run the tests on a mutant."""

import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tools.mutants.mutations import Mutant, mutated
from tools.mutants.project_copy import Copy
from tools.mutants.selection import Passing

Word: TypeAlias = Literal["killed", "timed out", "survived"]

AT_LEAST, AS_LONG = 15, 2
"""The seconds of processor time that tests get: some, and so many times what they take."""

FIRST: Final = 25
"""The number of tests that run before the others, whose files take a while to be read."""

QUICKLY: Final = (
    *("-m", "pytest", "-x", "--tb=no", "-rfE", "--no-header"),
    *("-p", "no:cacheprovider"),
)
ALONE: Final = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
"""Two thirds of the time of a short run are plugins that it does not need."""

TOO_LONG: Final = (-signal.SIGXCPU, -signal.SIGKILL)
FAILED: Final = 1
UNKNOWN: Final = (4, 5)
"""Exit statuses of pytest: a test fails; one is not there, or none is."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The fate of a mutant, and the test that noticed it, if one did."""

    word: Word
    by: str = ""


def tried(copy: Copy, mutant: Mutant, passing: Passing, sound: set[str]) -> Verdict:
    """Run the tests on a mutant in a copy of the project.

    A test that fails when it is run alone where nothing is wrong has noticed nothing: it is left
    out from then on, and the others are asked. ``sound`` collects the tests that pass.
    """
    while True:
        verdict = _first_verdict(copy, mutant, passing)
        if "::" not in verdict.by or verdict.by in sound:
            return verdict
        if copy.run((*_words(copy), verdict.by), ALONE).returncode != FAILED:
            sound.add(verdict.by)
            return verdict
        print(f"{verdict.by} fails where nothing is wrong, and is left out", flush=True)
        passing.leave_out(verdict.by)


def _first_verdict(copy: Copy, mutant: Mutant, passing: Passing) -> Verdict:
    """Run the tests on a mutant until one fails."""
    choice = passing.choice(mutant.path, mutant.lines)
    limit = AT_LEAST + round(AS_LONG * choice.seconds)
    verdict = Verdict("survived")
    with copy.wrong(mutant.path, mutated(copy.sources[mutant.path], mutant.number)):
        for tests in (choice.tests[:FIRST], choice.tests[FIRST:]):
            if tests and verdict.word == "survived":
                verdict = _asked(copy, tests, limit)
    return verdict


def _words(copy: Copy) -> list[str]:
    """The command that runs tests, with the plugins they need."""
    plugins = (word for plugin in copy.scope.plugins for word in ("-p", plugin))
    return [*QUICKLY, "-m", copy.scope.chosen_tests, *plugins]


def _asked(copy: Copy, tests: Sequence[str], limit: int) -> Verdict:
    """Run some tests. Return their verdict."""
    try:
        done = copy.run((*_words(copy), *tests), ALONE, limit)
    except subprocess.TimeoutExpired:
        return Verdict("timed out")
    if done.returncode in TOO_LONG:
        return Verdict("timed out")
    if done.returncode in UNKNOWN:  # the mistake has given tests other names, or broken a file
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        return Verdict("killed") if set(files) == set(tests) else _asked(copy, [*files], limit)
    if not done.returncode:
        return Verdict("survived")
    said = (line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR ")))
    return Verdict("killed", next(said, "").partition(" ")[2].partition(" - ")[0])
