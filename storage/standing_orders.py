"""Standing orders: the moves that a player wants for a kind of tile; nobody else is shown them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from storage.database import Database, Execute

ERASE_USER: Final = ("DELETE FROM standing_orders WHERE user = ?",)
DELETE_GAME: Final = ("DELETE FROM standing_orders WHERE game = ?",)
EXPORT: Final[Mapping[str, str]] = {
    "standing_orders": "SELECT game, tile, ways FROM standing_orders WHERE user = ?"
    " ORDER BY game, tile"
}


class StandingOrders:
    """The standing orders of all users of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: int, game: int) -> dict[str, str]:
        """Read the orders of a user at one table, by kind of tile."""
        sql = "SELECT tile, ways FROM standing_orders WHERE user = ? AND game = ? ORDER BY tile"
        return dict(await self._database.read(sql, (user, game)))

    async def for_tile(self, user: int, game: int, tile: str) -> str | None:
        """Read the order of a user for a kind of tile at one table."""
        sql = "SELECT ways FROM standing_orders WHERE user = ? AND game = ? AND tile = ?"
        rows = await self._database.read(sql, (user, game, tile))
        return str(rows[0][0]) if rows else None

    async def save(self, user: int, game: int, tile: str, ways: str) -> None:
        """Save an order, replacing an earlier one; do nothing if the game was deleted."""

        async def work(execute: Execute) -> None:
            await execute(
                "INSERT INTO standing_orders SELECT ?, id, ?, ? FROM games WHERE id = ?"
                " ON CONFLICT (user, game, tile) DO UPDATE SET ways = excluded.ways",
                (user, tile, ways, game),
            )

        await self._database.write(work, f"an order at game {game}")

    async def delete(self, user: int, game: int, tile: str) -> None:
        """Delete the order of a user for a kind of tile."""

        async def work(execute: Execute) -> None:
            sql = "DELETE FROM standing_orders WHERE user = ? AND game = ? AND tile = ?"
            await execute(sql, (user, game, tile))

        await self._database.write(work, f"an order at game {game}")

    async def delete_all(self, game: int, user: int | None = None) -> None:
        """Delete the orders at a table, or only those of one user there."""

        async def work(execute: Execute) -> None:
            if user is None:
                await execute(DELETE_GAME[0], (game,))
            else:
                sql = "DELETE FROM standing_orders WHERE game = ? AND user = ?"
                await execute(sql, (game, user))

        await self._database.write(work, f"the orders at game {game}")
