"""A reader of a database file or server, independent of the process that writes it."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import asyncpg

from bot.database_commands import log_line
from storage.addresses import is_postgres_url
from storage.opening import check
from storage.postgres.connections import retry_while_unreachable
from storage.postgres.statements import postgres_statement
from storage.sqlite.files import read_only

Logs: TypeAlias = Mapping[int, tuple[tuple[int, str], ...]]
"""Entries by game, in order: the user and the text."""
ENTRIES: Final = (
    "SELECT game, number, user, text FROM entries JOIN actors ON actors.id = actor"
    " WHERE game > 0 ORDER BY game, number"
)
UNPOSTED: Final = "SELECT id FROM game_rows WHERE id > 0 AND posted < last ORDER BY id"
CONNECTIONS: Final = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name = 'carcassonne'"
)


@dataclass(frozen=True, slots=True)
class DatabaseReader:
    """The database at an address; each query opens its own connection, so restarts do no harm."""

    address: str

    async def logs(self) -> Logs:
        if not is_postgres_url(self.address):
            return await asyncio.to_thread(read_logs, Path(self.address))
        return entries_by_game(await self._rows(ENTRIES))

    async def unposted_games(self) -> list[int]:
        if not is_postgres_url(self.address):
            return await asyncio.to_thread(unposted_games, Path(self.address))
        return [game for [game] in await self._rows(UNPOSTED)]

    async def integrity_problems(self) -> list[str]:
        return await asyncio.to_thread(lambda: list(integrity_problems(self.address)))

    async def connection_count(self) -> int:
        """The number of the bot's connections; 0 for a file."""
        if not is_postgres_url(self.address):
            return 0
        [[number]] = await self._rows(CONNECTIONS)
        return int(number)

    async def _rows(self, sql: str) -> Sequence[Sequence[Any]]:
        async def rows() -> Sequence[Sequence[Any]]:
            connection = await asyncpg.connect(self.address)
            try:
                return [tuple(row) for row in await connection.fetch(postgres_statement(sql))]
            finally:
                await connection.close()

        return await retry_while_unreachable(rows)


def copy_database(path: Path, target: Path) -> Path:
    """Copy a database and its log without the shared index."""
    target.mkdir(exist_ok=True)
    for old in target.glob(f"{path.name}*"):
        old.unlink()
    for suffix in ("", "-wal"):
        if (source := Path(f"{path}{suffix}")).exists():
            shutil.copyfile(source, target / source.name)
    return target / path.name


def read_logs(path: Path) -> Logs:
    with closing(sqlite3.connect(path)) as connection:
        [[verdict]] = connection.execute("PRAGMA integrity_check(1)").fetchall()
        assert verdict == "ok", verdict
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'entries'").fetchall():
            return {}
        return entries_by_game(connection.execute(ENTRIES))


def entries_by_game(rows: Iterable[Sequence[Any]]) -> Logs:
    """Group entries by game; their numbers must be consecutive."""
    by_game: dict[int, list[tuple[int, str]]] = {}
    for game, number, user, text in rows:
        entries = by_game.setdefault(game, [])
        assert number == len(entries), f"game {game}: entry {len(entries)} is missing"
        entries.append((user, text))
    return {game: tuple(entries) for game, entries in by_game.items()}


def unposted_games(path: Path) -> list[int]:
    """The games with entries not posted yet; the file may be in use."""
    with read_only(path) as connection:
        return [game for [game] in connection.execute(UNPOSTED)]


def integrity_problems(address: str | Path) -> Iterable[str]:
    """The problems that `carcassonne verify` finds in a database."""
    return [result.line for result in check(address, log_line) if not result.sound]
