"""The rating of a turn's moves before they are shown in their order."""

import asyncio

from bot.table.store import LoadedTable
from rules.opponents.move_order import move_order


async def rate_moves(seen: LoadedTable) -> None:
    """Rate the moves of the seat to move in a thread, once for each version of a table.

    It takes up to a tenth of a second, for which the event loop must not stop. Presenters find the
    result in the cache.
    """
    game = seen.table.running_game
    if seen.table.aided and game.drawn is not None:
        await asyncio.to_thread(move_order, game)
