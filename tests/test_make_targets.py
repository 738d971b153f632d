"""Every target of the Makefile, run with a small workload, leaves the tree unchanged."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.support.shell_lines import ROOT, environment
from tools.lab.__main__ import PHASES

MAKEFILE: Final = (ROOT / "Makefile").read_text("utf-8")
ELSEWHERE: Final = {
    "play": "tests/browser visits what it opens",
    "test": "this is it",
    "test-all": "this is it",
    "checks": "make test calls it",
    "lint": "make test calls it",
    "types": "make test calls it",
    "arrows": "make test calls it",
    "rewritten": "make test calls it",
    "tests": "this is it",
    "slow-tests": "this is it",
    "landing-tests": "these are among the slow tests",
    "coverage": "it runs tests/rules and tests/storage again, which run here",
    "nightly": "the slow tests, make browser and make lab",
    "browser": ".ci/run calls what it calls",
    "profile": "make lab calls what it calls",
    "mutants": "an hour or two; tests/tools/test_mutants.py runs it on a small project",
    "audit": "it asks a service on the network",
    "lock": "it asks a package registry; tests/test_dependencies.py compares what it writes",
    "backup": "tests/storage/test_main.py",
    "dist": "tests/test_wheel.py builds the same",
    "notes": "tests/tools/test_release.py",
    "transcripts": "tests/transcripts compares with what it writes",
    "clean": "it deletes the virtual environment",
}
"""Targets that are not run here, and where they are or why not."""
SMALL: Final = {
    "bench": ["-m tools.bench --quick --only base"],
    "lab": [f"-m tools.lab --quick --seed 1 {phase}" for phase in PHASES],
    "figures": ["-m tools.code_paths"],
    "ladder": [
        "-m tools.arena ladder --games hunters --levels novice villager --matches 1 --results l",
        "-m tools.arena ladder --matches 0",
    ],
}
"""The commands of a target, with less to do."""
NO_TARGET: Final = {
    "honours": ["-m tools.honours --games 1 --sets hunters"],
    "puzzles": ["-m tools.puzzles --puzzles 1 --folder puzzles"],
}
"""Commands that documents name, with less to do."""
SECONDS: Final = 900

TARGETS: Final = re.findall(r"^([a-z][a-z-]*):(?! export)", MAKEFILE, re.M)


def test_each_make_target_is_run_here_or_listed_elsewhere() -> None:
    assert set(TARGETS) == {*ELSEWHERE, *SMALL, "words", "pictures"}


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone of the project as it stands, the changes that are not committed included."""
    folder = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth", "1", ROOT.as_uri(), str(folder))
    for changed in git(ROOT, "diff", "--name-only", "HEAD").split():
        if (ROOT / changed).is_file():
            (folder / changed).write_bytes((ROOT / changed).read_bytes())
        else:
            (folder / changed).unlink()
    who = ("-c", "user.name=A", "-c", "user.email=a@b.c")
    git(folder, *who, "commit", "-qam", "Now", "--allow-empty")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("target", [*SMALL, *NO_TARGET])
def test_each_make_target_runs_with_a_small_workload(target: str, clone: Path) -> None:
    for command in {**SMALL, **NO_TARGET}[target]:
        run(clone, [sys.executable, *command.split()])
    assert changes(clone) == ""


@pytest.mark.slow
@pytest.mark.parametrize("target", ["words", "pictures"])
def test_target_changes_nothing_that_is_up_to_date(target: str, clone: Path) -> None:
    for line in recipe(target):
        program, *words = line.split()
        run(clone, [str(Path(sys.executable).with_name(program)), *words])
    assert changes(clone) == ""


def recipe(target: str) -> list[str]:
    """The commands of a target, without the virtual environment."""
    lines = re.search(rf"^{target}:[^\n]*\n((?:\t[^\n]*\n)+)", MAKEFILE, re.M)
    assert lines is not None
    return [
        line.strip().lstrip("@").replace("$(BIN)/", "").replace("$(VENV)/", "")
        for line in lines[1].splitlines()
    ]


def run(clone: Path, command: list[str]) -> None:
    ran = subprocess.run(
        command,
        cwd=clone,
        env=environment(PYTHONPATH=str(clone), PYTHONDONTWRITEBYTECODE="1"),
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert ran.returncode == 0, f"{command}: {ran.stdout[-3000:]}{ran.stderr[-3000:]}"


def changes(clone: Path) -> str:
    return git(clone, "status", "--porcelain", "--untracked-files=no")


def git(folder: Path, *words: str) -> str:
    return subprocess.check_output(["git", *words], cwd=folder, encoding="utf-8")
