"""Commands whose reader goes away before the end of their output, as `head` does."""

import os
import sys
from collections.abc import Callable
from typing import Final

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
