"""Two processes of the bot on one PostgreSQL, in one event loop, each with one of two shards.

Direct messages reach the first process; the table is in a server of the second.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import pytest

from bot.app import App
from bot.config import Config, Shards
from tests.support.bot_in_process import running_bot
from tests.support.postgres_server import Server
from tests.support.world import config
from tests.wire.api_objects import BO, CLEO, Person
from tests.wire.database_reader import DatabaseReader
from tests.wire.guilds import shard_of
from tests.wire.ledger import Ledger
from tests.wire.loopback import LoopbackDiscord
from tests.wire.table_players import Button, TablePlayers, buttons_of

SOON: Final = 20.0
"""Seconds for what a word makes happen: much less than a sweep takes, on a busy machine too."""


@dataclass
class Cluster:
    """Both processes, a table of Bo and Cleo in a server of the second, and what was posted."""

    loopback: LoopbackDiscord
    own: Config
    monkeypatch: pytest.MonkeyPatch
    ledger: Ledger
    table: TablePlayers
    ahead: float = 0.0
    """The seconds by which the clock of both is ahead."""
    running: dict[int, tuple[App, AsyncExitStack]] = field(default_factory=dict)

    def clock(self) -> float:
        """The present of both processes, in Unix seconds."""
        return time.time() + self.ahead

    async def start(self, shard: int) -> App:
        stack = AsyncExitStack()
        own = replace(self.own, shards=Shards(shard, shard, 2))
        bot = running_bot(self.loopback, own, self.monkeypatch, self.clock)
        app = await stack.enter_async_context(bot)
        self.running[shard] = app, stack
        return app

    async def stop(self, shard: int) -> None:
        _, stack = self.running.pop(shard)
        await stack.aclose()

    @property
    def posts(self) -> int:
        """The number of posts in the table's channel."""
        return len(self.loopback.posts(self.table.channel))

    async def playing(self) -> Button:
        """The button that opens a turn, once a game has begun."""
        while not (
            buttons := [
                button for button in self.table.newest_buttons() if button.action == "panel"
            ]
        ):
            await self.table.step()
            await asyncio.sleep(0.01)
        return buttons[0]

    async def opened(self, mover: Person, panel: Button) -> Button:
        """A move offered to a user in a direct message."""
        reminder = self.loopback.send_reminder(mover, panel.message)
        [pressed] = [button for button in buttons_of(reminder) if button.action == "panel"]
        shown = await self.table.open_panel(mover, pressed, directly=True)
        assert shown.original is not None
        move = self.table.choose_move(shown.original)
        assert move is not None, shown.original.text
        return move

    def mover(self, panel: Button) -> Person:
        player = self.table.player_to_move(panel.message)
        assert player is not None
        return player

    async def wrong(self) -> list[str]:
        """Compare the posts with the log. Return the differences.

        A post is stored as sent a moment after it is out.
        """
        written = DatabaseReader(str(self.own.database))
        with suppress(TimeoutError):
            async with asyncio.timeout(SOON):
                while await written.unposted_games():
                    await asyncio.sleep(0.02)
        return [
            *self.ledger.violations(await written.logs()),
            *map(str, await written.unposted_games()),
        ]


@asynccontextmanager
async def two_processes(
    server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Cluster]:
    """Start both processes and a table; stop what runs at the end."""
    address = await server.create()
    own = replace(config(folder), database=address, spacing=0.0)
    ledger = Ledger()
    async with LoopbackDiscord(
        servers=2, shards=2, max_concurrency=2, on_post=ledger.add_post
    ) as loopback:
        [there] = [guild for guild in loopback.guilds.ids if shard_of(guild, 2) == 1]
        where = loopback.guilds.channels_of(there)[0]
        table = TablePlayers(loopback, where, (BO, CLEO), random.Random(5), ledger)
        cluster = Cluster(loopback, own, monkeypatch, ledger, table)
        try:
            await cluster.start(0)
            await cluster.start(1)
            yield cluster
        finally:
            for shard in list(cluster.running):
                await cluster.stop(shard)
    assert loopback.unknown_requests == []
    await server.drop(address)
