"""The mutation run: its mutants, its samples and its equivalent mutants."""

import ast
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from tools.mutants.__main__ import sampled
from tools.mutants.changing import Mutant, mutants, mutated
from tools.mutants.equal import EQUAL
from tools.mutants.measuring import _pass_alone
from tools.mutants.scope import SCOPES

ROOT: Final = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def everything() -> list[Mutant]:
    """Every mistake that can be made in the rules."""
    return [
        mutant
        for path in sorted((ROOT / "rules").rglob("*.py"))
        for mutant in mutants(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("n = a < b", {"n = a <= b"}),
        ("n = a == b and c", {"n = a != b and c", "n = a == b or c"}),
        ("n = a + b", {"n = a - b"}),
        ("n = not a", {"n = a"}),
        ("n = 7", {"n = 8"}),
        ("n = -1", {"n = 1", "n = -2"}),
        ("ok = True", {"ok = False"}),
        ("word = 'river'", {"word = 'river?'"}),
        ("min(a)", {"pass", "max(a)"}),
        ("n = f(a, b=c)", {"n = f(a)"}),
        ("n = f(a, b=True)", {"n = f(a, b=False)"}),
        ("if a:\n    n += b", {"if not a:\n    n += b", "if a:\n    n -= b", "if a:\n    pass"}),
        ("def f():\n    return a", {"def f():\n    return None"}),
        ("while a:\n    break", {"while not a:\n    break", "while a:\n    continue"}),
        ("n = [a for a in b if c]", {"n = [a for a in b if not c]"}),
        ("'said'\nn: 'int | None'", set()),
    ],
)
def test_mutant_is_a_single_change(source: str, wrong: set[str]) -> None:
    assert {mutated(source, mutant.number).strip() for mutant in mutants("m.py", source)} == wrong


@pytest.mark.slow
def test_every_mutant_is_a_program_with_a_unique_name(everything: list[Mutant]) -> None:
    assert len({mutant.name for mutant in everything}) == len(everything) > 3000
    for mutant in everything[::200]:
        source = (ROOT / mutant.path).read_text(encoding="utf-8")
        assert ast.dump(ast.parse(mutated(source, mutant.number))) != ast.dump(ast.parse(source))


def test_sample_of_mutants_is_repeatable_and_covers_every_module(
    everything: list[Mutant],
) -> None:
    drawn = sampled(everything, 200, 13)
    assert len(drawn) == 200
    assert {mutant.path for mutant in drawn} == {mutant.path for mutant in everything}
    assert drawn == sampled(everything[::-1], 200, 13) != sampled(everything, 200, 14)
    assert set(sampled(everything, 150, 13)) <= set(drawn)


def test_equivalent_mutant_exists_and_has_a_reason() -> None:
    paths = {name.partition(" ")[0] for name in EQUAL}
    names = {
        mutant.name
        for path in paths
        for mutant in mutants(path, (ROOT / path).read_text(encoding="utf-8"))
    }
    assert EQUAL.keys() <= names
    assert all(len(reason) > 20 for reason in EQUAL.values())


def test_every_scope_names_folders_that_exist_and_enough_mutants_for_its_sample() -> None:
    for name, scope in SCOPES.items():
        assert all((ROOT / folder).is_dir() for folder in (*scope.tests, *scope.depends_on)), name
        modules = [path for path in (ROOT / name).rglob("*.py") if path.read_text("utf-8").strip()]
        assert name == scope.package and len(modules) <= scope.sample


class Rerun:
    """A copy of the project in which each run ends with a given status."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.asked: list[Sequence[str]] = []

    def run(
        self, words: Sequence[str], _more: Mapping[str, str]
    ) -> subprocess.CompletedProcess[str]:
        self.asked.append(words)
        return subprocess.CompletedProcess(words, self.status)


@pytest.mark.parametrize(
    ("printed", "status", "passed", "runs"),
    [
        ("FAILED tests/a.py::test_b - assert 1\nFAILED tests/a.py::test_c[x y]\n", 0, True, 1),
        ("FAILED tests/a.py::test_b - assert 1\nFAILED tests/a.py::test_c[x y]\n", 1, False, 1),
        ("FAILED tests/a.py::test_b\nERROR tests/a.py::test_c\n", 0, False, 0),
        ("INTERNALERROR\n", 0, False, 0),
    ],
)
def test_tests_that_fail_on_a_busy_machine_are_run_again_alone(
    printed: str, status: int, passed: bool, runs: int
) -> None:
    copy: Any = Rerun(status)
    assert _pass_alone(copy, printed) == passed
    assert [words[-2:] for words in copy.asked] == [
        ("tests/a.py::test_b", "tests/a.py::test_c[x y]")
    ] * runs
