"""Discord's own rate limits (429): requests wait as long as Discord asks, and no longer."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp
import discord

LONGEST_WAIT_SECONDS: Final = 30.0
"""discord.py waits so long itself; a longer wait fails with `discord.RateLimited`."""
TOO_MANY_REQUESTS: Final = 429


@dataclass(eq=False, repr=False)
class _Waits:
    """Requests under way, and the end of a global rate limit."""

    _timeouts: dict[asyncio.Timeout, float] = field(init=False, default_factory=dict)
    """The time limits of requests, with their seconds."""
    _global_end: float = field(init=False, default=0.0)
    """A time of the event loop."""

    @asynccontextmanager
    async def limited(self, seconds: float) -> AsyncIterator[None]:
        now = asyncio.get_running_loop().time()
        async with asyncio.timeout_at(max(now, self._global_end) + seconds) as timeout:
            self._timeouts[timeout] = seconds
            try:
                yield
            finally:
                del self._timeouts[timeout]

    def extend(self, end: float, *, is_global: bool) -> None:
        for timeout, seconds in self._timeouts.items():
            if (when := timeout.when()) is not None and not timeout.expired():
                timeout.reschedule(max(when, end + seconds))
        if is_global:
            self._global_end = max(self._global_end, end)


_waits: Final = _Waits()


def request_timeout(seconds: float) -> AbstractAsyncContextManager[None]:
    """A request's time limit, not counting rate limit waits.

    Raise TimeoutError.
    """
    return _waits.limited(seconds)


def rate_limit_trace(release_global: Callable[[], None]) -> aiohttp.TraceConfig:
    """A trace that notes every 429 of a client's HTTP requests.

    ``release_global`` releases all requests after a global rate limit. discord.py does so itself,
    unless the request that met the limit is cancelled while waiting.
    """

    async def note(
        _session: aiohttp.ClientSession, _context: Any, request: aiohttp.TraceRequestEndParams
    ) -> None:
        headers = request.response.headers
        if request.response.status != TOO_MANY_REQUESTS:
            return
        wait = min(retry_after(headers.get("Retry-After")), LONGEST_WAIT_SECONDS)
        is_global = headers.get("X-RateLimit-Global", "").lower() == "true"
        loop = asyncio.get_running_loop()
        _waits.extend(loop.time() + wait, is_global=is_global)
        if is_global:
            loop.call_later(wait, release_global)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(note)
    return trace


def retry_after(header: str | None) -> float:
    """Seconds in a ``Retry-After`` header; 0 without one."""
    try:
        return max(0.0, float(header or 0))
    except ValueError:
        return 0.0


def is_rate_limited(error: BaseException) -> bool:
    """True for a 429: Discord takes the request later, and no person has to act."""
    return isinstance(error, discord.RateLimited) or (
        isinstance(error, discord.HTTPException) and error.status == TOO_MANY_REQUESTS
    )


def wait_seconds(error: BaseException) -> float:
    """Seconds that Discord asks to wait after a rate limit, else 0."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if isinstance(error, discord.HTTPException) and error.status == TOO_MANY_REQUESTS:
        headers = getattr(error.response, "headers", {})
        return retry_after(headers.get("Retry-After"))
    return 0.0
