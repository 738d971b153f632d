"""Crash test of the lab: runs of `tests.wire.crash_run` side by side, each killing its bot."""

import time

from tests.wire.crash_run import CrashRun
from tools.lab.lab import Lab, together


async def crash(lab: Lab) -> None:
    """Play in several worlds, each with its own Discord and bot. Raise CheckFailed."""
    until = time.monotonic() + lab.seconds(600, 1)
    worlds = [CrashRun(lab.folder / f"world{n}", lab.seed + n) for n in range(lab.size(4, 1))]

    def figures() -> str:
        counts = ("kills", "post_kills", "opponent_kills", "turns", "unanswered")
        sums = {name.replace("_", " "): sum(getattr(x, name) for x in worlds) for name in counts}
        return ", ".join(f"{number} {what}" for what, number in sums.items())

    async def live(world: CrashRun) -> None:
        world.folder.mkdir()
        async with world.loopback:
            while time.monotonic() < until:
                await world.run_and_kill()
            await world.run_to_end()

    async with lab.progress(figures):
        await together(*map(live, worlds))
    lab.sound(figures())
