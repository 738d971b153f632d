"""What each player keeps privately at a table: a note, a plan, how far they have looked."""

from typing import Final

from bot.presenters.private import cells
from bot.text.phrases import at
from rules.geometry import Cell
from storage import PlayerNotes

NOTE: Final = "note"
PLAN: Final = "plan"
LOOK: Final = "look"


class Notes:
    """The private pages of everybody at every table; the database keeps them."""

    def __init__(self, player_notes: PlayerNotes) -> None:
        self._player_notes = player_notes

    async def note(self, user: int, game: int) -> str:
        """What somebody has noted at a table; empty where they have not."""
        return (await self._player_notes.of(user, game)).get(NOTE, "")

    async def notes(self, user: int) -> dict[int, str]:
        """All that somebody has noted, by table."""
        return await self._player_notes.by_game(user, NOTE)

    async def write(self, user: int, game: int, text: str) -> None:
        """Notes something in place of what was noted; an empty text takes the note away."""
        await self._set(user, game, NOTE, text)

    async def plan(self, user: int, game: int) -> Cell | None:
        """Where somebody means to lay their next tile."""
        place = (await self._player_notes.of(user, game)).get(PLAN)
        return cells.read(place) if place is not None else None

    async def intend(self, user: int, game: int, cell: Cell | None) -> None:
        """Keeps a plan in place of the one there was, or none any more."""
        await self._set(user, game, PLAN, at(cell) if cell is not None else "")

    async def looked(self, user: int, game: int, number: int) -> int | None:
        """Notes that somebody has seen a table after an entry; after which they had before."""
        before = (await self._player_notes.of(user, game)).get(LOOK)
        await self._player_notes.save(user, game, LOOK, str(number))
        return int(before) if before is not None else None

    async def _set(self, user: int, game: int, key: str, value: str) -> None:
        if value:
            await self._player_notes.save(user, game, key, value)
        else:
            await self._player_notes.delete(user, game, key)
