"""Backups of a SQLite file: made each night, checked, kept for some nights, and restored."""

from __future__ import annotations

import calendar
import glob
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from storage.durations import DAY
from storage.errors import DamagedFile, StorageError
from storage.replay import Fold
from storage.sqlite.check import check_file
from storage.sqlite.error_mapping import file_system_error
from storage.sqlite.files import copy, read_only, snapshot, verify
from storage.sqlite.schema import BACKUP_DAYS

DEFAULT_KEPT: Final = 14
"""The default number of backups to keep."""
DOUBTFUL_SUFFIX: Final = ".doubtful"
"""The end of the name of a backup that failed its check."""
MAX_DOUBTFUL: Final = 3
UNCHECKED_SUFFIX: Final = ".unproved"
"""The end of the name of a backup that is not checked yet."""
FILE_SUFFIXES: Final = ("", "-wal", "-shm", "-journal")
"""The suffixes of the main file of a database, and of the files that SQLite adds to it."""
_STAMP: Final = "%Y%m%d-%H%M%S"


@dataclass(frozen=True, slots=True)
class NightlyBackup:
    """A backup's path and check: the games, what is wrong, and the backups deleted."""

    copy: Path
    games: int
    wrong: tuple[str, ...]
    removed: tuple[Path, ...]


def make_backup(path: Path, folder: Path, fold: Fold, kept: int = DEFAULT_KEPT) -> NightlyBackup:
    """Copy a database into `folder`, replay every game of the copy, delete old copies.

    The newest `kept` sound backups stay. A backup with damage is kept with DOUBTFUL_SUFFIX behind
    its name, and then sound backups are deleted only for their age: none is kept for more than
    BACKUP_DAYS, because it holds users erased since. Raise StorageError if no copy could be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise file_system_error(error, str(folder)) from error
    for abandoned in folder.glob(f"{glob.escape(path.stem)}-*{UNCHECKED_SUFFIX}*"):
        if time.time() - abandoned.stat().st_mtime > DAY:
            abandoned.unlink(missing_ok=True)  # its process was killed
    target = folder / f"{path.stem}-{time.strftime(_STAMP, time.gmtime())}.sqlite3"
    if target.exists():
        raise StorageError(f"{target}: the file exists already")
    unchecked = target.with_name(target.name + UNCHECKED_SUFFIX)
    copy(path, unchecked)
    results = list(check_file(unchecked, fold, lambda done, games: None))
    wrong = tuple(result.line for result in results if not result.sound)
    checked = target.with_name(target.name + DOUBTFUL_SUFFIX) if wrong else target
    try:
        unchecked.rename(checked)
    except OSError as error:
        raise file_system_error(error, str(checked)) from error
    games = sum(result.line.startswith("game ") for result in results)
    removed = tuple(_delete_old(path, folder, None if wrong else kept))
    return NightlyBackup(checked, games, wrong, removed)


def newest_backup(path: Path, folder: Path) -> Path:
    """The newest sound backup in a folder. Raise StorageError without one."""
    if copies := _backups(path, folder):
        return copies[-1]
    raise StorageError(f"{folder} has no sound backup of {path.name}")


def newest_backup_at(path: Path, folder: Path, *, doubtful: bool = False) -> float | None:
    """Unix time of the newest sound backup; with `doubtful`, of the newest of all."""
    copies = [
        *_backups(path, folder),
        *(_backups(path, folder, DOUBTFUL_SUFFIX) if doubtful else ()),
    ]
    return max(map(_made_at, copies), default=None)


def empty_start_warning(path: Path, folder: Path | None = None) -> str:
    """A warning if a start would begin without games though there were some, else "".

    That is an empty file, or none beside backups: in `folder`, or in the file's own folder and its
    subfolders.
    """
    if path.is_file():
        if path.stat().st_size or Path(f"{path}-wal").exists():
            return ""
        return f"{path} is empty: the bot begins in it without games; {DamagedFile.remedy}"
    beside = path.absolute().parent
    folders = [beside, *([] if folder is None else [folder])]
    with suppress(OSError):
        folders += [each for each in beside.iterdir() if each.is_dir()]
    backups = [backup for each in folders for backup in _backups(path, each)]
    backups += beside.glob(f"{glob.escape(path.name)}.before-v*")
    if not backups:
        return ""
    return (
        f"{path} is not there, and is created without games, though there is the backup"
        f" {backups[-1]}; {DamagedFile.remedy}"
    )


def _delete_old(path: Path, folder: Path, kept: int | None) -> Iterator[Path]:
    """Delete backups that are too old or too many, and yield their paths."""
    sound = _backups(path, folder)
    doubtful = _backups(path, folder, DOUBTFUL_SUFFIX)
    spare = [*([] if kept is None else sound[:-kept]), *doubtful[:-MAX_DOUBTFUL]]
    for backup in (*sound, *doubtful):
        with suppress(FileNotFoundError):
            if backup in spare or time.time() - _made_at(backup) > BACKUP_DAYS * DAY:
                backup.unlink()
                yield backup


def _made_at(backup: Path) -> float:
    """Unix time from the name: moving a backup changes its modification time."""
    stamp = backup.name.partition(".sqlite3")[0][-len("YYYYmmdd-HHMMSS") :]
    return calendar.timegm(time.strptime(stamp, _STAMP))


def _backups(path: Path, folder: Path, suffix: str = "") -> list[Path]:
    """A database's backups in a folder, oldest first; other files are ignored."""
    name = re.compile(rf"{re.escape(path.stem)}-\d{{8}}-\d{{6}}\.sqlite3{re.escape(suffix)}")
    files = folder.glob(f"{glob.escape(path.stem)}-*.sqlite3{suffix}")
    return sorted(file for file in files if name.fullmatch(file.name))


def restore(backup: Path, target: Path) -> int:
    """Restore `backup` to the new file `target`, and return its schema version.

    Raise StorageError if any database file is at `target`, which is never overwritten, and as
    `verify` does if the backup is not sound.
    """
    for suffix in FILE_SUFFIXES:
        if (file := Path(f"{target}{suffix}")).exists() or file.is_symlink():
            raise StorageError(
                f"{file}: the file exists already, and is not overwritten; stop the bot and move"
                " it out of the way"
            )
    version = verify(backup)
    with read_only(backup) as connection:
        snapshot(connection, target)
    return version
