"""A post that is out, as the parts see it that act after each post."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from bot.table.table import Outcome
from storage import PostRow

OPPONENT_GRACE: Final = 3.0
"""Seconds for which the post of a move waits for what opponents answer."""


@dataclass(frozen=True, slots=True)
class Posted:
    """An outcome that a channel has been told, and the posts that told it.

    ``edited`` says that an older post was brought up to date, and nothing was posted anew.
    """

    channel: int
    guild: int | None
    outcome: Outcome
    posts: Sequence[PostRow]
    edited: bool = False


class Answering(Protocol):
    """Somebody who plays on at once where a command has left them the turn."""

    def begin(self, game: int) -> None:
        """Begin to play in a game, if it is their turn there."""

    async def answered(self, outcome: Outcome) -> Outcome:
        """An outcome with what was played on to it, if that does not take long."""


AfterPost: TypeAlias = Callable[[Posted], None]
"""Begins something of its own and returns at once."""
