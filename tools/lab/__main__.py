"""Run load, crash and outage tests: all phases, or those that are named; all on this machine.

The bot is a process of its own on a loopback Discord. The report is a table of figures, each with
its bar if it has one. Exit status: 0 if every bar holds, 1 if one does not, 2 if a phase could not
be run or judged. What a phase that fails has written stays where the report says.
"""

import argparse
import asyncio
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Final

from tests.support.postgres_server import NoServer
from tests.wire.bot_process import NotStarted
from tests.wire.crash_run import CheckFailed
from tests.wire.user_actions import NoAnswer
from tools.lab.cluster import cluster
from tools.lab.crash import crash
from tools.lab.flood import flood
from tools.lab.lab import CannotJudge, Lab
from tools.lab.load import load
from tools.lab.outage import outage
from tools.lab.profile import profile
from tools.lab.steady import steady

PHASES: Final[dict[str, Callable[[Lab], Coroutine[Any, Any, None]]]] = {
    phase.__name__: phase for phase in (load, flood, crash, cluster, outage, profile, steady)
}
"""The phases; the last takes an hour."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.lab", description=__doc__)
    parser.add_argument("phases", nargs="*", metavar="PHASE", help=", ".join(PHASES))
    parser.add_argument("--quick", action="store_true", help="a few seconds of each")
    parser.add_argument("--minutes", type=float, help="of play, in place of a phase's own")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    given = parser.parse_args(arguments)
    if unknown := set(given.phases) - set(PHASES):
        parser.error(f"no such phase: {', '.join(sorted(unknown))}")
    lab = Lab(given.seed, given.quick, given.minutes)
    lab.row("seed", str(given.seed))
    for name in given.phases or PHASES:
        _run(lab, name)
    print(lab.summary(), flush=True)
    return lab.status


def _run(lab: Lab, phase: str) -> None:
    """Run a phase; keep its folder if it fails."""
    lab.phase, lab.folder = phase, Path(tempfile.mkdtemp(prefix=f"lab-{phase}-"))
    before = len(lab.broken), len(lab.unjudged)
    try:
        asyncio.run(PHASES[phase](lab))
    except (CheckFailed, NoAnswer, AssertionError) as error:
        lab.row("checks", f"{error or type(error).__name__}", "none fails", False)
    except (NotStarted, NoServer, CannotJudge) as error:
        lab.unjudged.append(f"{phase}: {error}")
    if (len(lab.broken), len(lab.unjudged)) == before:
        shutil.rmtree(lab.folder, ignore_errors=True)
    else:
        lab.row("everything lies in", str(lab.folder))


if __name__ == "__main__":
    sys.exit(main())
