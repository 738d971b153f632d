"""Rate limits of Discord's API, by a real discord.py client and a loopback Discord."""

import asyncio
import selectors
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord_io import sending
from bot.discord_io.buttons import Payload
from bot.discord_io.sending import (
    LONGEST_WAIT_SECONDS,
    TRANSPORT_ERRORS,
    rate_limit_trace,
    refuses,
    send,
)
from bot.playground.local_discord import redirect_discord
from bot.posting.outbox import cause_of_failure, retry_seconds
from tests.wire.api_objects import FIRST_CHANNEL
from tests.wire.loopback import TOKEN, LoopbackDiscord

NOBODY = discord.AllowedMentions.none()
NEAR = 5.0
"""Seconds that a request may take beside the waits, on a busy machine."""


class SkippingSelector(selectors.DefaultSelector):
    """Count a wait for which nothing comes in place of waiting."""

    ahead = 0.0

    def select(self, timeout: float | None = None) -> Any:
        events = super().select(timeout if timeout is None else 0)
        if not events and timeout:
            self.ahead += timeout
        return events


class SkippingLoop(asyncio.SelectorEventLoop):
    """A loop whose clock is set forward where all would wait: client and Discord share it."""

    def __init__(self) -> None:
        self.skipping = SkippingSelector()
        super().__init__(self.skipping)

    def time(self) -> float:
        return super().time() + self.skipping.ahead


def in_skipped_time(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test in a loop of its own, which waits for nothing but messages."""

    @wraps(test)
    def run(**given: Any) -> None:
        with asyncio.Runner(loop_factory=SkippingLoop) as runner:
            runner.run(test(**given))

    return run


def now() -> float:
    return asyncio.get_running_loop().time()


@pytest.fixture(autouse=True)
def own_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have discord.py's addresses set back after the test."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)


@asynccontextmanager
async def limited_client() -> AsyncIterator[tuple[LoopbackDiscord, discord.Client]]:
    async with LoopbackDiscord(channels=2) as loopback:
        redirect_discord(loopback.netloc)
        client = discord.Client(
            intents=discord.Intents.none(),
            http_trace=rate_limit_trace(lambda: client.http._global_over.set()),
            max_ratelimit_timeout=LONGEST_WAIT_SECONDS,
        )
        async with client:
            await client.login(TOKEN)
            yield loopback, client


async def post(client: discord.Client, channel: int = FIRST_CHANNEL) -> int:
    """Send a post as the outbox does."""
    where = client.get_partial_messageable(channel)
    return await send(client, where, Payload("Hello", None), (), NOBODY, f"nonce-{channel}")


@in_skipped_time
async def test_post_waits_as_long_as_discord_asks_even_beyond_its_time_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sending, "REQUEST_SECONDS", 0.8)
    async with limited_client() as (loopback, client):
        loopback.limit_posts(1.0)
        began = now()
        await post(client)
        assert 1.0 <= now() - began <= 1.0 + NEAR
        assert len(loopback.posts(FIRST_CHANNEL)) == 1


@in_skipped_time
async def test_posts_of_other_channels_wait_for_a_global_limit_and_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sending, "REQUEST_SECONDS", 0.8)
    async with limited_client() as (loopback, client):
        loopback.limit_posts(1.0, everywhere=True)
        began = now()
        first = asyncio.create_task(post(client))
        await asyncio.sleep(0.1)
        await asyncio.gather(first, post(client, FIRST_CHANNEL + 1))
        assert 1.0 <= now() - began <= 1.0 + NEAR


@in_skipped_time
async def test_requests_go_on_after_a_global_limit_whose_request_was_cancelled() -> None:
    async with limited_client() as (loopback, client):
        loopback.limit_posts(0.6, everywhere=True)
        first = asyncio.create_task(post(client))
        await asyncio.sleep(0.3)
        first.cancel()
        async with asyncio.timeout(0.6 + NEAR):
            await post(client, FIRST_CHANNEL + 1)


@in_skipped_time
async def test_longer_wait_than_half_a_minute_is_left_to_the_outbox() -> None:
    async with limited_client() as (loopback, client):
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
