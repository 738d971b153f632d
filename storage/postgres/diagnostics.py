"""Read-only diagnostics of a PostgreSQL database: its state, and a check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import asyncpg

from storage.addresses import without_password
from storage.errors import ReadOnlyFile
from storage.postgres.blocking import BlockingConnection, connected
from storage.postgres.connections import connect, require_own_connections
from storage.postgres.error_mapping import CLIENT_ERRORS, remedy_of, storage_error
from storage.postgres.schema import require_schema, schema_version
from storage.postgres.statements import postgres_statement
from storage.records import ENTRIES, entry_rows, name_of
from storage.replay import CheckResult, Fold, OnProgress, StoredGame, replay_games
from storage.schema import newest_version

# Triggers prevent both errors; a manual restore or a damaged disk may cause them.
INTEGRITY_QUERIES: Final = (
    (
        "the number of its last entry is wrong",
        "SELECT id FROM games WHERE last <>"
        " coalesce((SELECT max(number) FROM entries WHERE game = id), -1) ORDER BY id",
    ),
    (
        "it has entries and is not there",
        "SELECT DISTINCT game FROM entries WHERE NOT EXISTS"
        " (SELECT 1 FROM games WHERE id = game) ORDER BY game",
    ),
)


@dataclass(frozen=True, slots=True)
class DatabaseState:
    """The schema version, 0 for an empty database, and the contents.

    For a version other than `newest`, games are not counted and settings not read.
    """

    name: str
    version: int
    newest: int
    games: int = 0
    unfinished: int = 0
    settings: Mapping[str, str] | None = None


async def read_state(address: str) -> DatabaseState:
    """Raise ForeignFile, NewerSchema, PoolerRefused, StorageUnavailable or StorageError."""
    name = without_password(address)
    try:
        await require_own_connections(address, name)
        connection = await connect(address)
        try:
            return await _state(connection, name)
        finally:
            await connection.close()
    except (*CLIENT_ERRORS, ValueError) as error:
        raise storage_error(error, name) from error


async def _state(connection: asyncpg.Connection, name: str) -> DatabaseState:
    newest = newest_version()
    version = await schema_version(connection, name)
    if await connection.fetchval("SHOW transaction_read_only") == "on":
        raise ReadOnlyFile(f"{name}: it takes no writes; {remedy_of(ReadOnlyFile)}")
    if version != newest:
        return DatabaseState(name, version, newest)
    counts = "SELECT count(*), count(*) FILTER (WHERE NOT finished) FROM games WHERE id > 0"
    games, unfinished = await connection.fetchrow(counts) or (0, 0)
    rows = await connection.fetch("SELECT key, value FROM settings")
    settings = {str(key): str(value) for key, value in rows}
    return DatabaseState(name, version, newest, games, unfinished, settings)


def check_postgres(
    address: str, fold: Fold, on_progress: OnProgress, processes: int | None = None
) -> Iterator[CheckResult]:
    """See `storage.opening.check`. Damaged pages are for the server to report."""
    with connected(address) as connection:
        yield from _check(connection, fold, on_progress, processes)


def _check(
    connection: BlockingConnection, fold: Fold, on_progress: OnProgress, processes: int | None
) -> Iterator[CheckResult]:
    connection.run(lambda opened: require_schema(opened, connection.name))

    def fetch(sql: str, *parameters: object) -> list[asyncpg.Record]:
        return connection.run(lambda opened: opened.fetch(sql, *parameters))

    wrong = [
        CheckResult(False, f"database: {name_of(row[0])}: {words}")
        for words, sql in INTEGRITY_QUERIES
        for row in fetch(sql)
    ]
    yield from wrong or [CheckResult(True, "database: ok")]
    ids = [row[0] for row in fetch("SELECT id FROM games ORDER BY abs(id)")]
    cups, games = [each for each in ids if each < 0], [each for each in ids if each > 0]

    def entries(game: int) -> StoredGame:
        try:
            rows = fetch(postgres_statement(ENTRIES), game, -1)
        except asyncpg.PostgresError as error:
            return str(error)
        return tuple(entry_rows(map(tuple, rows)))

    yield from replay_games(((cup, entries(cup)) for cup in cups), len(cups), fold, processes=1)
    on_progress(0, len(games))
    stored = ((game, entries(game)) for game in games)
    for done, result in enumerate(replay_games(stored, len(games), fold, processes), 1):
        yield result
        on_progress(done, len(games))
