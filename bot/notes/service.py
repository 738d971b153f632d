"""The private note, plan and last entry seen of each player at a table."""

from dataclasses import dataclass
from typing import Final

from bot.text.coordinates import coordinates
from bot.words import spaces as cells
from rules.geometry import Cell
from storage import PlayerNotes

NOTE: Final = "note"
PLAN: Final = "plan"
LAST_LOOK: Final = "look"


@dataclass(eq=False, repr=False)
class Notes:
    player_notes: PlayerNotes

    async def note(self, user: int, game: int) -> str:
        return await self.player_notes.value(NOTE, user=user, game=game) or ""

    async def notes(self, user: int) -> dict[int, str]:
        return await self.player_notes.by("game", NOTE, user=user)

    async def write(self, user: int, game: int, text: str) -> None:
        await self.player_notes.save(NOTE, text or None, user=user, game=game)

    async def plan(self, user: int, game: int) -> Cell | None:
        place = await self.player_notes.value(PLAN, user=user, game=game)
        return cells.read_cell(place) if place is not None else None

    async def set_plan(self, user: int, game: int, cell: Cell | None) -> None:
        place = coordinates(cell) if cell is not None else None
        await self.player_notes.save(PLAN, place, user=user, game=game)

    async def mark_seen(self, user: int, game: int, number: int) -> int | None:
        """Note an entry as seen. Return the one seen before."""
        before = await self.player_notes.value(LAST_LOOK, user=user, game=game)
        await self.player_notes.save(LAST_LOOK, str(number), user=user, game=game)
        return int(before) if before is not None else None
