"""A table of players in a simulated Discord, with the real bot and a real SQLite file."""

import logging
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from bot.app import App
from bot.config import Config
from bot.table import Table

# simcord naps 50 ms after every action before it looks whether the bot is idle; a whole game of
# 250 actions cannot wait that long. Private, hence pinned by constraints.txt.
simcord.Env._settle_internal.__kwdefaults__["idle"] = 0.002


def config(folder: Path) -> Config:
    """The settings of a test: a file of its own."""
    return Config.read(
        {
            "CARCASSONNE_DATABASE": str(folder / "games.sqlite3"),
            "CARCASSONNE_SYNCHRONOUS": "NORMAL",
        }
    )


@dataclass
class World:
    """A channel with three players; Ana may manage the server."""

    env: Any
    guild: Any
    channel: Any
    ana: Any
    bo: Any
    cleo: Any
    folder: Path

    @property
    def players(self) -> list[Any]:
        return [self.ana, self.bo, self.cleo]

    @property
    def app(self) -> App:
        client = self.env.bot
        assert isinstance(client, App)
        return client

    async def table(self, channel: Any = None) -> Table:
        """The table as the log has it."""
        seen = await self.app.service.seen((channel or self.channel).id)
        assert seen is not None
        return seen.table

    async def to_move(self) -> Any:
        """The player whose turn it is."""
        user = (await self.table()).to_move
        return next(player for player in self.players if player.id == user)

    async def started(self, seats: int = 3, game: str = "hunters") -> Table:
        """A table that has been dealt."""
        await self.ana.slash(self.channel, "new", game=game, seats=seats)
        for player in self.players[1:seats]:
            await player.slash(self.channel, "join")
        await self.ana.slash(self.channel, "start")
        return await self.table()

    async def restart(self) -> None:
        """The process ends and another one comes up on the same file."""
        await self.env.bot.close()
        await self.env.restart_bot(App(config(self.folder), random.Random(99)))

    async def at_once(self, *actions: Any) -> list[Any]:
        """Several players' actions in one tick of the loop; the bot finishes them all."""

        async def no_wait(**_: object) -> None:
            return None

        self.env._settle_internal = no_wait
        try:
            results = [await action for action in actions]
        finally:
            del self.env._settle_internal
        await self.env.settle()
        return results

    def posts(self) -> list[str]:
        """The texts of the bot's public posts in the channel, oldest first."""
        return [text_of(m) for m in self.channel.history() if not m.flags.ephemeral]


def text_of(message: discord.Message) -> str:
    """All text of a message, plain or layout."""
    found = [message.content] if message.content else []

    def walk(components: Any) -> None:
        for component in components:
            if isinstance(component, discord.TextDisplay):
                found.append(component.content)
            walk(getattr(component, "children", ()))

    walk(message.components)
    return "\n".join(found)


@pytest.fixture
def simcord_bot(tmp_path: Path) -> App:
    return App(config(tmp_path), random.Random(7))


@pytest.fixture
async def world(simcord_env: Any, simcord_bot: App, tmp_path: Path) -> AsyncIterator[World]:
    env = simcord_env
    guild = env.create_guild("Meadow")
    channel = guild.create_text_channel("carcassonne")
    boss = guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    ana = guild.add_member(env.create_user("ana", global_name="Ana"), roles=[boss])
    bo = guild.add_member(env.create_user("bo", global_name="Bo"))
    cleo = guild.add_member(env.create_user("cleo", global_name="Cleo"))
    await env.settle()
    yield World(env, guild, channel, ana, bo, cleo, tmp_path)
    await env.bot.close()


@pytest.fixture(autouse=True)
def nothing_logged_as_error(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """discord.py only logs what goes wrong in autocomplete; a test must not pass over it."""
    yield
    bad = [r.getMessage() for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
    assert not bad
