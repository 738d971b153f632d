"""Checks of a PostgreSQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.check.finding import Finding, Mark
from storage import StorageError
from storage.errors import ASYNCPG_MISSING

if TYPE_CHECKING:
    from storage.postgres.diagnostics import DatabaseState


async def database(address: str) -> Finding:
    """Check that the database answers, its schema version, and its number of games."""
    try:
        found = await _examined(address)
    except StorageError as error:
        return Finding(Mark.WRONG, "database", str(error))
    if found.version == 0:
        return Finding(Mark.NOTE, "database", f"{found.name}: empty; the first start fills it")
    if found.version < found.newest:
        later = f"of schema version {found.version}; the next start brings it to {found.newest}"
        return Finding(Mark.NOTE, "database", f"{found.name}: reached, {later}: copy it first")
    games = f"{found.games:,} games, {found.running:,} of them running"
    return Finding(Mark.OK, "database", f"{found.name}: reached, takes writes, {games}")


async def setting(address: str, key: str) -> str | None:
    """A setting stored in the database. None where it cannot be read, which is reported already."""
    try:
        found = await _examined(address)
    except StorageError:
        return None
    return (found.settings or {}).get(key)


async def _examined(address: str) -> DatabaseState:
    """Look at the database. Raise StorageError."""
    try:
        from storage.postgres.diagnostics import read_state
    except ModuleNotFoundError as error:
        raise StorageError(ASYNCPG_MISSING) from error
    return await read_state(address)
