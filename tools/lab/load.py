"""The load that one process carries: very many tables beside very many stored games."""

import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.table.store import table_summary
from storage import Log, NewEntry, open_database
from tests.support.positions_by_chance import CUTS, positions_of_game
from tests.wire.api_objects import FIRST_PERSON, GUILD
from tests.wire.bot_process import database_path, resident_bytes
from tests.wire.cluster_run import ClusterRun
from tests.wire.table_players import GAMES
from tools.lab.lab import Lab, measured, mebibytes, stopwatch_figures
from tools.lab.stopwatch import MODULE

AT_ONCE: Final = 24
CALM: Final = 0.4
"""The share of what it carries at most at which it is looked at more closely."""
DIFFERENT: Final = 24
"""The finished games that are played; all others are copies with other people."""
PEOPLE: Final = 1000


async def load(lab: Lab) -> None:
    chance, path, seconds = lab.chance(), database_path(lab.folder), lab.seconds(30, 2)
    games, tables = lab.size((10_000, 1_000), (200, 40))
    began = time.monotonic()
    await _store_finished_games(path, games, chance)
    folder, file = lab.folder / "load", str(path)
    opened = ClusterRun.opened(folder, file, tables=tables, chance=chance, positions=CUTS)
    async with opened as run:
        stored_bytes, what = path.stat().st_size, f"{games} games and {tables} tables"
        lab.row(f"{what}: stored", f"{mebibytes(stored_bytes)} in {time.monotonic() - began:.0f} s")
        run.processes.module = MODULE
        for table in run.players.tables:
            table.typed = 1.0  # one command a move, no panel drawn
        began = time.monotonic()
        await run.processes.start(1)
        lab.row("start to the connection", f"{time.monotonic() - began:.1f} s")
        await run.play_while(1, lambda: not run.ledger.post_times)
        lab.row("start to the first move posted", f"{time.monotonic() - began:.1f} s")
        process = run.processes.running[0].bot.process.pid
        small = resident_bytes(process)
        # Every sprite and many tables, before anything is looked at.
        await run.play(AT_ONCE, seconds / 3)
        full = await measured(run, run.play(AT_ONCE, seconds))
        calm = await measured(run, run.play_at_rate(CALM * full.speed, seconds))
        large = resident_bytes(process)
        await run.check()
        await run.processes.end()
        figures = stopwatch_figures(run)
    full.rows(lab, f"{AT_ONCE} at once", figures)
    calm.rows(lab, "with room to spare", figures)
    lab.row("memory after the first move, at the end", mebibytes(small, large))
    grown = (path.stat().st_size - stored_bytes) / max(1, len(run.players.moves))
    lab.row("growth of the file", f"{grown:.0f} bytes a move")
    lab.sound(f"{len(run.players.moves)} moves")


async def _store_finished_games(path: Path, games: int, chance: random.Random) -> None:
    different = range(min(DIFFERENT, games))
    played = [positions_of_game(GAMES[number % len(GAMES)], 2, number)[-1] for number in different]
    async with await open_database(path, synchronous="OFF") as database:
        log = Log(database)
        for number in range(games):
            game = played[number % len(played)]
            users = [FIRST_PERSON + person for person in chance.sample(range(PEOPLE), 2)]
            *entries, last = (NewEntry(users[seat], text) for seat, text in game.lines)
            row = await log.begin(guild=GUILD, channel=number + 1, entries=entries)
            summary = replace(table_summary(game.table), seats=tuple(users))
            before = len(entries) - 1
            await log.append(row.id, after=before, entries=[last], finish=True, summary=summary)
            await log.mark_posted(row.id, len(entries))
        # The dues of each copied entry would all run now.
        await database.write(lambda execute: execute("DELETE FROM dues"), "dues")
