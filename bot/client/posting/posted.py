"""A sent post, as the subscribers of the outbox receive it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.table.table import Outcome
from storage import PostRow


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


AfterPost: TypeAlias = Callable[[Posted], None]
"""Starts work of its own and returns at once."""
