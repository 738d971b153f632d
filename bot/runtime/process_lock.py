"""A lock by which a process sees that another one serves the same database file."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def hold_process_lock(database: Path) -> Iterator[bool]:
    """Lock a file beside the database; yield False if another process has it.

    The system unlocks it when a process dies. True where files cannot be locked.
    """
    if fcntl is None:
        yield True
        return
    try:
        file = os.open(database.with_name(f"{database.name}.lock"), os.O_CREAT | os.O_RDWR, 0o600)
    except OSError:  # Opening the database says what is wrong with the folder.
        yield True
        return
    try:
        yield _is_locked_now(file)
    finally:
        os.close(file)


def _is_locked_now(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # A file system without locks.
        return True
    return True
