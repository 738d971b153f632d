"""The context of a task: ids in its log lines, and whether it has saved a change."""

from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class LogContext:
    """Ids of server, channel, interaction and game; None if unknown or irrelevant."""

    guild: int | None = None
    channel: int | None = None
    interaction: int | None = None
    game: int | None = None


EMPTY_CONTEXT: Final = LogContext()
_log_context: ContextVar[LogContext] = ContextVar("log_context", default=EMPTY_CONTEXT)
_saved: ContextVar[bool] = ContextVar("saved", default=False)
"""True if the task has saved a change; a new task starts with the value of its parent."""


def current() -> LogContext:
    return _log_context.get()


def begin(
    *,
    guild: int | None = None,
    channel: int | None = None,
    interaction: int | None = None,
    game: int | None = None,
) -> None:
    _log_context.set(LogContext(guild, channel, interaction, game))
    _saved.set(False)


def set_table(guild: int, channel: int, game: int) -> None:
    """Set the table, unless the task belongs to another channel and game."""
    now = _log_context.get()
    if now.channel in (None, channel) or now.game == game:
        _log_context.set(replace(now, guild=guild, channel=channel, game=game))


def mark_saved() -> None:
    _saved.set(True)


def has_saved() -> bool:
    """True if this task has saved a change: a later failure does not undo it."""
    return _saved.get()
