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

from tests.wire.crowd import Crowd
from tests.wire.ledger import Ledger
from tests.wire.programs import Programs
from tests.wire.seeded import Stored, seeded
from tests.wire.server import Wire
from tests.wire.table import Table
from tests.wire.world import Wrong
from tests.wire.written import Written

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
class Stage:
    """All of it, while people play; what is wrong is found by `hold` and by `settle`."""

    wire: Wire
    folder: Path
    address: str
    crowd: Crowd
    quiet: Sequence[Stored]
    ledger: Ledger
    programs: Programs = field(init=False)

    def __post_init__(self) -> None:
        self.programs = Programs(self.wire, self.folder, self.address)

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
        wire = Wire(
            servers=-(-tables // CHANNELS),
            channels=CHANNELS,
            shards=shards,
            max_concurrency=shards,
            spacing=spacing,
            on_post=lambda sent: ledger.posted(sent, None),
        )
        stored = await seeded(wire, address, tables, chance, quiet)
        played = [
            Table(
                wire,
                each.channel,
                each.people,
                random.Random(chance.random()),
                ledger,
                lambda: None,
                direct=DIRECT,
            )
            for each in stored[len(quiet) :]
        ]
        crowd = Crowd(played, ledger, random.Random(chance.random()))
        # What was put there is older than all that is posted from now on.
        ledger.posts.clear()
        stage = cls(wire, folder, address, crowd, stored[: len(quiet)], ledger)
        async with wire:
            try:
                yield stage
            finally:
                await stage.programs.clear()

    @property
    def written(self) -> Written:
        """What is in the database."""
        return Written(self.address)

    async def play(self, at_once: int, seconds: float) -> None:
        """So many people at a time do something, for so long."""
        until = time.monotonic() + seconds
        await self.play_while(at_once, lambda: time.monotonic() < until)

    async def play_while(self, at_once: int, going_on: Callable[[], bool]) -> None:
        """The same as long as something holds."""
        forsaking = asyncio.create_task(self._forsaken())
        try:
            await self.crowd.play(at_once, going_on)
        except ExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            forsaking.cancel()

    async def hold(self) -> None:
        """Look whether all that was promised so far is kept. Raises Wrong."""
        before = self.ledger.so_far()
        if found := [*before.broken(await self.written.logs()), *self.programs.bugs()]:
            raise Wrong("\n".join(found))

    async def settle(self) -> None:
        """Wait for the last post and the last reminder, ends the programs, looks at everything."""
        await self._until(lambda: not self.unreminded(), "reminders are missing")
        until, before = time.monotonic() + SETTLED, set[int]()
        while games := set(await self.written.unposted()):
            if time.monotonic() > until:
                raise Wrong(f"not posted in {SETTLED:g} s: games {sorted(games)[:10]}")
            # A turn of several decisions is told of when all are made.
            await self.crowd.finish(games & before)
            before = games
            await asyncio.sleep(POSTING)
        await self.programs.end()
        refused = [each for each in self.wire.refused if not any(a in each for a in ALLOWED)]
        found = [
            *self.ledger.broken(await self.written.logs()),
            *self.ledger.untold(),
            *await self.written.unsound(),
            *self.programs.bugs(),
            *(f"unknown: {each}" for each in self.wire.unknown),
            *(f"refused: {each}" for each in refused),
            *(f"identified too soon: {each}" for each in self.wire.gateway.hasty),
        ]
        if found:
            raise Wrong("\n".join(found))

    def unreminded(self) -> list[int]:
        """The games of quiet tables of which nobody was reminded yet."""
        reminded = {game for game, _ in self.ledger.reminders}
        return [each.game for each in self.quiet if each.game not in reminded]

    async def _forsaken(self) -> None:
        """Whoever has asked a program that is gone is told that it has not responded."""
        while True:
            await asyncio.sleep(0.2)
            self.wire.abandoned(UNHEARD)

    async def _until(self, true: Callable[[], bool], wrong: str) -> None:
        try:
            async with asyncio.timeout(SETTLED):
                while not true():
                    await asyncio.sleep(0.2)
        except TimeoutError:
            raise Wrong(f"{wrong} after {SETTLED:g} s: games {self.unreminded()[:10]}") from None
