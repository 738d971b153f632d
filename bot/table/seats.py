"""Who sits where while the log of a lobby is read: old logs name a seat by who wrote the entry.

Of a player who asked to be forgotten no user is known. The log still tells one of them from
another by its actors, so that each keeps what was theirs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bot.table.entries import Entry, EntryError, Join, Leave, New, Opponent, Recolour
from bot.table.entry_text import read


class LogLine(Protocol):
    """An entry of the log as far as a table cares; ``actor`` is who wrote it, forgotten or not.

    ``at`` is when, in Unix seconds. It is ``sound`` unless it has changed since it was written.
    """

    @property
    def number(self) -> int: ...
    @property
    def user(self) -> int | None: ...
    @property
    def text(self) -> str: ...
    @property
    def at(self) -> float: ...
    @property
    def actor(self) -> int | None: ...
    @property
    def sound(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Author:
    """Who took a seat: a user unless forgotten, an actor where the log has told."""

    user: int | None
    actor: int | None = None


class Seats:
    """The authors by seat, from an empty lobby or from one whose players are known."""

    def __init__(self, players: Sequence[int | None] = ()) -> None:
        self._authors = [Author(user) for user in players]

    def meant(self, line: LogLine) -> Entry:
        """The next entry of the log, any seat it means named by its number; EntryError."""
        if not line.sound:
            raise EntryError("it is not as it was written")
        entry = read(line.text)
        author = Author(line.user, line.actor)
        match entry:
            case New() | Join():
                self._authors.append(author)
            case Opponent(who):
                self._authors.append(Author(who))
            case Leave(seat):
                del self._authors[seat : seat + 1]
            case Recolour(seat=None):
                return replace(entry, seat=self._seat(author))
        return entry

    def _seat(self, author: Author) -> int:
        """The seat of who is known by user or actor, else of the only one who was forgotten."""
        known = [seat for seat, each in enumerate(self._authors) if _same(each, author)]
        forgotten = [seat for seat, each in enumerate(self._authors) if each.user is None]
        found = known or forgotten
        if len(found) != 1:
            raise EntryError("it cannot be told whose seat is meant")
        return found[0]


def _same(one: Author, other: Author) -> bool:
    """Whether two are one person: by user, or by actor where a user was forgotten."""
    if one.user is not None or other.user is not None:
        return one.user == other.user
    return one.actor is not None and one.actor == other.actor
