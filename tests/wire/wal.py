"""A power cut: the file as it would be if the write-ahead log ended anywhere.

SQLite appends pages as frames; a transaction ends with a frame that says so. What of the log is in
the main file already was synchronised before: no power cut takes it back, so cuts begin behind it.
"""

from __future__ import annotations

import shutil
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HEADER, FRAME = 32, 24
"""Bytes of the log's header, and of a frame's before its page."""
SALT: Final = slice(16, 24)
INDEX: Final = struct.Struct("=16xII8x8s8x")
"""The shared index: frames, pages, checksum, salt; it stands twice, then what is in the file."""


@dataclass(frozen=True, slots=True)
class WalPosition:
    """How far a write-ahead log is: its ``salt`` is new each time it begins anew.

    ``moved`` is how many of its frames are in the main file already.
    """

    salt: bytes
    frames: int
    checkpointed: int


@dataclass(frozen=True, slots=True)
class Cut:
    """Where the log ends: so many whole frames, and what of the next there is."""

    frames: int
    bytes: int


def read_position(path: Path) -> WalPosition | None:
    """How far the log of an open file is now; None where there is none."""
    try:
        shared = Path(f"{path}-shm").read_bytes()[: 2 * INDEX.size + 4]
    except FileNotFoundError:
        return None
    # Whoever writes is not stopped for us: the two copies differ while it does.
    if len(shared) < 2 * INDEX.size + 4 or shared[: INDEX.size] != shared[INDEX.size : -4]:
        return None
    frames, _, salt = INDEX.unpack_from(shared)
    [moved] = struct.unpack_from("=I", shared, 2 * INDEX.size)
    return WalPosition(salt, frames, moved)


def copy_database(path: Path, target: Path) -> Path:
    """The file and its log as they lie there, without what says who uses them."""
    target.mkdir(exist_ok=True)
    for old in target.glob(f"{path.name}*"):
        old.unlink()
    for suffix in ("", "-wal"):
        if (source := Path(f"{path}{suffix}")).exists():
            shutil.copyfile(source, target / source.name)
    return target / path.name


def possible_cuts(path: Path, left: WalPosition) -> Iterator[Cut]:
    """Every end the log could have been left with: at each frame, and twice within each."""
    log = Path(f"{path}-wal").read_bytes()
    if log[SALT] != left.salt:
        return  # emptied, as after a migration: all of it is in the main file
    [page] = struct.unpack_from(">8xI", log)
    size = FRAME + page
    for frames in range(left.checkpointed, left.frames + 1):
        end = HEADER + frames * size
        yield Cut(frames, end)
        if frames < left.frames:
            yield Cut(frames, end + FRAME // 2)
            yield Cut(frames, end + FRAME + page // 2)


def copy_cut(path: Path, cut: Cut, target: Path, *, zeros: bool = False) -> Path:
    """A copy of a file whose log ends there; with ``zeros`` it has its length, but nothing in it.

    So some file systems leave a file that was growing.
    """
    lies = copy_database(path, target)
    log = Path(f"{lies}-wal")
    whole = log.read_bytes()
    rest = bytes(len(whole) - cut.bytes) if zeros else b""
    log.write_bytes(whole[: cut.bytes] + rest)
    return lies
