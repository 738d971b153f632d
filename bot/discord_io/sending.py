"""Send, edit and find messages: retries, rate limits, no duplicates; and private answers.

Discord recognises a repeat by its nonce for some minutes; later `find_sent` searches the channel.
Only if SEARCHED_MESSAGES others have followed, or the bot may not read the channel, can a message
be sent twice. After a 429 requests wait as long as Discord asks, and no longer.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord import ui

from bot.discord_io.buttons import Payload, PickMenu, PressButton, without_menu_state
from bot.discord_io.rendering import Attachment
from bot.text.emoji import without_emoji

log = logging.getLogger(__name__)

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
        """A request's time limit, not counting rate limit waits. Raise TimeoutError."""
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


SEARCHED_MESSAGES: Final = 100
"""The number of newest messages that are searched, by one request."""
SEARCH_SECONDS: Final = 5.0
"""Seconds that the request may take."""


async def find_sent(
    channel: discord.PartialMessageable, me: int, payload: Payload, known: int, after: int = 0
) -> discord.Message | None:
    """Find a message of the bot with a payload's text and buttons.

    Buttons identify it by game and entry; without them, the same text in a message newer than those
    ``known``. Others may have the same buttons: with ``after``, the message is newer than that id
    and has no further buttons. Only the newest SEARCHED_MESSAGES are searched, and only if the bot
    may read the channel. Raise one of TRANSPORT_ERRORS.
    """
    own = payload.view.children if payload.view is not None else []
    wanted, text = set(_ids(own)), [payload.content, *_texts(own)]
    try:
        async with asyncio.timeout(SEARCH_SECONDS):
            async for message in channel.history(limit=SEARCHED_MESSAGES):
                if message.author.id != me:
                    continue
                found = set(_ids(message.components))
                if (
                    wanted
                    and message.id > after
                    and (wanted == found if after else wanted <= found)
                ):
                    return message
                sent = [message.content, *_texts(message.components)]
                if not wanted and message.id > max(known, after) and text == sent:
                    return message
    except discord.HTTPException as error:
        if not refuses(error):
            raise
        log.info("cannot read the messages of channel %s: %s", channel.id, error)
    return None


async def find_line(channel: discord.PartialMessageable, me: int, line: str) -> int | None:
    """The id of the bot's message with a line of text.

    Searches as `find_sent` does. Raise one of TRANSPORT_ERRORS.
    """
    try:
        async with asyncio.timeout(SEARCH_SECONDS):
            async for message in channel.history(limit=SEARCHED_MESSAGES):
                texts = [message.content, *_texts(message.components)]
                if message.author.id == me and any(line in text.split("\n") for text in texts):
                    return message.id
    except discord.HTTPException as error:
        if not refuses(error):
            raise
        log.info("cannot read the messages of channel %s: %s", channel.id, error)
    return None


def _ids(components: Iterable[Any]) -> Iterator[str]:
    """Component ids of a layout, own or received.

    Without menu states: the text may be worded differently by now.
    """
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield without_menu_state(custom_id)
        yield from _ids(getattr(component, "children", ()))


def _texts(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if isinstance(component, ui.TextDisplay | discord.TextDisplay):
            yield component.content
        yield from _texts(getattr(component, "children", ()))


T = TypeVar("T")

MAX_TRIES: Final = 3
REQUEST_SECONDS: Final = 20.0
"""Seconds for a message with all its tries, without the time that Discord asks to wait (429)."""
MESSAGE_RETRY_SECONDS: Final = 2.0
"""Seconds before the first retry of a message, doubled for each further one."""
ACKNOWLEDGE_SECONDS: Final = 3.0
"""Seconds for the acknowledgement of an interaction: Discord waits no longer."""
ANSWER_SECONDS: Final = 6.0
"""Seconds for a private answer with all its messages."""
FAILURE_SECONDS: Final = 2.0
"""Seconds for the message that an answer has failed."""
NOTICE_TIMEOUT_SECONDS: Final = 4.0
"""Seconds that a user waits for a notice between posts, for a thread or its first message."""
EDIT_SECONDS: Final = 3.0
"""Seconds that a user waits for the post they pressed on to be edited."""
FOLLOW_UPS: Final = 4
"""The most messages after a private answer: Discord takes five where the bot is not installed, and
one may have to replace a lost answer.
"""
ARCHIVED: Final = 50083
"""Discord's error code for an edit in an archived thread, and for a post in a locked one."""
TRANSPORT_ERRORS: Final = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
)
"""The errors of a request that Discord refused, or that did not reach Discord."""


async def send(
    client: discord.Client,
    channel: discord.PartialMessageable,
    payload: Payload,
    attachments: Sequence[Attachment],
    mentions: discord.AllowedMentions,
    nonce: str,
    *,
    silent: bool = False,
) -> int:
    """Send a message, retrying failures of the network and of Discord. Return its id.

    discord.py itself repeats a request after a 500, 502, 504 or 524, after a connection reported as
    reset, and after a 429 once allowed. Other failures, such as 503, are repeated here, MAX_TRIES
    times in all within REQUEST_SECONDS.

    The nonce lets Discord recognise a message that did arrive. A ``silent`` message makes no sound
    and no push notification. Raise one of TRANSPORT_ERRORS if Discord refuses, or after the last
    try.
    """

    async def post(shown: Payload) -> int:
        body: dict[str, Any] = {"content": shown.content or None}
        if shown.view is not None:
            body["view"] = shown.view
        if silent:
            body["silent"] = True
        files = [attachment.file() for attachment in attachments]
        sent = await channel.send(**body, files=files, allowed_mentions=mentions, nonce=nonce)
        return sent.id

    attempt = 1
    async with _waits.limited(REQUEST_SECONDS):
        while True:
            try:
                return await retry_without_emoji(client, payload, post)
            except TRANSPORT_ERRORS as error:
                if refuses(error) or is_rate_limited(error) or attempt == MAX_TRIES:
                    raise
                log.warning("message %s failed (%r); trying again", nonce, error)
            await asyncio.sleep(MESSAGE_RETRY_SECONDS * 2 ** (attempt - 1))
            attempt += 1


def answer_timeout() -> asyncio.Timeout:
    """ANSWER_SECONDS for a private answer; discord.py itself retries a 500 for 25 s."""
    return asyncio.timeout(ANSWER_SECONDS)


def refuses(error: Exception) -> bool:
    """True if Discord refused a request, and a person has to act.

    A rate limit (429) is no refusal.
    """
    return (
        isinstance(error, discord.HTTPException)
        and error.status < 500
        and not is_rate_limited(error)
    )


async def with_unarchived(
    client: discord.Client, channel: int, send: Callable[[], Awaitable[T]]
) -> T:
    """Send to a channel, again after unarchiving its thread.

    A locked thread stays archived unless the bot may manage threads. Raise the errors of ``send``.
    """
    try:
        return await send()
    except discord.HTTPException as error:
        if error.code != ARCHIVED:
            raise
        try:
            await client.http.edit_channel(channel, archived=False)
        except TRANSPORT_ERRORS as refused:
            log.info("thread %s stays in the archive: %s", channel, refused)
            raise error from refused
    return await send()


async def edit(
    client: discord.Client,
    channel: int,
    post: discord.Message | discord.PartialMessage,
    payload: Payload,
) -> None:
    """Replace text and buttons of a post, without pings; its pictures stay.

    Raise one of TRANSPORT_ERRORS.
    """
    nobody = discord.AllowedMentions.none()

    async def change(shown: Payload) -> None:
        changes: dict[str, Any] = {"view": shown.view}
        if shown.content:
            changes["content"] = shown.content
        await post.edit(**changes, allowed_mentions=nobody)

    await with_unarchived(client, channel, lambda: retry_without_emoji(client, payload, change))


async def answer(
    interaction: discord.Interaction[Any],
    payload: Payload,
    attachments: Sequence[Attachment] = (),
    more: Sequence[str] = (),
) -> int | None:
    """Answer a deferred interaction privately, within ANSWER_SECONDS. Return the message's id.

    None if the pressed private panel is gone: a new message replaces it. FOLLOW_UPS of ``more``
    follow. Raise one of TRANSPORT_ERRORS.
    """

    async def replace(shown: Payload) -> int | None:
        files = [attachment.file() for attachment in attachments]
        sent = await interaction.edit_original_response(
            content=shown.content, attachments=files, view=shown.view
        )
        return sent.id

    async def follow(shown: Payload) -> None:
        files = [attachment.file() for attachment in attachments]
        view: Any = shown.view or discord.utils.MISSING
        await interaction.followup.send(shown.content, files=files, view=view, ephemeral=True)

    async with answer_timeout():
        try:
            sent = await retry_without_emoji(interaction.client, payload, replace)
        except discord.NotFound:
            # A second press on the private panel: the first has deleted it.
            await retry_without_emoji(interaction.client, payload, follow)
            sent = None
        for text in more[:FOLLOW_UPS]:
            await interaction.followup.send(text, ephemeral=True)
    return sent


async def replace_files(
    client: discord.Client,
    channel: int,
    post: discord.PartialMessage,
    attachments: Sequence[Attachment],
) -> None:
    """Text and buttons stay. Raise one of TRANSPORT_ERRORS."""
    await with_unarchived(
        client,
        channel,
        lambda: post.edit(attachments=[attachment.file() for attachment in attachments]),
    )


REFUSED_EMOJI_CODES: Final = (10014, 50035)
"""Discord's error codes: unknown emoji, invalid form."""
REFUSED_EMOJI_EVENT: Final = "emoji_refused"
"""The event that a client dispatches after Discord has refused an emoji."""


async def retry_without_emoji(
    client: discord.Client, payload: Payload, send: Callable[[Payload], Awaitable[T]]
) -> T:
    """Send, again without emoji if Discord refuses them. Raise the errors of ``send``.

    If that succeeds, the client dispatches REFUSED_EMOJI_EVENT.
    """
    try:
        return await send(payload)
    except discord.HTTPException as error:
        plain = payload_without_emoji(payload)
        if error.code not in REFUSED_EMOJI_CODES or plain is None:
            raise
    sent = await send(plain)
    client.dispatch(REFUSED_EMOJI_EVENT)
    return sent


def payload_without_emoji(payload: Payload) -> Payload | None:
    """Remove the bot's own emoji, changing the payload's view. None if there are none."""
    content = without_emoji(payload.content)
    has_emoji = content != payload.content
    for item in payload.view.walk_children() if payload.view is not None else ():
        match item:
            case ui.TextDisplay():
                plain = without_emoji(item.content)
                has_emoji |= plain != item.content
                item.content = plain
            case PressButton():
                has_emoji |= item.item.emoji is not None
                item.item.emoji = None
            case PickMenu():
                for option in item.item.options:
                    has_emoji |= option.emoji is not None
                    option.emoji = None
    return replace(payload, content=content) if has_emoji else None
