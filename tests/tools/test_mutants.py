"""The mistakes of ``make mutants`` are in the sources, and its runner says which are noticed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import pytest
from coverage import CoverageData

from tools import mutants
from tools.mutants import Copy, Measurement, Mutant, Place, find_places, make_mistake, read_list

ROOT: Final = Path(__file__).parents[2]

SOURCE: Final = """\
class Votes:
    def is_carried(self, yes: int, no: int) -> bool:
        if yes == no:
            return False
        return yes > no


def winner(votes: list[int]) -> int:
    def place(seat: int) -> tuple[int, int]:
        return votes[seat], -seat

    return max(range(len(votes)), key=place)
"""
TESTS: Final = """\
import os

from rules.votes import Votes, winner


def test_more_yes_than_no_carry_a_vote():
    assert Votes().is_carried(2, 1) and not Votes().is_carried(1, 1)


def test_most_votes_win():
    assert winner([1, 3, 2]) == 1


def test_that_runs_only_in_its_own_folder():
    assert winner([2, 1]) == 0 and os.path.exists("missing")
"""
LIST: Final = """\
# Three mistakes.

untried Votes.is_carried
- return yes > no
+ return yes < no

survived winner.place
- return votes[seat], -seat
+ return votes[seat], seat

equivalent Votes.is_carried: the last line returns False too
- if yes == no:
-     return False
+ pass
"""


def entry(function: str, before: str, after: str) -> Mutant:
    return Mutant("untried", function, before, after)


SWAPPED: Final = entry("Votes.is_carried", "return yes > no", "return yes < no")
TIES: Final = entry("winner.place", "return votes[seat], -seat", "return votes[seat], seat")


def test_each_entry_is_found_once_in_the_sources_and_changes_the_program() -> None:
    """After a rename, edit the entry by hand; after a move of a module there is nothing to do."""
    _, entries = read_list((ROOT / mutants.LIST).read_text("utf-8"))
    sources = mutants.read_sources(ROOT)
    assert len(set(entries)) == len(entries) > 190
    found = find_places(entries, sources)
    wrong = {mutant.write(): len(places) for mutant, places in found.items() if len(places) != 1}
    assert wrong == {}
    for mutant, [place] in found.items():
        make_mistake(sources[place.path], mutant, place)
        assert mutant.verdict != "equivalent" or len(mutant.reason) > 20, mutant.write()


def test_list_is_written_as_it_was_read() -> None:
    head, entries = read_list(LIST)
    assert [mutant.verdict for mutant in entries] == ["untried", "survived", "equivalent"]
    assert entries[2].before == "if yes == no:\n    return False"
    assert "\n".join((f"{head}\n", *(mutant.write() for mutant in entries))) == LIST


@pytest.mark.parametrize("line", ["noticed winner", "killed", "killed winner\nreturn 1"])
def test_unreadable_entry_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="not an entry"):
        read_list(f"# Head\n\n{line}\n")


def test_entry_is_found_by_function_and_lines_in_any_module() -> None:
    for path in ("rules/votes.py", "bot/votes/policy.py"):
        places = find_places([SWAPPED, TIES], {path: SOURCE, "bot/other.py": "a = 1"})
        assert places == {
            SWAPPED: [Place(path, range(5, 6), range(2, 6))],
            TIES: [Place(path, range(10, 11), range(9, 11))],
        }


def test_mistake_replaces_the_lines_and_keeps_their_indentation() -> None:
    removed = entry("Votes.is_carried", "if yes == no:\n    return False", "pass")
    for mutant, new in (
        (SWAPPED, SOURCE.replace("yes > no", "yes < no")),
        (removed, SOURCE.replace("if yes == no:\n            return False", "pass")),
    ):
        [place] = find_places([mutant], {"a.py": SOURCE})[mutant]
        assert make_mistake(SOURCE, mutant, place) == new


@pytest.mark.parametrize("after", ["return yes >", "return (yes > no)"])
def test_change_that_is_no_other_program_is_refused(after: str) -> None:
    mutant = entry(SWAPPED.function, SWAPPED.before, after)
    [place] = find_places([mutant], {"a.py": SOURCE})[mutant]
    with pytest.raises(SyntaxError):
        make_mistake(SOURCE, mutant, place)


NEAR, OTHER, SLOW, ELSEWHERE = (
    "tests/test_votes.py::test_a[x|y]",
    "tests/test_play.py::test_b",
    "tests/test_play.py::test_c",
    "tests/test_votes.py::test_d",
)


def measured(path: Path, lines: dict[str, set[int]], seconds: dict[str, float]) -> Measurement:
    """Tests that run lines of rules/votes.py."""
    data = CoverageData(str(path))
    for test, there in lines.items():
        data.set_context(f"{test}|run")
        data.add_lines({"rules/votes.py": there})
    return Measurement(seconds, data, set())


@pytest.fixture
def line_5(tmp_path: Path) -> Measurement:
    """NEAR and OTHER run line 5, SLOW another line of its function, ELSEWHERE none."""
    return measured(
        tmp_path / "coverage",
        {NEAR: {5}, OTHER: {3, 5}, SLOW: {3}},
        {NEAR: 2.0, OTHER: 1.0, SLOW: 50.0, ELSEWHERE: 3.0},
    )


PLACE: Final = Place("rules/votes.py", range(5, 6), range(2, 6))


def test_tests_that_run_the_line_are_chosen_the_quickest_first(
    line_5: Measurement, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "FEW_TESTS", 2)
    assert line_5.choose(PLACE) == [OTHER, NEAR]
    line_5.excluded.add(OTHER)
    assert OTHER not in line_5.choose(PLACE)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one module, its tests and a list of mistakes."""
    folder = tmp_path / "project"
    for path, text in {
        "rules/__init__.py": "",
        "rules/votes.py": SOURCE,
        "tests/test_votes.py": TESTS,
        mutants.LIST: LIST,
        "tools/__init__.py": "",
        "pyproject.toml": '[tool.pytest.ini_options]\nmarkers = ["slow"]\n',
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    shutil.copyfile(ROOT / "tools/mutants.py", folder / "tools/mutants.py")
    return folder


def test_mistake_is_noticed_by_a_test_that_passes_without_it(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "UNTIL_ONE_FAILS", ("-x",))  # no plugins to import
    carry, win, wrong = (f"tests/test_votes.py::{x[4:-3]}" for x in TESTS.split("\n") if "def" in x)
    lines = {carry: {3, 5}, win: {10, 12}, wrong: {5, 10, 12}}
    tests = measured(project / "coverage", lines, {carry: 0.2, win: 0.3, wrong: 0.1})
    copy, path = Copy(project), project / "rules/votes.py"
    [[swapped], [ties]] = find_places([SWAPPED, TIES], {"rules/votes.py": SOURCE}).values()
    assert copy.noticing(SWAPPED, swapped, tests) == carry
    assert tests.excluded == {wrong} and tests.sound == {carry}
    assert copy.noticing(TIES, ties, tests) is None
    assert path.read_text("utf-8") == SOURCE


@pytest.mark.slow
def test_run_writes_verdicts_resumes_and_fails_for_a_new_survivor(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = project / mutants.LIST
    assert mutants.run(project, jobs=2) == 0
    assert listed.read_text("utf-8") == LIST.replace("untried", "killed")
    printed = capsys.readouterr().out
    assert "3 mistakes: 1 killed, 1 survived, 1 equivalent, 0 untried" in printed
    assert "left out, as it fails without a mistake: tests/test_votes.py::test_that" in printed

    listed.write_text(LIST.replace("survived", "killed"), "utf-8")
    assert mutants.run(project) == 1
    assert listed.read_text("utf-8") == LIST.replace("untried", "killed").replace(
        "survived", "killed"
    )
    printed = capsys.readouterr().out
    assert "NEW\nsurvived winner.place" in printed and " s, " not in printed
