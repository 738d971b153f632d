"""The status card of each game: its message, and whether it is pinned and up to date."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from storage.database import Database, Execute
from storage.records import Row

DELETE_GAME: Final = ("DELETE FROM status_cards WHERE game = ?",)
NEVER_PINNED, PINNED, UNPINNED = 0, 1, 2
"""The values of the column `pin_state`."""
_CARDS: Final = "SELECT game, message, times_lost, pin_state, last_entry FROM status_cards"


@dataclass(frozen=True, slots=True)
class CardRow:
    """The card of a game: its message, if there is one, and the number of its deleted messages.

    ``pinned`` is True while the message is pinned; ``last_entry`` is the number of the last
    entry that the card shows, -1 for none.
    """

    game: int
    message: int | None
    times_lost: int
    pinned: bool
    last_entry: int


class Cards:
    """The cards of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, game: int) -> CardRow | None:
        """Read the card of a game, if it has or had one."""
        rows = await self._database.read(f"{_CARDS} WHERE game = ?", (game,))
        return _card(rows[0]) if rows else None

    async def adopt(self, game: int, before: int) -> CardRow:
        """Read the card of a game; the first time, its newest post before an entry becomes it."""

        async def work(execute: Execute) -> CardRow:
            await execute(
                "INSERT INTO status_cards (game, message)"
                " SELECT ?, (SELECT max(message) FROM posts WHERE game = ? AND number < ?)"
                " WHERE NOT EXISTS (SELECT 1 FROM status_cards WHERE game = ?)",
                (game, game, before, game),
            )
            [row] = await execute(f"{_CARDS} WHERE game = ?", (game,))
            return _card(row)

        return await self._database.write(work, f"the card of game {game}")

    async def mark_sent(self, game: int, message: int) -> None:
        """Record the message as which the card was sent."""
        await self._set(game, "message = ?, pin_state = 0", message)

    async def mark_lost(self, game: int) -> None:
        """Record that the message of the card was deleted."""
        await self._set(game, "message = NULL, times_lost = times_lost + 1, pin_state = 0")

    async def mark_shown(self, game: int, number: int) -> None:
        """Record that the card shows all entries up to a number."""
        await self._set(game, "last_entry = ?", number)

    async def pin(self, game: int) -> bool:
        """Record that the card is pinned. Return True if its message was never pinned before."""
        return await self._step(game, NEVER_PINNED, PINNED)

    async def unpin(self, game: int) -> bool:
        """Record that the card is unpinned for good. Return True if it was pinned until now."""
        return await self._step(game, PINNED, UNPINNED)

    async def newest_post(self, game: int) -> int | None:
        """Read the newest post of a game, other than its card."""
        sql = (
            "SELECT max(message) FROM posts WHERE game = ?"
            " AND message <> coalesce((SELECT message FROM status_cards WHERE game = ?), 0)"
        )
        [[message]] = await self._database.read(sql, (game, game))
        return message if isinstance(message, int) else None

    async def stale(self) -> tuple[int, ...]:
        """Read the games of these shards whose card does not show their last entry."""
        shards = self._database.shards.where("guild")
        sql = (
            "SELECT game FROM status_cards JOIN game_rows ON id = game"
            f" WHERE message IS NOT NULL AND last_entry < last AND {shards} ORDER BY game"
        )
        return tuple(game for [game] in await self._database.read(sql))

    async def _set(self, game: int, columns: str, *values: int) -> None:
        async def work(execute: Execute) -> None:
            await execute(f"UPDATE status_cards SET {columns} WHERE game = ?", (*values, game))

        await self._database.write(work, f"the card of game {game}")

    async def _step(self, game: int, before: int, after: int) -> bool:
        async def work(execute: Execute) -> bool:
            sql = (
                "UPDATE status_cards SET pin_state = ? WHERE game = ? AND pin_state = ?"
                " RETURNING game"
            )
            return bool(await execute(sql, (after, game, before)))

        return await self._database.write(work, f"the card of game {game}")


def _card(row: Row) -> CardRow:
    game, message, times_lost, pin_state, last_entry = row
    return CardRow(game, message, times_lost, pin_state == PINNED, last_entry)
