"""Concurrent players: a constant number of people act at many tables."""

import asyncio
import random
import time
from collections.abc import Callable, Container
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from tests.wire.ledger import Ledger
from tests.wire.table_players import ACTION_PAUSE_SECONDS, AcknowledgedMove, TablePlayers
from tests.wire.user_actions import BotKilled

POST_WAIT_SECONDS: Final = 10.0
"""Seconds that people wait for the post of their move before they go on."""


@dataclass(slots=True)
class ConcurrentPlayers:
    """All tables of a run; at some of them people act at the moment."""

    tables: list[TablePlayers]
    ledger: Ledger
    chance: random.Random
    unanswered: int = 0
    """Interactions without an answer because the bot was killed or absent."""
    _idle: list[TablePlayers] = field(init=False)

    def __post_init__(self) -> None:
        self._idle = list(self.tables)

    @property
    def moves(self) -> list[AcknowledgedMove]:
        return [move for table in self.tables for move in table.moves]

    async def play(self, at_once: int, going_on: Callable[[], bool]) -> None:
        """Have a number of people act at a time, each at a random idle table.

        With few tables, as many people act as there are tables.
        """

        async def one() -> None:
            while going_on():
                await self._play_at_some_table()

        async with asyncio.TaskGroup() as group:
            for _ in range(min(at_once, len(self.tables))):
                group.create_task(one())

    async def play_at_rate(self, actions: float, seconds: float) -> None:
        """Have people begin a number of actions a second, each at a random idle table."""
        until = time.monotonic() + seconds
        async with asyncio.TaskGroup() as group:
            while time.monotonic() < until:
                if self._idle:
                    group.create_task(self._play_at_some_table())
                await asyncio.sleep(self.chance.expovariate(actions))

    async def finish_turns(self, games: Container[int]) -> None:
        for table in self.tables:
            if any(button.game in games for button in table.newest_buttons()):
                with suppress(BotKilled):
                    await table.step()

    async def _play_at_some_table(self) -> None:
        if not self._idle:
            return
        table = self._idle.pop(self.chance.randrange(len(self._idle)))
        before = len(table.moves)
        try:
            await table.step()
        except BotKilled:
            self.unanswered += 1
        if len(table.moves) > before:
            await self._wait_for_post(table.moves[-1])
        else:
            await asyncio.sleep(ACTION_PAUSE_SECONDS)
        self._idle.append(table)

    async def _wait_for_post(self, made: AcknowledgedMove) -> None:
        until = time.monotonic() + POST_WAIT_SECONDS
        while self.ledger.posted_at(made.game, made.number) is None and time.monotonic() < until:
            await asyncio.sleep(0.02)
