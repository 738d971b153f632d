"""A small disk to be filled or made read-only, where this machine allows mounts."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def mounted(*arguments: str) -> bool:
    """True if a file system could be mounted, which needs administrator rights."""
    try:
        return subprocess.run(["mount", *arguments], capture_output=True).returncode == 0
    except OSError:
        return False


@contextmanager
def small_disk(place: Path, megabytes: int = 1) -> Iterator[Path]:
    """A small temporary disk; the test is skipped where none can be mounted."""
    place.mkdir()
    if not mounted("-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)):
        pytest.skip("nothing may be mounted here; the limit of a process stands in for it")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def fill(disk: Path) -> Path:
    """Leave no room; the file that is in the way."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return ballast
