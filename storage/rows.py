"""The values that storage takes and gives, and the queries that read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from storage.sums import IDENTITY, entry_crc

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A line to write and the Discord user id of who decided it; keep user ids out of `text`."""

    user: int
    text: str


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A written line: `number` counts from 0 in its game, `at` is in Unix seconds.

    `user` is None if the person asked to be forgotten; `actor` stays, and tells one who was
    forgotten from another. It is None, and makes no difference, where it was not read from a file.
    The line is `sound` if it is as it was written.
    """

    number: int
    user: int | None
    text: str
    at: float
    actor: int | None = field(default=None, compare=False)
    sound: bool = field(default=True, compare=False)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its lines: `last` is the number of its last entry.

    `posted` is the entry whose state the channel has seen, -1 for none;
    `started_at` is in Unix seconds.
    """

    id: int
    guild: int
    channel: int
    last: int
    posted: int
    finished: bool
    started_at: float


@dataclass(frozen=True, slots=True)
class PostRow:
    """A message that told the channel of a game: of what came behind entry `after` up to `number`.

    Where both are the same it told how the game stood; `after` is -1 if all was new.
    """

    message: int
    game: int
    after: int
    number: int


GAMES = "SELECT id, guild, channel, last, posted, finished, started_at FROM game_rows"
# LEFT JOIN: an entry whose actor or game is missing (a damaged file) must not vanish from its game.
ENTRIES = (
    f"SELECT {IDENTITY}, guild, channel, started_at, game, number, actor, text, at, crc, user"
    " FROM entries LEFT JOIN games ON games.id = game LEFT JOIN actors ON actors.id = actor"
    " WHERE game = ? AND number > ? ORDER BY number"
)


def game_row(row: Row) -> GameRow:
    """The game in a row of `GAMES`."""
    game, guild, channel, last, posted, finished, started_at = row
    return GameRow(game, guild, channel, last, posted, bool(finished), started_at)


def entry_rows(rows: Iterable[Row], after: int = -1) -> Iterator[EntryRow]:
    """The entries in rows of `ENTRIES` behind `after`; one that follows a gap is not sound."""
    for expected, row in enumerate(rows, after + 1):
        *summed, crc, user = row
        number, actor, text, at = summed[-4:]
        is_sound = crc == entry_crc(*summed) and number == expected
        yield EntryRow(number, user, text, at, actor, is_sound)
