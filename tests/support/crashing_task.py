"""A task that kills its worker process once, in a module that is quick to import."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from bot.client.opponents import tasks
from rules.moves import Move

WHERE = "CARCASSONNE_TEST_DEADLY"
"""The environment variable with the folder of the file that marks the first call."""
_moved = tasks.choose_moves


def crash_once_then_move(record: str, level: str, seed: int, seconds: float) -> tuple[Move, ...]:
    """Crash the process at the first call, answer at the second."""
    noted = Path(os.environ[WHERE]) / "died"
    if not noted.exists():
        noted.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return _moved(record, level, seed, seconds)
