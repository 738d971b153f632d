"""The README does what it says: every command line of it runs as it is written."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from storage import open_database

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PYTHON = ".venv/bin/python "
SECONDS = 300


def blocks() -> list[list[str]]:
    """The lines of each block of commands."""
    return [block.splitlines() for block in re.findall(r"^```sh\n(.*?)^```$", README, re.M | re.S)]


LINES = [line for block in blocks() for line in block]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder like a fresh clone in which a game was played: what is written stays out of ours."""
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    asyncio.run(emptied(tmp_path / "carcassonne.sqlite3"))
    return tmp_path


async def emptied(path: Path) -> None:
    """A database without a game."""
    await (await open_database(path)).close()


def test_there_are_commands_and_each_is_of_make_or_of_the_virtual_environment() -> None:
    assert sum(line.startswith(f"{PYTHON}-m renderer") for line in LINES) >= 5
    assert sum(line.startswith(f"{PYTHON}-m rules") for line in LINES) >= 4
    assert all(line.startswith((PYTHON, "make ")) for line in LINES), LINES


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block[0].partition("#")[0].strip())
@pytest.mark.slow
def test_every_command_of_the_readme_runs_as_it_is_written(clone: Path, block: list[str]) -> None:
    """In the order of a block: a line may need what one before has made."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CARCASSONNE_")}
    for line in block:
        if not line.startswith(PYTHON):
            continue
        ran = subprocess.run(
            line.replace(PYTHON, f"{sys.executable} "),
            shell=True,
            cwd=clone,
            env={**kept, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        assert ran.returncode == 0 and not ran.stderr, f"{line}: {ran.stderr}"
        written = re.search(r"(?<= )(?!docs/)\S+\.(png|webp)\b|(?<=> )\S+", line)
        if written:
            assert (clone / written[0]).stat().st_size > 1000, line
        else:
            assert ran.stdout.strip(), f"{line} says nothing"


@pytest.mark.parametrize("target", sorted(set(re.findall(r"(?:^|`)make ([a-z]+)", README, re.M))))
def test_a_target_that_the_readme_names_is_one_of_the_makefile(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.M), target


def test_the_pictures_that_are_shown_are_those_that_make_pictures_makes() -> None:
    shown = set(re.findall(r"!\[[^\]]+\]\((docs/[^)]+)\)", README))
    recipe = (ROOT / "Makefile").read_text("utf-8").partition("\npictures:")[2].partition("\n\n")[0]
    made = re.findall(r"-m renderer \w+ (\S+) (\S+)", recipe)
    assert {picture for _, picture in made} == shown
    assert all((ROOT / path).is_file() for pair in made for path in pair)
