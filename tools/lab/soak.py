"""Kill the bot again and again while people play."""

import time

from tests.wire.crash_run import CrashRun
from tools.lab.lab import Lab, together


async def soak(lab: Lab) -> None:
    """Play in several worlds, each with a Discord and a bot of its own. Raise CheckFailed."""
    until = time.monotonic() + lab.seconds(600, 1)
    worlds = [CrashRun(lab.folder / f"world{n}", lab.seed + n) for n in range(lab.size(4, 1))]

    def figures() -> str:
        kills, post_kills, opponent_kills, cuts, moves, unanswered = (
            sum(getattr(world, name) for world in worlds)
            for name in (
                *("kills", "post_kills", "opponent_kills", "checked_cuts"),
                *("turns", "unanswered"),
            )
        )
        return (
            f"{kills} kills, {post_kills} in a post, {opponent_kills} in an opponent's turn;"
            f" {moves} moves, {unanswered} unanswered, {cuts} cuts of a log"
        )

    async def live(world: CrashRun) -> None:
        world.folder.mkdir()
        async with world.loopback:
            while time.monotonic() < until:
                await world.run_and_kill()
            await world.run_to_end()

    async with lab.progress(figures):
        await together(*map(live, worlds))
    lab.sound(figures())
