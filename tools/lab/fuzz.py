"""Valid and forged interactions over the wire while people play.

Nothing may be logged as an error, each interaction is answered within 3 s, no forged one changes a
game, and the database stays sound.
"""

from tests.wire.fuzz_run import ANSWER_SECONDS, FuzzRun
from tools.lab.lab import Lab


async def fuzz(lab: Lab) -> None:
    """Send all interactions, or for some minutes. Raise CheckFailed."""
    valid, forged, tables = lab.size((20_000, 6_000, 6), (20, 40, 1))
    seconds = None if lab.minutes is None else 60 * lab.minutes
    run = FuzzRun(lab.folder, lab.seed, valid, forged, tables, seconds=seconds)
    try:
        await run.run()
    finally:
        for what, line in zip(("sent", "times"), run.report(), strict=False):
            lab.row(what, line)
    lab.row("late, unanswered, errors, changed games", "none", f"none; {ANSWER_SECONDS:g} s")
