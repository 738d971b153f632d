"""The mutation run: its mutants, its samples and its equivalent mutants."""

import ast
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tools.mutants import project_copy
from tools.mutants.__main__ import _told, sampled
from tools.mutants.equal import EQUAL
from tools.mutants.line_coverage import _run
from tools.mutants.mutant_run import Verdict, tried
from tools.mutants.mutations import Mutant, mutants, mutated
from tools.mutants.scope import SCOPES
from tools.mutants.selection import Passing

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


class FakeCopy:
    """A copy of the project in which runs end as given: an exit status, and what is printed."""

    scope = SCOPES["rules"]
    sources: Final = {"rules/m.py": "n = 1"}

    def __init__(self, *runs: tuple[int, str]) -> None:
        self.runs = list(runs)
        self.asked: list[Sequence[str]] = []

    def run(
        self, words: Sequence[str], _more: Mapping[str, str], _limit: int | None = None
    ) -> subprocess.CompletedProcess[str]:
        self.asked.append(words)
        status, printed = self.runs.pop(0)
        return subprocess.CompletedProcess(words, status, stdout=printed)

    @contextmanager
    def wrong(self, _path: str, _text: str) -> Iterator[None]:
        yield


B, C = "tests/a.py::test_b", "tests/a.py::test_c[x y]"
TIMES: Final = f"0.50s call     {B}\n0.25s setup    {B}\n1.00s call     {C}\n"
BOTH_FAIL: Final = f"{TIMES}FAILED {B} - assert 1\nERROR {C} - OSError: gone\n"


@pytest.mark.parametrize(
    ("runs", "failing"),
    [
        ([(0, TIMES)], []),
        ([(1, BOTH_FAIL), (0, TIMES)], []),
        ([(1, BOTH_FAIL), (1, f"FAILED {C} - assert 2\n")], [C]),
        ([(1, BOTH_FAIL), (1, BOTH_FAIL)], [B, C]),
    ],
)
def test_tests_that_fail_on_a_busy_machine_are_measured_again_and_named_if_they_fail_twice(
    runs: list[tuple[int, str]], failing: list[str], tmp_path: Path
) -> None:
    copy: Any = FakeCopy(*runs)
    seconds, twice = _run(copy, tmp_path / "passing", ["tests/a.py"])
    assert seconds.keys() == {B, C} and twice == failing
    assert not copy.runs
    assert [tuple(words[len(copy.asked[0]) - 1 :]) for words in copy.asked] == [
        ("tests/a.py",),
        (B, C),
    ][: len(runs)]


@pytest.mark.parametrize(
    "runs",
    [
        [(2, "ERROR tests/a.py - SyntaxError\n")],
        [(1, "ERROR tests/a.py\n")],
        [(3, f"INTERNALERROR\nFAILED {B}\n")],
        [(1, BOTH_FAIL), (4, "")],
    ],
)
def test_measuring_ends_where_the_tests_cannot_be_run(
    runs: list[tuple[int, str]], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit, match="cannot be run where nothing is wrong"):
        copy: Any = FakeCopy(*runs)
        _run(copy, tmp_path / "passing", ["tests/a.py"])


@pytest.fixture
def passing(tmp_path: Path) -> Passing:
    """Two tests of which nothing is known but their times."""
    return Passing(tmp_path / "passing", {B: 0.75, C: 1.0}, "rules")


def test_test_that_fails_without_the_mistake_is_left_out_and_the_others_are_asked(
    passing: Passing,
) -> None:
    [mutant] = mutants("rules/m.py", "n = 1")
    failed = f"FAILED {B} - assert 1\n"
    copy: Any = FakeCopy((1, failed), (1, failed), (1, f"FAILED {C} - assert 2\n"), (0, ""))
    sound = set[str]()
    assert tried(copy, mutant, passing, sound) == Verdict("killed", C)
    assert passing.left_out == [B] and sound == {C} and not copy.runs
    assert [words[-1] for words in copy.asked] == [C, B, C, C]
    assert B not in copy.asked[2]


def test_only_a_few_tests_may_be_left_out(passing: Passing) -> None:
    names = [f"tests/a.py::test_{number}" for number in range(6)]
    for name in names[:-1]:
        passing.leave_out(name)
    with pytest.raises(RuntimeError, match="too many") as error:
        passing.leave_out(names[-1])
    assert all(name in str(error.value) for name in names)


def test_report_names_the_tests_that_were_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert _told(SCOPES["rules"], [], {}, [B]) == 0
    assert f"LEFT OUT, as it fails where nothing is wrong: {B}\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("work", "is_stopped"),
    [("import time; time.sleep(60)", True), ("for _ in range(2_000_000): pass", False)],
)
def test_run_that_only_waits_is_stopped_and_one_that_works_slowly_is_not(
    work: str, is_stopped: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project_copy, "WALL", 0.02)
    monkeypatch.setattr(project_copy, "ALIVE", 0.0 if not is_stopped else 10.0)
    copy = project_copy.Copy(tmp_path, {}, SCOPES["rules"])
    if is_stopped:
        with pytest.raises(subprocess.TimeoutExpired):
            copy.run(("-c", work), {}, 60)
    else:
        assert copy.run(("-c", f"{work}\nprint('done')"), {}, 60).stdout == "done\n"
