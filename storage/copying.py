"""Copying a whole database into an empty one, of the same kind or of the other, by its own laws.

A copy that was cut off goes on where it stopped. Until it is whole nobody else opens it.
"""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from storage.addresses import is_server, without_password
from storage.errors import MISSING, HalfCopy, StorageError
from storage.filling import fill
from storage.records import Row
from storage.replaying import Told
from storage.sides import Side
from storage.sqlite import side as sqlite
from storage.tables import COPYING, SETTINGS, TABLES, Table, digest

_GAMES: Final = (
    "SELECT sum(last), sum(posted), count(*) FILTER (WHERE finished), max(id) FROM game_rows"
)


def copy(source: str, target: str, told: Told = lambda done, games: None) -> int:
    """Copies all that is at one address to another; how many games there are.

    The copy is nobody else's until it is released. `told` is told how many games of how many are
    done. Raises StorageError if the target has anything in it but half a copy of this very source,
    if the source is written meanwhile, or if the two are not the same in the end.
    """
    if source == target or _is_file(source, target):
        raise StorageError(f"{without_password(source)}: nothing is copied to itself")
    with _source(source) as one:
        state = _state(one)
        with _target(target) as other:
            _begin(one, other, state)
            fill(one, other, told)
            _compare(one, other)
            [[games]] = other.read("SELECT count(*) FROM games")
    with _source(source) as again:
        if _state(again) != state:
            raise StorageError(
                f"{again.name}: it was written while it was copied; stop the bot, take"
                f" {other.name} away and copy it again"
            )
    return int(games)


def release(target: str) -> None:
    """Lets a copy be opened by anybody. Raises StorageError."""
    with _target(target) as side:
        side.tidy()
        with side.writing():
            side.many("DELETE FROM settings WHERE key = ?", [(COPYING,)])


def _is_file(source: str, target: str) -> bool:
    """Whether both are one file."""
    files = not is_server(source) and not is_server(target)
    return files and Path(source).resolve() == Path(target).resolve()


def _source(address: str) -> AbstractContextManager[Side]:
    if not is_server(address):
        return sqlite.source(Path(address))
    try:
        from storage.postgres import side as postgres
    except ModuleNotFoundError as error:
        raise StorageError(MISSING) from error
    return postgres.source(address)


def _target(address: str) -> AbstractContextManager[Side]:
    if not is_server(address):
        return sqlite.target(Path(address))
    try:
        from storage.postgres import side as postgres
    except ModuleNotFoundError as error:
        raise StorageError(MISSING) from error
    return postgres.target(address)


def _state(side: Side) -> str:
    """What tells a database that was written since from one that was not, and one from another."""
    counts = [side.read(f"SELECT count(*) FROM {table.name}")[0][0] for table in TABLES]
    sums = [0 if each is None else int(each) for each in side.read(_GAMES)[0]]
    return json.dumps([_setting(side, "identity"), counts, sums])


def _setting(side: Side, key: str) -> str | None:
    rows = side.read("SELECT value FROM settings WHERE key = ?", (key,))
    return str(rows[0][0]) if rows else None


def _begin(source: Side, target: Side, state: str) -> None:
    """Marks the target as half a copy of the source. Raises StorageError if it is anything else."""
    if _setting(source, COPYING) is not None:
        raise HalfCopy(f"{source.name}: {HalfCopy.words}")
    begun = _setting(target, COPYING)
    if begun == state:
        return
    if begun is not None:
        same = json.loads(begun)[0] == _setting(source, "identity")
        raise StorageError(
            f"{target.name}: half a copy is here, "
            + ("and the source was written since" if same else "of another database")
            + "; take it away, or name another place"
        )
    held = [table.name for table in TABLES if table != SETTINGS and _has_rows(target, table)]
    if held or len(target.read(SETTINGS.select)) > 1:
        raise StorageError(f"{target.name}: a database is here already, and is not written over")
    identity = _setting(source, "identity")
    with target.writing():
        target.many("UPDATE settings SET value = ? WHERE key = 'identity'", [(identity,)])
        target.many(SETTINGS.insert, [(COPYING, state)])


def _has_rows(side: Side, table: Table) -> bool:
    return bool(side.read(f"SELECT 1 FROM {table.name} LIMIT 1"))


def _compare(source: Side, target: Side) -> None:
    """Raises StorageError unless each table is the same in both."""
    for table in TABLES:
        one, other = (
            digest(table, ([row for row in rows if _counts(table, row)] for rows in batches))
            for batches in (source.batches(table.select), target.batches(table.select))
        )
        if one != other:
            raise StorageError(
                f"{target.name}: the table {table.name} is not what it is in {source.name}"
                f" ({other.rows} rows, not {one.rows}, or another in one of them); take it away and"
                " copy it again"
            )


def _counts(table: Table, row: Row) -> bool:
    """Whether a row is of what is copied, not of the copying."""
    return table != SETTINGS or row[0] != COPYING
