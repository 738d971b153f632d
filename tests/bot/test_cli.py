"""``carcassonne`` as a program of a shell: its output may be cut off, its files misencoded."""

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bot.cli import main
from bot.config import load_env_file
from rules.closed_output import SIGPIPE_STATUS
from rules.random_play import deal, random_game
from tests.support.slow_cases import rest_slow

RANDOM_GAME = ("random", "--game", "hunters")


COMMANDS = (("bot.cli", "--help"), ("rules", *RANDOM_GAME), ("bot", "check"))


@pytest.mark.parametrize("number", rest_slow(range(len(COMMANDS))))
def test_command_whose_output_nobody_reads_ends_without_a_word(number: int) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as output:
        program = [sys.executable, "-m", *COMMANDS[number]]
        ended = subprocess.run(program, stdout=output, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (SIGPIPE_STATUS, b"")


OTHER_ENCODINGS: Final = ("utf-16", "utf-16-le", "utf-16-be", "cp1252")
RECORD_READERS: Final = {
    "score": (),
    "moves": (),
    "verify": (),
    "picture": ("out.png",),
    "film": ("out.webp",),
    "page": ("out.html",),
}


@pytest.mark.parametrize("encoding", OTHER_ENCODINGS)
@pytest.mark.parametrize("command", RECORD_READERS)
def test_record_in_another_encoding_is_refused_in_one_sentence(
    command: str, encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """PowerShell writes UTF-16 with ``>``, and an old Notepad ANSI."""
    record = tmp_path / "game.record"
    header = deal("base", 2, random.Random(1))
    lines = ["# Cléo's game", *random_game(header, random.Random(1))]
    record.write_text("\n".join(lines), encoding)
    out = [str(tmp_path / name) for name in RECORD_READERS[command]]
    assert main(["record", command, str(record), *out]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{record} is not in UTF-8") and "save it again as UTF-8" in line


@pytest.mark.parametrize("encoding", OTHER_ENCODINGS)
@pytest.mark.parametrize("command", ["run", "playground", "check", "rebuild"])
def test_env_file_in_another_encoding_is_refused_in_one_sentence(
    command: str,
    encoding: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("PYTHON_DOTENV_DISABLED", raising=False)
    monkeypatch.chdir(tmp_path)
    file = tmp_path / ".env"
    file.write_text("CARCASSONNE_OPERATOR=Cléo\n", encoding)
    assert main([command]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    [line] = captured.err.splitlines()
    assert line.startswith(f"{file} is not in UTF-8") and "save it again as UTF-8" in line


def test_env_file_with_a_byte_order_mark_loses_no_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHON_DOTENV_DISABLED", raising=False)
    # Set first, so that what is loaded is taken away at the end.
    monkeypatch.setenv("CARCASSONNE_OPERATOR", "")
    del os.environ["CARCASSONNE_OPERATOR"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("CARCASSONNE_OPERATOR=Cléo\n", "utf-8-sig")
    assert load_env_file() == tmp_path / ".env"
    assert os.environ["CARCASSONNE_OPERATOR"] == "Cléo"
