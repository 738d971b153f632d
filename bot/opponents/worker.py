"""``python -m bot.opponents.worker``: a worker process, which runs functions that the bot sends.

Standard input is pickles of a function and its arguments, each after its length, written by the bot
only. Standard output is READY once tasks are imported, then results: success, and value or error.
The process runs at low priority and ends with its input: signals to the process group, as by Ctrl-C
or systemd, are left to the bot, which lets tasks finish.
"""

import importlib
import pickle
import struct
import sys
from collections.abc import Callable
from typing import IO, Any, Final

from rules.child_process import begin_child_process

LENGTH_PREFIX: Final = struct.Struct(">Q")
"""The length that stands before each pickle."""


def pack(value: object) -> bytes:
    """The pickle after its length, as both sides of the pipe read it."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return LENGTH_PREFIX.pack(len(data)) + data


READY: Final = pack("ready")
"""The first output of a worker: from now on a call takes only as long as its function."""
TASKS_MODULE: Final = "bot.opponents.tasks"
"""The module that a worker imports before it is ready, with all rules and strategies."""


def main() -> None:
    begin_child_process()
    calls, results = sys.stdin.buffer, sys.stdout.buffer
    # Nothing else may print between the answers.
    sys.stdout = sys.stderr
    importlib.import_module(TASKS_MODULE)
    results.write(READY)
    results.flush()
    while (function := _read(calls)) is not None:
        results.write(pack(_call(*function)))
        results.flush()


def _read(calls: IO[bytes]) -> tuple[str, str, tuple[object, ...]] | None:
    head = calls.read(LENGTH_PREFIX.size)
    if len(head) < LENGTH_PREFIX.size:
        return None
    function: tuple[str, str, tuple[object, ...]] = pickle.loads(
        calls.read(*LENGTH_PREFIX.unpack(head))
    )
    return function


def _call(module: str, name: str, given: tuple[object, ...]) -> tuple[bool, object]:
    """The result, or the error as text: not every error can be pickled."""
    try:
        function: Callable[..., Any] = getattr(importlib.import_module(module), name)
        return True, function(*given)
    except Exception as error:
        return False, f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
