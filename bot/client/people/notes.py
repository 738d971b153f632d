"""The private pages of each player at a table: note, plan, last entry seen, orders played."""

from typing import Final

from bot.presenters.private import cells
from bot.table.orders import PlayedOrder
from bot.text.phrases import coordinates
from rules.geometry import Cell
from storage import PlayerNotes

NOTE: Final = "note"
PLAN: Final = "plan"
LAST_LOOK: Final = "look"
PLAYED_ORDERS: Final = "played"
MAX_PLAYED_ORDERS: Final = 8
"""The most orders played since a visit that are kept for their player."""


class Notes:
    """Notes, plans, last looks and receipts of every user at every table, kept in the database."""

    def __init__(self, player_notes: PlayerNotes) -> None:
        self._player_notes = player_notes

    async def note(self, user: int, game: int) -> str:
        """The note of a user at a table; empty if there is none."""
        return (await self._player_notes.of(user, game)).get(NOTE, "")

    async def notes(self, user: int) -> dict[int, str]:
        """All notes of a user, by table."""
        return await self._player_notes.by_game(user, NOTE)

    async def write(self, user: int, game: int, text: str) -> None:
        """Replace a note; an empty text deletes it."""
        await self._set(user, game, NOTE, text)

    async def plan(self, user: int, game: int) -> Cell | None:
        """The cell where a user plans to lay the next tile."""
        place = (await self._player_notes.of(user, game)).get(PLAN)
        return cells.read_cell(place) if place is not None else None

    async def set_plan(self, user: int, game: int, cell: Cell | None) -> None:
        """Replace a user's plan for a game; None deletes it."""
        await self._set(user, game, PLAN, coordinates(cell) if cell is not None else "")

    async def looked(self, user: int, game: int, number: int) -> int | None:
        """Note that a user has seen a table up to an entry. Return the entry seen before."""
        before = (await self._player_notes.of(user, game)).get(LAST_LOOK)
        await self._player_notes.save(user, game, LAST_LOOK, str(number))
        return int(before) if before is not None else None

    async def note_order(self, user: int, game: int, version: int, moves: str) -> None:
        """Note that an order of a user is about to be played after a version of a table."""
        known = [one for one in await self.played_orders(user, game) if one.version != version]
        kept = [*known, PlayedOrder(version, moves)][-MAX_PLAYED_ORDERS:]
        text = "\n".join(f"{one.version} {one.moves}" for one in kept)
        await self._player_notes.save(user, game, PLAYED_ORDERS, text)

    async def played_orders(self, user: int, game: int) -> tuple[PlayedOrder, ...]:
        """The orders of a user that were played, or about to be, since their last visit."""
        return _played((await self._player_notes.of(user, game)).get(PLAYED_ORDERS, ""))

    async def played_orders_by_game(self, user: int) -> dict[int, tuple[PlayedOrder, ...]]:
        """The orders of a user played since the last visit to each table."""
        noted = await self._player_notes.by_game(user, PLAYED_ORDERS)
        return {game: _played(text) for game, text in noted.items()}

    async def forget_played_orders(self, user: int, game: int) -> None:
        """Delete the receipt of a user's orders, which was shown."""
        await self._player_notes.delete(user, game, PLAYED_ORDERS)

    async def _set(self, user: int, game: int, key: str, value: str) -> None:
        if value:
            await self._player_notes.save(user, game, key, value)
        else:
            await self._player_notes.delete(user, game, key)


def _played(text: str) -> tuple[PlayedOrder, ...]:
    """Read the note about played orders: a line each, the version and the moves."""
    lines = (line.partition(" ") for line in text.splitlines())
    return tuple(PlayedOrder(int(version), moves) for version, _space, moves in lines)
