"""Looking over a whole file of SQLite, in use or not: its pages, its references, and every game."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from storage.errors import StorageError
from storage.records import ENTRIES, entry_rows
from storage.replaying import Finding, Fold, Stored, Told, replayed
from storage.sqlite.damage import damage, in_words
from storage.sqlite.files import read_only, recognise
from storage.sqlite.refusals import refusal
from storage.sqlite.schema import newest_version


def check(path: Path, fold: Fold, told: Told, processes: int | None = None) -> Iterator[Finding]:
    """See `storage.check.check`."""
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
            games = [game for [game] in connection.execute("SELECT id FROM games ORDER BY id")]
            told(0, len(games))
            read = ((game, _entries(connection, game)) for game in games)
            found = replayed(read, len(games), fold, processes)
            for done, finding in enumerate(found, 1):
                yield finding
                told(done, len(games))
        except sqlite3.Error as error:
            raise refusal(error, str(path)) from error


def _file(connection: sqlite3.Connection) -> Iterator[Finding]:
    """What is wrong with the file itself."""
    found = list(damage(connection, "PRAGMA integrity_check"))
    yield from (Finding(False, f"file: {words}") for words in found)
    try:
        for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check"):
            yield Finding(False, f"file: a row of {table} refers to a missing row of {parent}")
    except sqlite3.DatabaseError as error:
        if (words := in_words(str(error), {})) not in found:
            yield Finding(False, f"file: {words}")


def _entries(connection: sqlite3.Connection, game: int) -> Stored:
    try:
        return tuple(entry_rows(connection.execute(ENTRIES, (game, -1))))
    except sqlite3.Error as error:
        return in_words(str(error), {})
