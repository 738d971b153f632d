"""The copy of each night: made, played again, and kept for so many nights."""

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

from storage.errors import StorageError
from storage.replaying import Fold
from storage.sqlite.check import check
from storage.sqlite.files import copy
from storage.sqlite.refusals import system_refusal
from storage.sqlite.schema import COPY_DAYS, newest_version

KEPT: Final = 14
"""Copies that are kept if nobody says how many."""
DOUBTFUL: Final = ".doubtful"
MOST_DOUBTFUL: Final = 3
UNPROVED: Final = ".unproved"
_STAMP: Final = "%Y%m%d-%H%M%S"
_DAY: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class Night:
    """What came of one: the copy, how many games it holds, what is wrong, what has gone."""

    copy: Path
    games: int
    wrong: tuple[str, ...]
    removed: tuple[Path, ...]


def nightly(path: Path, folder: Path, fold: Fold, kept: int = KEPT) -> Night:
    """Copies the database at `path` into `folder` and plays every game of the copy again.

    Of the copies in which nothing was wrong the newest `kept` stay. One in which something was
    wrong is kept beside them with DOUBTFUL behind its name, and then no sound one goes but for its
    age: none may be older than COPY_DAYS, as they hold who was forgotten since.
    Raises StorageError where no copy could be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise system_refusal(error, str(folder)) from error
    for left in folder.glob(f"{glob.escape(path.stem)}-*{UNPROVED}*"):
        if time.time() - left.stat().st_mtime > _DAY:
            left.unlink(missing_ok=True)  # by one that was killed
    target = folder / f"{path.stem}-{time.strftime(_STAMP, time.gmtime())}.sqlite3"
    if target.exists():
        raise StorageError(f"{target}: the file exists already")
    unproved = target.with_name(target.name + UNPROVED)
    copy(path, unproved, newest_version())
    findings = list(check(unproved, fold, lambda done, games: None))
    wrong = tuple(finding.line for finding in findings if not finding.sound)
    proved = target.with_name(target.name + DOUBTFUL) if wrong else target
    try:
        unproved.rename(proved)
    except OSError as error:
        raise system_refusal(error, str(proved)) from error
    games = sum(finding.line.startswith("game ") for finding in findings)
    return Night(proved, games, wrong, tuple(_rotated(path, folder, None if wrong else kept)))


def newest(path: Path, folder: Path, *, doubtful: bool = False) -> float | None:
    """When the newest sound copy of a database was made, in Unix seconds; or the newest at all."""
    copies = [*_of(path, folder), *(_of(path, folder, DOUBTFUL) if doubtful else ())]
    return max(map(_made, copies), default=None)


def _rotated(path: Path, folder: Path, kept: int | None) -> Iterator[Path]:
    """Removes what has had its time, and gives what that was."""
    sound = _of(path, folder)
    doubtful = _of(path, folder, DOUBTFUL)
    spare = [*([] if kept is None else sound[:-kept]), *doubtful[:-MOST_DOUBTFUL]]
    for each in (*sound, *doubtful):
        with suppress(FileNotFoundError):
            if each in spare or time.time() - _made(each) > COPY_DAYS * _DAY:
                each.unlink()
                yield each


def _made(copy: Path) -> float:
    """When a copy was made, by its name: one that was moved to another disk may look younger."""
    stamp = copy.name.partition(".sqlite3")[0][-len("YYYYmmdd-HHMMSS") :]
    return calendar.timegm(time.strptime(stamp, _STAMP))


def _of(path: Path, folder: Path, suffix: str = "") -> list[Path]:
    """The copies of a database in a folder, the oldest first; nothing else lies in the way."""
    name = re.compile(rf"{re.escape(path.stem)}-\d{{8}}-\d{{6}}\.sqlite3{re.escape(suffix)}")
    found = folder.glob(f"{glob.escape(path.stem)}-*.sqlite3{suffix}")
    return sorted(each for each in found if name.fullmatch(each.name))
