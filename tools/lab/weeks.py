"""Half a year of a thousand tables: every turn ends, and nobody gets too many messages."""

import logging
import time
from collections import Counter

from bot.client.notifications.notifier import DAILY_LIMIT
from tests.support.simulated_weeks import Weeks
from tools.lab.lab import Lab


async def weeks(lab: Lab) -> None:
    """Simulate the weeks, in which Discord fails at times, and report what became of the turns."""
    # Each failure of the simulated Discord would be logged.
    logging.disable(logging.WARNING)
    tables, days = lab.size((1000, 180), (5, 5))
    simulated, began = Weeks(lab.folder, tables, lab.seed), time.monotonic()
    await simulated.open()
    await simulated.run(days)
    stuck, wrong, most = simulated.stuck(), simulated.discord.wrong, simulated.most()
    phases = Counter(table.phase.value for _, table in simulated.tables.values())
    lab.row(f"{tables} tables, {days} days", f"{time.monotonic() - began:.1f} s")
    for what, counts in (
        ("ends of turns", simulated.ends),
        ("tables", phases),
        ("messages", simulated.kinds()),
    ):
        lab.row(what, ", ".join(f"{number} {name}" for name, number in counts.items()))
    lab.row("stuck turns", "; ".join(stuck) or "none", "none", not stuck)
    lab.row("messages sent twice or refused", "; ".join(wrong) or "none", "none", not wrong)
    lab.row("messages to a person in a day", str(most), str(DAILY_LIMIT), most <= DAILY_LIMIT)
    await simulated.close()
    logging.disable(logging.NOTSET)
