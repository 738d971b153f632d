"""The typed payloads of dues, each with the pattern of its key and of its text.

The kind of a due is the first word of its key. Fields named as columns of a `storage.Due` are
written into these.
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Final, Self, TypeAlias, TypeVar

from bot.core.codec import Codec, FieldText
from storage import Due

C = TypeVar("C")

PUZZLE: Final = "puzzle"
"""The kind of a `ServerDue` for the post of the puzzle of the day."""
PUZZLE_SEARCH: Final = "puzzle-search"
"""The kind of a `ServerDue` for the search of puzzles in the games of a server."""
DIGEST: Final = "digest"
"""The kind of a `ServerDue` for the post of the week."""
SERVER_JOBS: Final = (PUZZLE, PUZZLE_SEARCH, DIGEST)
"""The kinds of a `ServerDue`."""
DUES: Final = Codec["Payload"]("due")

Number: TypeAlias = Annotated[int, FieldText("[0-9]{1,20}", int)]
"""A number of the database, or an id of Discord."""


COLUMNS: Final = ("game", "user", "guild")


def _due(key: str, text: str = "") -> Callable[[type[C]], type[C]]:
    """Declare the patterns of a due's key and text; a third line holds its columns."""

    def declare(of: type[C]) -> type[C]:
        needed = {one.name for one in fields(of) if one.default is MISSING}  # type: ignore[arg-type]
        columns = (
            f"{{{column}}}" if column in needed or f"{{{column}}}" in key else str(None)
            for column in COLUMNS
        )
        return DUES.pattern("\n".join((key, text, " ".join(columns))))(of)

    return declare


class Payload:
    """The payload of a due: ``P.read(p.write(at)) == p``."""

    __slots__ = ()

    @property
    def key(self) -> str:
        """The key in the schedule, where a due replaces the one with the same key."""
        return DUES.write(self).split("\n")[0]

    def write(self, at: float) -> Due:
        """Return the due at a time in Unix seconds."""
        key, text, _ = DUES.write(self).split("\n")
        columns = {column: getattr(self, column, None) for column in COLUMNS}
        return Due(key, key.split(" ")[0], at, text=text, **columns)

    @classmethod
    def read(cls, due: Due) -> Self:
        """Read the payload of a due. Raise ValueError for any other due."""
        columns = " ".join(str(getattr(due, column)) for column in COLUMNS)
        payload = DUES.read("\n".join((due.key, due.text, columns)))
        if not isinstance(payload, cls) or due.kind != due.key.split(" ")[0]:
            raise ValueError(f"not a due of {cls.__name__}: {due}")
        return payload


@dataclass(frozen=True, slots=True)
class Snooze:
    """A reminder that its player has put off, in whole Unix seconds.

    It holds for the turn that began at ``turn_began``: a later turn is reminded of as usual.
    """

    turn_began: int
    until: int


_SNOOZE: Final = FieldText(
    "[0-9]{1,12} [0-9]{1,12}",
    lambda words: Snooze(*map(int, words.split(" "))),
    lambda snooze: f"{snooze.turn_began} {snooze.until}",
)


@_due("turn {game}")
@_due("turn {game}", "{snooze}")
@dataclass(frozen=True, slots=True)
class TurnDue(Payload):
    """A look at the table of a game: its lobby, its pause, or its player to move.

    A trigger of the database writes it too, with every entry of a game.
    """

    game: Number
    snooze: Annotated[Snooze | None, _SNOOZE] = None


@_due("away {user}")
@_due("away {user} {game}")
@dataclass(frozen=True, slots=True)
class AbsenceDue(Payload):
    """The end of a user's absence or, with a ``game``, the notice of it to that table."""

    user: Number
    game: Number | None = None


@_due("waiting {user}")
@dataclass(frozen=True, slots=True)
class FirstNoticesDue(Payload):
    """A direct message to a user about the turns that wait for them."""

    user: Number


@_due("order {game}", "{version}")
@dataclass(frozen=True, slots=True)
class OrderDue(Payload):
    """The time to play a standing order in a game as it stands at a version of its table."""

    game: Number
    version: Number


@_due("review {game}")
@dataclass(frozen=True, slots=True)
class ReviewDue(Payload):
    """A look at the end of a game, whose poster may lack its turning points."""

    game: Number


@_due("thread {game}")
@dataclass(frozen=True, slots=True)
class ThreadDue(Payload):
    """A look at the thread of a game, so that Discord does not archive it."""

    game: Number


@_due("notice {notification}", "{turn_began} {request} {notification}")
@dataclass(frozen=True, slots=True)
class NoticeDue(Payload):
    """A nudge or a question that a user asked for in a process without the table's server.

    Attributes:
        game: The game that the notice is about.
        user: The user who asked for it.
        turn_began: The beginning of the turn that it is about, in whole Unix seconds.
        request: The id of the interaction: the message has a later one.
        notification: The key of its notification, which is reserved already.
    """

    game: Number
    user: Number
    turn_began: Number
    request: Number
    notification: Annotated[str, FieldText("[^\n]+", str)]


@_due("cup {cup}")
@dataclass(frozen=True, slots=True)
class CupDue(Payload):
    """A look at a cup, by the process of its server."""

    cup: Number
    guild: Number


@_due("{name} {guild}")
@dataclass(frozen=True, slots=True)
class ServerDue(Payload):
    """A job for one server, as the post of its puzzle; the ``name`` of the job is its kind."""

    name: Annotated[str, FieldText("|".join(SERVER_JOBS), str)]
    guild: Number


@_due("{name}")
@dataclass(frozen=True, slots=True)
class JobDue(Payload):
    """A job of the whole bot, as the nightly backup; its name is its kind and its key."""

    name: str
