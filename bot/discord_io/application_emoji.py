"""Fetch the bot's emoji at the start and after a refusal, and upload those that are missing."""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.core.durations import Clock
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.text.emoji import use_emoji
from renderer.emoji import draw_emoji, emoji_names

log = logging.getLogger(__name__)

MAX_EMOJI: Final = 2000
"""The most emoji of an application."""
EMOJI_REFRESH_SECONDS: Final = 600.0
"""Seconds between two times that emoji are fetched because Discord has refused one."""


@dataclass(eq=False, repr=False)
class EmojiProvider:
    client: discord.Client
    clock: Clock
    uploads: bool = field(kw_only=True)
    """As in `provide_emoji`."""
    _refreshed_at: float | None = field(init=False, default=None)
    _task: asyncio.Task[None] | None = field(init=False, default=None)

    def begin(self) -> None:
        """Start in the background, once."""
        if self._task is None:
            self._start()

    def refresh(self) -> None:
        """Fetch the emoji again after a refusal, at most once in EMOJI_REFRESH_SECONDS."""
        now, before = self.clock(), self._refreshed_at
        is_due = before is None or now >= before + EMOJI_REFRESH_SECONDS
        if is_due and self._task is not None and self._task.done():
            self._refreshed_at = now
            log.warning("Discord refuses emoji of the bot: they are left out, and fetched anew")
            self._start()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _start(self) -> None:
        work = provide_emoji(self.client, uploads=self.uploads)
        self._task = asyncio.create_task(work, name="emoji")


async def provide_emoji(client: discord.Client, *, uploads: bool) -> None:
    """Use the application's emoji, and upload missing ones.

    Without ``uploads`` another process does that. Failed emoji are retried at the next start; until
    then the usual signs stand for them.
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
