"""What happens to programs that run for weeks, within minutes."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from tests.wire.programs import Programs

KILL, SWAP, ROLL_OVER, RESTART = "kills", "hand-overs", "roll-overs", "restarts of the database"
OFTEN: Final = {KILL: 8, SWAP: 1, ROLL_OVER: 2}
"""How often each happens next to the others."""
PAUSE: Final = (1.0, 4.0)
"""Seconds from one to the next."""


@dataclass(slots=True)
class Trouble:
    """Programs are killed and handed over; ``restart`` begins their database anew, once."""

    programs: Programs
    chance: random.Random
    restart: Callable[[], None] | None = None
    counted: Counter[str] = field(default_factory=Counter)

    async def make(self, until: float) -> None:
        """Go on until a moment, by `time.monotonic`; the database's turn is in the middle."""
        middle = (time.monotonic() + until) / 2
        while time.monotonic() < until:
            await asyncio.sleep(self.chance.uniform(*PAUSE))
            if self.restart is not None and not self.counted[RESTART] and time.monotonic() > middle:
                await self.begin_database_anew()
            else:
                await self.one()

    async def one(self) -> None:
        """The next thing, by chance."""
        [chosen] = self.chance.choices([*OFTEN], [*OFTEN.values()])
        running = len(self.programs.running)
        number = self.chance.randrange(running)
        if chosen == SWAP and running > 1:
            await self.programs.swap(number, (number + self.chance.randrange(1, running)) % running)
        elif chosen == ROLL_OVER:
            await self.programs.roll_over(number)
        else:
            chosen = KILL
            await self.programs.kill(number)
        self.counted[chosen] += 1

    async def begin_database_anew(self) -> None:
        """Cuts off whoever is connected to it, and lets it answer again soon."""
        assert self.restart is not None
        await asyncio.to_thread(self.restart)
        self.counted[RESTART] += 1

    def line(self) -> str:
        """What there was of it."""
        return (
            ", ".join(f"{number} {what}" for what, number in self.counted.items()) or "no trouble"
        )
