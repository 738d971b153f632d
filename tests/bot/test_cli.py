"""``carcassonne`` as a program of a shell: its output may be cut off, its files misencoded."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bot.cli import main
from bot.config import load_env_file
from rules.random_play import deal, random_game
from rules.text_files import SIGPIPE_STATUS
from rules.version import program_version
from tests.support.goldens import assert_golden
from tests.support.shell_lines import GUIDE
from tests.support.slow_cases import rest_slow

RANDOM_GAME = ("random", "--game", "hunters")


COMMANDS = (("rules", *RANDOM_GAME), ("bot", "record", *RANDOM_GAME), ("bot", "check"))


@pytest.mark.parametrize("number", rest_slow(range(len(COMMANDS))))
def test_command_whose_output_nobody_reads_ends_without_a_word(number: int) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as output:
        program = [sys.executable, "-m", *COMMANDS[number]]
        ended = subprocess.run(program, stdout=output, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (SIGPIPE_STATUS, b"")


def help_of(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """The lines of a help, without their margins."""
    with pytest.raises(SystemExit) as ended:
        main([*words, "--help"])
    assert ended.value.code == 0
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def choices(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """The subcommands that the error of an unknown one names."""
    with pytest.raises(SystemExit) as ended:
        main([*words, "fly"])
    assert ended.value.code == 2
    named = re.search(r"choose from (.*)\)", capsys.readouterr().err)
    assert named is not None
    return named[1].replace("'", "").split(", ")


def test_every_subcommand_has_a_help_and_stands_in_the_guide(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "2000")
    commands, records = choices(capsys), choices(capsys, "record")
    lines = help_of(capsys)
    for words in (*([command] for command in commands), *(["record", each] for each in records)):
        lines += help_of(capsys, *words)
    assert_golden(Path(__file__).parent / "goldens" / "help.txt", lines)
    table = GUIDE.partition("\n## Commands\n")[2].partition("\n## ")[0]
    assert all(f"`{command}`" in table for command in commands)


def test_wrong_command_line_ends_with_2_and_names_the_commands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words in ([], ["fly"], ["check", "--fly"], ["record"], ["health", "--fly"]):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == 2 and "usage: carcassonne" in capsys.readouterr().err


def test_version_is_that_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"carcassonne {program_version()}\n"


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
@pytest.mark.parametrize(
    "command",
    [["run"], ["check"], ["health"], ["verify"], ["record", "score", "none"]],
    ids=" ".join,
)
def test_env_file_in_another_encoding_is_refused_in_one_sentence(
    command: list[str], encoding: str, env_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    env_file.write_text("CARCASSONNE_OPERATOR=Cléo\n", encoding)
    assert main(command) == (1 if command == ["health"] else 2), "Docker reserves 2"
    captured = capsys.readouterr()
    assert captured.out == ""
    [line] = captured.err.splitlines()
    assert line.startswith(f"{env_file} is not in UTF-8") and "save it again as UTF-8" in line


def test_env_file_with_a_byte_order_mark_loses_no_setting(env_file: Path) -> None:
    env_file.write_text("CARCASSONNE_OPERATOR=Cléo\n", "utf-8-sig")
    assert load_env_file() == env_file
    assert os.environ["CARCASSONNE_OPERATOR"] == "Cléo"
