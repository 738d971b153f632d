"""Animated scores in posts, and replays: a whole game as an animation."""

import asyncio
import contextvars
import logging
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

import discord

from bot.cluster.shared_limits import SharedLimits
from bot.core.durations import Clock
from bot.core.tasks import Tasks
from bot.discord_io.errors import is_bug
from bot.discord_io.rendering import FILE_LIMIT, Attachment, Attachments, Rendering
from bot.discord_io.sending import TRANSPORT_ERRORS, answer_timeout, replace_files, with_unarchived
from bot.interactions.call import Call
from bot.playing import words as playing_words
from bot.playing.words import outcome_post
from bot.posting.outbox import Posted
from bot.posting.post_sender import other_users
from bot.runtime.names import NameDirectory
from bot.settings.service import ServerSettings
from bot.table.fold import outcome_events
from bot.table.rate_limits import RequestKind
from bot.table.refusals import Refusal
from bot.table.settings import FEATURES, ServerChoices
from bot.table.store import LoadedTable, Request
from bot.table.table import Phase, Table
from bot.text.i18n import N_, _, ngettext, use_language
from bot.text.message import ALT_LIMIT, Illustration, Message, truncate
from bot.text.names import Names
from bot.words import scores
from renderer.requests import Turn
from rules.analysis.history import paid_scores, points_scored
from rules.child_process import ChildFailed
from rules.story import Scored

log = logging.getLogger(__name__)

MAX_QUEUED_ANIMATIONS: Final = 16
"""The most animations that are drawn or wait; further posts keep their still picture."""


@dataclass(eq=False, repr=False)
class ScoringAnimations:
    """Animate the scores in posts' pictures, by editing each post once."""

    client: discord.Client
    names: NameDirectory
    attachments: Attachments
    server_settings: ServerSettings
    _tasks: Tasks = field(init=False, default_factory=Tasks)

    def after_post(self, posted: Posted) -> None:
        scores = paid_scores(outcome_events(posted.outcome))
        is_turn = posted.outcome.after.phase is Phase.PLAYING
        if posted.edited or len(posted.posts) != 1 or not is_turn or not scores:
            return
        if len(self._tasks) >= MAX_QUEUED_ANIMATIONS:
            log.info("post %s keeps its still picture: too many wait", posted.posts[0].message)
            return
        self._tasks.begin(self._animate(posted, scores), "scoring animation")

    async def close(self) -> None:
        await self._tasks.cancel()

    async def _animate(self, posted: Posted, scores: tuple[Scored, ...]) -> None:
        channel, guild, outcome = posted.channel, posted.guild, posted.outcome
        message = posted.posts[0].message
        try:
            server = (
                ServerChoices(FEATURES) if guild is None else await self.server_settings.of(guild)
            )
            if not server.animates(points_scored(scores)):
                return
            table = outcome.after
            names = await self.names.of(table, guild, other_users(outcome))
            with use_language(table.settings.language):
                picture = _animated_picture(posted, names, scores)
                if picture is None:
                    return
                drawn = Message("", (picture,))
                attachments = await self.attachments.of(drawn, outcome.game, table, names)
            within = self.client.get_partial_messageable(channel, guild_id=guild)
            post = within.get_partial_message(message)
            await replace_files(self.client, channel, post, attachments)
        except Exception as error:
            if is_bug(error):
                log.exception("post %s keeps its still picture", message)
            else:
                log.info("post %s keeps its still picture: %r", message, error)


def _animated_picture(
    posted: Posted, names: Names, scores: tuple[Scored, ...]
) -> Illustration | None:
    pictures = outcome_post(posted.outcome, names, posted.channel).pictures
    for picture in pictures:
        if isinstance(picture.request, Turn):
            return replace(picture, request=replace(picture.request, animated=scores))
    return None


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
    """Draw and post replays, each state of a game once per channel."""

    client: discord.Client
    names: NameDirectory
    rendering: Rendering
    limits: SharedLimits
    clock: Clock
    _last: dict[int, tuple[int, int]] = field(init=False, default_factory=dict)
    """The game and version of the last replay, by channel."""

    async def post(self, call: Call, request: Request, loaded: LoadedTable) -> bool:
        """Post a replay, reporting progress in the private answer.

        Return False if the channel refuses it: then only the asking user gets it.
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
            except ChildFailed as error:
                log.error("the film of game %s could not be drawn: %s", game, error)
                raise Refusal("not-drawn") from error
            text = playing_words.replay_caption(table, names)
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
