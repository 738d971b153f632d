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
from tools.lab.flood import flood
from tools.lab.lab import CannotJudge, Lab, Report
from tools.lab.load import load
from tools.lab.outage import outage
from tools.lab.profile import profile
from tools.lab.soak import soak
from tools.lab.steady import steady

PHASES: Final[dict[str, Callable[[Lab], Coroutine[Any, Any, None]]]] = {
    "load": load,
    "flood": flood,
    "soak": soak,
    "cluster": cluster,
    "outage": outage,
    "profile": profile,
    "steady": steady,
}
"""The phases; the last takes an hour."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.lab",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("phases", nargs="*", metavar="PHASE", help=", ".join(PHASES))
    parser.add_argument("--quick", action="store_true", help="a few seconds of each")
    parser.add_argument("--minutes", type=float, help="of play, in place of a phase's own")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    given = parser.parse_args(arguments)
    if unknown := set(given.phases) - set(PHASES):
        parser.error(f"no such phase: {', '.join(sorted(unknown))}")
    report = Report()
    report.add("lab", "seed", str(given.seed))
    for name in given.phases or PHASES:
        folder = Path(tempfile.mkdtemp(prefix=f"lab-{name}-"))
        lab = Lab(name, folder, given.seed, report, given.quick, given.minutes)
        _run(lab)
    print(report.summary(), flush=True)
    return report.status


def _run(lab: Lab) -> None:
    """Run a phase; keep its folder if it fails."""
    report = lab.report
    broken, unjudged = len(report.broken), len(report.unjudged)
    try:
        asyncio.run(PHASES[lab.phase](lab))
    except (CheckFailed, NoAnswer, AssertionError) as error:
        lab.row("checks", f"{error or type(error).__name__}", "none fails", False)
    except (NotStarted, NoServer, CannotJudge) as error:
        report.unjudged.append(f"{lab.phase}: {error}")
    if (len(report.broken), len(report.unjudged)) == (broken, unjudged):
        shutil.rmtree(lab.folder, ignore_errors=True)
    else:
        lab.row("everything lies in", str(lab.folder))


if __name__ == "__main__":
    sys.exit(main())
