"""The base class of due payloads; each kind is declared in the module of its service.

The kind of a due is the first word of its key. Fields named as columns of a `storage.Due` are
written into these.
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Final, Self, TypeAlias, TypeVar

from bot.core.codec import Codec, FieldText
from storage import Due

C = TypeVar("C")

DUES: Final = Codec["DuePayload"]("due")

Number: TypeAlias = Annotated[int, FieldText("[0-9]{1,20}", int)]
"""A number of the database, or an id of Discord."""


COLUMNS: Final = ("game", "user", "guild")


def due_pattern(key: str, text: str = "") -> Callable[[type[C]], type[C]]:
    """Declare a due's key and text; a third line holds its columns."""

    def declare(of: type[C]) -> type[C]:
        needed = {one.name for one in fields(of) if one.default is MISSING}  # type: ignore[arg-type]
        columns = (
            f"{{{column}}}" if column in needed or f"{{{column}}}" in key else str(None)
            for column in COLUMNS
        )
        return DUES.pattern("\n".join((key, text, " ".join(columns))))(of)

    return declare


class DuePayload:
    """The payload of a due: ``P.read(p.write(at)) == p``."""

    __slots__ = ()

    @property
    def key(self) -> str:
        """A due replaces the one with the same key."""
        return DUES.write(self).split("\n")[0]

    def write(self, at: float) -> Due:
        """Return the due at a Unix time."""
        key, text, _ = DUES.write(self).split("\n")
        columns = {column: getattr(self, column, None) for column in COLUMNS}
        return Due(key, key.split(" ")[0], at, text=text, **columns)

    @classmethod
    def read(cls, due: Due) -> Self:
        """Raise ValueError for any other due."""
        columns = " ".join(str(getattr(due, column)) for column in COLUMNS)
        payload = DUES.read("\n".join((due.key, due.text, columns)))
        if not isinstance(payload, cls) or due.kind != due.key.split(" ")[0]:
            raise ValueError(f"not a due of {cls.__name__}: {due}")
        return payload


@dataclass(frozen=True, slots=True)
class Snooze:
    """A reminder put off by its player, in whole Unix seconds.

    Holds for the turn begun at ``turn_began``: later turns are reminded of as usual.
    """

    turn_began: int
    until: int


_SNOOZE: Final = FieldText(
    "[0-9]{1,12} [0-9]{1,12}",
    lambda words: Snooze(*map(int, words.split(" "))),
    lambda snooze: f"{snooze.turn_began} {snooze.until}",
)


@due_pattern("turn {game}")
@due_pattern("turn {game}", "{snooze}")
@dataclass(frozen=True, slots=True)
class TurnDue(DuePayload):
    """A look at a table: its lobby, pause, or player to move.

    A database trigger also writes it, with every entry of a game.
    """

    game: Number
    snooze: Annotated[Snooze | None, _SNOOZE] = None
