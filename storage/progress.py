"""How far a long look has come, in one line of a terminal that is written over and over."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Final, Self, TextIO

WIDTH: Final = 30
SECONDS: Final = 0.2
"""From one writing to the next."""
_CLEAR: Final = "\r\x1b[K"


class Progress:
    """A bar on a terminal, nothing elsewhere; `with` takes it away at the end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shown = stream.isatty()
        self._written = 0.0
        self._dirty = False

    def told(self, done: int, games: int) -> None:
        """So many games of so many are done."""
        now = time.monotonic()
        if not self._shown or (now - self._written < SECONDS and done < games):
            return
        self._written, self._dirty = now, True
        bar = "#" * (WIDTH * done // max(games, 1))
        self._stream.write(f"{_CLEAR}[{bar:<{WIDTH}}] {done:,} of {games:,} games")
        self._stream.flush()

    def clear(self) -> None:
        """Makes room for another line."""
        if self._dirty:
            self._stream.write(_CLEAR)
            self._stream.flush()
            self._dirty = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.clear()
