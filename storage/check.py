"""Looking over a whole database, in use or not: what holds the games, and every one of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from storage.addresses import is_server
from storage.errors import MISSING, StorageError
from storage.replaying import Finding, Fold, Told
from storage.sqlite.check import check as check_file


def check(
    address: str | os.PathLike[str],
    fold: Fold,
    *,
    told: Told = lambda done, games: None,
    processes: int | None = None,
) -> Iterator[Finding]:
    """What a look over the database found: first what holds it all, then a line a game.

    `fold` plays the entries of a game and gives a short summary, or raises what is wrong.
    It must take any beginning of a game; see `replayed` for it and `processes`. `told` is told how
    many games of how many are done. Raises StorageError if the database cannot be read at all.
    """
    if not is_server(address):
        return check_file(Path(address), fold, told, processes)
    try:
        from storage.postgres.check import check as check_server
    except ModuleNotFoundError as error:
        raise StorageError(MISSING) from error
    return check_server(str(address), fold, told, processes)
