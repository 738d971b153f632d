"""Processes that share a database and the shards of one bot: start, kill, replace."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.wire.bot_process import BotProcess
from tests.wire.crash_run import LOGGED_ERROR, CheckFailed
from tests.wire.guilds import shard_of
from tests.wire.loopback import LoopbackDiscord

END_SECONDS: Final = 60.0
"""Seconds that an end may take: work under way is finished first."""
SHARDS, DATABASE = "CARCASSONNE_SHARDS", "CARCASSONNE_DATABASE"
TAKEOVER: Final = "CARCASSONNE_TAKEOVER"


@dataclass(frozen=True, slots=True)
class ShardProcess:
    bot: BotProcess
    shards: range


@dataclass(slots=True)
class ClusterProcesses:
    loopback: LoopbackDiscord
    folder: Path
    address: str
    module: str = "bot"
    """The module that each process runs."""
    more: Mapping[str, str] = field(default_factory=dict)
    """More settings of each process."""
    running: list[ShardProcess] = field(default_factory=list)
    started: list[BotProcess] = field(default_factory=list)
    """All processes started so far."""
    start_count: int = 0

    async def start(self, programs: int) -> None:
        """Start a number of processes at once, with an equal part of the shards each."""
        shards_each, more = divmod(self.loopback.shards, programs)
        if more:
            raise ValueError(f"{self.loopback.shards} shards cannot be divided by {programs}")
        parts = [range(n * shards_each, (n + 1) * shards_each) for n in range(programs)]
        self.running = list(await asyncio.gather(*map(self._start, parts)))

    async def end(self) -> None:
        """End all processes; each must exit with status 0."""
        ending, self.running = self.running, []
        await asyncio.gather(*map(self._stop, ending))

    async def kill_all(self) -> None:
        for program in self.started:
            await program.kill()

    async def kill(self, number: int) -> None:
        """Kill a process and start it again; interactions sent to it are never answered."""
        await self.running[number].bot.kill()
        await self.start_again(number)

    async def start_again(self, number: int) -> None:
        killed = self.running[number]
        await self._wait_until_disconnected(killed.shards)
        self.loopback.fail_abandoned()
        # As if it were away for longer than Discord knows them.
        self.loopback.messages.forget_nonces(self._channel_ids(killed.shards))
        self.running[number] = await self._start(killed.shards)

    async def swap_shards(self, one: int, other: int) -> None:
        """End two processes and start each with the shards of the other."""
        pair = self.running[one], self.running[other]
        await asyncio.gather(*map(self._stop, pair))
        begun = await asyncio.gather(*(self._start(program.shards) for program in pair))
        self.running[other], self.running[one] = begun

    async def replace(self, number: int) -> None:
        """Start a new process with the same shards before the old process ends."""
        old = self.running[number]
        self.running[number] = await self._start(old.shards, takeover=True)
        await self._stop(old)

    def logged_errors(self) -> list[str]:
        logs = [path.read_text() for path in sorted(self.folder.glob("*.log"))]
        return [log[bug.start() :][:2000] for log in logs if (bug := LOGGED_ERROR.search(log))]

    async def _start(self, shards: range, *, takeover: bool = False) -> ShardProcess:
        self.start_count += 1
        name, known = f"bot{self.start_count}", set(self._session_ids(shards))
        settings = {DATABASE: self.address, **self.more}
        if takeover:
            settings[TAKEOVER] = "YES"
        if self.loopback.shards > 1:
            settings[SHARDS] = f"{shards.start}-{shards.stop - 1}/{self.loopback.shards}"
        bot = await BotProcess.spawn(
            self.loopback, self.folder, name, module=self.module, settings=settings
        )
        self.started.append(bot)
        await bot.wait_until(lambda: len(set(self._session_ids(shards)) - known) >= len(shards))
        return ShardProcess(bot, shards)

    async def _stop(self, program: ShardProcess) -> None:
        try:
            async with asyncio.timeout(END_SECONDS):
                status = await program.bot.end()
        except TimeoutError:
            await program.bot.kill()
            raise CheckFailed(f"{program.bot.log} did not end within {END_SECONDS:g} s") from None
        if status:
            raise CheckFailed(f"{program.bot.log} ended with {status}")
        self.loopback.fail_abandoned()

    async def _wait_until_disconnected(self, shards: range) -> None:
        """Wait until Discord has noticed that the sessions of some shards are disconnected."""
        async with asyncio.timeout(END_SECONDS):
            while any(self._session_ids(shards)):
                await asyncio.sleep(0.01)

    def _session_ids(self, shards: range) -> Sequence[str]:
        live = self.loopback.gateway.live_sessions
        return [session.id for session in live if session.shard[0] in shards]

    def _channel_ids(self, shards: range) -> frozenset[str]:
        return frozenset(
            str(channel)
            for guild in self.loopback.guilds.ids
            if shard_of(guild, self.loopback.shards) in shards
            for channel in self.loopback.guilds.channels_of(guild)
        )
