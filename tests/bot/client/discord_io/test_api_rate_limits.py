"""Rate limits of Discord's API, by a real discord.py client and a loopback Discord."""

import asyncio
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.client.discord_io import sending
from bot.client.discord_io.api_rate_limits import LONGEST_WAIT_SECONDS, rate_limit_trace
from bot.client.discord_io.buttons import Payload
from bot.client.discord_io.sending import TRANSPORT_ERRORS, refuses, send
from bot.client.posting.outbox import cause_of_failure, retry_seconds
from bot.playground.local_discord import redirect_discord
from tests.wire.api_objects import FIRST_CHANNEL
from tests.wire.loopback import TOKEN, LoopbackDiscord

NOBODY = discord.AllowedMentions.none()
NEAR = 5.0
"""Seconds that a request may take beside the waits, on a busy machine."""


@pytest.fixture(autouse=True)
async def skipped_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the clock of the loop forward where all would wait: client and Discord share the loop."""
    loop: Any = asyncio.get_running_loop()
    ahead, select = 0.0, loop._selector.select

    def skip(timeout: float | None) -> Any:
        nonlocal ahead
        events = select(timeout if timeout is None else 0)
        if not events and timeout:
            ahead += timeout
        return events

    monkeypatch.setattr(loop._selector, "select", skip)
    monkeypatch.setattr(loop, "time", lambda: time.monotonic() + ahead)


def now() -> float:
    """The time of the loop."""
    return asyncio.get_running_loop().time()


@pytest.fixture
async def loopback(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LoopbackDiscord]:
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    async with LoopbackDiscord(channels=2) as loopback:
        redirect_discord(loopback.netloc)
        yield loopback


@pytest.fixture
async def client(loopback: LoopbackDiscord) -> AsyncIterator[discord.Client]:
    client = discord.Client(
        intents=discord.Intents.none(),
        http_trace=rate_limit_trace(lambda: client.http._global_over.set()),
        max_ratelimit_timeout=LONGEST_WAIT_SECONDS,
    )
    async with client:
        await client.login(TOKEN)
        yield client


async def post(client: discord.Client, channel: int = FIRST_CHANNEL) -> int:
    """Send a post as the outbox does."""
    where = client.get_partial_messageable(channel)
    return await send(client, where, Payload("Hello", None), (), NOBODY, f"nonce-{channel}")


async def test_post_waits_as_long_as_discord_asks_even_beyond_its_time_limit(
    loopback: LoopbackDiscord, client: discord.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "REQUEST_SECONDS", 0.8)
    loopback.limit_posts(1.0)
    began = now()
    await post(client)
    assert 1.0 <= now() - began <= 1.0 + NEAR
    assert len(loopback.posts(FIRST_CHANNEL)) == 1


async def test_posts_of_other_channels_wait_for_a_global_limit_and_no_longer(
    loopback: LoopbackDiscord, client: discord.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "REQUEST_SECONDS", 0.8)
    loopback.limit_posts(1.0, everywhere=True)
    began = now()
    first = asyncio.create_task(post(client))
    await asyncio.sleep(0.1)
    await asyncio.gather(first, post(client, FIRST_CHANNEL + 1))
    assert 1.0 <= now() - began <= 1.0 + NEAR


async def test_requests_go_on_after_a_global_limit_whose_request_was_cancelled(
    loopback: LoopbackDiscord, client: discord.Client
) -> None:
    loopback.limit_posts(0.6, everywhere=True)
    first = asyncio.create_task(post(client))
    await asyncio.sleep(0.3)
    first.cancel()
    async with asyncio.timeout(0.6 + NEAR):
        await post(client, FIRST_CHANNEL + 1)


async def test_longer_wait_than_half_a_minute_is_left_to_the_outbox(
    loopback: LoopbackDiscord, client: discord.Client
) -> None:
    loopback.limit_posts(45.0)
    with pytest.raises(TRANSPORT_ERRORS) as raised:
        await post(client)
    assert not refuses(raised.value)
    cause = cause_of_failure(raised.value)
    assert retry_seconds(raised.value, cause, 0) == pytest.approx(45.0, abs=1.0)


def test_rate_limit_of_the_network_before_discord_is_no_refusal() -> None:
    response: Any = SimpleNamespace(status=429, reason="", headers={"Retry-After": "7"})
    error = discord.HTTPException(response, "banned for a moment")
    assert not refuses(error)
    assert retry_seconds(error, cause_of_failure(error), 5) == 7.0
