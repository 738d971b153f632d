"""One person's 1,000 clicks a minute and ten replays at once: what other players notice."""

import asyncio
import itertools
import random
import time
from collections.abc import Sequence
from typing import Final

from tests.support.positions_by_chance import CUTS
from tests.wire.api_objects import FIRST_PERSON, Json, Person
from tests.wire.bot_process import database_path
from tests.wire.cluster_run import ClusterRun
from tests.wire.concurrent_players import ConcurrentPlayers
from tests.wire.crash_run import CheckFailed
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import ROW
from tests.wire.table_players import TablePlayers
from tests.wire.user_actions import PRESS, forged_interaction
from tools.arena.tally import quantile
from tools.lab.lab import CannotJudge, Lab, meanwhile, measured, stopwatch_figures
from tools.lab.stopwatch import MODULE

CLICKS_A_MINUTE: Final = 1000
BUTTON: Final = 2
"""The type of a button in a message."""
REPLAYS: Final = 10
TABLES: Final = 24
STORED: Final = 121
"""Running games; the longest are replayed. Channels of the last server stay free."""
MOVES_A_SECOND: Final = 3.0
MAX_COMMIT_SECONDS: Final = 0.1
"""Seconds from a press to its commit that 99 of 100 moves may take at most."""
REPLAY_PAUSE_SECONDS: Final = 20.0
WARM_UP_SECONDS: Final = 15.0
"""Seconds of play before anything is measured, in which most tiles are drawn for the first time."""
NUISANCE: Final = Person(FIRST_PERSON - 1, "Nuisance")


async def flood(lab: Lab) -> None:
    """Play in peace, then in a flood. Raise CheckFailed, or CannotJudge if nobody could move."""
    chance, seconds = lab.chance(), lab.seconds(60, 2)
    folder, file = lab.folder / "flood", str(database_path(lab.folder))
    opened = ClusterRun.opened(folder, file, tables=STORED, chance=chance, positions=CUTS)
    async with opened as run:
        longest_first = sorted(run.players.tables, key=_entries, reverse=True)
        longest = longest_first[:REPLAYS]
        run.players = ConcurrentPlayers(longest_first[-TABLES:], run.ledger, chance)
        for table in run.players.tables:
            table.typed = 1.0  # one command a move, no panel drawn
        run.processes.module, run.processes.more = MODULE, {"CARCASSONNE_LIMITS": "1"}
        await run.processes.start(1)
        await run.play_at_rate(MOVES_A_SECOND, min(WARM_UP_SECONDS, seconds))
        peace = await measured(run, run.play_at_rate(MOVES_A_SECOND, seconds / 3))
        before = len(run.loopback.interactions)
        async with meanwhile(_click(run.loopback, longest, chance), _replay(run.loopback, longest)):
            flooded = await measured(run, run.play_at_rate(MOVES_A_SECOND, seconds))
        sent = len(run.loopback.interactions) - before
        await run.finish()
        if any("is malformed" in path.read_text() for path in run.folder.glob("*.log")):
            raise CheckFailed("the bot takes requests of the flood for forged ones")
        figures = stopwatch_figures(run)
    lab.sound(f"{sent} requests, {sent / (flooded.ended - flooded.began):.1f} a second")
    for title, phase in (("in peace", peace), ("in the flood", flooded)):
        phase.rows(lab, title, figures)
    if lab.quick:
        return
    if not flooded.moves:
        raise CannotJudge("nobody else has made a move in the flood: give it more --minutes")
    p99 = quantile(sorted(flooded.commits(figures)), 0.99)
    bar = f"{1e3 * MAX_COMMIT_SECONDS:.0f} ms"
    lab.row("others' commits, p99", f"{1e3 * p99:.0f} ms", bar, p99 < MAX_COMMIT_SECONDS)


def _entries(table: TablePlayers) -> int:
    return table.newest_buttons()[0].entry


async def _click(
    loopback: LoopbackDiscord, tables: Sequence[TablePlayers], chance: random.Random
) -> None:
    """Press, look, type and open tables as one person, until cancelled."""
    began = time.monotonic()
    free = list(loopback.guilds.channels_of(loopback.guilds.ids[-1]))[1:]
    for number in itertools.count(1):
        table, cell = chance.choice(tables), f"{chance.randrange(-4, 5)} 0"
        match number % 6:
            case 0:
                await _press(loopback, NUISANCE, table, "replay")
            case 1:
                await loopback.command(NUISANCE, table.channel, "board", place=cell)
            case 2:
                await loopback.command(NUISANCE, table.channel, "board", view="text")
            case 3:
                await loopback.typing(NUISANCE, table.channel, "place", "move", cell)
            case 4:
                opened = free[number // 6 % len(free)]
                await loopback.command(NUISANCE, opened, "new", game="hunters", seats=2)
            case _:
                await _press(loopback, NUISANCE, table, "since")
        due = began + 60 * number / CLICKS_A_MINUTE
        await asyncio.sleep(max(0.0, due - time.monotonic()))


async def _replay(loopback: LoopbackDiscord, tables: Sequence[TablePlayers]) -> None:
    """Request a replay in each of these channels, until cancelled."""
    while True:
        for table in tables:
            await _press(loopback, table.people[0], table, "replay")
        await asyncio.sleep(REPLAY_PAUSE_SECONDS)


async def _press(
    loopback: LoopbackDiscord, person: Person, table: TablePlayers, action: str
) -> None:
    shown = table.newest_buttons()[0]
    custom_id = f"carc:{shown.game}:{shown.entry}:{action}"
    button: Json = {"type": BUTTON, "custom_id": custom_id, "label": action, "style": 2}
    body = {**shown.message.body, "components": [{"type": ROW, "components": [button]}]}
    data: Json = {"custom_id": custom_id, "component_type": BUTTON, "id": 1}
    place = loopback.guilds.services_of(table.channel)
    await loopback.send(forged_interaction(person, place, PRESS, data, body))
