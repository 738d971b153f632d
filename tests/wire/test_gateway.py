"""The loopback gateway: events by shard, refused IDENTIFYs, resume."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp
import discord
import pytest
from yarl import URL

from tests.wire.api_objects import ANA, Json
from tests.wire.gateway import DROPPED
from tests.wire.guilds import direct_channel_id, shard_of
from tests.wire.loopback import API, TOKEN, LoopbackDiscord
from tests.wire.user_actions import Interaction

SPACING: Final = 0.4
SHARDS: Final = 4
TIMEOUT_SECONDS: Final = 20.0


class GatewayClient:
    """A client of the gateway that sends and receives single payloads."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.received: list[Json] = []

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def identify(self, shard: int, count: int = SHARDS) -> str:
        """Send IDENTIFY; return the next event's name, or its opcode."""
        await self.send(2, {"token": TOKEN, "shard": [shard, count]})
        said = await self.receive()
        return str(said["t"] or said["op"])

    async def receive(self) -> Json:
        """Receive the next payload."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            said: Json = await self.socket.receive_json()
        self.received.append(said)
        return said

    async def receive_until(self, event: str) -> list[Json]:
        """Receive payloads up to an event."""
        events = [await self.receive()]
        while events[-1]["t"] != event:
            events.append(await self.receive())
        return events

    async def close_code(self) -> int | None:
        """Wait for the end of the connection; return its close code."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await self.socket.receive()
        return self.socket.close_code


@asynccontextmanager
async def line(loopback: LoopbackDiscord) -> AsyncIterator[GatewayClient]:
    """A gateway client that has received HELLO."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(loopback.gateway.url) as socket,
    ):
        client = GatewayClient(socket)
        assert (await client.receive())["op"] == 10
        yield client


async def test_gateway_request_returns_url_shard_count_and_concurrency() -> None:
    async with (
        LoopbackDiscord(shards=16, max_concurrency=4) as loopback,
        aiohttp.ClientSession() as session,
    ):
        headers = {"Authorization": f"Bot {TOKEN}"}
        async with session.get(
            f"http://{loopback.netloc}{API}/gateway/bot", headers=headers
        ) as got:
            said = await got.json()
    limit = said["session_start_limit"]
    assert (said["url"], said["shards"]) == (loopback.gateway.url, 16)
    assert (limit["max_concurrency"], limit["remaining"] > 0) == (4, True)


async def test_each_shard_gets_its_own_servers_and_together_all() -> None:
    guilds: list[int] = []
    async with LoopbackDiscord(servers=10, channels=3) as loopback:
        for shard in range(SHARDS):
            async with line(loopback) as bot:
                assert await bot.identify(shard) == "READY"
                ready = bot.received[-1]["d"]
                own = [int(guild["id"]) for guild in ready["guilds"]]
                assert ready["shard"] == [shard, SHARDS] and own
                assert {(guild >> 22) % SHARDS for guild in own} == {shard}
                for guild in own:
                    said = (await bot.receive())["d"]
                    assert int(said["id"]) == guild and len(said["channels"]) == 3
                    assert {loopback.guilds.guild_of(int(c["id"])) for c in said["channels"]} == {
                        guild
                    }
                guilds += own
        assert sorted(guilds) == list(loopback.guilds.ids)


async def test_shard_that_identifies_too_soon_in_its_bucket_is_refused_and_recorded() -> None:
    async with (
        LoopbackDiscord(max_concurrency=2, spacing=TIMEOUT_SECONDS) as loopback,
        line(loopback) as first,
    ):
        assert await first.identify(0) == "READY"
        async with line(loopback) as other, line(loopback) as hasty:
            assert await other.identify(1) == "READY"
            assert await hasty.identify(2) == "9"
            [said] = loopback.gateway.early_identifies
            assert said.startswith("shard 2,") and said.endswith("bucket 0")
            loopback.gateway.spacing = 0.0
            assert await hasty.identify(2) == "READY"
        assert loopback.gateway.identify_count == 3 and len(loopback.gateway.early_identifies) == 1


@pytest.mark.parametrize(("shard", "count", "code"), [(4, 4, 4010), (-1, 4, 4010), (0, 1, 4011)])
async def test_shard_with_an_invalid_identify_is_closed(shard: int, count: int, code: int) -> None:
    async with LoopbackDiscord(servers=2501) as loopback, line(loopback) as bot:
        await bot.send(2, {"token": TOKEN, "shard": [shard, count]})
        assert await bot.close_code() == code
        assert loopback.gateway.identify_count == 0


async def test_interactions_reach_the_shard_of_their_server_and_direct_messages_shard_0() -> None:
    async with (
        LoopbackDiscord(servers=SHARDS) as loopback,
        line(loopback) as one,
        line(loopback) as two,
    ):
        assert await one.identify(0) == "READY" and await two.identify(3) == "READY"
        theirs = {
            bot: session
            for bot, session in zip((one, two), loopback.gateway.live_sessions, strict=True)
        }
        for guild in loopback.guilds.ids:
            [where] = loopback.guilds.channels_of(guild)
            interaction = await _pressed(loopback, where)
            shard = shard_of(guild, SHARDS)
            assert interaction.sessions == [
                session for session in theirs.values() if session.shard[0] == shard
            ]
        interaction = await _pressed(loopback, direct_channel_id(ANA.id))
        assert interaction.sessions == [theirs[one]]
        heard = [(await bot.receive_until("INTERACTION_CREATE"))[-1]["d"] for bot in (one, two)]
        assert {shard_of(int(event["guild_id"]), SHARDS) for event in heard} == {0, 3}
        private = (await one.receive_until("INTERACTION_CREATE"))[-1]["d"]
        assert private["user"]["id"] == str(ANA.id) and private["context"] == 1
        assert not {"guild_id", "guild", "member"} & private.keys()
        assert loopback.fail_abandoned() == 2, "those of the shards 1 and 2"


async def test_disconnected_shard_resumes_and_gets_missed_events_once() -> None:
    async with LoopbackDiscord(servers=SHARDS) as loopback:
        async with line(loopback) as bot:
            assert await bot.identify(2) == "READY"
            await bot.receive_until("GUILD_CREATE")
            [session] = loopback.gateway.live_sessions
            cut = asyncio.create_task(session.disconnect())
            assert await bot.close_code() == DROPPED
            await cut
        [guild] = loopback.guilds.ids_of_shard(2, SHARDS)
        interaction = await _pressed(loopback, loopback.guilds.channels_of(guild)[0])
        assert not loopback.gateway.live_sessions
        async with line(loopback) as again:
            seq = bot.received[-1]["s"]
            await again.send(6, {"token": TOKEN, "session_id": session.id, "seq": seq})
            heard = await again.receive_until("RESUMED")
            assert [event["t"] for event in heard] == ["INTERACTION_CREATE", "RESUMED"]
            assert heard[0]["d"]["id"] == interaction.payload["id"]
            assert loopback.gateway.live_sessions == [session] and session.shard == (2, SHARDS)
        assert loopback.gateway.identify_count == 1


async def test_session_closed_with_code_1000_cannot_be_resumed() -> None:
    async with LoopbackDiscord() as loopback:
        async with line(loopback) as bot:
            assert await bot.identify(0, 1) == "READY"
            [session] = loopback.gateway.live_sessions
            await bot.socket.close(code=1000)
        await _none(loopback)
        async with line(loopback) as again:
            await again.send(6, {"token": TOKEN, "session_id": session.id, "seq": 2})
            assert (await again.receive())["op"] == 9


async def test_a_real_client_with_several_shards_knows_all_servers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Client(discord.AutoShardedClient):
        async def before_identify_hook(
            self, shard_id: int | None, *, initial: bool = False
        ) -> None:
            # On a busy machine an IDENTIFY may be read late, and the next one in time.
            await asyncio.sleep(0 if initial else 3 * SPACING)

    async with LoopbackDiscord(servers=7, channels=2, shards=3, spacing=SPACING) as loopback:
        monkeypatch.setattr(discord.http.Route, "BASE", f"http://{loopback.netloc}{API}")
        gateway = discord.gateway.DiscordWebSocket
        monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", URL(loopback.gateway.url))
        client = Client(intents=discord.Intents(guilds=True), max_messages=None)
        async with client:
            await client.login(TOKEN)
            connected = asyncio.create_task(client.connect())
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await client.wait_until_ready()
            assert set(client.shards) == {0, 1, 2}
            shard_of_guild = {guild.id: guild.shard_id for guild in client.guilds}
            assert shard_of_guild == {guild: shard_of(guild, 3) for guild in loopback.guilds.ids}
            assert all(len(guild.text_channels) == 2 for guild in client.guilds)
        await connected
        assert loopback.gateway.early_identifies == [] and loopback.unknown_requests == []


async def _pressed(loopback: LoopbackDiscord, where: int) -> Interaction:
    """Post a message with one button and press it."""
    row = {"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "a", "label": "A"}]}
    loopback.people[ANA.id] = ANA
    sent, _ = loopback.messages.post(str(where), {"components": [row]}, {})
    return await loopback.press(ANA, where, sent, "a")


async def _none(loopback: LoopbackDiscord) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while loopback.gateway.sessions:
            await asyncio.sleep(0.01)
