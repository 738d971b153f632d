"""Animated scores in posts: a post goes out with its still picture, which is then replaced.

A post never waits for an animation. If the bot stops before it is drawn, or the edit fails, the
still picture stays.
"""

import asyncio
import logging
from dataclasses import dataclass, field, replace
from typing import Final

import discord

from bot.client.discord_io.attachments import Attachments
from bot.client.discord_io.errors import is_bug
from bot.client.discord_io.sending import replace_files
from bot.client.people.names import NameDirectory
from bot.client.people.server_settings import ServerSettings
from bot.client.posting.outbox import Posted
from bot.client.posting.post_sender import other_users
from bot.presenters.public.turns import outcome_post
from bot.table.post_history import outcome_events
from bot.table.settings import FEATURES, ServerChoices
from bot.table.table import Phase
from bot.text.i18n import use_language
from bot.text.message import Illustration, Message
from bot.text.names import Names
from renderer.requests import Turn
from rules.analysis.history import paid_scores, points_scored
from rules.story import Scored

log = logging.getLogger(__name__)

MAX_QUEUED_ANIMATIONS: Final = 16
"""The most animations that are drawn or wait; further posts keep their still picture."""


@dataclass(eq=False, repr=False)
class ScoringAnimations:
    """Animate the scores in the pictures of posts, by editing each post once."""

    client: discord.Client
    names: NameDirectory
    attachments: Attachments
    server_settings: ServerSettings
    _tasks: set[asyncio.Task[None]] = field(init=False, default_factory=set)

    def after_post(self, posted: Posted) -> None:
        """Start to animate the scores that a post shows."""
        scores = paid_scores(outcome_events(posted.outcome))
        is_turn = posted.outcome.after.phase is Phase.PLAYING
        if posted.edited or len(posted.posts) != 1 or not is_turn or not scores:
            return
        if len(self._tasks) >= MAX_QUEUED_ANIMATIONS:
            log.info("post %s keeps its still picture: too many wait", posted.posts[0].message)
            return
        task = asyncio.create_task(self._animate(posted, scores), name="scoring animation")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel running animations; the posts keep their still pictures."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _animate(self, posted: Posted, scores: tuple[Scored, ...]) -> None:
        """Draw the animation of a post, and put it in the place of the still picture."""
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
    """The picture of a post with moving scores; None if the post shows no turn."""
    pictures = outcome_post(posted.outcome, names, posted.channel).pictures
    for picture in pictures:
        if isinstance(picture.request, Turn):
            return replace(picture, request=replace(picture.request, animated=scores))
    return None
