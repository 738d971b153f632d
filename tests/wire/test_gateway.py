"""The gateway tells each shard of its own servers, and refuses what Discord refuses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp
import discord
import pytest
from yarl import URL

from tests.wire.asking import Asked
from tests.wire.gateway import DROPPED
from tests.wire.places import direct, shard_of
from tests.wire.server import API, TOKEN, Wire
from tests.wire.shapes import ANA, Json

SPACING: Final = 0.4
SHARDS: Final = 4
SECONDS: Final = 20.0


class Line:
    """A connection to the gateway, word by word."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard: list[Json] = []

    async def say(self, op: int, data: Any) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def identify(self, shard: int, count: int = SHARDS) -> str:
        """What it is answered: the name of an event, or a number."""
        await self.say(2, {"token": TOKEN, "shard": [shard, count]})
        said = await self.next()
        return str(said["t"] or said["op"])

    async def next(self) -> Json:
        """What it hears next, as far as it is said."""
        async with asyncio.timeout(SECONDS):
            said: Json = await self.socket.receive_json()
        self.heard.append(said)
        return said

    async def until(self, event: str) -> list[Json]:
        """What it hears up to an event."""
        found = [await self.next()]
        while found[-1]["t"] != event:
            found.append(await self.next())
        return found

    async def code(self) -> int | None:
        """How it is closed."""
        async with asyncio.timeout(SECONDS):
            await self.socket.receive()
        return self.socket.close_code


@asynccontextmanager
async def line(wire: Wire) -> AsyncIterator[Line]:
    """A connection that has been greeted."""
    async with aiohttp.ClientSession() as session, session.ws_connect(wire.gateway.url) as socket:
        found = Line(socket)
        assert (await found.next())["op"] == 10
        yield found


async def test_gateway_request_returns_url_shard_count_and_concurrency() -> None:
    async with Wire(shards=16, max_concurrency=4) as wire, aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bot {TOKEN}"}
        async with session.get(f"http://{wire.netloc}{API}/gateway/bot", headers=headers) as got:
            said = await got.json()
    limit = said["session_start_limit"]
    assert (said["url"], said["shards"]) == (wire.gateway.url, 16)
    assert (limit["max_concurrency"], limit["remaining"] > 0) == (4, True)


async def test_each_shard_gets_its_own_servers_and_together_all() -> None:
    told: list[int] = []
    async with Wire(servers=10, channels=3) as wire:
        for shard in range(SHARDS):
            async with line(wire) as bot:
                assert await bot.identify(shard) == "READY"
                ready = bot.heard[-1]["d"]
                own = [int(each["id"]) for each in ready["guilds"]]
                assert ready["shard"] == [shard, SHARDS] and own
                assert {(guild >> 22) % SHARDS for guild in own} == {shard}
                for guild in own:
                    said = (await bot.next())["d"]
                    assert int(said["id"]) == guild and len(said["channels"]) == 3
                    assert {wire.places.guild_of(int(c["id"])) for c in said["channels"]} == {guild}
                told += own
        assert sorted(told) == list(wire.places.guilds)


async def test_shard_that_identifies_too_soon_in_its_bucket_is_refused_and_recorded() -> None:
    async with Wire(max_concurrency=2, spacing=SPACING) as wire, line(wire) as first:
        assert await first.identify(0) == "READY"
        async with line(wire) as other, line(wire) as hasty:
            assert await other.identify(1) == "READY"
            assert await hasty.identify(2) == "9"
            [said] = wire.gateway.hasty
            assert said.startswith("shard 2,") and said.endswith("bucket 0")
            await asyncio.sleep(SPACING)
            assert await hasty.identify(2) == "READY"
        assert wire.gateway.identified == 3 and len(wire.gateway.hasty) == 1


@pytest.mark.parametrize(("shard", "count", "code"), [(4, 4, 4010), (-1, 4, 4010), (0, 1, 4011)])
async def test_shard_with_an_invalid_identify_is_closed(shard: int, count: int, code: int) -> None:
    async with Wire(servers=2501) as wire, line(wire) as bot:
        await bot.say(2, {"token": TOKEN, "shard": [shard, count]})
        assert await bot.code() == code
        assert wire.gateway.identified == 0


async def test_interactions_reach_the_shard_of_their_server_and_direct_messages_shard_0() -> None:
    async with Wire(servers=SHARDS) as wire, line(wire) as one, line(wire) as two:
        assert await one.identify(0) == "READY" and await two.identify(3) == "READY"
        theirs = {bot: session for bot, session in zip((one, two), wire.gateway.live, strict=True)}
        for guild in wire.places.guilds:
            [where] = wire.places.channels_of(guild)
            asked = await _pressed(wire, where)
            shard = shard_of(guild, SHARDS)
            assert asked.told == [each for each in theirs.values() if each.shard[0] == shard]
        asked = await _pressed(wire, direct(ANA.id))
        assert asked.told == [theirs[one]]
        heard = [(await bot.until("INTERACTION_CREATE"))[-1]["d"] for bot in (one, two)]
        assert {shard_of(int(each["guild_id"]), SHARDS) for each in heard} == {0, 3}
        private = (await one.until("INTERACTION_CREATE"))[-1]["d"]
        assert private["user"]["id"] == str(ANA.id) and private["context"] == 1
        assert not {"guild_id", "guild", "member"} & private.keys()
        assert wire.abandoned() == 2, "those of the shards 1 and 2"


async def test_disconnected_shard_resumes_and_gets_missed_events_once() -> None:
    async with Wire(servers=SHARDS) as wire:
        async with line(wire) as bot:
            assert await bot.identify(2) == "READY"
            await bot.until("GUILD_CREATE")
            [session] = wire.gateway.live
            cut = asyncio.create_task(session.drop())
            assert await bot.code() == DROPPED
            await cut
        [guild] = wire.places.of_shard(2, SHARDS)
        asked = await _pressed(wire, wire.places.channels_of(guild)[0])
        assert not wire.gateway.live
        async with line(wire) as again:
            seq = bot.heard[-1]["s"]
            await again.say(6, {"token": TOKEN, "session_id": session.id, "seq": seq})
            heard = await again.until("RESUMED")
            assert [each["t"] for each in heard] == ["INTERACTION_CREATE", "RESUMED"]
            assert heard[0]["d"]["id"] == asked.payload["id"]
            assert wire.gateway.live == [session] and session.shard == (2, SHARDS)
        assert wire.gateway.identified == 1


async def test_session_closed_with_code_1000_cannot_be_resumed() -> None:
    async with Wire() as wire:
        async with line(wire) as bot:
            assert await bot.identify(0, 1) == "READY"
            [session] = wire.gateway.live
            await bot.socket.close(code=1000)
        await _none(wire)
        async with line(wire) as again:
            await again.say(6, {"token": TOKEN, "session_id": session.id, "seq": 2})
            assert (await again.next())["op"] == 9


async def test_a_real_client_with_several_shards_knows_all_servers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Client(discord.AutoShardedClient):
        async def before_identify_hook(
            self, shard_id: int | None, *, initial: bool = False
        ) -> None:
            await asyncio.sleep(0 if initial else SPACING)

    async with Wire(servers=7, channels=2, shards=3, spacing=SPACING) as wire:
        monkeypatch.setattr(discord.http.Route, "BASE", f"http://{wire.netloc}{API}")
        gateway = discord.gateway.DiscordWebSocket
        monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", URL(wire.gateway.url))
        client = Client(intents=discord.Intents(guilds=True), max_messages=None)
        async with client:
            await client.login(TOKEN)
            connected = asyncio.create_task(client.connect())
            async with asyncio.timeout(SECONDS):
                await client.wait_until_ready()
            assert set(client.shards) == {0, 1, 2}
            found = {each.id: each.shard_id for each in client.guilds}
            assert found == {each: shard_of(each, 3) for each in wire.places.guilds}
            assert all(len(each.text_channels) == 2 for each in client.guilds)
        await connected
        assert wire.gateway.hasty == [] and wire.unknown == []


async def _pressed(wire: Wire, where: int) -> Asked:
    """Somebody presses the one button of a message that is there."""
    row = {"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "a", "label": "A"}]}
    wire.people[ANA.id] = ANA
    sent, _ = wire.messages.post(str(where), {"components": [row]}, {})
    return await wire.press(ANA, where, sent, "a")


async def _none(wire: Wire) -> None:
    async with asyncio.timeout(SECONDS):
        while wire.gateway.sessions:
            await asyncio.sleep(0.01)
