"""The report of the laboratory: its rows, its bars and its exit status."""

import tempfile
from pathlib import Path

import pytest

from tests.support.postgres_server import NoServer
from tests.wire.crash_run import CheckFailed
from tools.lab.__main__ import PHASES, main
from tools.lab.lab import CannotJudge, Lab


@pytest.fixture(autouse=True)
def temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the files of a phase that fails lie in the folder of the test."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def run_as(
    monkeypatch: pytest.MonkeyPatch, error: Exception | None = None, *, held: bool = True
) -> int:
    """Run a phase with one bar, which raises an error if one is given. Return the exit status."""

    async def phase(lab: Lab) -> None:
        (lab.folder / "log").write_text("")
        lab.row("moves", "5 a second")
        lab.row("lost moves", "none", "none", held)
        if error is not None:
            raise error

    monkeypatch.setitem(PHASES, "crash", phase)
    return main(["crash", "--quick", "--seed", "7"])


def test_status_is_0_if_every_bar_holds_and_1_if_one_does_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_as(monkeypatch) == 0
    output = capsys.readouterr().out
    assert "1 of 1 bars hold" in output and "seed" in output and "lies in" not in output
    assert run_as(monkeypatch, held=False) == 1
    assert "NOT HELD  crash: lost moves" in capsys.readouterr().out


def test_failed_check_is_a_bar_that_does_not_hold_and_its_files_stay(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_as(monkeypatch, CheckFailed("lost: a move")) == 1
    *_, last = (line for line in capsys.readouterr().out.splitlines() if "lies in" in line)
    assert (Path(last.split()[-1]) / "log").exists()


@pytest.mark.parametrize("error", [NoServer("no PostgreSQL"), CannotJudge("too few moves")])
def test_status_is_2_if_a_phase_cannot_be_run_or_judged(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_as(monkeypatch, error) == 2
    assert f"NOT JUDGED  crash: {error}" in capsys.readouterr().out
