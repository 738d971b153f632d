"""A loopback Discord with very many tables in one database, and the programs that look after it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from tests.wire.cluster_processes import ClusterProcesses
from tests.wire.concurrent_players import ConcurrentPlayers
from tests.wire.crash_run import CheckFailed
from tests.wire.database_reader import DatabaseReader
from tests.wire.ledger import Ledger
from tests.wire.loopback import LoopbackDiscord
from tests.wire.seeded_tables import SeededTable, seed_tables
from tests.wire.table_players import TablePlayers

CHANNELS: Final = 10
"""Tables in a server."""
UNHEARD: Final = 3.0
"""Seconds after which Discord tells somebody that the application has not responded."""
DIRECT: Final = 0.1
"""How many turns of all are begun in a direct message."""
POSTING: Final = 2.0
"""Seconds after which a post that is on its way is out."""
ALLOWED: Final = ("400 40060", "404 10062", "404 10008")
"""What a program may be refused as another is at the same: it was answered, or is over."""
SETTLED: Final = 240.0
"""Seconds in which the last post and the last reminder must come: a claim of the dead holds 120."""


@dataclass(slots=True)
class ClusterRun:
    """All of it, while people play; what is wrong is found by `hold` and by `settle`."""

    loopback: LoopbackDiscord
    folder: Path
    address: str
    players: ConcurrentPlayers
    quiet: Sequence[SeededTable]
    ledger: Ledger
    processes: ClusterProcesses = field(init=False)

    def __post_init__(self) -> None:
        self.processes = ClusterProcesses(self.loopback, self.folder, self.address)

    @classmethod
    @asynccontextmanager
    async def opened(
        cls,
        folder: Path,
        address: str,
        *,
        tables: int,
        shards: int,
        spacing: float,
        chance: random.Random,
        quiet: Sequence[float] = (),
    ) -> AsyncIterator[Self]:
        """A new one with so many tables; at the first of them nobody plays, as `seeded` has it."""
        folder.mkdir()
        ledger = Ledger()
        loopback = LoopbackDiscord(
            servers=-(-tables // CHANNELS),
            channels=CHANNELS,
            shards=shards,
            max_concurrency=shards,
            spacing=spacing,
            on_post=lambda sent: ledger.add_post(sent, None),
        )
        stored = await seed_tables(loopback, address, tables, chance, quiet)
        played = [
            TablePlayers(
                loopback,
                each.channel,
                each.people,
                random.Random(chance.random()),
                ledger,
                lambda: None,
                direct=DIRECT,
            )
            for each in stored[len(quiet) :]
        ]
        crowd = ConcurrentPlayers(played, ledger, random.Random(chance.random()))
        # What was put there is older than all that is posted from now on.
        ledger.posts.clear()
        stage = cls(loopback, folder, address, crowd, stored[: len(quiet)], ledger)
        async with loopback:
            try:
                yield stage
            finally:
                await stage.processes.kill_all()

    @property
    def database(self) -> DatabaseReader:
        """What is in the database."""
        return DatabaseReader(self.address)

    async def play(self, at_once: int, seconds: float) -> None:
        """So many people at a time do something, for so long."""
        until = time.monotonic() + seconds
        await self.play_while(at_once, lambda: time.monotonic() < until)

    async def play_while(self, at_once: int, going_on: Callable[[], bool]) -> None:
        """The same as long as something holds."""
        forsaking = asyncio.create_task(self._fail_unanswered())
        try:
            await self.players.play(at_once, going_on)
        except ExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            forsaking.cancel()

    async def check(self) -> None:
        """Look whether all that was promised so far is kept. Raises Wrong."""
        before = self.ledger.snapshot()
        if found := [
            *before.violations(await self.database.logs()),
            *self.processes.logged_errors(),
        ]:
            raise CheckFailed("\n".join(found))

    async def finish(self) -> None:
        """Wait for the last post and the last reminder, ends the programs, looks at everything."""
        await self._wait_until(lambda: not self.games_without_reminder(), "reminders are missing")
        until, before = time.monotonic() + SETTLED, set[int]()
        while games := set(await self.database.unposted_games()):
            if time.monotonic() > until:
                raise CheckFailed(f"not posted in {SETTLED:g} s: games {sorted(games)[:10]}")
            # A turn of several decisions is told of when all are made.
            await self.players.finish_turns(games & before)
            before = games
            await asyncio.sleep(POSTING)
        await self.processes.end()
        refused = [
            each for each in self.loopback.refused_requests if not any(a in each for a in ALLOWED)
        ]
        found = [
            *self.ledger.violations(await self.database.logs()),
            *self.ledger.unposted_moves(),
            *await self.database.integrity_problems(),
            *self.processes.logged_errors(),
            *(f"unknown: {each}" for each in self.loopback.unknown_requests),
            *(f"refused: {each}" for each in refused),
            *(f"identified too soon: {each}" for each in self.loopback.gateway.early_identifies),
        ]
        if found:
            raise CheckFailed("\n".join(found))

    def games_without_reminder(self) -> list[int]:
        """The games of quiet tables of which nobody was reminded yet."""
        reminded = {game for game, _ in self.ledger.reminders}
        return [each.game for each in self.quiet if each.game not in reminded]

    async def _fail_unanswered(self) -> None:
        """Whoever has asked a program that is gone is told that it has not responded."""
        while True:
            await asyncio.sleep(0.2)
            self.loopback.fail_abandoned(UNHEARD)

    async def _wait_until(self, true: Callable[[], bool], wrong: str) -> None:
        try:
            async with asyncio.timeout(SETTLED):
                while not true():
                    await asyncio.sleep(0.2)
        except TimeoutError:
            raise CheckFailed(
                f"{wrong} after {SETTLED:g} s: games {self.games_without_reminder()[:10]}"
            ) from None
