"""Very many people at very many tables: always so many of them do something, whatever happens."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Container
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from tests.wire.asking import Gone, Killed
from tests.wire.ledger import Ledger
from tests.wire.table import BREATH, Made, Table

PATIENCE: Final = 10.0
"""Seconds for which people look at the channel for the post of their move, before they go on."""


@dataclass(slots=True)
class Crowd:
    """All tables, of which some are being played at."""

    tables: list[Table]
    ledger: Ledger
    chance: random.Random
    unanswered: int = 0
    """How often somebody was given no answer, as the bot was killed or not there."""
    _idle: list[Table] = field(init=False)

    def __post_init__(self) -> None:
        self._idle = list(self.tables)

    @property
    def made(self) -> list[Made]:
        """All moves that were acknowledged."""
        return [each for table in self.tables for each in table.made]

    async def play(self, at_once: int, going_on: Callable[[], bool]) -> None:
        """Have a number of people act at a time, each at another table after it.

        With few tables there are as many people as tables.
        """

        async def one() -> None:
            while going_on():
                await self._somewhere()

        async with asyncio.TaskGroup() as group:
            for _ in range(min(at_once, len(self.tables))):
                group.create_task(one())

    async def finish(self, games: Container[int]) -> None:
        """Whoever is in the middle of a turn of one of some games goes on with it."""
        for table in self.tables:
            if any(button.game in games for button in table.newest()):
                with suppress(Gone, Killed):
                    await table.step()

    async def _somewhere(self) -> None:
        table = self._idle.pop(self.chance.randrange(len(self._idle)))
        before = len(table.made)
        try:
            with suppress(Gone):
                await table.step()
        except Killed:
            self.unanswered += 1
        if len(table.made) > before:
            await self._seen(table.made[-1])
        else:
            await asyncio.sleep(BREATH)
        self._idle.append(table)

    async def _seen(self, made: Made) -> None:
        until = time.monotonic() + PATIENCE
        while self.ledger.told_at(made.game, made.number) is None and time.monotonic() < until:
            await asyncio.sleep(0.02)
