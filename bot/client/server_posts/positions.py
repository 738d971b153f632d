"""The positions of puzzles: read from the log or from the shipped records, and drawn."""

import asyncio
import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from cachetools import LRUCache

from bot.client.discord_io.attachments import Attachment
from bot.client.discord_io.rendering import FILE_LIMIT, Rendering
from bot.presenters.public.puzzles import seat_names
from bot.table.puzzles import puzzle_table
from bot.table.refusals import Refusal
from bot.table.store import Tables
from bot.table.table import Table
from bot.text.message import ALT_LIMIT, Message, truncate
from rules.analysis.drafts import play_draft
from rules.game import Game
from rules.moves import Move
from rules.opponents.puzzles import position
from rules.shipped_puzzles import shipped_puzzles, shipped_record
from storage import Position, PuzzleRow

POSITIONS_KEPT: Final = 32
"""The number of newest positions that are kept in memory."""


@dataclass(frozen=True, slots=True)
class PuzzlePosition:
    """The puzzle of a server for a day, with its record, its table, and its best turn.

    ``played`` is the table of the game that it comes from; None for a shipped position.
    """

    guild: int
    day: date
    line: int
    record: str
    table: Table
    best: tuple[Move, ...]
    played: Table | None

    @property
    def game(self) -> Game:
        """The game as it stands in the puzzle."""
        return self.table.running_game

    def after(self, draft: Sequence[Move]) -> Game:
        """The game as a draft leaves it."""
        return play_draft(self.game, draft) if draft else self.game

    def key(self, draft: Sequence[Move] = ()) -> Hashable:
        """The name, in the cache of pictures, of the game as a draft leaves it."""
        return ("puzzle", self.guild, self.day, tuple(draft))


@dataclass(eq=False, repr=False)
class PuzzlePositions:
    """Load the positions of puzzles, and draw them."""

    tables: Tables
    rendering: Rendering
    _tables_at: LRUCache[tuple[str, int], Table] = field(
        init=False, default_factory=lambda: LRUCache(POSITIONS_KEPT)
    )

    async def of(self, puzzle: PuzzleRow) -> PuzzlePosition | None:
        """The position of a puzzle.

        None if its game cannot be read any more, or runs again, or is shipped no more.
        """
        stored, played = puzzle.position, None
        if stored.game is None:
            record = await asyncio.to_thread(
                shipped_record, stored.shipped, stored.line, stored.best
            )
            if record is None:
                return None
        else:
            try:
                loaded = await self.tables.game(stored.game)
            except Refusal:
                return None
            if loaded is None or loaded.table.header is None or not loaded.table.ended:
                return None
            record, played = loaded.table.record(), loaded.table
        known = stored.key, stored.line
        if known not in self._tables_at:
            self._tables_at[known] = await asyncio.to_thread(_table_at, record, stored.line)
        table = self._tables_at[known]
        best = tuple(table.running_game.read(stored.best))
        day = date.fromisoformat(puzzle.day)
        return PuzzlePosition(puzzle.guild, day, stored.line, record, table, best, played)

    async def pictures(self, message: Message, at: PuzzlePosition) -> list[Attachment]:
        """The pictures of a public message about a position."""
        names, files = seat_names(at.game.seats), []
        for picture in message.pictures:
            png = await self.rendering.picture(picture, at.game, names, at.key(), FILE_LIMIT)
            name = f"{picture.request.kind}-{at.day.isoformat()}.png"
            files.append(Attachment(name, png, truncate(picture.alt, ALT_LIMIT)))
        return files


def _table_at(record: str, line: int) -> Table:
    return puzzle_table(record, position(record, line))


def shipped_positions(guild: int) -> list[Position]:
    """The shipped positions, in an order of the server's own."""
    puzzles = list(shipped_puzzles())
    random.Random(guild).shuffle(puzzles)
    return [Position(one.key, None, one.file, one.line, one.best) for one in puzzles]
