"""Fault injection: kills, shard hand-overs, replacements and a database restart."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from tests.wire.cluster_processes import ClusterProcesses

KILL, SWAP, ROLL_OVER, RESTART = "kills", "hand-overs", "roll-overs", "restarts of the database"
FREQUENCY: Final = {KILL: 8, SWAP: 1, ROLL_OVER: 2}
"""Relative frequency of each fault."""
PAUSE_SECONDS: Final = (1.0, 4.0)
"""Seconds between two faults: minimum and maximum."""


@dataclass(slots=True)
class FaultInjector:
    """Injects faults into cluster processes; ``restart`` restarts their database, once."""

    processes: ClusterProcesses
    chance: random.Random
    restart: Callable[[], None] | None = None
    counts: Counter[str] = field(default_factory=Counter)

    async def run(self, until: float) -> None:
        """Inject faults until a `time.monotonic`; restart the database half way."""
        middle = (time.monotonic() + until) / 2
        while time.monotonic() < until:
            await asyncio.sleep(self.chance.uniform(*PAUSE_SECONDS))
            if self.restart is not None and not self.counts[RESTART] and time.monotonic() > middle:
                await self.restart_database()
            else:
                await self.inject_one()

    async def inject_one(self) -> None:
        [chosen] = self.chance.choices([*FREQUENCY], [*FREQUENCY.values()])
        running = len(self.processes.running)
        number = self.chance.randrange(running)
        if chosen == SWAP and running > 1:
            await self.processes.swap_shards(
                number, (number + self.chance.randrange(1, running)) % running
            )
        elif chosen == ROLL_OVER:
            await self.processes.replace(number)
        else:
            chosen = KILL
            await self.processes.kill(number)
        self.counts[chosen] += 1

    async def restart_database(self) -> None:
        assert self.restart is not None
        await asyncio.to_thread(self.restart)
        self.counts[RESTART] += 1

    def summary(self) -> str:
        """The number of faults of each kind, on one line."""
        return ", ".join(f"{number} {what}" for what, number in self.counts.items()) or "no trouble"
