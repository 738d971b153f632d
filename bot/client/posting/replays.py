"""Replays: a whole game as an animation, for everybody in its channel."""

import asyncio
import contextvars
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import discord

from bot.client.cluster.shared_limits import SharedLimits
from bot.client.discord_io.attachments import Attachment
from bot.client.discord_io.call import Call
from bot.client.discord_io.rendering import FILE_LIMIT, Rendering
from bot.client.discord_io.sending import TRANSPORT_ERRORS, answer_timeout, with_unarchived
from bot.client.people.names import NameDirectory
from bot.durations import Clock
from bot.presenters.public import turns
from bot.presenters.words import scores
from bot.table.rate_limits import RequestKind
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Request
from bot.table.table import Table
from bot.text.i18n import N_, _, ngettext, use_language
from bot.text.message import ALT_LIMIT, truncate
from renderer.animations.replay_process import AnimationError

log = logging.getLogger(__name__)

UNSENT: Final = N_(
    "I can't post the film in this channel, so here it is just for you. Press *Film* "
    "again later to share it."
)
FRAMES_PER_PROGRESS: Final = 20
"""Frames between two reports of progress."""
MAX_QUEUED_REPLAYS: Final = 8
"""The most replays that are drawn or wait; further requests are refused."""
USUAL_REPLAY_SECONDS: Final = 5.0
"""The usual seconds that drawing a replay takes."""
SEND_SECONDS: Final = 60.0
"""Seconds for a channel, and then for the user who asked, to receive the file."""
REMEMBERED_CHANNELS: Final = 1000
"""The number of channels whose last replay is remembered."""


@dataclass(eq=False, repr=False)
class Replays:
    """Draw and post the replays of games, each state of a game once per channel."""

    client: discord.Client
    names: NameDirectory
    rendering: Rendering
    limits: SharedLimits
    clock: Clock
    _last: dict[int, tuple[int, int]] = field(init=False, default_factory=dict)
    """The game and version of the last replay, by channel."""

    async def post(self, call: Call, request: Request, loaded: LoadedTable) -> bool:
        """Post a game's replay in its channel, reporting progress in the private answer.

        Return False if the channel does not take it: the user who asked gets it alone.
        """
        shown = (loaded.row.id, loaded.table.version)
        # Drawing takes seconds, and any member may press: send each film once.
        if self._last.get(request.channel) == shown:
            raise Refusal("replayed")
        self._last.pop(request.channel, None)
        self._last[request.channel] = shown
        while len(self._last) > REMEMBERED_CHANNELS:
            del self._last[next(iter(self._last))]
        try:
            text, replay = await self._draw_replay(call, request, loaded.row.id, loaded.table)
            if await self._send(request, text, replay):
                return True
            self._last.pop(request.channel, None)
            async with asyncio.timeout(SEND_SECONDS):
                await call.interaction.edit_original_response(
                    content=_(UNSENT), attachments=[replay.file()]
                )
        except BaseException:
            self._last.pop(request.channel, None)
            raise
        return False

    async def _send(self, request: Request, text: str, replay: Attachment) -> bool:
        """Return True if the channel has taken the replay."""
        channel = self.client.get_partial_messageable(request.channel, guild_id=request.guild)
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await with_unarchived(
                    self.client, channel.id, lambda: channel.send(text, file=replay.file())
                )
        except TRANSPORT_ERRORS as error:
            log.warning("a film is not posted in channel %s: %r", channel.id, error)
            return False
        return True

    async def _draw_replay(
        self, call: Call, request: Request, game: int, table: Table
    ) -> tuple[str, Attachment]:
        """The replay and its text, in the language of the table."""
        names = await self.names.of(table, request.guild)
        loop = asyncio.get_running_loop()
        language_context = contextvars.copy_context()
        edits: list[asyncio.Task[Any]] = []

        def report(words: str) -> None:
            edits.append(loop.create_task(edit_answer(words)))

        def progress(done: int, of: int) -> None:
            if done % FRAMES_PER_PROGRESS == 0:
                report(language_context.copy().run(_progress_text, done, of))

        async def edit_answer(words: str) -> None:
            with suppress(*TRANSPORT_ERRORS):
                async with answer_timeout():
                    await call.interaction.edit_original_response(content=words)

        async def check_limits() -> None:
            async with self.limits.charged(RequestKind.REPLAY, request.user, request.channel):
                before = self.rendering.queued_replays
                if before >= MAX_QUEUED_REPLAYS:
                    when = self.clock() + before * USUAL_REPLAY_SECONDS
                    raise Refusal("busy-replays", when=when)
            if before:
                report(language_context.copy().run(_queue_text, before))

        with use_language(table.settings.language):
            try:
                data = await self.rendering.replay(
                    table.record(), names, FILE_LIMIT, progress, check_limits
                )
            except AnimationError as error:
                log.error("the film of game %s could not be drawn: %s", game, error)
                raise Refusal("not-drawn") from error
            text = turns.replay_caption(table, names)
            points = scores.chart_alt(table.running_game, names)
            alt = truncate(
                _("The whole game, one frame per turn. {points}", points=points), ALT_LIMIT
            )
        await asyncio.gather(*edits)
        return text, Attachment(f"replay-{game}.webp", data, alt)


def _progress_text(done: int, of: int) -> str:
    return _("Drawing the film: {done} of {of} frames.", done=done, of=of)


def _queue_text(number: int) -> str:
    return ngettext(
        "{number} film before yours.",
        "{number} films before yours.",
        number,
    )
