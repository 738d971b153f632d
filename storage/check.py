"""Looking over a whole file, in use or not: its pages, its references, and every game."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from storage.errors import StorageError, refusal
from storage.files import read_only, recognise
from storage.rows import ENTRIES, EntryRow, entry_row
from storage.schema import newest_version

Fold = Callable[[Sequence[EntryRow]], str]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report, and whether it is good news."""

    sound: bool
    line: str


def check(path: Path, fold: Fold) -> Iterator[Finding]:
    """What a look over the file found: first the file, then a line a game.

    `fold` plays the entries of a game and gives a short summary, or raises what is wrong.
    It must take any beginning of a game. Raises StorageError if the file cannot be read at all.
    """
    with read_only(path) as connection:
        try:
            newest = newest_version()
            version = recognise(connection, path, newest)
            if version < newest:
                raise StorageError(
                    f"{path}: the file has schema version {version}, older than {newest};"
                    " start the bot once to bring it up to date"
                )
            yield from list(_file(connection)) or [Finding(True, "file: ok")]
            # Not by `GAMES`, which looks into the entries and would fall with the first bad page.
            for [game] in connection.execute("SELECT id FROM games ORDER BY id").fetchall():
                yield _game(connection, game, fold)
        except sqlite3.Error as error:
            raise refusal(error, str(path)) from error


def _file(connection: sqlite3.Connection) -> Iterator[Finding]:
    """What is wrong with the file itself."""
    try:
        for [verdict] in connection.execute("PRAGMA integrity_check"):
            if verdict != "ok":
                yield Finding(False, f"file: {_one_line(verdict)}")
        for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check"):
            yield Finding(False, f"file: a row of {table} refers to a missing row of {parent}")
    except sqlite3.DatabaseError as error:
        yield Finding(False, f"file: {error}")


def _game(connection: sqlite3.Connection, game: int, fold: Fold) -> Finding:
    try:
        entries = tuple(map(entry_row, connection.execute(ENTRIES, (game, -1))))
    except sqlite3.Error as error:
        return Finding(False, f"game {game}: {error}")
    for number, written in enumerate(entries):
        if written.number != number:
            return Finding(False, f"game {game}: entry {number} is missing")
    try:
        summary = fold(entries)
    except Exception as error:
        number = _where(entries, fold)
        reason = _one_line(str(error)) or type(error).__name__
        return Finding(False, f"game {game}: entry {number}: {reason}")
    return Finding(True, f"game {game}: ok, {len(entries)} entries: {_one_line(summary)}")


def _where(entries: Sequence[EntryRow], fold: Fold) -> int:
    """The number of the entry before which a broken log folds, and with which it does not."""
    good, bad = 0, len(entries)
    while bad - good > 1:
        middle = (good + bad) // 2
        try:
            fold(entries[:middle])
        except Exception:
            bad = middle
        else:
            good = middle
    return good


def _one_line(text: str) -> str:
    return " ".join(text.split())
