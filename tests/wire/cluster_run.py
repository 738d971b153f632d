"""A run of cluster processes with many tables in one database on a loopback Discord."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from tests.support.positions_by_chance import CUTS
from tests.wire.cluster_processes import ClusterProcesses
from tests.wire.concurrent_players import ConcurrentPlayers
from tests.wire.crash_run import CheckFailed
from tests.wire.database_reader import DatabaseReader
from tests.wire.ledger import Ledger
from tests.wire.loopback import LoopbackDiscord
from tests.wire.seeded_tables import SeededTable, seed_tables
from tests.wire.table_players import TablePlayers

CHANNELS_PER_SERVER: Final = 10
"""Tables of each server."""
RESPONSE_SECONDS: Final = 3.0
"""Seconds after which Discord reports that the application has not responded."""
DIRECT_MESSAGE_SHARE: Final = 0.1
"""Share of the turns that begin in a direct message."""
POST_SECONDS: Final = 2.0
"""Seconds that a post on its way takes at most."""
EXPECTED_REFUSALS: Final = ("400 40060", "404 10062", "404 10008")
"""Refusals expected while another process handles the same: already answered, or expired."""
SETTLE_SECONDS: Final = 240.0
"""Seconds to the last post and reminder; a killed process's claim holds 120 seconds."""


@dataclass(slots=True)
class ClusterRun:
    """A loopback Discord, its players and its processes; `check` and `finish` find errors."""

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
        chance: random.Random,
        shards: int = 1,
        spacing: float = 0.0,
        quiet: Sequence[float] = (),
        positions: int = CUTS // 2,
        games: Sequence[str] = (),
    ) -> AsyncIterator[Self]:
        """Open a run with seeded tables; nobody plays at the first, quiet ones."""
        folder.mkdir()
        ledger = Ledger()
        loopback = LoopbackDiscord(
            servers=-(-tables // CHANNELS_PER_SERVER),
            channels=CHANNELS_PER_SERVER,
            shards=shards,
            max_concurrency=shards,
            spacing=spacing,
            on_post=ledger.add_post,
        )
        stored = await seed_tables(loopback, address, tables, chance, quiet, positions, games=games)
        played = [
            TablePlayers(
                loopback,
                running.channel,
                running.people,
                random.Random(chance.random()),
                ledger,
                direct=DIRECT_MESSAGE_SHARE,
            )
            for running in stored[len(quiet) :]
        ]
        players = ConcurrentPlayers(played, ledger, random.Random(chance.random()))
        # What was put there is older than all that is posted from now on.
        ledger.posts.clear()
        run = cls(loopback, folder, address, players, stored[: len(quiet)], ledger)
        async with loopback:
            try:
                yield run
            finally:
                await run.processes.kill_all()

    @property
    def database(self) -> DatabaseReader:
        return DatabaseReader(self.address)

    async def play(self, at_once: int, seconds: float) -> None:
        """Let a number of people act at a time, for some seconds."""
        until = time.monotonic() + seconds
        await self.play_while(at_once, lambda: time.monotonic() < until)

    async def play_while(self, at_once: int, going_on: Callable[[], bool]) -> None:
        """Let a number of people act at a time while a condition holds."""
        await self._while_unanswered_fail(self.players.play(at_once, going_on))

    async def play_at_rate(self, actions: float, seconds: float) -> None:
        """Let people begin a number of actions a second, however long each takes."""
        await self._while_unanswered_fail(self.players.play_at_rate(actions, seconds))

    async def _while_unanswered_fail(self, playing: Awaitable[None]) -> None:
        """Play, and report "not responded" for interactions sent to a process that is gone."""
        forsaking = asyncio.create_task(self._fail_unanswered())
        try:
            await playing
        except ExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            forsaking.cancel()

    async def check(self) -> None:
        """Compare all promises so far with the database. Raise CheckFailed."""
        before = self.ledger.snapshot()
        if problems := [
            *before.violations(await self.database.logs()),
            *self.processes.logged_errors(),
        ]:
            raise CheckFailed("\n".join(problems))

    async def finish(self) -> None:
        """Wait for the last post and reminder, end the processes and check everything."""
        await self._wait_until(lambda: not self.games_without_reminder(), "reminders are missing")
        until, before = time.monotonic() + SETTLE_SECONDS, set[int]()
        while games := set(await self.database.unposted_games()):
            if time.monotonic() > until:
                raise CheckFailed(f"not posted in {SETTLE_SECONDS:g} s: games {sorted(games)[:10]}")
            # A turn of several decisions is told of when all are made.
            await self.players.finish_turns(games & before)
            before = games
            await asyncio.sleep(POST_SECONDS)
        await self.processes.end()
        refused = [
            refusal
            for refusal in self.loopback.refused_requests
            if not any(a in refusal for a in EXPECTED_REFUSALS)
        ]
        problems = [
            *self.ledger.violations(await self.database.logs()),
            *self.ledger.unposted_moves(),
            *await self.database.integrity_problems(),
            *self.processes.logged_errors(),
            *(f"unknown: {request}" for request in self.loopback.unknown_requests),
            *(f"refused: {refusal}" for refusal in refused),
            *(f"identified too soon: {shard}" for shard in self.loopback.gateway.early_identifies),
        ]
        if problems:
            raise CheckFailed("\n".join(problems))

    def games_without_reminder(self) -> list[int]:
        reminded = {game for game, _ in self.ledger.reminders}
        return [table.game for table in self.quiet if table.game not in reminded]

    async def _fail_unanswered(self) -> None:
        while True:
            await asyncio.sleep(0.2)
            self.loopback.fail_unacknowledged(RESPONSE_SECONDS)

    async def _wait_until(self, true: Callable[[], bool], wrong: str) -> None:
        try:
            async with asyncio.timeout(SETTLE_SECONDS):
                while not true():
                    await asyncio.sleep(0.2)
        except TimeoutError:
            raise CheckFailed(
                f"{wrong} after {SETTLE_SECONDS:g} s: games {self.games_without_reminder()[:10]}"
            ) from None
