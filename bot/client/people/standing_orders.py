"""The standing orders of users, kept in the database, and the way that plays in a turn."""

import asyncio
import logging

from bot.table.orders import playable_way
from bot.table.table import Table
from rules.game import Game
from rules.order_text import OrderTextError, read_ways, write_ways
from rules.orders import Order, Way
from storage import StandingOrders

log = logging.getLogger(__name__)


class OrderBook:
    """The standing orders of every user at every table."""

    def __init__(self, orders: StandingOrders) -> None:
        self._orders = orders

    async def of(self, user: int, game: int, at: Game) -> dict[str, Order]:
        """The orders of a user at a table, by kind of tile; ``at`` is its game."""
        stored = await self._orders.of(user, game)
        read = {tile: _read(tile, ways, at, game) for tile, ways in stored.items()}
        return {tile: order for tile, order in read.items() if order is not None}

    async def give(self, user: int, game: int, order: Order) -> None:
        """Save an order in place of an earlier one for the same kind of tile."""
        await self._orders.save(user, game, order.tile, write_ways(order.ways))

    async def withdraw(self, user: int, game: int, tile: str = "") -> None:
        """Delete the order of a user for a kind of tile, without one all orders at a table."""
        if tile:
            await self._orders.delete(user, game, tile)
        else:
            await self._orders.delete_all(game, user)

    async def delete_game(self, game: int) -> None:
        """Delete all orders at a table whose game has ended."""
        await self._orders.delete_all(game)

    async def way_now(self, game: int, table: Table) -> Way | None:
        """The way that plays the tile of the player to move; None if the player is to be asked."""
        user = table.to_move
        if user is None or table.running_game.drawn is None:
            return None
        running = table.running_game
        stored = await self._orders.for_tile(user, game, running.drawn or "")
        order = _read(running.drawn or "", stored, running, game) if stored is not None else None
        return await asyncio.to_thread(playable_way, table, order) if order is not None else None


def _read(tile: str, ways: str, at: Game, game: int) -> Order | None:
    """Read a stored order; None if it cannot be read."""
    try:
        return Order(tile, read_ways(ways, at))
    except OrderTextError as error:
        log.warning("an order at game %s is left out: %s", game, error)
        return None
