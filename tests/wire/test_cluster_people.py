"""Two programs on one PostgreSQL: one person is limited and heard in both as in one."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from bot.table.rate_limits import RATE_LIMITS, RequestKind
from storage import open_database
from storage.schedule import LEASE_SECONDS
from tests.support.postgres_server import Server, reason_unavailable
from tests.wire.api_objects import BO, CLEO
from tests.wire.cluster_processes import ClusterProcesses
from tests.wire.guilds import direct_channel_id, shard_of
from tests.wire.ledger import Ledger
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import SentMessage
from tests.wire.table_players import RESPONSE_SECONDS, TablePlayers, buttons_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(reason_unavailable()), reason=f"no PostgreSQL: {reason_unavailable()}"),
]
NUDGED: Final = "nudged you"
TIMEOUT_SECONDS: Final = 60.0


@dataclass
class Programs:
    """Two programs, each with one of two shards; ``channels`` has those of each."""

    loopback: LoopbackDiscord
    processes: ClusterProcesses
    channels: tuple[list[int], list[int]]

    async def opened(self, channel: int) -> str:
        """Bo opens a table. Return the answer, empty if it is open."""
        asked = await self.loopback.command(BO, channel, "new", game="base", seats=2)
        await asked.answer(RESPONSE_SECONDS)
        return asked.text

    async def playing(self, channel: int) -> TablePlayers:
        """Bo and Cleo at a table in a channel, once it is somebody's turn."""
        table = TablePlayers(
            self.loopback, channel, (BO, CLEO), random.Random(5), Ledger(), lambda: None
        )
        while not any(button.action == "panel" for button in table.newest_buttons()):
            await table.step()
            await asyncio.sleep(0.05)
        return table

    def nudges(self, channel: int) -> list[SentMessage]:
        return [post for post in self.loopback.posts(channel) if NUDGED in post.text]

    async def nudge(self, table: TablePlayers) -> str:
        """The player who waits nudges the other one in a direct message. Return the answer."""
        turns = [post for post in self.loopback.posts(table.channel) if table.player_to_move(post)]
        panel = next(button for button in buttons_of(turns[-1]) if button.action == "panel")
        mover = table.player_to_move(panel.message)
        [who] = [person for person in table.people if person != mover]
        letter = self.loopback.send_reminder(who, panel.message)
        custom_id = f"carc:{panel.game}:{panel.entry}:nudge"
        [row, *_] = letter.body["components"]
        row["components"] = [{**row["components"][0], "custom_id": custom_id}]
        where = direct_channel_id(who.id)
        pressed = await self.loopback.press(who, where, letter, custom_id)
        await pressed.answer(RESPONSE_SECONDS)
        return pressed.text


@pytest.fixture
async def programs(tmp_path: Path) -> AsyncIterator[Programs]:
    server = await asyncio.to_thread(Server.start)
    try:
        async with LoopbackDiscord(servers=2, channels=5, shards=2, max_concurrency=2) as loopback:
            processes = ClusterProcesses(
                loopback, tmp_path, await server.create(), more={"CARCASSONNE_LIMITS": "1"}
            )
            channels: tuple[list[int], list[int]] = ([], [])
            for guild in loopback.guilds.ids:
                channels[shard_of(guild, 2)].extend(loopback.guilds.channels_of(guild))
            try:
                await processes.start(2)
                yield Programs(loopback, processes, channels)
                await processes.end()
                assert processes.logged_errors() == []
            finally:
                await processes.kill_all()
    finally:
        server.remove()


async def test_person_opens_no_more_tables_in_two_programs_than_in_one(programs: Programs) -> None:
    burst = RATE_LIMITS[RequestKind.TABLE].person.at_once
    here, there = programs.channels
    alternating = [channel for pair in zip(here, there, strict=True) for channel in pair]
    answers = [await programs.opened(channel) for channel in alternating[: burst + 2]]
    assert [bool(answer) for answer in answers] == [False] * burst + [True] * 2, answers
    assert "<t:" in answers[-1] and "<t:" in answers[-2], "in both programs"


async def test_nudge_of_a_killed_program_is_posted_once(programs: Programs) -> None:
    channel, processes = programs.channels[1][0], programs.processes
    table = await programs.playing(channel)
    await processes.running[1].bot.kill()
    assert "That's saved" in await programs.nudge(table)
    assert programs.nudges(channel) == []
    # Killed once more when Discord has the message, before the program can know of it.
    programs.loopback.on_post = lambda sent: (
        processes.running[1].bot.process.kill() if NUDGED in sent.text else None
    )
    await processes.start_again(1)
    await _until(lambda: processes.running[1].bot.process.returncode is not None)
    assert len(programs.nudges(channel)) == 1
    programs.loopback.on_post = None
    async with await open_database(processes.address) as database:
        claimed = "SELECT count(*) FROM dues WHERE kind = 'notice' AND claimed_at IS NOT NULL"
        assert await database.read(claimed) == [(1,)]
        expired = "UPDATE dues SET claimed_at = claimed_at - ? WHERE kind = 'notice'"
        await database.write(lambda execute: execute(expired, (LEASE_SECONDS + 1,)), "a claim")
        await processes.start_again(1)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while await database.read("SELECT 1 FROM dues WHERE kind = 'notice'"):
                await asyncio.sleep(0.1)
        sent = await database.read("SELECT sent FROM notifications WHERE kind = 'nudge'")
    assert sent == [(True,)] and len(programs.nudges(channel)) == 1
    assert "already nudged" in await programs.nudge(table)


async def _until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not true():
            await asyncio.sleep(0.05)
