"""A process for long work: its priority and its signals."""

import os
import signal
import subprocess
import sys

from rules.child_process import NICENESS
from tests.support.for_each import for_each

BEGIN = "from rules.child_process import begin_child_process; begin_child_process()"


def run(program: str) -> str:
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=30, check=True
    )
    return ended.stdout.strip()


@for_each("number", [signal.SIGTERM, signal.SIGINT])
def test_child_process_goes_last_and_outlives_a_signal(number: signal.Signals) -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    said = run(f"{BEGIN}; import os; os.kill(os.getpid(), {int(number)}); print(os.nice(0))")
    assert int(said) == min(own + NICENESS, 19)


def test_child_process_begins_where_the_system_has_no_niceness() -> None:
    assert run(f"import os; del os.nice; {BEGIN}; print('goes on')") == "goes on"
