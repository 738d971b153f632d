"""A small disk to be filled or made read-only, where this machine allows mounts."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def can_mount(*arguments: str) -> bool:
    """Try to mount a file system, which needs administrator rights. Return True on success."""
    try:
        return subprocess.run(["mount", *arguments], capture_output=True).returncode == 0
    except OSError:
        return False


@contextmanager
def small_disk(place: Path, megabytes: int = 1) -> Iterator[Path]:
    """Mount a small temporary disk; skip the test if it cannot be mounted."""
    place.mkdir()
    if not can_mount("-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)):
        pytest.skip("nothing may be mounted here; the limit of a process stands in for it")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def fill_disk(disk: Path) -> Path:
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return ballast
