"""Every command line in the documents runs as it is written."""

import asyncio
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from bot.cli import main
from storage import open_database
from tests.support.for_each import for_each
from tests.support.shell_lines import BLOCK, PROGRAMS, ROOT, run_line

DOCUMENTS: Final = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/**/*.md")
README = (ROOT / "README.md").read_text("utf-8")
SKIPPED: Final = {
    "docker ": "there is no Docker in the tests; the workflow of the tests builds the image",
    "systemctl ": "it changes the machine",
    "sudo ": "it changes the machine",
    "systemd-run ": "it changes the machine",
    "  -p ": "it belongs to the line before it",
    "journalctl ": "it shows the journal of the machine",
    "useradd ": "it changes the machine",
    "cp deploy/": "it writes to /etc",
    "touch .env ": "it belongs to the lines of Docker after it",
    "git ": "there is no remote repository in the tests",
    "python3 -m venv ": "tests/test_wheel.py installs into a new environment",
    "python -m tools.arena ": "it plays for hours; tests/tools/arena plays less",
    "python -m tools.learn ": "it plays for an hour; tests/tools/test_learn.py plays less",
    "mkdir newer ": "tests/test_operations.py runs the whole block",
    "mkdir lost ": "tests/test_operations.py runs the whole block",
    "pg_dump ": "tests/test_operations.py runs it with a server",
    "pg_restore ": "tests/test_operations.py runs it with a server",
}
"""The commands that do not run here, by how they begin, and why."""
ELSEWHERE: Final = {
    '"$CARCASSONNE_DATABASE"': "tests/test_operations.py runs it with a server",
    '"$NEW_DATABASE"': "tests/test_operations.py runs it with a server",
    "carcassonne restore ": "tests/test_operations.py runs the whole block",
    "carcassonne verify --quiet": "tests/test_operations.py runs the whole block",
    "carcassonne setup": "tests/wire/test_setup.py runs it with a Discord",
    "carcassonne check": "so it does with this, whose status is 1 without",
    "carcassonne run": "and with this, which runs until it is stopped",
}
"""The lines of our programs that do not run here, by a part of them, and why."""


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of a block of commands, and the document that they are from."""

    document: str
    lines: tuple[str, ...]


def blocks() -> list[Block]:
    paths = sorted(path for pattern in DOCUMENTS for path in ROOT.glob(pattern))
    return [
        Block(path.relative_to(ROOT).as_posix(), tuple(text.splitlines()))
        for path in paths
        for text in BLOCK.findall(path.read_text("utf-8"))
    ]


def runs_here(line: str) -> bool:
    """Return True for a line that needs nothing but the clone."""
    return line.startswith(PROGRAMS) and not any(part in line for part in ELSEWHERE)


LINES = [line for block in blocks() for line in block.lines]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder like a fresh clone in which a game was played: what is written stays out of ours."""
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    asyncio.run(emptied(tmp_path / "carcassonne.sqlite3"))
    return tmp_path


async def emptied(path: Path) -> None:
    """A database without a game."""
    await (await open_database(path)).close()


def test_each_command_is_of_make_or_of_the_virtual_environment_or_skipped_for_a_reason() -> None:
    assert sum(line.startswith(f"{PROGRAMS}carcassonne record ") for line in LINES) >= 9
    known = (PROGRAMS, "make ", *SKIPPED)
    assert not [line for line in LINES if not line.startswith(known)]


def test_every_skipped_command_still_exists_in_a_document() -> None:
    assert not [start for start in SKIPPED if not any(line.startswith(start) for line in LINES)]
    assert not [part for part in ELSEWHERE if not any(part in line for line in LINES)]


@pytest.mark.parametrize(
    "block",
    [block for block in blocks() if any(map(runs_here, block.lines))],
    ids=lambda block: f"{block.document}: {block.lines[0].partition('#')[0].strip()}",
)
@pytest.mark.slow
def test_every_command_of_the_documents_runs_as_it_is_written(clone: Path, block: Block) -> None:
    """In the order of a block: a line may need what one before has made."""
    for line in filter(runs_here, block.lines):
        said = run_line(line, clone)
        written = re.search(r"(?<= )(?!docs/)\S+\.(png|webp|sqlite3)\b|(?<=> )\S+", line)
        if written:
            assert (clone / written[0]).stat().st_size > 1000, line
        else:
            assert said.strip(), f"{line} says nothing"


def test_every_line_of_powershell_names_a_subcommand_that_there_is() -> None:
    texts = [(ROOT / name).read_text("utf-8") for name in ("README.md", "docs/hosting-more.md")]
    blocks_of = re.compile(r"^```powershell\n(.*?)^```$", re.M | re.S)
    shown = "".join(block for text in texts for block in blocks_of.findall(text))
    named = re.findall(r"Scripts\\carcassonne(?:\.exe\" -Argument)? (\w+)", shown)
    assert {"playground", "setup", "check", "run"} <= set(named)
    for name in named:
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0


@for_each("path", sorted({block.document for block in blocks()} | {"README.md"}))
def test_every_make_target_named_in_a_document_exists(path: str) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", (ROOT / path).read_text("utf-8"), re.M))
    assert not {target for target in named if not re.search(rf"^{target}:", makefile, re.M)}


TAKEN = "docs/channel.webp"
"""The picture that tools/channel_picture.py takes of the playground: another one each time."""


def test_every_shown_picture_is_made_by_make_pictures() -> None:
    shown = set(re.findall(r"\b(docs/[\w-]+\.(?:png|webp))", README))
    gallery = (ROOT / "docs/playing.md").read_text("utf-8")
    shown |= {f"docs/{name}" for name in re.findall(r"!\[[^\]]+\]\(([\w-]+\.\w+)\)", gallery)}
    makefile = (ROOT / "Makefile").read_text("utf-8")
    recipe = makefile.partition("\npictures:")[2].partition("\n\n")[0]
    made = re.findall(r"(?:carcassonne record \w+|-m tools\.\w+) (\S+) (\S+)", recipe)
    assert {picture for _, picture in made} | {TAKEN} == shown
    assert all((ROOT / path).is_file() for pair in made for path in pair)
    assert all((ROOT / path).stat().st_size <= 2 * 2**20 for path in shown)


@pytest.mark.slow
def test_explained_turn_picture_is_up_to_date(tmp_path: Path) -> None:
    shutil.copy(ROOT / "docs/turn.record", tmp_path)
    out = tmp_path / "turn.png"
    command = [sys.executable, "-m", "tools.callouts", str(tmp_path / "turn.record"), str(out)]
    subprocess.run(command, cwd=ROOT, check=True)
    assert out.read_bytes() == (ROOT / "docs/turn-explained.png").read_bytes()
