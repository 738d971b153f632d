"""``python -m bot.client.opponents.worker``: a worker process that computes moves for the bot.

Standard input is one pickle after another, a function and what it is given, each after its length;
standard output are the answers: whether it went well, and what came of it or what went wrong. Only
the bot that has begun it writes to it. It steps back for whatever else is running and ends with
its input.
"""

import importlib
import os
import pickle
import struct
import sys
from collections.abc import Callable
from typing import IO, Any, Final

NICE: Final = 10
"""By how much it steps back."""
LENGTH: Final = struct.Struct(">Q")
"""How the length of a pickle is written."""


def packed(value: object) -> bytes:
    """A value as it goes through a pipe."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(data)) + data


def main() -> None:
    """Answers until nothing more is asked."""
    os.nice(NICE)
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    # Whatever prints must not speak in between.
    sys.stdout = sys.stderr
    while (work := _read(asked)) is not None:
        answers.write(packed(_answered(*work)))
        answers.flush()


def _read(asked: IO[bytes]) -> tuple[str, str, tuple[object, ...]] | None:
    head = asked.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    work: tuple[str, str, tuple[object, ...]] = pickle.loads(asked.read(*LENGTH.unpack(head)))
    return work


def _answered(module: str, name: str, given: tuple[object, ...]) -> tuple[bool, object]:
    """The result of a module's function, or its error as text, as not every error is picklable."""
    try:
        work: Callable[..., Any] = getattr(importlib.import_module(module), name)
        return True, work(*given)
    except Exception as error:
        return False, f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
