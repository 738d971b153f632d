"""``carcassonne rebuild``: derive the results of all games from their logs anew."""

import os
import sys

from bot.client.people.results import ResultIndex
from storage import Log, open_database
from storage.__main__ import ProgressBar
from storage.addresses import without_password


async def rebuild_results(address: str | os.PathLike[str]) -> int:
    """Rebuild the results in a database and print how many changed. Return the exit status.

    The bot may run meanwhile. Raises StorageError.
    """
    async with await open_database(address) as database:
        with ProgressBar(sys.stderr) as bar:
            games, changed = await ResultIndex(database, Log(database)).rebuild(bar.update)
    print(f"{without_password(str(address))}: {games} games read, {changed} results changed")
    return 0
