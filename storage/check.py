"""Looking over a whole file, in use or not: its pages, its references, and every game."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from storage.damage import damage, in_words
from storage.errors import StorageError, refusal
from storage.files import read_only, recognise
from storage.replaying import Finding, Fold, replayed
from storage.schema import newest_version

Told = Callable[[int, int], None]


def check(
    path: Path, fold: Fold, *, told: Told = lambda done, games: None, processes: int | None = None
) -> Iterator[Finding]:
    """What a look over the file found: first the file, then a line a game.

    `fold` plays the entries of a game and gives a short summary, or raises what is wrong.
    It must take any beginning of a game; see `replayed` for it and `processes`. `told` is told how
    many games of how many are done. Raises StorageError if the file cannot be read at all.
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
            games = [game for [game] in connection.execute("SELECT id FROM games ORDER BY id")]
            told(0, len(games))
            for done, finding in enumerate(replayed(connection, games, fold, processes), 1):
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
