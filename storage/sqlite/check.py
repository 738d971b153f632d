"""Check of a whole SQLite file, in use or not: its pages, its references and each game."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from storage.records import ENTRIES, entry_rows
from storage.replay import CheckResult, Fold, OnProgress, StoredGame, replay_games
from storage.sqlite.damage import find_damage, in_plain_words
from storage.sqlite.files import read_only, require_schema


def check_file(
    path: Path, fold: Fold, on_progress: OnProgress, processes: int | None = None
) -> Iterator[CheckResult]:
    with read_only(path) as connection:
        require_schema(connection, path)
        yield from list(_check_pages(connection)) or [CheckResult(True, "file: ok")]
        # The table itself: the view looks into the entries, and fails at the first bad page.
        ids = [row_id for [row_id] in connection.execute("SELECT id FROM games ORDER BY abs(id)")]
        cups, games = [each for each in ids if each < 0], [each for each in ids if each > 0]
        logs = ((cup, _entries(connection, cup)) for cup in cups)
        yield from replay_games(logs, len(cups), fold, processes=1)
        on_progress(0, len(games))
        stored = ((game, _entries(connection, game)) for game in games)
        results = replay_games(stored, len(games), fold, processes)
        for done, result in enumerate(results, 1):
            yield result
            on_progress(done, len(games))


def _check_pages(connection: sqlite3.Connection) -> Iterator[CheckResult]:
    damage = list(find_damage(connection, "PRAGMA integrity_check"))
    yield from (CheckResult(False, f"file: {words}") for words in damage)
    try:
        for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check"):
            yield CheckResult(False, f"file: a row of {table} refers to a missing row of {parent}")
    except sqlite3.DatabaseError as error:
        if (words := in_plain_words(str(error), {})) not in damage:
            yield CheckResult(False, f"file: {words}")


def _entries(connection: sqlite3.Connection, game: int) -> StoredGame:
    try:
        entries = tuple(entry_rows(connection.execute(ENTRIES, (game, -1))))
        [[posted]] = connection.execute("SELECT posted FROM games WHERE id = ?", (game,))
    except sqlite3.Error as error:
        return in_plain_words(str(error), {})
    if posted >= len(entries):
        return f"entry {len(entries)} is missing, though it was posted"
    return entries
