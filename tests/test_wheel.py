"""The sdist and the wheel: complete, with everything that a host needs without a clone."""

import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from pathlib import Path
from typing import Final

import pytest

from rules.version import program_version

ROOT: Final = Path(__file__).parents[1]
BUILD: Final = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
HOSTING: Final = ("PRIVACY.md", "TERMS.md", "constraints.txt", ".env.example", "docs/rules.md")
INSTALL_SECONDS: Final = 300
PAGE_SECONDS: Final = 60

pytestmark = [pytest.mark.slow, pytest.mark.landing]


def run(*command: object, folder: Path, given: str = "", status: int = 0) -> str:
    """Run a program without our settings and folders. Return what it prints."""
    ran = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=environment(),
        input=given,
        capture_output=True,
        text=True,
        timeout=INSTALL_SECONDS,
    )
    assert ran.returncode == status, f"{command}: {ran.stdout}{ran.stderr}"
    return ran.stdout + ran.stderr


def environment() -> dict[str, str]:
    """The variables of this process without those that lead to the clone or to settings."""
    ours = ("CARCASSONNE_", "DISCORD_", "PYTHONPATH", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def test_installed_wheel_works_like_a_clone(tmp_path: Path) -> None:
    """One test, as building and installing take a minute."""
    builder = made_environment(tmp_path / "builder", "setuptools>=77")
    sdist = made_sdist(builder, tmp_path / "sdist")
    wheel = made_wheel(builder, sdist)
    holds_what_a_host_needs(sdist, wheel)
    programs = made_environment(
        tmp_path / "env", "-c", ROOT / "constraints.txt", f"{wheel}[playground]"
    )
    work = tmp_path / "work"
    work.mkdir()
    names_its_version(programs, work)
    scores_a_random_game(programs, work)
    makes_a_page(programs, work)
    says_what_is_missing(programs, work)
    names_files_of_other_packages(programs, work)
    serves_the_playground(programs, work)


def made_sdist(builder: Path, folder: Path) -> Path:
    """Build the sdist from the files that git knows."""
    folder.mkdir()
    clone = folder / "clone"
    run("git", "clone", "-q", "--depth", "1", ROOT.as_uri(), clone, folder=folder)
    for changed in run("git", "diff", "--name-only", "HEAD", folder=ROOT).split():
        if (ROOT / changed).is_file():
            (clone / changed).parent.mkdir(parents=True, exist_ok=True)
            (clone / changed).write_bytes((ROOT / changed).read_bytes())
    run(builder / "python", "-c", BUILD, folder, folder=clone)
    [made] = folder.glob("*.tar.gz")
    return made


def made_wheel(builder: Path, sdist: Path) -> Path:
    pip = [builder / "python", "-m", "pip", "wheel", "-q", "--no-deps"]
    run(*pip, "--wheel-dir", sdist.parent, sdist, folder=sdist.parent)
    [made] = sdist.parent.glob("*.whl")
    return made


def made_environment(folder: Path, *packages: object) -> Path:
    """A virtual environment with some packages; the folder of its programs."""
    run(sys.executable, "-m", "venv", folder, folder=folder.parent)
    programs = folder / "bin"
    pip = [programs / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    run(*pip, *packages, folder=folder.parent)
    return programs


def holds_what_a_host_needs(sdist: Path, wheel: Path) -> None:
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {*HOSTING, "deploy/carcassonne.service", "Dockerfile", "README.md"} <= inside
    names = [Path(path).name for path in (*HOSTING, "carcassonne.service")]
    packed = zipfile.ZipFile(wheel).namelist()
    assert all(any(name.endswith(f"/{wanted}") for name in packed) for wanted in names)
    assert {name.partition("/")[0] for name in packed if name.endswith(".py")} == {
        *("bot", "renderer", "rules", "storage")
    }


def names_its_version(programs: Path, folder: Path) -> None:
    said = run(programs / "carcassonne", "--version", folder=folder)
    assert said == f"carcassonne {program_version()}\n"
    for module in ("rules", "renderer"):
        said = run(programs / "python", "-m", module, "--version", folder=folder)
        assert said.strip() == program_version()


def scores_a_random_game(programs: Path, folder: Path) -> None:
    record = run(
        *(programs / "carcassonne", "record", "random", "--game", "hunters"), folder=folder
    )
    scores = run(programs / "carcassonne", "record", "score", "-", folder=folder, given=record)
    assert json.loads(scores)["finished"]


def makes_a_page(programs: Path, folder: Path) -> None:
    record = run(*(programs / "carcassonne", "record", "random", "--game", "base"), folder=folder)
    run(
        *(programs / "carcassonne", "record", "page", "-", "game.html"),
        *("--names", "Ana", "Bo"),
        folder=folder,
        given=record,
    )
    page = (folder / "game.html").read_text("utf-8")
    assert page.startswith("<!doctype html>") and page.count("<script") == 2


def says_what_is_missing(programs: Path, folder: Path) -> None:
    said = run(programs / "carcassonne", "check", folder=folder, status=1)
    assert "DISCORD_TOKEN is not set. Only the playground opens" in said


def names_files_of_other_packages(programs: Path, folder: Path) -> None:
    place = run(programs / "python", "-c", "import rules; print(rules.__file__)", folder=folder)
    foreign = Path(place.strip()).with_name("engine.py")
    foreign.write_text("", "utf-8")
    try:
        said = run(programs / "carcassonne", "run", folder=folder, status=2)
    finally:
        foreign.unlink()
    assert str(foreign) in said and "environment of its own" in said


def serves_the_playground(programs: Path, folder: Path) -> None:
    program = subprocess.Popen(
        [str(programs / "carcassonne"), "playground"],
        cwd=folder,
        env={**environment(), "CARCASSONNE_PORT": "8931", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert program.stdout is not None
        address = re.search(r"https?://\S+", program.stdout.readline())
        assert address is not None
        with urllib.request.urlopen(address[0].rstrip("."), timeout=PAGE_SECONDS) as page:
            assert page.status == 200 and b"<html" in page.read().lower()
    finally:
        program.send_signal(signal.SIGTERM)
        program.communicate(timeout=30)
    assert program.returncode == 0
