"""Followers of a game: users who get a direct message when it scores, or when it ends.

The messages are sent after the post, as a courtesy: a failure is logged and not tried again.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Final, Self

from bot.cluster.guilds import Guilds
from bot.discord_io.errors import is_bug
from bot.discord_io.links import channel_link
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.followers import words
from bot.interactions.remote import ChannelAccess
from bot.posting.outbox import Posted
from bot.runtime.direct_messages import DAILY_LIMIT, DirectMessages
from bot.runtime.names import NameDirectory
from bot.table.table import Outcome, Table
from bot.text.i18n import use_language
from storage import KeyValues, StorageError

log = logging.getLogger(__name__)

FOLLOW: Final = "follow"
"""The name of the player note that holds a `Subscription`."""
SCORINGS_DAILY_LIMIT: Final = 5
"""The most messages about scorings in 24 hours: the rest of DAILY_LIMIT is for other messages."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A follower's choice, one of `following.WANTED`, and the language to write in."""

    wanted: str
    language: str

    def write(self) -> str:
        """Return the text of the player note."""
        return f"{self.wanted} {self.language}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read the text of a player note. Raise ValueError for any other text."""
        wanted, language = text.split(" ")
        return cls(wanted, language)


@dataclass(eq=False, repr=False)
class Followers:
    guilds: Guilds
    player_notes: KeyValues
    names: NameDirectory
    direct_messages: DirectMessages
    channel_access: ChannelAccess
    _tasks: set[asyncio.Task[None]] = field(init=False, default_factory=set)

    async def wanted(self, user: int, game: int) -> str:
        """Return the choice of a follower of a game, empty if the user does not follow it."""
        text = await self.player_notes.value(FOLLOW, user=user, game=game)
        return Subscription.read(text).wanted if text else ""

    async def follow(
        self, user: int, game: int, table: Table, wanted: str, *, language: str, place: str
    ) -> bool:
        """Subscribe a user to a game. Return False if the user takes no direct messages.

        ``place`` is a link to the game for the first message, which announces the others.
        """
        if not await self.wanted(user, game):
            await self.direct_messages.reopen(user)
            message = words.first_message(table, wanted, place)
            nonce = f"{FOLLOW} {game} from {table.last}"
            try:
                await self.direct_messages.send(
                    user,
                    message,
                    game=game,
                    version=table.version,
                    nonce=nonce,
                    daily_limit=SCORINGS_DAILY_LIMIT,
                )
            except TRANSPORT_ERRORS as error:
                log.info("first message to user %s about game %s failed: %r", user, game, error)
            if await self.direct_messages.is_closed(user):
                return False
        await self.player_notes.save(
            FOLLOW, Subscription(wanted, language).write(), user=user, game=game
        )
        return True

    async def unfollow(self, user: int, game: int) -> None:
        await self.player_notes.delete(FOLLOW, user=user, game=game)

    def after_post(self, posted: Posted) -> None:
        """Begin to write to the followers who subscribed to this kind of news."""
        choices = words.news_kinds(posted.outcome)
        if choices and posted.guild is not None and not posted.edited:
            post = posted.posts[-1].message if posted.posts else None
            place = (posted.guild, posted.channel, post)
            work = self._write_to_all(place, posted.outcome, choices)
            task = asyncio.create_task(work, name="followers")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self, seconds: float) -> None:
        """Wait at most so many seconds for messages on their way."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    async def _write_to_all(
        self, place: tuple[int, int, int | None], outcome: Outcome, choices: frozenset[str]
    ) -> None:
        """Write to each follower with one of these choices, but the author of the outcome."""
        try:
            notes = await self.player_notes.by("user", FOLLOW, game=outcome.game)
            for user, text in notes.items():
                subscription = Subscription.read(text)
                if subscription.wanted in choices and user != outcome.user:
                    await self._write(user, subscription.language, place, outcome)
        except Exception as error:
            if is_bug(error):
                log.exception("not all followers of game %s were written to", outcome.game)
            else:
                log.info("not all followers of game %s were written to: %r", outcome.game, error)

    async def _write(
        self, user: int, language: str, place: tuple[int, int, int | None], outcome: Outcome
    ) -> None:
        """Write to a follower who still sees the channel; unsubscribe one who takes no messages."""
        guild, channel, post = place
        table = outcome.after
        try:
            server = await self.guilds.server(guild)
            if server is None or not await self.channel_access.can_see(user, guild, channel):
                return
            names = await self.names.of(table, guild, [outcome.user])
            with use_language(language):
                link = channel_link(server, channel, None, post)
                message = words.news_message(outcome, names, link)
            await self.direct_messages.send(
                user,
                message,
                game=outcome.game,
                version=table.version,
                nonce=f"{FOLLOW} {outcome.game} {outcome.number}",
                daily_limit=DAILY_LIMIT if table.ended else SCORINGS_DAILY_LIMIT,
            )
            if await self.direct_messages.is_closed(user):
                await self.player_notes.delete(FOLLOW, user=user)
        except (*TRANSPORT_ERRORS, StorageError) as error:
            log.info("user %s was not written to about game %s: %r", user, outcome.game, error)
