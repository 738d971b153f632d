"""The entries of a log as the table reads them."""

from typing import Protocol


class LogLine(Protocol):
    """A written entry: ``at`` is in Unix seconds, ``user`` is None for an erased user.

    ``sound`` is False if the entry has changed since it was written.
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
    def sound(self) -> bool: ...
