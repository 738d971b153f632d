"""Checks of a PostgreSQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.check.finding import Finding, Grade
from storage import StorageError
from storage.errors import ASYNCPG_MISSING, PoolerRefused

if TYPE_CHECKING:
    from storage.postgres.diagnostics import DatabaseState


async def check_database(address: str) -> Finding:
    """Check that the database answers, its schema version, and its number of games.

    Raise PoolerRefused: no start can succeed behind such a pooler.
    """
    try:
        state = await _read_state(address)
    except PoolerRefused:
        raise
    except StorageError as error:
        return Finding(Grade.WRONG, "database", str(error))
    if state.version == 0:
        return Finding(Grade.NOTE, "database", f"{state.name}: empty; the first start fills it")
    if state.version < state.newest:
        later = f"of schema version {state.version}; the next start brings it to {state.newest}"
        return Finding(Grade.NOTE, "database", f"{state.name}: reached, {later}: copy it first")
    games = f"{state.games:,} games, {state.unfinished:,} of them running"
    return Finding(Grade.OK, "database", f"{state.name}: reached, takes writes, {games}")


async def read_setting(address: str, key: str) -> str | None:
    """Return a setting stored in the database. Return None if it cannot be read."""
    try:
        state = await _read_state(address)
    except StorageError:
        return None
    return (state.settings or {}).get(key)


async def _read_state(address: str) -> DatabaseState:
    """Read the state of the database. Raise StorageError."""
    try:
        from storage.postgres.diagnostics import read_state
    except ModuleNotFoundError as error:
        raise StorageError(ASYNCPG_MISSING) from error
    return await read_state(address)
