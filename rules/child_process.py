"""Processes that the bot starts for long work: at low priority, and ended by the bot alone."""

import os
import signal
from typing import Final

NICENESS: Final = 10
"""The niceness of such a process."""


def begin_child_process() -> None:
    """Lower this process's priority; leave SIGTERM and SIGINT to its parent.

    A terminal and systemd send them to all processes; the bot lets work finish.
    """
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
