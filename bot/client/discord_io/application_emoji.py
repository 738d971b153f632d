"""Upload the bot's own emoji once, and use those that are uploaded."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.client.discord_io.sending import TRANSPORT_ERRORS
from bot.text.emoji import use_emoji
from renderer.emoji import draw_emoji, emoji_names

log = logging.getLogger(__name__)

MAX_EMOJI: Final = 2000
"""The most emoji of an application."""
EMOJI_REFRESH_SECONDS: Final = 600.0
"""Seconds between two times that emoji are fetched because Discord has refused one."""


class EmojiProvider:
    """Provide the bot's own emoji once, and again after Discord has refused one."""

    def __init__(
        self, client: discord.Client, clock: Callable[[], float], *, uploads: bool
    ) -> None:
        """``clock`` gives the present in Unix seconds; ``uploads`` as in `provide_emoji`."""
        self._client = client
        self._clock = clock
        self._uploads = uploads
        self._refreshed_at: float | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start to provide the emoji, unless that has begun; nothing waits for it."""
        if self._task is None:
            self._start()

    def refresh(self) -> None:
        """Fetch the emoji anew, as Discord has refused one; once in EMOJI_REFRESH_SECONDS."""
        now, before = self._clock(), self._refreshed_at
        is_due = before is None or now >= before + EMOJI_REFRESH_SECONDS
        if is_due and self._task is not None and self._task.done():
            self._refreshed_at = now
            log.warning("Discord refuses emoji of the bot: they are left out, and fetched anew")
            self._start()

    async def close(self) -> None:
        """Cancel a running upload; the next start does it."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _start(self) -> None:
        work = provide_emoji(self._client, uploads=self._uploads)
        self._task = asyncio.create_task(work, name="emoji")


async def provide_emoji(client: discord.Client, *, uploads: bool) -> None:
    """Use the emoji that the application has, and upload those that it lacks.

    Without ``uploads`` another process does that. Emoji that fail are tried again at the next
    start; until then the usual signs stand for them.
    """
    wanted, missing = emoji_names(), 0
    try:
        emoji = await client.fetch_application_emojis()
        markup = {one.name: str(one) for one in emoji if one.name in wanted}
        use_emoji(markup)
        absent = [name for name in wanted if name not in markup]
        missing = len(absent)
        for name in absent[: max(0, MAX_EMOJI - len(emoji))] if uploads else ():
            png = await asyncio.to_thread(draw_emoji, name)
            made = await client.create_application_emoji(name=name, image=png)
            markup[name] = str(made)
            missing -= 1
            use_emoji(markup)
    except TRANSPORT_ERRORS as error:
        log.warning("emoji are missing, %s of %s: %r", missing, len(wanted), error)
        return
    log.info("%s of %s emoji are there", len(wanted) - missing, len(wanted))
