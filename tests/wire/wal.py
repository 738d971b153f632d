"""Simulated power cuts: copies of a database whose write-ahead log ends anywhere.

SQLite appends pages as frames; the last frame of a transaction marks its end. Frames that are in
the main file already were synchronised before: no power cut loses them, so cuts begin after them.
"""

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
"""The shared index: frames, pages, checksum, salt; two copies, then the checkpointed frames."""


@dataclass(frozen=True, slots=True)
class WalPosition:
    """A position in a write-ahead log; its ``salt`` changes whenever the log restarts.

    ``checkpointed`` frames are in the main file already.
    """

    salt: bytes
    frames: int
    checkpointed: int


@dataclass(frozen=True, slots=True)
class Cut:
    """An end of the log: its whole frames, and its length in bytes."""

    frames: int
    bytes: int


def read_position(path: Path) -> WalPosition | None:
    """The current position of the log of an open database; None without a log."""
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
    """Copy a database and its log without the shared index."""
    target.mkdir(exist_ok=True)
    for old in target.glob(f"{path.name}*"):
        old.unlink()
    for suffix in ("", "-wal"):
        if (source := Path(f"{path}{suffix}")).exists():
            shutil.copyfile(source, target / source.name)
    return target / path.name


def possible_cuts(path: Path, left: WalPosition) -> Iterator[Cut]:
    """Yield every possible end of the log: at each frame, and twice within each."""
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
    """Copy a database with its log cut; with ``zeros`` the rest is filled with zeros.

    Some file systems leave a growing file so after a power cut.
    """
    lies = copy_database(path, target)
    log = Path(f"{lies}-wal")
    whole = log.read_bytes()
    rest = bytes(len(whole) - cut.bytes) if zeros else b""
    log.write_bytes(whole[: cut.bytes] + rest)
    return lies
