"""The mistakes of ``make mutants`` are in the sources, and its runner says which are noticed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import pytest

from tools import mutants
from tools.mutants import find_places, make_mistake, read_list

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


def test_each_entry_is_found_once_in_the_sources_and_changes_the_program() -> None:
    """After a rename, edit the entry by hand; after a move of a module there is nothing to do."""
    entries = read_list((ROOT / mutants.LIST).read_text("utf-8"))
    sources = mutants.read_sources(ROOT)
    assert len(set(entries)) == len(entries) > 190
    found = find_places(entries, sources)
    wrong = {mutant.write(): len(places) for mutant, places in found.items() if len(places) != 1}
    assert wrong == {}
    for mutant, [place] in found.items():
        make_mistake(sources[place.path], mutant, place)
        assert mutant.verdict != "equivalent" or len(mutant.reason) > 20, mutant.write()


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
