"""Profile the processor time of a posted move at eight tables, one of each kind."""

import os
import signal
from collections import defaultdict
from typing import Final

from tests.support.game_choices import EIGHT
from tests.wire.bot_process import database_path
from tests.wire.cluster_run import ClusterRun
from tools.lab.lab import Lab, measured, mebibytes, stopwatch_figures
from tools.lab.stopwatch import MODULE

LEAST_SHARE: Final = 0.03


async def profile(lab: Lab) -> None:
    """Play until caches are full, then sample. Raise CheckFailed."""
    seconds, folder, at_once = lab.seconds(60, 2), lab.folder / "profile", len(EIGHT)
    file, chance = str(database_path(lab.folder)), lab.chance()
    async with ClusterRun.opened(folder, file, tables=at_once, chance=chance, games=EIGHT) as run:
        run.processes.module, warm_up = MODULE, lab.size(100, 1)
        await run.processes.start(1)
        await run.play_while(at_once, lambda: len(run.players.moves) < warm_up)
        os.kill(run.processes.running[0].bot.process.pid, signal.SIGUSR1)
        phase = await measured(run, run.play(at_once, seconds))
        await run.processes.end()
        [figures] = stopwatch_figures(run)
    stacks, shares = figures["spent"], defaultdict[str, float](float)
    total = sum(stacks.values())
    lab.row("processor time of a posted move", f"{1e3 * total / max(1, len(phase.moves)):.0f} ms")
    lab.row("moves", f"{phase.speed:.1f} a second, {len(phase.moves)} in all")
    lab.row("memory", mebibytes(*phase.memory))
    for stack, spent in stacks.items():
        calls = stack.split(";")
        for call in {f"{calls[0]} itself", *calls}:
            shares[call] += spent / total
    for call, share in sorted(shares.items(), key=lambda each: -each[1]):
        if share >= LEAST_SHARE:
            lab.row(call, f"{share:.1%}")
