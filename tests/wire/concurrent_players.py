"""Very many people at very many tables: always so many of them do something, whatever happens."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Container
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from tests.wire.ledger import Ledger
from tests.wire.table_players import BREATH, AcknowledgedMove, TablePlayers
from tests.wire.user_actions import BotKilled, ButtonGone

PATIENCE: Final = 10.0
"""Seconds for which people look at the channel for the post of their move, before they go on."""


@dataclass(slots=True)
class ConcurrentPlayers:
    """All tables, of which some are being played at."""

    tables: list[TablePlayers]
    ledger: Ledger
    chance: random.Random
    unanswered: int = 0
    """How often somebody was given no answer, as the bot was killed or not there."""
    _idle: list[TablePlayers] = field(init=False)

    def __post_init__(self) -> None:
        self._idle = list(self.tables)

    @property
    def moves(self) -> list[AcknowledgedMove]:
        """All moves that were acknowledged."""
        return [each for table in self.tables for each in table.moves]

    async def play(self, at_once: int, going_on: Callable[[], bool]) -> None:
        """Have a number of people act at a time, each at another table after it.

        With few tables there are as many people as tables.
        """

        async def one() -> None:
            while going_on():
                await self._play_at_some_table()

        async with asyncio.TaskGroup() as group:
            for _ in range(min(at_once, len(self.tables))):
                group.create_task(one())

    async def finish_turns(self, games: Container[int]) -> None:
        """Whoever is in the middle of a turn of one of some games goes on with it."""
        for table in self.tables:
            if any(button.game in games for button in table.newest_buttons()):
                with suppress(ButtonGone, BotKilled):
                    await table.step()

    async def _play_at_some_table(self) -> None:
        table = self._idle.pop(self.chance.randrange(len(self._idle)))
        before = len(table.moves)
        try:
            with suppress(ButtonGone):
                await table.step()
        except BotKilled:
            self.unanswered += 1
        if len(table.moves) > before:
            await self._wait_for_post(table.moves[-1])
        else:
            await asyncio.sleep(BREATH)
        self._idle.append(table)

    async def _wait_for_post(self, made: AcknowledgedMove) -> None:
        until = time.monotonic() + PATIENCE
        while self.ledger.posted_at(made.game, made.number) is None and time.monotonic() < until:
            await asyncio.sleep(0.02)
