"""``make weeks``: simulate months of many tables, and print what became of their turns."""

from __future__ import annotations

import argparse
import asyncio
import logging
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.support.simulated_weeks import Weeks


async def main() -> None:
    """Simulate the tables and days that the arguments ask for."""
    parser = argparse.ArgumentParser(prog="python -m tools.weeks", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--days", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        weeks, began = Weeks(Path(folder), wanted.tables, wanted.seed), time.monotonic()
        await weeks.open()
        await weeks.run(wanted.days)
        print(f"{wanted.tables} tables, {wanted.days} days: {time.monotonic() - began:.1f} s")
        phases = Counter(table.phase.value for _, table in weeks.tables.values())
        print(f"turns {dict(weeks.ends)}, tables {dict(phases)}")
        print(f"said {dict(weeks.kinds())}, at most {weeks.most()} a day to anybody")
        print("stuck:", weeks.stuck(), "wrong:", weeks.discord.wrong)
        await weeks.close()


if __name__ == "__main__":
    asyncio.run(main())
