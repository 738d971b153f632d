"""The commands of `python -m storage`."""

import asyncio
import os
import subprocess
from collections.abc import Callable
from importlib.metadata import EntryPoint, EntryPoints, PackageNotFoundError
from pathlib import Path

import pytest

import storage.__main__
from storage import Log, NewEntry, open_database
from storage.sqlite.backups import NightlyBackup
from tests.support.goldens import assert_golden

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
        (
            (),
            "check needs one entry point in the group carcassonne.fold, which folds a log;"
            " found: none (install the bot in this environment)\n",
        ),
        (
            ("other:fold", "carcassonne_folder:fold"),
            "found: carcassonne_folder:fold, other:fold",
        ),
        (("carcassonne_folder:missing",), "the fold carcassonne_folder:missing does not load: "),
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


def test_help_names_every_command_and_option(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "2000")
    monkeypatch.delenv("CARCASSONNE_DATABASE", raising=False)
    lines = []
    for command in (None, "backup", "nightly", "restore", "check", "copy"):
        with pytest.raises(SystemExit) as ended:
            storage.__main__.main([*filter(None, [command]), "--help"])
        assert ended.value.code == 0
        lines += [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert_golden(Path(__file__).parent / "goldens" / "help.txt", lines)


@pytest.mark.parametrize("command", ["backup", "nightly", "restore"])
def test_command_about_files_names_the_tool_for_a_server(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [command, "x", "--database", "postgresql://host/games"]
    assert storage.__main__.main(words) == 2
    assert capsys.readouterr() == ("", f"{storage.__main__.POSTGRES_TOOLS[command]}\n")


def test_quiet_check_prints_only_what_is_wrong_and_a_verdict(
    games: Path, installed: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    installed("carcassonne_folder:fold")
    asked = ["check", "-q", "--database", str(games)]
    assert storage.__main__.main(asked) == 0
    assert capsys.readouterr().out == f"{games}: 1 game played again, nothing is wrong\n"
    write(games, "bag", "wrong")
    assert storage.__main__.main(asked) == 1
    assert capsys.readouterr().out.splitlines() == [
        "game 2: entry 1: nothing fits at 4 4",
        f"{games}: 2 games played again, wrong: 1",
    ]


@pytest.mark.parametrize(
    ("command", "words"), [("copy", storage.__main__.STOPPED["copy"]), ("check", "stopped")]
)
def test_stopped_command_says_so_in_one_line(
    command: str,
    words: str,
    installed: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def stopped(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    installed("carcassonne_folder:fold")
    for name in ("check", "copy_all"):
        monkeypatch.setattr(storage.__main__, name, stopped)
    given = ["copy", "from", "to"] if command == "copy" else ["check"]
    assert storage.__main__.main(given) == 130
    assert capsys.readouterr() == ("", f"{words}\n")


def test_copy_replays_the_games_and_says_what_is_wrong(
    games: Path, tmp_path: Path, installed: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    installed("carcassonne_folder:fold")
    for name, status, said in (("one", 0, "1 game"), ("two", 1, "2 games")):
        target = tmp_path / name
        assert storage.__main__.main(["copy", str(games), str(target)]) == status
        last = capsys.readouterr().out.splitlines()
        verdict = "wrong, there as here: 1" if status else "nothing is wrong"
        assert last[-1] == f"{target}: {said} copied and played again, {verdict}"
        assert last[:-1] == (["game 2: entry 1: nothing fits at 4 4"] if status else [])
        write(games, "bag", "wrong")


def test_version_is_that_of_the_installed_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    for version, said in (
        (lambda name: f"{name} 7", "carcassonne-discord 7"),
        (missing, "unknown"),
    ):
        monkeypatch.setattr(storage.__main__, "version", version)
        with pytest.raises(SystemExit) as ended:
            storage.__main__.main(["--version"])
        assert (ended.value.code, capsys.readouterr().out) == (0, f"{said}\n")


def test_nightly_backup_gives_way_to_the_bot_and_names_a_wrong_number_of_nights(
    games: Path,
    tmp_path: Path,
    installed: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    steps: list[int] = []
    monkeypatch.setattr(os, "nice", steps.append)
    installed("carcassonne_folder:fold")
    asked = ["nightly", str(tmp_path / "nights"), "--database", str(games)]
    assert storage.__main__.main(asked) == 0
    assert steps == [10]
    with pytest.raises(SystemExit):
        storage.__main__.main([*asked, "--keep", "31"])
    assert capsys.readouterr().err.endswith("--keep: '31' is no number from 1 to 30\n")
    monkeypatch.delattr(os, "nice")
    backup = NightlyBackup(games, 2, ("game 2: gone", "game 3: gone"), (games,))
    monkeypatch.setattr(storage.__main__, "make_backup", lambda *_: backup)
    capsys.readouterr()
    assert storage.__main__.main(asked) == 1
    assert capsys.readouterr() == (
        f"{games}: 2 games played again, wrong: 2, older copies removed: 1\n",
        f"{games}: game 2: gone\n{games}: game 3: gone\n",
    )
