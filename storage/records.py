"""The records that storage takes and returns, and the queries that read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from storage.checksums import IDENTITY, entry_checksum

Row = tuple[Any, ...]
"""The values of one row, as a query returns them."""
COPYING: Final = "copying"
"""The key of a setting that marks a database as an incomplete copy of another one."""


@dataclass(frozen=True, slots=True)
class LogKind:
    """A kind of log with its own numbering: log `number` is the row `sign * number`.

    `ids` is the SQL condition for its rows.
    """

    noun: str
    sign: int
    ids: str


GAME: Final = LogKind("game", 1, "id > 0")
CUP: Final = LogKind("cup", -1, "id < 0")


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A line to write, by a Discord user id or None for the bot.

    Keep user ids out of `text`.
    """

    user: int | None
    text: str


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A written line: `number` counts from 0 in its game, `at` is in Unix seconds.

    `user` is None for the bot and for an erased user. `sound` is False if the checksum does not
    match; it is not compared.
    """

    number: int
    user: int | None
    text: str
    at: float
    sound: bool = field(default=True, compare=False)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game or cup without its entries.

    `id` is its number within its kind. `last` is the number of its last entry, `posted` of the last
    one shown in the channel, -1 for none. `started_at` is in Unix seconds.
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
    """A message that showed the entries from `after` + 1 up to `number`.

    If both are equal, it showed the whole table. `after` is -1 for the first entry. `owed` is a
    turn's first notice that the message was not, as it did not ping the player to move; it is kept
    with the notifications.
    """

    message: int
    game: int
    after: int
    number: int
    owed: FirstNotice | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class FirstNotice:
    """Key and recipient of the first notice of a turn."""

    key: str
    game: int
    user: int


GAMES = "SELECT id, guild, channel, last, posted, finished, started_at FROM game_rows"
# LEFT JOIN: in a damaged file the check must find entries without actor or game.
ENTRIES = (
    f"SELECT {IDENTITY}, guild, channel, started_at, game, number, actor, text, at, crc, user"
    " FROM entries LEFT JOIN games ON games.id = game LEFT JOIN actors ON actors.id = actor"
    " WHERE game = ? AND number > ? ORDER BY number"
)


def name_of(row_id: int) -> str:
    """Kind and number of a log, from its row id."""
    return f"{(GAME if row_id > 0 else CUP).noun} {abs(row_id)}"


def game_row(row: Row) -> GameRow:
    row_id, guild, channel, last, posted, finished, started_at = row
    return GameRow(abs(row_id), guild, channel, last, posted, bool(finished), started_at)


def entry_rows(rows: Iterable[Row], after: int = -1) -> Iterator[EntryRow]:
    """Parse rows of `ENTRIES` after number `after`; after a gap none is sound."""
    for expected, row in enumerate(rows, after + 1):
        *covered, checksum, user = row
        number, _actor, text, at = covered[-4:]
        is_sound = checksum == entry_checksum(*covered) and number == expected
        yield EntryRow(number, user, text, at, is_sound)
