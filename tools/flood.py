"""``make flood``: how much one person's 1,000 clicks a minute and ten replays slow other users.

The bot is a process of its own on a loopback Discord; nothing leaves the machine. People play at
their tables, first alone; then one person clicks, types and opens tables, and ten channels ask for
their replays at once and again. Nothing here is asserted but by the exit status.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.wire.api_objects import FIRST_CHANNEL, FIRST_PERSON, Json, Person
from tests.wire.bot_process import BotProcess, database_path
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import ROW
from tests.wire.table_players import Button, buttons_of
from tests.wire.user_actions import PRESS, forged_interaction
from tools.load.people import LoadPlayers
from tools.load.phases import measured_phase, percentile, report_phase
from tools.load.report import MODULE
from tools.load.seeded_games import PEOPLE, Running, write_games
from tools.load.stopwatch import FIGURES

CLICKS_A_MINUTE: Final = 1000
BUTTON: Final = 2
"""The type of a button in a message."""
REPLAYS: Final = 10
TABLES: Final = 24
STORED: Final = 120
"""Running games that are written; those with the most tiles are the ones to be replayed."""
MOVES_A_SECOND: Final = 3.0
MAX_COMMIT_SECONDS: Final = 0.1
"""Seconds from a command to its commit that 99 of 100 moves may take at most."""
REPLAY_PAUSE_SECONDS: Final = 20.0
"""Seconds after which all ten channels ask again."""
WARM_UP_SECONDS: Final = 15.0
"""Seconds of play before anything is measured, in which most tiles are drawn for the first time."""
FREE_CHANNELS: Final = 20
"""The number of channels without a game, in which one person opens tables."""
NUISANCE: Final = Person(FIRST_PERSON + PEOPLE, "Nuisance")


@dataclass(slots=True)
class Flood:
    """One person who asks for everything, and channels that ask for their replays."""

    loopback: LoopbackDiscord
    tables: Sequence[Running]
    chance: random.Random
    asked: int = 0
    """The number of interactions sent so far."""

    async def click(self) -> None:
        """Let one person press, look, type and open tables, as fast as it goes, for ever."""
        begun = time.monotonic()
        for number in itertools.count(1):
            await self._annoy(number)
            due = begun + 60 * number / CLICKS_A_MINUTE
            await asyncio.sleep(max(0.0, due - time.monotonic()))

    async def ask_for_replays(self) -> None:
        """Let a player of each of these channels ask for its replay, and again, for ever."""
        while True:
            for table in self.tables:
                await self._press(self.loopback.people[table.people[0]], table, "replay")
            await asyncio.sleep(REPLAY_PAUSE_SECONDS)

    async def _annoy(self, number: int) -> None:
        """Send one of six requests."""
        table, loopback = self.chance.choice(self.tables), self.loopback
        cell, channel = f"{self.chance.randrange(-4, 5)} 0", table.channel
        match number % 6:
            case 0:
                await self._press(NUISANCE, table, "replay")
                return
            case 1:
                await loopback.command(NUISANCE, channel, "board", place=cell)
            case 2:
                await loopback.command(NUISANCE, channel, "board", view="text")
            case 3:
                await loopback.typing(NUISANCE, channel, "place", "move", cell)
            case 4:
                free = FIRST_CHANNEL + STORED + number // 6 % FREE_CHANNELS
                await loopback.command(NUISANCE, free, "new", game="hunters", seats=2)
            case _:
                await self._press(NUISANCE, table, "since")
                return
        self.asked += 1

    async def _press(self, person: Person, table: Running, action: str) -> None:
        """Press a button about the newest post of a table, in a message that has it."""
        shown = self._newest_button(table)
        custom_id = f"carc:{shown.game}:{shown.entry}:{action}"
        button: Json = {"type": BUTTON, "custom_id": custom_id, "label": action, "style": 2}
        row: Json = {"type": ROW, "components": [button]}
        data: Json = {"custom_id": custom_id, "component_type": BUTTON, "id": 1}
        body = {**shown.message.body, "components": [row]}
        place = self.loopback.guilds.context_of(table.channel)
        pressed = forged_interaction(person, place, PRESS, data, body)
        await self.loopback.send(pressed)
        self.asked += 1

    def _newest_button(self, table: Running) -> Button:
        posts = reversed(self.loopback.posts(table.channel))
        return next(button for post in posts for button in buttons_of(post))


async def measure(seconds: float, seed: int, limits: float) -> float | None:
    """Play in peace, then in a flood; seconds to the commit of 99 of 100 moves in the flood.

    None where not one was made, on a busy machine or in too few seconds.
    """
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="flood-") as name:
        folder = Path(name)
        figures = folder / "figures.json"
        running = await write_games(database_path(folder), 0, STORED, chance)
        running.sort(key=lambda table: len(table.game.board.tiles), reverse=True)
        replayed, played = running[:REPLAYS], running[-TABLES:]
        settings = {FIGURES: str(figures), "CARCASSONNE_LIMITS": str(limits)}
        async with LoopbackDiscord(channels=STORED + FREE_CHANNELS) as loopback:
            bot = await BotProcess.start(loopback, folder, module=MODULE, settings=settings)
            people = LoadPlayers(loopback, chance, [])
            for table in replayed:
                # Its post has the buttons that are pressed.
                people.idle = [table]
                await people.move()
            people.idle = list(played)
            await people.at_rate(MOVES_A_SECOND, min(WARM_UP_SECONDS, seconds))
            peace = await measured_phase(people, people.at_rate(MOVES_A_SECOND, seconds / 3))
            flood = Flood(loopback, replayed, chance)
            disturbing = [
                asyncio.create_task(flood.click()),
                asyncio.create_task(flood.ask_for_replays()),
            ]
            flooded = await measured_phase(people, people.at_rate(MOVES_A_SECOND, seconds))
            for task in disturbing:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            if status := await bot.end():
                raise SystemExit(f"the bot ended with {status}:\n{bot.log.read_text()[-2000:]}")
            if "is malformed" in bot.log.read_text():
                print("the bot takes requests of the flood for forged ones", file=sys.stderr)
                raise SystemExit(2)
        measured = json.loads(figures.read_text())
    for title, phase in (("in peace", peace), ("in the flood", flooded)):
        if phase.moves:
            report_phase(_print_row, f"{title}, {len(phase.moves)} moves", phase, measured)
    _print_row("requests of the flood a second", f"{flood.asked / flooded.seconds:.1f}")
    return percentile(flooded.commits(measured["committed"]), 0.99) if flooded.moves else None


def _print_row(title: str, figures: str) -> None:
    print(f"{title:56} {figures}", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """0 where others' moves are saved in time however much is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.flood", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limits", type=float, default=1.0, help="times the usual ones")
    options = parser.parse_args(arguments)
    p99 = asyncio.run(measure(options.seconds, options.seed, options.limits))
    if p99 is None:
        print("nobody else has made a move in the flood: give it more --seconds", file=sys.stderr)
        return 1
    word = "stays under" if p99 < MAX_COMMIT_SECONDS else "is NOT under"
    print(
        f"one person with {CLICKS_A_MINUTE:,} clicks a minute and {REPLAYS} channels asking for"
        f" replays at once: others' p99 from command to commit is {1e3 * p99:.0f} ms, which {word}"
        f" {1e3 * MAX_COMMIT_SECONDS:.0f} ms"
    )
    return 0 if p99 < MAX_COMMIT_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
