"""The subcommands of ``carcassonne`` about a database, on files of SQLite."""

import asyncio
import io
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot import database_commands
from bot.cli import STOPPED, main
from bot.database_commands import POSTGRES_TOOLS, ProgressBar
from storage import CUP, Log, NewEntry, open_database
from storage.schema import newest_version
from storage.sqlite.backups import NightlyBackup
from tests.storage.conftest import AddMigrations, add_migrations

__all__ = ["add_migrations"]

OPENED = "game 1: ok, 1 entries: hunters, 1 players, lobby"
BROKEN = "game 2: entry 1: entry 1 ('leave 7'): nobody sits there"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite3"
    write(path)
    return path


def write(path: Path, *wrong: str) -> None:
    """Add a game to a file: it is good, unless a wrong entry follows."""

    async def write() -> None:
        async with await open_database(path) as database:
            entries = [NewEntry(1, text) for text in ("new hunters 2", *wrong)]
            channel = len(await Log(database).games())
            await Log(database).begin(guild=900, channel=channel, entries=entries)

    asyncio.run(write())


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def test_backup_writes_a_copy_of_the_file_in_the_environment(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CARCASSONNE_DATABASE", str(games))
    copy = tmp_path / "copy"
    assert run("backup", copy) == 0
    assert capsys.readouterr() == ("", "")

    async def entries() -> int:
        async with await open_database(copy) as database:
            return len(await Log(database).read(1))

    assert asyncio.run(entries()) == 1
    assert run("backup", copy) == 1
    assert capsys.readouterr() == ("", f"{copy}: the file exists already\n")


def test_verify_folds_the_cups_and_names_the_entry_that_does_not_fit(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def hold_cups() -> None:
        async with await open_database(games) as database:
            for channel, text in enumerate(("join", "open 0 5")):
                entries = [NewEntry(1, "new hunters 2"), NewEntry(1, text)]
                await Log(database, CUP).begin(guild=900, channel=channel, entries=entries)

    asyncio.run(hold_cups())
    assert run("verify", "--database", games) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "cup 1: ok, 2 entries: 1 players, 0 rounds, lobby",
        "cup 2: entry 1: entry 1: the cup is lobby",
        OPENED,
    ]


def test_backup_of_another_process_needs_no_discord(games: Path, tmp_path: Path) -> None:
    """The bot starts one each night."""
    command = (sys.executable, "-X", "importtime", "-m", "bot", "backup", tmp_path / "copy")
    environment = {**os.environ, "PYTHONPATH": str(Path(database_commands.__file__).parents[1])}
    ended = subprocess.run(
        [*command, "--database", games], cwd=tmp_path, env=environment, capture_output=True
    )
    assert (ended.returncode, ended.stdout) == (0, b"")
    assert b" discord" not in ended.stderr and b" PIL" not in ended.stderr


def test_the_default_database_is_a_file_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CARCASSONNE_DATABASE", raising=False)
    monkeypatch.chdir(tmp_path)
    assert run("backup", "copy") == 1
    assert capsys.readouterr().err == "carcassonne.sqlite3: there is no such file\n"
    write(tmp_path / "carcassonne.sqlite3")
    assert run("backup", "copy") == 0
    assert (tmp_path / "copy").is_file()


def test_database_of_the_env_file_is_taken(
    games: Path, env_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    env_file.write_text(f"CARCASSONNE_DATABASE={games}\n")
    assert run("verify") == 0
    assert capsys.readouterr().out.splitlines() == ["file: ok", OPENED]


def test_a_damaged_file_is_reported_as_one_line_on_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "damaged"
    path.write_bytes(b"hello" * 1000)
    assert run("backup", tmp_path / "copy", "--database", path) == 1
    assert capsys.readouterr() == (
        "",
        f"{path}: this is no database, or its first page is damaged (file is not a database);"
        " bring back a copy: docs/hosting.md says how\n",
    )
    assert not (tmp_path / "copy").exists()


def test_verify_prints_a_line_for_each_game_and_fails_if_one_is_broken(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("verify", "--database", games) == 0
    assert capsys.readouterr().out.splitlines() == ["file: ok", OPENED]
    write(games, "leave 7")
    write(games)
    assert run("verify", "--database", games) == 1
    assert capsys.readouterr().out.splitlines()[2:] == [BROKEN, OPENED.replace("1:", "3:", 1)]


@pytest.mark.parametrize("command", ["backup", "nightly", "restore"])
def test_command_about_files_names_the_tool_for_a_server(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command, "x", "--database", "postgresql://host/games") == 2
    assert capsys.readouterr() == ("", f"{POSTGRES_TOOLS[command]}\n")


def test_quiet_verify_prints_only_what_is_wrong_and_a_verdict(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("verify", "-q", "--database", games)
    assert run(*asked) == 0
    assert capsys.readouterr().out == f"{games}: 1 game played again, nothing is wrong\n"
    write(games, "leave 7")
    assert run(*asked) == 1
    assert capsys.readouterr().out.splitlines() == [
        BROKEN,
        f"{games}: 2 games played again, wrong: 1",
    ]


@pytest.mark.parametrize(
    ("given", "words"), [(("copy", "from", "to"), STOPPED["copy"]), (("verify",), "stopped")]
)
def test_stopped_command_says_so_in_one_line(
    given: tuple[str, ...],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def stopped(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    for name in ("check", "copy_database"):
        monkeypatch.setattr(database_commands, name, stopped)
    assert run(*given) == 130
    assert capsys.readouterr() == ("", f"{words}\n")


def test_copy_replays_the_games_and_says_what_is_wrong(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, status, said in (("one", 0, "1 game"), ("two", 1, "2 games")):
        target = tmp_path / name
        assert run("copy", games, target) == status
        last = capsys.readouterr().out.splitlines()
        verdict = "wrong, there as here: 1" if status else "nothing is wrong"
        assert last[-1] == f"{target}: {said} copied and played again, {verdict}"
        assert last[:-1] == ([BROKEN] if status else [])
        write(games, "leave 7")


def test_nightly_backup_gives_way_to_the_bot_and_names_a_wrong_number_of_nights(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps: list[int] = []
    monkeypatch.setattr(os, "nice", steps.append)
    asked = ("nightly", tmp_path / "nights", "--database", games)
    assert run(*asked) == 0
    assert steps == [10]
    monkeypatch.delattr(os, "nice")
    backup = NightlyBackup(games, 2, ("game 2: gone", "game 3: gone"), (games,))
    monkeypatch.setattr(database_commands, "make_backup", lambda *_: backup)
    capsys.readouterr()
    assert run(*asked) == 1
    assert capsys.readouterr() == (
        f"{games}: 2 games played again, wrong: 2, older copies removed: 1\n",
        f"{games}: game 2: gone\n{games}: game 3: gone\n",
    )


def test_a_lost_database_is_restored_by_two_commands(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "nights"
    assert run("nightly", folder, "--database", games, "--keep", 7) == 0
    [copy] = folder.iterdir()
    text = f"{copy}: 1 game played again, nothing is wrong, older copies removed: 0\n"
    assert capsys.readouterr() == (text, "")
    assert run("restore", copy, "--database", games) == 1
    assert "is not overwritten; stop the bot and move it out of the way" in capsys.readouterr().err
    games.unlink()
    assert run("restore", copy, "--database", games) == 0
    assert capsys.readouterr() == (f"{games}: 1 game played again, nothing is wrong\n", "")


def test_restore_takes_the_newest_sound_backup_of_a_folder(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "nights"
    assert run("nightly", folder, "--database", games) == 0
    [newest] = folder.iterdir()
    (folder / "games-20200101-000000.sqlite3").write_bytes(b"an old one, not to be read")
    (folder / f"{newest.name}.doubtful").write_bytes(b"not to be read either")
    capsys.readouterr()
    assert run("restore", folder, "--database", games) == 1
    assert not capsys.readouterr().out, "a refused restore says nothing of a success"
    games.unlink()
    assert run("restore", folder, "--database", games) == 0
    assert capsys.readouterr().out.startswith(f"{games}: restored from {newest}\n")
    games.unlink()
    for file in folder.glob("*.sqlite3"):
        file.unlink()
    capsys.readouterr()
    assert run("restore", folder, "--database", games) == 1
    assert capsys.readouterr().err == f"{folder} has no sound backup of {games.name}\n"


def test_unless_newer_skips_the_backup_while_there_is_a_new_one(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "nights"
    often = ("nightly", folder, "--database", games, "--unless-newer", 20)
    assert [run(*often), run(*often)] == [0, 0]
    assert len(list(folder.iterdir())) == 1
    write(games, "leave 7")
    tomorrow = time.time() + 86_400
    monkeypatch.setattr(time, "time", lambda: tomorrow)
    date = time.gmtime(tomorrow)
    monkeypatch.setattr(time, "gmtime", lambda *_: date)
    assert [run(*often), run(*often)] == [1, 0], "one that is doubtful is made once a day too"
    assert len(list(folder.iterdir())) == 2


def test_nightly_exits_with_1_if_a_game_is_broken(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(games, "leave 7")
    assert run("nightly", tmp_path / "nights", "--database", games) == 1
    output = capsys.readouterr()
    assert BROKEN in output.err and "wrong: 1" in output.out
    [copy] = (tmp_path / "nights").iterdir()
    assert run("restore", copy, "--database", tmp_path / "back") == 1
    assert f"{BROKEN}\n" in capsys.readouterr().out
    assert (tmp_path / "back").is_file(), "what can be had of it is there"


@pytest.mark.parametrize("keep", ["0", "31", "-1", "many"])
def test_keep_accepts_1_to_30(
    games: Path, tmp_path: Path, keep: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run("nightly", tmp_path / "nights", f"--keep={keep}", "--database", games)
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(f"--keep: {keep!r} is no number from 1 to 30\n")


def test_the_copy_from_before_a_migration_can_be_restored(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    add_migrations: AddMigrations,
) -> None:
    path = tmp_path / "games.sqlite3"

    async def started() -> None:
        await (await open_database(path)).close()

    asyncio.run(started())
    add_migrations("CREATE TABLE more (x INTEGER);")
    asyncio.run(started())
    [before] = tmp_path.glob("games.sqlite3.before-v*")
    os.rename(path, tmp_path / "newer.sqlite3")
    assert run("restore", before, "--database", path) == 0
    newest = newest_version()
    assert capsys.readouterr().out == (
        f"{path}: brought back with schema version {newest - 1}; this program would bring it to"
        f" {newest} at its next start\n"
    )
    assert run("verify", "--database", path) == 1
    assert "older than" in capsys.readouterr().err
    monkeypatch.undo()
    assert run("verify", "--database", path) == 0
    assert capsys.readouterr().out == "file: ok\n"


def test_rebuild_of_a_missing_file_creates_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.sqlite3"
    assert run("rebuild", "--database", path) == 1
    assert capsys.readouterr() == ("", f"{path}: there is no such file\n")
    assert not path.exists()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_other_output_has_no_progress_bar() -> None:
    stream = io.StringIO()
    with ProgressBar(stream) as progress:
        progress.update(5, 10)
    assert stream.getvalue() == ""


def test_bar_is_updated_after_its_pause_and_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [10.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(database_commands, "BAR_SECONDS", 0.25)
    terminal = Terminal()
    with ProgressBar(terminal) as progress:
        for at, done in ((10.0, 1), (10.125, 2), (10.25, 3)):
            now[0] = at
            progress.update(done, 4)
        progress.update(4, 4)
        progress.clear()
        shown = terminal.getvalue()
        progress.clear()
    bars = [
        f"[{'#' * filled:<30}] {done} of 4 games" for done, filled in ((1, 7), (3, 22), (4, 30))
    ]
    assert shown == "".join(f"\r\x1b[K{bar}" for bar in bars) + "\r\x1b[K"
    assert terminal.getvalue() == shown, "what is clear is not cleared again"


@pytest.mark.parametrize(("games", "bar"), [(0, " "), (1, "#")])
def test_bar_of_no_games_is_empty_and_that_of_one_is_full(games: int, bar: str) -> None:
    terminal = Terminal()
    ProgressBar(terminal).update(games, games)
    assert terminal.getvalue() == f"\r\x1b[K[{bar * 30}] {games} of {games} games"
