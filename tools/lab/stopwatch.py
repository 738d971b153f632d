"""Run ``python -m bot``, write the times of its commits, and on a signal a profile, to a file.

SIGUSR1 starts the sampling profiler. The file lies in the working folder; times are
`time.monotonic`, one clock for all processes of a machine.
"""

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

from bot.cli import main
from bot.table.store import Request, Tables
from bot.table.table import Outcome

MODULE: Final = "tools.lab.stopwatch"
SUFFIX: Final = ".figures.json"
SAMPLE_SECONDS: Final = 0.002
"""Seconds between two samples; with more, a thread has often paused since it worked."""

committed: dict[str, float] = {}
"""The time of each commit, by interaction."""
spent: defaultdict[str, float] = defaultdict(float)
"""Processor seconds of each stack, innermost call first."""


def measure() -> None:
    write = Tables.write

    async def timed(tables: Tables, request: Request, *given: Any, **more: Any) -> Outcome:
        outcome = await write(tables, request, *given, **more)
        committed[str(request.id)] = time.monotonic()
        return outcome

    Tables.write = timed  # type: ignore[assignment,method-assign]


def sample() -> None:
    """Charge each other thread's processor time since its last sample to its stack."""
    last = {threading.get_ident(): float("inf")}
    sys.setswitchinterval(SAMPLE_SECONDS / 10)
    while True:
        time.sleep(SAMPLE_SECONDS)
        for thread, frame in sys._current_frames().items():
            now = time.clock_gettime(time.pthread_getcpuclockid(thread))
            if now > last.setdefault(thread, now):
                codes = (each.f_code for each, _line in traceback.walk_stack(frame))
                calls = (f"{Path(code.co_filename).stem}.{code.co_qualname}" for code in codes)
                spent[";".join(calls)] += now - last[thread]
                last[thread] = now


if __name__ == "__main__":
    measure()
    signal.signal(signal.SIGUSR1, lambda *_: threading.Thread(target=sample, daemon=True).start())
    status = main(["run"])
    figures = json.dumps({"committed": committed, "spent": spent})
    Path(f"{os.getpid()}{SUFFIX}").write_text(figures)
    sys.exit(status)
