"""Text of commands: read UTF-8 files, refuse others, and end quietly when an output pipe closes."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final


class NotUtf8(Exception):
    """A file is in another encoding; the message names it and says what to do."""

    def __init__(self, name: object) -> None:
        super().__init__(
            f"{name} is not in UTF-8, but perhaps in UTF-16 or ANSI: save it again as UTF-8 (in"
            " Notepad: Save as, Encoding, UTF-8)."
        )


def read_text(path: Path, max_characters: int = -1) -> str:
    """Read a file, or standard input for ``-``.

    Raise NotUtf8, or OSError.
    """
    is_input = str(path) == "-"
    try:
        if is_input:
            text = sys.stdin.read(max_characters)
        else:
            with path.open(encoding="utf-8") as file:
                text = file.read(max_characters)
    except UnicodeDecodeError:
        raise NotUtf8("standard input" if is_input else path) from None
    if _is_utf16(text[:64]):
        raise NotUtf8("standard input" if is_input else path)
    return text


def _is_utf16(start: str) -> bool:
    """True if every second character is NUL: UTF-16 without a mark is valid UTF-8."""
    return (set(start[::2]) == {"\0"}) is not (set(start[1::2]) == {"\0"})


SIGPIPE_STATUS: Final = 128 + 13
"""The exit status that a shell shows for a program that SIGPIPE has ended."""


def run_while_read(command: Callable[[], int]) -> int:
    """Return the exit status, or SIGPIPE_STATUS if nobody reads the output."""
    try:
        try:
            return command()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter would flush the rest at its end, and complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SIGPIPE_STATUS
