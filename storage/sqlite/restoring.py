"""Bringing a copy of a database back, to a place where there is none."""

from __future__ import annotations

from pathlib import Path

from storage.errors import StorageError
from storage.sqlite.files import examine, read_only, snapshot
from storage.sqlite.schema import newest_version

BESIDE = ("", "-wal", "-shm", "-journal")
"""What makes up a database that is there, or what is left of one."""


def restore(saved: Path, target: Path) -> int:
    """Writes what the copy `saved` holds to the new file `target`, and leaves the copy as it is.

    Gives the schema version of both. Raises StorageError if anything of a database is at `target`,
    which is never overwritten, and as `examine` does if the copy is none of a sound database.
    """
    for suffix in BESIDE:
        if (there := Path(f"{target}{suffix}")).exists() or there.is_symlink():
            raise StorageError(
                f"{there}: the file exists already, and is not overwritten; stop the bot and move"
                " it out of the way"
            )
    version = examine(saved, newest_version())
    with read_only(saved) as connection:
        snapshot(connection, target)
    return version
