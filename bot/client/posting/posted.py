"""A post that is out, as the parts see it that act after each post."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.table.table import Outcome
from storage import PostRow


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


AfterPost: TypeAlias = Callable[[Posted], None]
"""Begins something of its own and returns at once."""
