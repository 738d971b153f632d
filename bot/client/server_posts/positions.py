"""The positions of puzzles: read from the log or from the shipped records, and drawn."""

import asyncio
import functools
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from cachetools import LRUCache

from bot.client.discord_io.attachments import Attachment
from bot.client.discord_io.rendering import FILE_LIMIT, Ask, Rendering
from bot.presenters.public.puzzles import seat_names
from bot.table.puzzles import puzzle_table
from bot.table.rate_limits import Cost, RateLimits
from bot.table.refusals import Refusal
from bot.table.store import Tables
from bot.table.table import Table
from bot.text.message import ALT_LIMIT, Message, truncate
from rules.analysis.drafts import play_draft
from rules.game import Game
from rules.moves import Move
from rules.opponents.puzzles import position
from rules.puzzle_set import shipped_puzzles, shipped_record
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


class PuzzlePositions:
    """Load the positions of puzzles, and draw them."""

    def __init__(self, tables: Tables, rendering: Rendering, limits: RateLimits) -> None:
        """``limits`` bound the private pictures of a person."""
        self._limits = limits
        self._tables = tables
        self._rendering = rendering
        self._tables_at: LRUCache[tuple[str, int], Table] = LRUCache(POSITIONS_KEPT)

    async def of(self, puzzle: PuzzleRow) -> PuzzlePosition | None:
        """The position of a puzzle; None if its game cannot be read any more, or runs again."""
        stored, played = puzzle.position, None
        if stored.game is None:
            record = await asyncio.to_thread(shipped_record, stored.shipped)
        else:
            try:
                seen = await self._tables.game(stored.game)
            except Refusal:
                return None
            if seen is None or seen.table.header is None or not seen.table.ended:
                return None
            record, played = seen.table.record(), seen.table
        known = stored.key, stored.line
        if known not in self._tables_at:
            self._tables_at[known] = await asyncio.to_thread(_table_at, record, stored.line)
        table = self._tables_at[known]
        best = tuple(table.running_game.read(stored.best))
        day = date.fromisoformat(puzzle.day)
        return PuzzlePosition(puzzle.guild, day, stored.line, record, table, best, played)

    async def pictures(
        self,
        message: Message,
        at: PuzzlePosition,
        draft: Sequence[Move] = (),
        look: Ask | None = None,
    ) -> list[Attachment]:
        """The pictures of a message about a position, or about what a draft makes of it.

        Raise Refusal for a private ``look``, as `Rendering.picture` does.
        """
        shown = play_draft(at.game, draft) if draft else at.game
        moment = ("puzzle", at.guild, at.day, tuple(draft))
        names, files = seat_names(at.game.seats), []
        for picture in message.pictures:
            png = await self._rendering.picture(picture, shown, names, moment, FILE_LIMIT, look)
            name = f"{picture.shot.value}-{at.day.isoformat()}.png"
            files.append(Attachment(name, png, truncate(picture.alt, ALT_LIMIT)))
        return files

    async def private_pictures(
        self,
        message: Message,
        at: PuzzlePosition,
        user: int,
        channel: int | None,
        draft: Sequence[Move] = (),
    ) -> list[Attachment]:
        """The pictures of a message that only a user sees. Raise Refusal above the user's limit."""
        look = functools.partial(self._limits.take, Cost.PICTURE, user, channel)
        return await self.pictures(message, at, draft, look)


def _table_at(record: str, line: int) -> Table:
    return puzzle_table(record, position(record, line))


def shipped_positions(guild: int) -> list[Position]:
    """The shipped positions, in an order of the server's own."""
    puzzles = list(shipped_puzzles())
    random.Random(guild).shuffle(puzzles)
    return [Position(one.key, None, one.name, one.line, one.best) for one in puzzles]
