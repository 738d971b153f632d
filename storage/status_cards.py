"""The status card of each game and cup: its message, and whether it is pinned and up to date."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from storage.database import Database, Execute
from storage.records import CUP, GAME, LogKind, Row, name_of

DELETE_GAME: Final = ("DELETE FROM status_cards WHERE game = ?",)
NEVER_PINNED, PINNED, UNPINNED = 0, 1, 2
"""The values of the column `pin_state`."""
_CARDS: Final = "SELECT game, message, times_lost, pin_state, last_entry FROM status_cards"


@dataclass(frozen=True, slots=True)
class StatusCardRow:
    """The status card of a game or cup: its message, or None while it has none.

    ``times_lost`` counts the card's messages that somebody deleted; ``last_entry`` is the newest
    log entry that the card shows, -1 for none.
    """

    game: int
    message: int | None
    times_lost: int
    pinned: bool
    last_entry: int


class StoredStatusCards:
    """The status cards of games, or of cups."""

    def __init__(self, database: Database, kind: LogKind = GAME) -> None:
        self._database = database
        self._kind = kind

    async def of(self, game: int) -> StatusCardRow | None:
        sql = f"{_CARDS} WHERE game = ?"
        rows = await self._database.read(sql, (game * self._kind.sign,))
        return _card(rows[0]) if rows else None

    async def read_or_add(self, game: int, start_entry: int) -> StatusCardRow:
        """Read a game's card, or add one: the newest post before ``start_entry``.

        Without such a post the card has no message.
        """
        game *= self._kind.sign

        async def work(execute: Execute) -> StatusCardRow:
            await execute(
                "INSERT INTO status_cards (game, message)"
                " SELECT ?, (SELECT max(message) FROM posts WHERE game = ? AND number < ?)"
                " WHERE NOT EXISTS (SELECT 1 FROM status_cards WHERE game = ?)",
                (game, game, start_entry, game),
            )
            [row] = await execute(f"{_CARDS} WHERE game = ?", (game,))
            return _card(row)

        return await self._database.write(work, f"the card of {name_of(game)}")

    async def mark_sent(self, game: int, message: int) -> None:
        """Record the new message of a card; it is not pinned yet."""
        columns = f"message = ?, pin_state = {NEVER_PINNED}, last_entry = -1"
        await self._set(game, columns, message)

    async def mark_lost(self, game: int) -> None:
        """Record that somebody deleted the card's message in Discord."""
        columns = f"message = NULL, times_lost = times_lost + 1, pin_state = {NEVER_PINNED}"
        await self._set(game, columns)

    async def mark_shown(self, game: int, entry: int) -> None:
        """Record that the card shows the entries up to a number."""
        await self._set(game, "last_entry = ?", entry)

    async def mark_pinned(self, game: int) -> bool:
        """Record a pin. Return True if the message was never pinned before."""
        return await self._set(game, "pin_state = ?", PINNED, only=f"pin_state = {NEVER_PINNED}")

    async def mark_unpinned(self, game: int) -> bool:
        """Record that the card is unpinned for good. Return True if it was pinned."""
        return await self._set(game, "pin_state = ?", UNPINNED, only=f"pin_state = {PINNED}")

    async def newest_post(self, game: int) -> int | None:
        """The game's newest post other than its card."""
        sql = (
            "SELECT max(message) FROM posts WHERE game = ?"
            " AND message <> coalesce((SELECT message FROM status_cards WHERE game = ?), 0)"
        )
        [[message]] = await self._database.read(sql, (game, game))
        return message if isinstance(message, int) else None

    async def stale(self) -> tuple[int, ...]:
        """Games of this process's shards whose card lacks their newest entry."""
        shards = self._database.shards.where("guild")
        sql = (
            "SELECT game FROM status_cards JOIN game_rows ON id = game"
            f" WHERE {self._kind.ids} AND message IS NOT NULL AND last_entry < last AND {shards}"
            " ORDER BY abs(game)"
        )
        return tuple(abs(game) for [game] in await self._database.read(sql))

    async def _set(self, game: int, columns: str, *values: int, only: str = "TRUE") -> bool:
        game *= self._kind.sign

        async def work(execute: Execute) -> bool:
            sql = f"UPDATE status_cards SET {columns} WHERE game = ? AND {only} RETURNING game"
            return bool(await execute(sql, (*values, game)))

        return await self._database.write(work, f"the card of {name_of(game)}")


def _card(row: Row) -> StatusCardRow:
    game, message, times_lost, pin_state, last_entry = row
    return StatusCardRow(abs(game), message, times_lost, pin_state == PINNED, last_entry)


CupCards: TypeAlias = Annotated[StoredStatusCards, CUP]
