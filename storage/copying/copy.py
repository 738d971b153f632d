"""Copy a whole database into an empty one, of the same kind or the other.

The copy is written under all constraints of the target: each game runs until all its entries are
there, and everything else is copied by row. An interrupted copy resumes: each game is there with
all its entries or not at all, and each table other than the log is emptied and filled again. Until
the copy is complete and released, nobody else can open it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from storage.addresses import is_postgres_url, without_password
from storage.copying import sqlite_endpoint
from storage.copying.interface import (
    ABSENCES,
    ACTORS,
    DELETIONS,
    ENTRIES,
    GAMES,
    NUMBERED_TABLES,
    OTHER_TABLES,
    POSTS,
    SETTINGS,
    TABLES,
    Endpoint,
    TableColumns,
    digest,
)
from storage.errors import ASYNCPG_MISSING, IncompleteCopy, StorageError
from storage.records import COPYING, Row
from storage.replay import OnProgress

BATCH_GAMES: Final = 200
"""The number of games in memory at a time."""
DELETED_GUILD: Final = -1
"""The server id of deleted games while they exist in the target, before their deletion."""
_GAME_TOTALS: Final = (
    "SELECT sum(last), sum(posted), count(*) FILTER (WHERE finished), max(id) FROM game_rows"
)


def copy(source: str, target: str, on_progress: OnProgress = lambda done, games: None) -> int:
    """Copy a whole database, and return the number of games.

    Nobody else can open the copy until it is released. Raise StorageError if the target holds
    anything but an incomplete copy of this source, if the source is written meanwhile, or if the
    two differ in the end.
    """
    if source == target or _is_same_file(source, target):
        raise StorageError(f"{without_password(source)}: nothing is copied to itself")
    with _source(source) as original:
        fingerprint = _fingerprint(original)
        with _target(target) as duplicate:
            _begin(original, duplicate, fingerprint)
            _fill(original, duplicate, on_progress)
            _compare(original, duplicate)
            [[games]] = duplicate.read("SELECT count(*) FROM games WHERE id > 0")
    with _source(source) as again:
        if _fingerprint(again) != fingerprint:
            raise StorageError(
                f"{again.name}: it was written while it was copied; stop the bot, take"
                f" {duplicate.name} away and copy it again"
            )
    return int(games)


def release(target: str) -> None:
    """Let everybody open a complete copy. Raise StorageError."""
    with _target(target) as endpoint:
        endpoint.compact()
        with endpoint.transaction():
            endpoint.execute_many("DELETE FROM settings WHERE key = ?", [(COPYING,)])


def _is_same_file(source: str, target: str) -> bool:
    are_files = not is_postgres_url(source) and not is_postgres_url(target)
    return are_files and Path(source).resolve() == Path(target).resolve()


def _source(address: str) -> AbstractContextManager[Endpoint]:
    if not is_postgres_url(address):
        return sqlite_endpoint.source(Path(address))
    try:
        from storage.copying import postgres_endpoint
    except ModuleNotFoundError as error:
        raise StorageError(ASYNCPG_MISSING) from error
    return postgres_endpoint.source(address)


def _target(address: str) -> AbstractContextManager[Endpoint]:
    if not is_postgres_url(address):
        return sqlite_endpoint.target(Path(address))
    try:
        from storage.copying import postgres_endpoint
    except ModuleNotFoundError as error:
        raise StorageError(ASYNCPG_MISSING) from error
    return postgres_endpoint.target(address)


def _fingerprint(endpoint: Endpoint) -> str:
    """A text that differs between databases, and changes with each write."""
    counts = [endpoint.read(f"SELECT count(*) FROM {table.name}")[0][0] for table in TABLES]
    totals = [0 if total is None else int(total) for total in endpoint.read(_GAME_TOTALS)[0]]
    return json.dumps([_setting(endpoint, "identity"), counts, totals])


def _setting(endpoint: Endpoint, key: str) -> str | None:
    rows = endpoint.read("SELECT value FROM settings WHERE key = ?", (key,))
    return str(rows[0][0]) if rows else None


def _begin(source: Endpoint, target: Endpoint, fingerprint: str) -> None:
    """Mark the target as an incomplete copy. Raise StorageError if it is anything else."""
    if _setting(source, COPYING) is not None:
        raise IncompleteCopy(f"{source.name}: {IncompleteCopy.words}")
    begun = _setting(target, COPYING)
    if begun == fingerprint:
        return
    if begun is not None:
        is_same = json.loads(begun)[0] == _setting(source, "identity")
        raise StorageError(
            f"{target.name}: half a copy is here, "
            + ("and the source was written since" if is_same else "of another database")
            + "; take it away, or name another place"
        )
    filled = [table.name for table in TABLES if table != SETTINGS and _has_rows(target, table)]
    if filled or len(target.read(SETTINGS.select)) > 1:
        raise StorageError(f"{target.name}: a database is here already, and is not written over")
    identity = _setting(source, "identity")
    with target.transaction():
        target.execute_many("UPDATE settings SET value = ? WHERE key = 'identity'", [(identity,)])
        target.execute_many(SETTINGS.insert, [(COPYING, fingerprint)])


def _has_rows(endpoint: Endpoint, table: TableColumns) -> bool:
    return bool(endpoint.read(f"SELECT 1 FROM {table.name} LIMIT 1"))


def _fill(source: Endpoint, target: Endpoint, on_progress: OnProgress) -> None:
    _copy_actors(source, target)
    _copy_deletions(source, target)
    _copy_games(source, target, on_progress)
    _copy_absences(source, target)
    _copy_other_tables(source, target)
    with target.transaction():
        target.execute_many(
            f"{SETTINGS.insert} ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [row for row in source.read(SETTINGS.select) if row[0] not in ("identity", COPYING)],
        )
        for table in NUMBERED_TABLES:
            target.reserve_numbers(table, source.highest_number(table))


def _copy_actors(source: Endpoint, target: Endpoint) -> None:
    for rows in source.batches(ACTORS.select):
        with target.transaction():
            target.execute_many(f"{ACTORS.insert} ON CONFLICT DO NOTHING", rows)


def _copy_deletions(source: Endpoint, target: Endpoint) -> None:
    """Insert each deleted game in a departed server, then delete it, as triggers demand."""
    known = {game for [game] in target.read("SELECT game FROM deletions")}
    for rows in source.batches(DELETIONS.select):
        missing = [row for row in rows if row[0] not in known]
        with target.transaction():
            target.execute_many(
                "INSERT INTO departures VALUES ('server', ?, 0)", [(DELETED_GUILD,)]
            )
            target.execute_many(
                "INSERT INTO games (id, guild, channel, started_at) VALUES (?, ?, ?, 0)",
                [(game, DELETED_GUILD, -game) for game, *_ in missing],
            )
            target.execute_many(DELETIONS.insert, missing)
            target.execute_many("DELETE FROM departures WHERE place = ?", [(DELETED_GUILD,)])


def _copy_games(source: Endpoint, target: Endpoint, on_progress: OnProgress) -> None:
    """Finished games and cups first."""
    [[games]] = source.read("SELECT count(*) FROM games WHERE id > 0")
    [[done]] = target.read("SELECT count(*) FROM games WHERE id > 0")
    on_progress(done, games)
    for which in ("finished", "NOT finished"):
        [[last]] = target.read(f"SELECT max(id) FROM games WHERE {which}")
        last = -(2**63) if last is None else last
        sql = f"{GAMES.select} WHERE {which} AND id > ? ORDER BY id LIMIT ?"
        while rows := source.read(sql, (last, BATCH_GAMES)):
            with target.transaction():
                _play_games(source, target, rows)
            done += sum(row[0] > 0 for row in rows)
            on_progress(done, games)
            last = rows[-1][0]


def _play_games(source: Endpoint, target: Endpoint, games: Sequence[Row]) -> None:
    """Write whole games; each counts as running until all its entries are there."""
    for group in _groups_of_channels([GAMES.with_booleans(row) for row in games]):
        ids = ", ".join(str(game) for game, *_ in group)
        target.execute_many(
            "INSERT INTO games (id, guild, channel, started_at) VALUES (?, ?, ?, ?)",
            [(game, guild, channel, at) for game, guild, channel, _, _, at in group],
        )
        entries = source.read(f"{ENTRIES.select} WHERE game IN ({ids}) ORDER BY game, number")
        target.execute_many(ENTRIES.insert, entries)
        target.execute_many(
            "UPDATE games SET posted = ?, finished = ? WHERE id = ?",
            [(posted, finished, game) for game, _, _, posted, finished, _ in group],
        )
        posts = source.read(f"{POSTS.select} WHERE game IN ({ids})")
        target.execute_many(POSTS.insert, [POSTS.with_booleans(row) for row in posts])


def _groups_of_channels(games: Sequence[Row]) -> Iterator[list[Row]]:
    """Groups without two games of one channel, because all run while they are written."""
    group: list[Row] = []
    channels: set[int] = set()
    for game in games:
        if game[2] in channels:
            yield group
            group, channels = [], set()
        group.append(game)
        channels.add(game[2])
    yield group


def _copy_absences(source: Endpoint, target: Endpoint) -> None:
    """Insert each absence with no length, then set its end: a longer one might overlap the next."""
    with target.transaction():
        target.execute_many("DELETE FROM absences", [()])
    for rows in source.batches(f"{ABSENCES.select} ORDER BY user, began"):
        with target.transaction():
            target.execute_many(ABSENCES.insert, [(user, began, began) for user, began, _ in rows])
    for rows in source.batches(ABSENCES.select):
        with target.transaction():
            target.execute_many(
                "UPDATE absences SET until = ? WHERE user = ? AND began = ?",
                [(until, user, began) for user, began, until in rows],
            )


def _copy_other_tables(source: Endpoint, target: Endpoint) -> None:
    for table in OTHER_TABLES:
        with target.transaction():
            target.execute_many(f"DELETE FROM {table.name}", [()])
        for rows in source.batches(table.select):
            with target.transaction():
                target.execute_many(table.insert, [table.with_booleans(row) for row in rows])


def _compare(source: Endpoint, target: Endpoint) -> None:
    """Raise StorageError unless each table has the same rows in both."""
    for table in TABLES:
        original, duplicate = (
            digest(table, ([row for row in rows if _is_copied(table, row)] for rows in batches))
            for batches in (source.batches(table.select), target.batches(table.select))
        )
        if original != duplicate:
            raise StorageError(
                f"{target.name}: the table {table.name} is not what it is in {source.name}"
                f" ({duplicate.rows} rows, not {original.rows}, or another in one of them);"
                " take it away and copy it again"
            )


def _is_copied(table: TableColumns, row: Row) -> bool:
    """False for the setting that marks the copy itself."""
    return table != SETTINGS or row[0] != COPYING
