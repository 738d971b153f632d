"""The commands of `python -m storage`."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Callable
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

import storage.__main__
from storage import Log, NewEntry, open_database

Python = Callable[..., subprocess.Popen[str]]

FOLD = """
def fold(entries):
    if entries[-1].text == "wrong":
        raise ValueError("nothing fits at 4 4")
    return "fine"
"""


@pytest.fixture
def games(path: Path) -> Path:
    """A file with one good game, at rest."""
    write(path, "bag")
    return path


def write(path: Path, *texts: str) -> None:
    async def write() -> None:
        async with await open_database(path) as database:
            entries = [NewEntry(1, text) for text in texts]
            channel = len(await Log(database).games())
            await Log(database).begin(guild=900, channel=channel, entries=entries)

    asyncio.run(write())


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Pretend that only these folds are installed."""
    (tmp_path / "carcassonne_folder.py").write_text(FOLD)
    monkeypatch.syspath_prepend(tmp_path)

    def install(*values: str) -> None:
        group = storage.__main__.FOLD_GROUP
        points = EntryPoints(EntryPoint(value, value, group) for value in values)
        monkeypatch.setattr(storage.__main__, "entry_points", points.select)

    return install


def test_backup_writes_a_copy_of_the_file_in_the_environment(
    games: Path, tmp_path: Path, python: Python, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARCASSONNE_DATABASE", str(games))
    copy = tmp_path / "copy"
    process = python("-m", "storage", "backup", copy)
    assert (process.communicate(), process.returncode) == (("", ""), 0)

    async def entries() -> int:
        async with await open_database(copy) as database:
            return len(await Log(database).read(1))

    assert asyncio.run(entries()) == 1
    process = python("-m", "storage", "backup", copy)
    assert process.communicate() == ("", f"{copy}: the file exists already\n")
    assert process.returncode == 1


def test_the_default_database_is_a_file_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CARCASSONNE_DATABASE", raising=False)
    monkeypatch.chdir(tmp_path)
    assert storage.__main__.main(["backup", "copy"]) == 1
    assert capsys.readouterr().err == "carcassonne.sqlite3: there is no such file\n"
    write(tmp_path / "carcassonne.sqlite3", "bag")
    assert storage.__main__.main(["backup", "copy"]) == 0
    assert (tmp_path / "copy").is_file()


def test_a_damaged_file_is_reported_as_one_line_on_stderr(tmp_path: Path, python: Python) -> None:
    path = tmp_path / "damaged"
    path.write_bytes(b"hello" * 1000)
    process = python("-m", "storage", "backup", tmp_path / "copy", "--database", path)
    assert process.communicate() == (
        "",
        f"{path}: this is no database, or its first page is damaged (file is not a database);"
        " bring back a copy: docs/hosting.md says how\n",
    )
    assert process.returncode == 1
    assert not (tmp_path / "copy").exists()


def test_check_prints_a_line_for_each_game_and_fails_if_one_is_broken(
    games: Path, installed: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    installed("carcassonne_folder:fold")
    assert storage.__main__.main(["check", "--database", str(games)]) == 0
    assert capsys.readouterr().out == "file: ok\ngame 1: ok, 1 entries: fine\n"
    write(games, "bag", "wrong")
    write(games, "bag")
    assert storage.__main__.main(["check", "--database", str(games)]) == 1
    assert capsys.readouterr().out.splitlines()[2:] == [
        "game 2: entry 1: nothing fits at 4 4",
        "game 3: ok, 1 entries: fine",
    ]


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ((), "needs one entry point in the group carcassonne.fold"),
        (("carcassonne_folder:fold", "other:fold"), "other:fold"),
        (("carcassonne_folder:missing",), "carcassonne_folder:missing does not load"),
        (("no_such_module_at_all:fold",), "does not load: No module"),
    ],
)
def test_check_exits_with_2_unless_exactly_one_fold_loads(
    games: Path,
    installed: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    values: tuple[str, ...],
    reason: str,
) -> None:
    installed(*values)
    assert storage.__main__.main(["check", "--database", str(games)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert reason in printed.err and printed.err.count("\n") == 1
