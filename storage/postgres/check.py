"""Looking over a whole database on a server, in use or not: every game of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import asyncpg

from storage.addresses import without_password
from storage.errors import StorageError
from storage.postgres.connecting import connect
from storage.postgres.dialect import translated
from storage.postgres.refusals import refusal
from storage.postgres.schema import newest_version, recognise
from storage.postgres.writing import KNOWN
from storage.records import ENTRIES, entry_rows
from storage.replaying import Finding, Fold, Stored, Told, replayed

# What the server's own laws forbid, and a restore by hand or a damaged disk may bring about.
LAWS = (
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


def check(address: str, fold: Fold, told: Told, processes: int | None = None) -> Iterator[Finding]:
    """See `storage.check.check`; what the server itself finds wrong is its own to tell."""
    name = without_password(address)
    with asyncio.Runner() as runner:
        try:
            connection = runner.run(connect(address))
            try:
                yield from _checked(runner, connection, name, fold, told, processes)
            finally:
                runner.run(connection.close())
        except KNOWN as error:
            raise refusal(error, name) from error


def _checked(
    runner: asyncio.Runner,
    connection: asyncpg.Connection,
    name: str,
    fold: Fold,
    told: Told,
    processes: int | None,
) -> Iterator[Finding]:
    newest = newest_version()
    version = runner.run(recognise(connection, name, newest))
    if version < newest:
        raise StorageError(
            f"{name}: the database has schema version {version}, older than {newest};"
            " start the bot once to bring it up to date"
        )
    wrong = [
        Finding(False, f"database: game {row[0]}: {words}")
        for words, sql in LAWS
        for row in runner.run(connection.fetch(sql))
    ]
    yield from wrong or [Finding(True, "database: ok")]
    games = [row[0] for row in runner.run(connection.fetch("SELECT id FROM games ORDER BY id"))]
    told(0, len(games))

    def entries(game: int) -> Stored:
        try:
            rows = runner.run(connection.fetch(translated(ENTRIES), game, -1))
        except asyncpg.PostgresError as error:
            return str(error)
        return tuple(entry_rows(map(tuple, rows)))

    read = ((game, entries(game)) for game in games)
    for done, finding in enumerate(replayed(read, len(games), fold, processes), 1):
        yield finding
        told(done, len(games))
