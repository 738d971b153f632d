"""A check of a whole database, in use or not: the database itself, and each game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from storage.addresses import is_server
from storage.errors import ASYNCPG_MISSING, StorageError
from storage.replay import CheckResult, Fold, OnProgress
from storage.sqlite.check import check_file


def check(
    address: str | os.PathLike[str],
    fold: Fold,
    *,
    on_progress: OnProgress = lambda done, games: None,
    processes: int | None = None,
) -> Iterator[CheckResult]:
    """Check a database, and yield first what is found of itself, then a line for each game.

    `fold` plays the entries of a game; it must accept any beginning of a game. For `fold` and
    `processes` see `replay_games`. Raises StorageError if the database cannot be read at all.
    """
    if not is_server(address):
        return check_file(Path(address), fold, on_progress, processes)
    try:
        from storage.postgres.diagnostics import check_server
    except ModuleNotFoundError as error:
        raise StorageError(ASYNCPG_MISSING) from error
    return check_server(str(address), fold, on_progress, processes)
