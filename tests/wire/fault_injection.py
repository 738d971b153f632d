"""What happens to programs that run for weeks, within minutes."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from tests.wire.cluster_processes import ClusterProcesses

KILL, SWAP, ROLL_OVER, RESTART = "kills", "hand-overs", "roll-overs", "restarts of the database"
OFTEN: Final = {KILL: 8, SWAP: 1, ROLL_OVER: 2}
"""How often each happens next to the others."""
PAUSE: Final = (1.0, 4.0)
"""Seconds from one to the next."""


@dataclass(slots=True)
class FaultInjector:
    """Programs are killed and handed over; ``restart`` begins their database anew, once."""

    processes: ClusterProcesses
    chance: random.Random
    restart: Callable[[], None] | None = None
    counts: Counter[str] = field(default_factory=Counter)

    async def run(self, until: float) -> None:
        """Go on until a moment, by `time.monotonic`; the database's turn is in the middle."""
        middle = (time.monotonic() + until) / 2
        while time.monotonic() < until:
            await asyncio.sleep(self.chance.uniform(*PAUSE))
            if self.restart is not None and not self.counts[RESTART] and time.monotonic() > middle:
                await self.restart_database()
            else:
                await self.inject_one()

    async def inject_one(self) -> None:
        """The next thing, by chance."""
        [chosen] = self.chance.choices([*OFTEN], [*OFTEN.values()])
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
        """Cuts off whoever is connected to it, and lets it answer again soon."""
        assert self.restart is not None
        await asyncio.to_thread(self.restart)
        self.counts[RESTART] += 1

    def summary(self) -> str:
        """What there was of it."""
        return ", ".join(f"{number} {what}" for what, number in self.counts.items()) or "no trouble"
