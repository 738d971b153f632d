"""Followers of a game: users who get a direct message when it scores, is voted on, or ends.

The messages are sent after the post, as a courtesy: a failure is logged and not tried again.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Self, TypeAlias

from bot.channel_seat.names import NamesWithVotes
from bot.channel_seat.policy import is_invited
from bot.channel_seat.words import FOLLOW_VOTES
from bot.cluster.guilds import Guilds
from bot.core.durations import Clock
from bot.core.tasks import Tasks
from bot.discord_io.errors import is_bug
from bot.discord_io.links import channel_link
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.followers import words
from bot.interactions.remote import ChannelAccess
from bot.posting.outbox import Posted
from bot.runtime.notifier import DAILY_LIMIT, DirectMessages
from bot.runtime.scheduler import DuePayload, Number, due_pattern
from bot.settings.service import PlayerPreferences
from bot.table.store import Tables
from bot.table.table import Outcome, Table
from bot.text.i18n import use_language
from bot.text.message import Message
from bot.text.names import Names
from storage import ChannelVotes, Due, PlayerNotes, Schedule, StorageError

log = logging.getLogger(__name__)

FOLLOW: Final = "follow"
"""The name of the player note that holds a `Subscription`."""
SCORINGS_DAILY_LIMIT: Final = 5
"""The most messages about scorings in 24 hours: the rest of DAILY_LIMIT is for other messages."""
VOTES_DAILY_LIMIT: Final = 3
"""The most messages about votes of a channel in 24 hours."""

Place: TypeAlias = tuple[int, int, int | None]
"""A server, a channel and a post, of which a message has the link."""


def daily_limit(wanted: str) -> int:
    """Messages in 24 hours, not counting the end of a game."""
    return VOTES_DAILY_LIMIT if wanted == FOLLOW_VOTES else SCORINGS_DAILY_LIMIT


@dataclass(frozen=True, slots=True)
class Subscription:
    """The choice, one of `following.WANTED`, and the language to write in."""

    wanted: str
    language: str

    def write(self) -> str:
        return f"{self.wanted} {self.language}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Raise ValueError for any other text."""
        wanted, language = text.split(" ")
        return cls(wanted, language)


@dataclass(frozen=True, slots=True)
class News:
    """News of a game: number, daily limit, text with names and a link.

    ``author`` is named in the text.
    """

    game: int
    table: Table
    number: str
    daily_limit: int
    write: Callable[[Names, str], Message]
    author: int | None = None


@due_pattern("call {game} {user}")
@dataclass(frozen=True, slots=True)
class VoteInviteDue(DuePayload):
    """The end of a follower's quiet hours, to call them to an open vote."""

    game: Number
    user: Number


@dataclass(eq=False, repr=False)
class Followers:
    guilds: Guilds
    player_notes: PlayerNotes
    names: NamesWithVotes
    direct_messages: DirectMessages
    channel_access: ChannelAccess
    preferences: PlayerPreferences
    tables: Tables
    votes: ChannelVotes
    schedule: Schedule
    clock: Clock
    _tasks: Tasks = field(init=False, default_factory=Tasks)

    async def wanted(self, user: int, game: int) -> str:
        """Return a follower's choice, "" if the user does not follow the game."""
        text = await self.player_notes.value(FOLLOW, user=user, game=game)
        return Subscription.read(text).wanted if text else ""

    async def follow(
        self, user: int, game: int, table: Table, wanted: str, *, language: str, place: str
    ) -> bool:
        """Return False if the user takes no direct messages.

        ``place``: a link to the game for the first message.
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
                    daily_limit=daily_limit(wanted),
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
        """Start to write to followers of this kind of news."""
        choices = words.news_kinds(posted.outcome)
        if choices and posted.guild is not None and not posted.edited:
            post = posted.posts[-1].message if posted.posts else None
            place = (posted.guild, posted.channel, post)
            work = self._write_to_all(place, posted.outcome, choices)
            self._tasks.begin(work, "followers")

    async def close(self, seconds: float) -> None:
        """Wait for messages on their way."""
        await self._tasks.wait(seconds)

    async def call_after_quiet_hours(self, due: Due) -> None:
        """A vote that began in quiet hours, if it still goes on."""
        call = VoteInviteDue.read(due)
        loaded = await self.tables.unfinished_game(call.game)
        text = await self.player_notes.value(FOLLOW, user=call.user, game=call.game)
        if loaded is None or not text or not loaded.table.is_channel_to_move:
            return
        subscription = Subscription.read(text)
        votes = await self.votes.of(call.game, loaded.table.version)
        if subscription.wanted == FOLLOW_VOTES and all(vote.user != call.user for vote in votes):
            place = (loaded.row.guild, loaded.row.channel, None)
            await self._invite_to_vote(
                call.user, subscription.language, place, call.game, loaded.table
            )

    async def _write_to_all(self, place: Place, outcome: Outcome, choices: frozenset[str]) -> None:
        game, table = outcome.game, outcome.after
        limit = DAILY_LIMIT if table.ended else SCORINGS_DAILY_LIMIT
        message = partial(words.news_message, outcome)
        news = News(game, table, str(outcome.number), limit, message, outcome.user)
        try:
            notes = await self.player_notes.by("user", FOLLOW, game=game)
            for user, text in notes.items():
                subscription = Subscription.read(text)
                if subscription.wanted not in choices or user == outcome.user:
                    continue
                if subscription.wanted == FOLLOW_VOTES and not table.ended:
                    await self._invite_to_vote(user, subscription.language, place, game, table)
                else:
                    await self._write(user, subscription.language, place, news)
        except Exception as error:
            if is_bug(error):
                log.exception("not all followers of game %s were written to", game)
            else:
                log.info("not all followers of game %s were written to: %r", game, error)

    async def _invite_to_vote(
        self, user: int, language: str, place: Place, game: int, table: Table
    ) -> None:
        """Call a follower who is invited, after quiet hours."""
        if not is_invited(table, user, (await self.votes.of_game(game)).values()):
            return
        quiet_until = (await self.preferences.notifications(user)).quiet_until(self.clock())
        if quiet_until is not None:
            await self.schedule.put(VoteInviteDue(game, user).write(quiet_until))
            return
        number = f"{table.version} {table.vote_until}"
        message = partial(words.vote_message, table)
        news = News(game, table, number, VOTES_DAILY_LIMIT, message)
        await self._write(user, language, place, news)

    async def _write(self, user: int, language: str, place: Place, news: News) -> None:
        """Write to a follower who sees the channel; unsubscribe one who takes no messages."""
        guild, channel, post = place
        try:
            server = await self.guilds.server(guild)
            if server is None or not await self.channel_access.can_see(user, guild, channel):
                return
            names = await self.names.of(news.game, news.table, guild, [news.author])
            with use_language(language):
                message = news.write(names, channel_link(server, channel, None, post))
            await self.direct_messages.send(
                user,
                message,
                game=news.game,
                version=news.table.version,
                nonce=f"{FOLLOW} {news.game} {news.number}",
                daily_limit=news.daily_limit,
            )
            if await self.direct_messages.is_closed(user):
                await self.player_notes.delete(FOLLOW, user=user)
        except (*TRANSPORT_ERRORS, StorageError) as error:
            log.info("user %s was not written to about game %s: %r", user, news.game, error)
