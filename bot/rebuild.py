"""``carcassonne rebuild``: derive the results of all games from their logs anew."""

import os
import sys
from pathlib import Path

from bot.client.people.results import ResultIndex
from storage import Log, open_database
from storage.__main__ import ProgressBar
from storage.addresses import is_postgres_url, without_password


async def rebuild_results(address: str | os.PathLike[str]) -> int:
    """Rebuild the results in a database and print how many changed. Return the exit status.

    The bot may run meanwhile. Raise StorageError.
    """
    if not is_postgres_url(address) and not Path(address).exists():
        print(f"{address}: there is no such file", file=sys.stderr)
        return 1
    async with await open_database(address) as database:
        with ProgressBar(sys.stderr) as bar:
            games, changed = await ResultIndex(database, Log(database)).rebuild(bar.update)
    print(f"{without_password(str(address))}: {games} games read, {changed} results changed")
    return 0
