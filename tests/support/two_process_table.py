"""A table that waits, and two processes of the bot on one PostgreSQL that both claim its dues.

The second process has all services of the first, on connections of its own, and hears of Discord
through the client of the first. It takes dues at the same moment, and is killed before any of its
writes.
"""

import asyncio
import random
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from bot.app import App
from bot.config import Config
from bot.runtime.turn_watch import TurnWatch
from bot.services import Services
from bot.table.rate_limits import RateLimits
from storage import Database, Log
from tests.support.postgres_server import Server
from tests.support.waiting_table import WaitingTable
from tests.support.world import World, slow_sleep


class TwoProcessTable(WaitingTable):
    """The table of `WaitingTable` on a PostgreSQL server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._address = ""
        self._built: list[tuple[App, Database, Services]] = []
        """Each second process there has been, with the client of the first; the newest last."""
        super().__init__()

    async def _open(self) -> World:
        self._address = await self._server.create()
        world = await super()._open()
        settle = world.env._settle_internal

        async def settle_slowly(**given: Any) -> None:
            # A restart gives the bot 5 s, of which a busy machine's server takes more.
            await settle(**{**given, "timeout": world.env.settle_timeout})

        world.env._settle_internal = settle_slowly  # type: ignore[method-assign]
        return world

    def config(self) -> Config:
        """The settings of both: the second one starts beside the first, as for an upgrade."""
        return replace(super().config(), database=self._address, takeover=True)

    async def _close(self) -> None:
        for _, _, services in self._built:
            await services.close()
        await super()._close()
        await self._server.drop(self._address)

    def second(self) -> Services:
        """The services of the second process, built anew after either process was killed."""
        app = self.world.app
        if self._built and self._built[-1][:2] == (app, self.other):
            return self._built[-1][2]
        services = Services(
            *(app, self.other, Log(self.other), self.config(), random.Random(3), self.clock),
            slow_sleep,
            RateLimits(self.clock, self.config().limits),
        )
        self._built.append((app, self.other, services))
        return services

    def other_watch(self) -> TurnWatch:
        """The handler of turns in the second process."""
        return self.second().turn_watch

    @precondition(lambda self: self.is_playing() and self.held is None)
    @rule()
    def both_processes_take_what_is_due(self) -> None:
        """Both look for dues at the same moment, at the time of the table's due."""
        self.run(self._race())

    @precondition(lambda self: self.is_playing() and self.held is None)
    @rule(write=st.integers(1, 6), beside=st.booleans())
    def second_process_is_killed_at_a_write(self, write: int, beside: bool) -> None:
        """The second process is killed before one of its writes, perhaps beside the first."""
        self.run(self._kill_second(write, beside=beside))

    async def _race(self) -> None:
        if await self._pass_to_due() is not None:
            first = self.world.app.services.scheduler
            await asyncio.gather(first.run(), self.second().scheduler.run())

    async def _kill_second(self, number: int, *, beside: bool) -> None:
        if await self._pass_to_due() is None:
            return
        dies = self._die_at_write(number)
        second = asyncio.create_task(self.second().scheduler.run())
        if beside:
            await self.world.app.services.scheduler.run()
        waits = asyncio.create_task(dies.wait())
        await asyncio.wait({second, waits}, return_when=asyncio.FIRST_COMPLETED)
        for task in (second, waits):
            task.cancel()
        await asyncio.gather(second, waits, return_exceptions=True)
        # A handler may have woken it, so that it works on by itself.
        await self.second().scheduler.close(0.0)
        await self.other.close()
        self.other = await self._open_other()

    def _die_at_write(self, number: int) -> asyncio.Event:
        """Have the second process stop for ever at a write; return the event that it has."""
        write, left, died = self.other.write, number, asyncio.Event()

        async def dying(*given: Any) -> Any:
            nonlocal left
            left -= 1
            if died.is_set():
                raise asyncio.CancelledError
            if left == 0:
                died.set()
                await asyncio.Event().wait()
            return await write(*given)

        self.other.write = dying  # type: ignore[method-assign]
        return died
