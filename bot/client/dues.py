"""The typed payloads of dues, each with the key under which the schedule keeps it.

A payload is written into a `storage.Due` and read from it again: ``P.read(p.write(at)) == p``.
A due that holds something else is refused with a ValueError.
"""

import re
from dataclasses import dataclass
from typing import Final, Self

from storage import Due

TURN: Final = "turn"
"""The kind of a `TurnDue`. A trigger of the database writes it too, with every entry of a game."""
ABSENCE: Final = "away"
"""The kind of an `AbsenceDue`."""
FIRST_NOTICES: Final = "waiting"
"""The kind of a `FirstNoticesDue`."""
THREAD: Final = "thread"
"""The kind of a `ThreadDue`."""
ORDER: Final = "order"
"""The kind of an `OrderDue`."""
REVIEW: Final = "review"
"""The kind of a `ReviewDue`."""
NOTICE: Final = "notice"
"""The kind of a `NoticeDue`."""
CUP: Final = "cup"
"""The kind of a `CupDue`."""
PUZZLE: Final = "puzzle"
"""The kind of a `ServerDue` for the post of the puzzle of the day."""
PUZZLE_SEARCH: Final = "puzzle-search"
"""The kind of a `ServerDue` for the search of puzzles in the games of a server."""
DIGEST: Final = "digest"
"""The kind of a `ServerDue` for the post of the week."""
SERVER_JOBS: Final = (PUZZLE, PUZZLE_SEARCH, DIGEST)
"""The kinds of a `ServerDue`."""

_NOTICE: Final = re.compile(r"([0-9]{1,12}) ([0-9]{1,20}) (.+)")
_NUMBER: Final = re.compile(r"[0-9]{1,12}")
_SNOOZE: Final = re.compile(r"([0-9]{1,12}) ([0-9]{1,12})")


@dataclass(frozen=True, slots=True)
class Snooze:
    """A reminder that its player has put off, in whole Unix seconds.

    It holds for the turn that began at ``turn_began``: a later turn is reminded of as usual.
    """

    turn_began: int
    until: int


@dataclass(frozen=True, slots=True)
class TurnDue:
    """A look at the table of a game: its lobby, its pause, or its player to move."""

    game: int
    snooze: Snooze | None = None

    @property
    def key(self) -> str:
        """The key in the schedule; there is one for each game."""
        return f"{TURN} {self.game}"

    def write(self, at: float) -> Due:
        """Return the due at a time in Unix seconds."""
        snooze = self.snooze
        text = f"{snooze.turn_began} {snooze.until}" if snooze is not None else ""
        return Due(self.key, TURN, at, self.game, text=text)

    @classmethod
    def read(cls, due: Due) -> Self:
        """Read the payload of a due."""
        if due.kind != TURN or due.game is None:
            raise ValueError(f"not a due of a turn: {due}")
        if not due.text:
            return cls(due.game)
        match = _SNOOZE.fullmatch(due.text)
        if match is None:
            raise ValueError(f"not a snooze, as in '1700000000 1700014400': {due.text!r}")
        return cls(due.game, Snooze(int(match[1]), int(match[2])))


@dataclass(frozen=True, slots=True)
class AbsenceDue:
    """The end of a user's absence or, with a ``game``, the notice of it to that table."""

    user: int
    game: int | None = None

    @property
    def key(self) -> str:
        """The key in the schedule; there is one for each user, and one for each of their tables."""
        return " ".join(str(part) for part in (ABSENCE, self.user, self.game) if part is not None)

    def write(self, at: float) -> Due:
        """Return the due at a time in Unix seconds."""
        return Due(self.key, ABSENCE, at, self.game, self.user)

    @classmethod
    def read(cls, due: Due) -> Self:
        """Read the payload of a due."""
        if due.kind != ABSENCE or due.user is None:
            raise ValueError(f"not a due of an absence: {due}")
        return cls(due.user, due.game)


@dataclass(frozen=True, slots=True)
class FirstNoticesDue:
    """A direct message to a user about the turns that wait for them."""

    user: int

    @property
    def key(self) -> str:
        """The key in the schedule; there is one for each user."""
        return f"{FIRST_NOTICES} {self.user}"

    def write(self, at: float) -> Due:
        """Return the due at a time in Unix seconds."""
        return Due(self.key, FIRST_NOTICES, at, user=self.user)

    @classmethod
    def read(cls, due: Due) -> Self:
        """Read the payload of a due."""
        if due.kind != FIRST_NOTICES or due.user is None:
            raise ValueError(f"not a due of first notices: {due}")
        return cls(due.user)


@dataclass(frozen=True, slots=True)
class OrderDue:
    """The time to play a standing order in a game as it stands at a version of its table."""

    game: int
    version: int

    @property
    def key(self) -> str:
        """The key in the schedule; there is one for each game."""
        return f"{ORDER} {self.game}"

    def write(self, at: float) -> Due:
        """Return the due at a time in Unix seconds."""
        return Due(self.key, ORDER, at, self.game, text=str(self.version))

    @classmethod
    def read(cls, due: Due) -> Self:
        """Read the payload of a due."""
        if due.kind != ORDER or due.game is None or not _NUMBER.fullmatch(due.text):
            raise ValueError(f"not a due of an order: {due}")
        return cls(due.game, int(due.text))


@dataclass(frozen=True, slots=True)
class ReviewDue:
    """A look at the end of a game, whose poster may lack its turning points."""

    game: int

    @property
    def key(self) -> str:
        """The key in the schedule; there is one for each game."""
        return f"{REVIEW} {self.game}"

    def write(self, at: float) -> Due:
        """Return the due at a time in Unix seconds."""
        return Due(self.key, REVIEW, at, self.game)

    @classmethod
    def read(cls, due: Due) -> Self:
        """Read the payload of a due."""
        if due.kind != REVIEW or due.game is None:
            raise ValueError(f"not a due of a review: {due}")
        return cls(due.game)


@dataclass(frozen=True, slots=True)
class ThreadDue:
    """A look at the thread of a game, so that Discord does not archive it."""

    game: int

    @property
    def key(self) -> str:
        """The key in the schedule; there is one for each game."""
        return f"{THREAD} {self.game}"

    def write(self, at: float) -> Due:
        """Return the due at a time in Unix seconds."""
        return Due(self.key, THREAD, at, self.game)

    @classmethod
    def read(cls, due: Due) -> Self:
        """Read the payload of a due."""
        if due.kind != THREAD or due.game is None:
            raise ValueError(f"not a due of a thread: {due}")
        return cls(due.game)


@dataclass(frozen=True, slots=True)
class NoticeDue:
    """A nudge or a question that a user asked for in a process without the table's server.

    Attributes:
        game: The game that the notice is about.
        user: The user who asked for it.
        turn_began: The beginning of the turn that it is about, in whole Unix seconds.
        request: The id of the interaction: the message has a later one.
        notification: The key of its notification, which is reserved already.
    """

    game: int
    user: int
    turn_began: int
    request: int
    notification: str

    @property
    def key(self) -> str:
        """The key in the schedule; there is one for each notice."""
        return f"{NOTICE} {self.notification}"

    def write(self, at: float) -> Due:
        """Return the due at a time in Unix seconds."""
        text = f"{self.turn_began} {self.request} {self.notification}"
        return Due(self.key, NOTICE, at, self.game, self.user, text)

    @classmethod
    def read(cls, due: Due) -> Self:
        """Read the payload of a due."""
        match = _NOTICE.fullmatch(due.text)
        if due.kind != NOTICE or due.game is None or due.user is None or match is None:
            raise ValueError(f"not a due of a notice: {due}")
        return cls(due.game, due.user, int(match[1]), int(match[2]), match[3])


@dataclass(frozen=True, slots=True)
class CupDue:
    """A look at a cup, by the process of its server."""

    cup: int
    guild: int

    @property
    def key(self) -> str:
        """The key in the schedule; there is one for each cup."""
        return f"{CUP} {self.cup}"

    def write(self, at: float) -> Due:
        """Return the due at a time in Unix seconds."""
        return Due(self.key, CUP, at, guild=self.guild)

    @classmethod
    def read(cls, due: Due) -> Self:
        """Read the payload of a due."""
        number = due.key.removeprefix(f"{CUP} ")
        if due.kind != CUP or due.guild is None or not _NUMBER.fullmatch(number):
            raise ValueError(f"not a due of a cup: {due}")
        return cls(int(number), due.guild)


@dataclass(frozen=True, slots=True)
class ServerDue:
    """A job for one server, as the post of its puzzle; the ``name`` of the job is its kind."""

    name: str
    guild: int

    @property
    def key(self) -> str:
        """The key in the schedule; there is one for each job of a server."""
        return f"{self.name} {self.guild}"

    def write(self, at: float) -> Due:
        """Return the due at a time in Unix seconds."""
        return Due(self.key, self.name, at, guild=self.guild)

    @classmethod
    def read(cls, due: Due) -> Self:
        """Read the payload of a due."""
        if due.kind not in SERVER_JOBS or due.guild is None:
            raise ValueError(f"not a due of a server: {due}")
        return cls(due.kind, due.guild)


@dataclass(frozen=True, slots=True)
class JobDue:
    """A job of the whole bot, as the nightly backup; its name is its kind and its key."""

    name: str

    @property
    def key(self) -> str:
        """The key in the schedule; there is one for each job."""
        return self.name

    def write(self, at: float) -> Due:
        """Return the due at a time in Unix seconds."""
        return Due(self.name, self.name, at)

    @classmethod
    def read(cls, due: Due) -> Self:
        """Read the payload of a due."""
        if due.kind != due.key:
            raise ValueError(f"not a due of a job: {due}")
        return cls(due.kind)
