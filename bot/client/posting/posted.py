"""A sent post, as the subscribers of the outbox receive it, and the occasions they choose from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from bot.table.post_history import outcome_events
from bot.table.table import Outcome
from rules.story import Scored
from storage import PostRow


class Occasion(Enum):
    """A reason to do something after a post: any post, points, the end of a game, a cup's table."""

    ANY = auto()
    POINTS = auto()
    END = auto()
    CUP = auto()


@dataclass(frozen=True, slots=True)
class Posted:
    """An outcome that was posted, and its messages.

    ``edited`` is True if an older message was edited and nothing was posted anew.
    """

    channel: int
    guild: int | None
    outcome: Outcome
    posts: Sequence[PostRow]
    edited: bool = False

    def occasions(self) -> frozenset[Occasion]:
        """Return the occasions that this post is one of."""
        events, table = outcome_events(self.outcome), self.outcome.after
        applies = {
            Occasion.ANY: True,
            Occasion.POINTS: any(isinstance(event, Scored) and event.points for event in events),
            Occasion.END: table.ended,
            Occasion.CUP: bool(table.settings.cup),
        }
        return frozenset(occasion for occasion, is_one in applies.items() if is_one)


AfterPost: TypeAlias = Callable[[Posted], None]
"""Start work after a post, and return at once."""
