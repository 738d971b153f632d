"""A release: its preconditions, its notes, its tag."""

import subprocess
from pathlib import Path

import pytest

from tools.release import main, missing, notes, project_version

CHANGES = """# Changelog

## [Unreleased]

## [1.2.3] - 2027-01-31

### Added

- A thing.

## [1.2.2] - 2026-12-31

- Older.
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one commit, ready for its release."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n', "utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGES, "utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "user.email", "a@example.org")
    git(tmp_path, "config", "user.name", "A")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "Begin")
    return tmp_path


def git(folder: Path, *words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=folder, check=True, capture_output=True, text=True
    ).stdout


def test_notes_are_the_section_of_the_version(project: Path) -> None:
    assert project_version(project) == "1.2.3"
    assert notes(project, "1.2.3") == "### Added\n\n- A thing."
    assert notes(project, "1.2.4") is None


def test_release_tag_has_the_notes_and_is_made_once(project: Path) -> None:
    assert main(["tag"], project) == 0
    assert "- A thing." in git(project, "tag", "--list", "-n9", "v1.2.3")
    assert main(["tag"], project) == 1, "it is tagged already"


def test_release_check_names_everything_that_is_not_ready(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "pyproject.toml").write_text('[project]\nversion = "1.3"\n', "utf-8")
    assert main(["check"], project) == 1
    said = capsys.readouterr().err
    assert "three numbers" in said and "no section" in said and "not committed" in said


def test_this_project_names_its_version_in_the_changelog() -> None:
    root = Path(__file__).parents[2]
    assert notes(root, project_version(root))
    assert not [
        problem for problem in missing(root, project_version(root)) if "CHANGELOG" in problem
    ]
