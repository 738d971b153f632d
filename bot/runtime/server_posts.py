"""Scheduled posts of a server (puzzle, digest): the hours, the dues, and sending each one once."""

import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Annotated, Final, TypeAlias
from zoneinfo import ZoneInfo

import discord

from bot.core.codec import FieldText
from bot.core.durations import HOUR, Clock
from bot.discord_io.buttons import sections_payload
from bot.discord_io.rendering import Attachment
from bot.discord_io.sending import TRANSPORT_ERRORS, find_line, refuses, send, with_unarchived
from bot.posting.outbox import Outbox
from bot.runtime.scheduler import DuePayload, Number, due_pattern
from bot.settings.service import ServerSettings
from bot.table import settings
from bot.table.settings import SERVER_HOUR, SERVER_ZONE, YES, Choices, ServerChoices
from bot.text.message import Message
from storage import Notifications, Reservation, Schedule

SUNDAY: Final = 6
"""The weekday of posts of the week."""
MAX_LATE_SECONDS: Final = 6 * HOUR
"""The time after the hour in which a post may still come; later, its day is skipped."""


@dataclass(frozen=True, slots=True)
class ServerHours:
    hour: int
    zone: str

    @classmethod
    def read(cls, choices: Choices) -> "ServerHours":
        """Read a server's choices; an unknown value counts as the default."""
        return cls(int(choices.of(SERVER_HOUR)), choices.of(SERVER_ZONE))

    def today(self, now: float) -> date:
        return datetime.fromtimestamp(now, ZoneInfo(self.zone)).date()

    def at(self, day: date) -> float:
        """Unix time of the hour on a day.

        An hour skipped by the clocks is the one after it; of a repeated one, the first.
        """
        return datetime.combine(day, time(self.hour), ZoneInfo(self.zone)).timestamp()

    def due_day(self, now: float, weekday: int | None = None) -> date | None:
        """The day whose hour came up to MAX_LATE_SECONDS ago.

        Only on a ``weekday``, 0 for Monday, if given.
        """
        for day in (self.today(now), self.today(now) - timedelta(days=1)):
            is_meant = weekday in (None, day.weekday())
            if is_meant and 0 <= now - self.at(day) <= MAX_LATE_SECONDS:
                return day
        return None

    def following(self, now: float, weekday: int | None = None) -> float:
        """Unix time of the next hour, on a ``weekday`` if given."""
        day = self.today(now) - timedelta(days=1)
        while self.at(day) <= now or weekday not in (None, day.weekday()):
            day += timedelta(days=1)
        return self.at(day)


PUZZLE: Final = "puzzle"
"""The kind of a `ServerDue` for the post of the puzzle of the day."""
PUZZLE_SEARCH: Final = "puzzle-search"
"""The kind of a `ServerDue` for the search of puzzles in the games of a server."""
DIGEST: Final = "digest"
"""The kind of a `ServerDue` for the post of the week."""
SERVER_JOBS: Final = (PUZZLE, PUZZLE_SEARCH, DIGEST)
"""The kinds of a `ServerDue`."""

POST_OPTIONS = (settings.PUZZLE, settings.DIGEST)
"""The options that opt in to posts."""
CALENDAR_OPTIONS = (*POST_OPTIONS, SERVER_HOUR, SERVER_ZONE)
"""The options on which the dues of a server depend."""


@due_pattern("{name} {guild}")
@dataclass(frozen=True, slots=True)
class ServerDue(DuePayload):
    """A job for one server, as its puzzle's post; ``name`` is its kind."""

    name: Annotated[str, FieldText("|".join(SERVER_JOBS), str)]
    guild: Number


@dataclass(eq=False, repr=False)
class ServerCalendar:
    settings: ServerSettings
    schedule: Schedule
    clock: Clock

    async def reschedule(self, guild: int) -> None:
        for due, at in self._dues(guild, await self.settings.of(guild)):
            await self.schedule.put(due.write(at))

    async def begin(self) -> None:
        """Reschedule all servers, in case a due was lost."""
        for option in POST_OPTIONS:
            for guild in await self.settings.with_value(option, YES):
                for due, at in self._dues(guild, await self.settings.of(guild)):
                    await self.schedule.wake(due.write(at))

    def _dues(self, guild: int, choices: ServerChoices) -> list[tuple[ServerDue, float]]:
        now, hours = self.clock(), ServerHours.read(choices)
        dues = []
        if choices.wants(settings.PUZZLE):
            dues.append((ServerDue(PUZZLE, guild), hours.following(now)))
            dues.append((ServerDue(PUZZLE_SEARCH, guild), now))
        if choices.wants(settings.DIGEST):
            dues.append((ServerDue(DIGEST, guild), hours.following(now, SUNDAY)))
        return dues


log = logging.getLogger(__name__)

NONCE_CHARACTERS: Final = 24
Section: TypeAlias = tuple[Message, Sequence[Attachment]]
"""A part of a post: its text and buttons, and its pictures."""
Compose: TypeAlias = Callable[[], Awaitable[Sequence[Section]]]
"""Compose the parts of a post; none if there is nothing to post."""
Sent: TypeAlias = Callable[[int], Awaitable[None]]
"""Record the message of a post, given by its id."""


@dataclass(eq=False, repr=False)
class ServerPostSender:
    """Post without pings, nothing twice even if the process is killed."""

    client: discord.Client
    notifications: Notifications
    outbox: Outbox

    async def once(
        self,
        key: str,
        kind: str,
        guild: int,
        channel: int,
        compose: Compose,
        sent: Sent | None = None,
    ) -> bool:
        """Reserve a key, compose, send and confirm. Return True if the post is out.

        An attempt cut short is first searched in the channel. Nothing is retried after a refusal.
        Raise one of TRANSPORT_ERRORS if Discord fails: the reservation stays, and the next attempt
        searches.
        """
        reservation = await self.notifications.reserve(key, kind)
        if reservation not in (Reservation.RESERVED, Reservation.IN_DOUBT):
            return reservation is Reservation.SENT
        sections = await compose()
        if not sections:
            await self.notifications.release(key)
            return False
        try:
            message = await self._send(
                key, guild, channel, sections, in_doubt=reservation is Reservation.IN_DOUBT
            )
        except TRANSPORT_ERRORS as error:
            if not refuses(error):
                raise
            log.warning("the %s of server %s is refused: %r", kind, guild, error)
            return False
        if sent is not None:
            await sent(message)
        await self.notifications.confirm(key)
        return True

    async def _send(
        self, key: str, guild: int, channel: int, sections: Sequence[Section], *, in_doubt: bool
    ) -> int:
        target = self.client.get_partial_messageable(channel, guild_id=guild)
        payload = sections_payload(sections)
        if in_doubt:
            assert self.client.user is not None
            # The first line names the day; the rest may have changed since the first attempt.
            [line, *_] = sections[-1][0].text.split("\n")
            message = await find_line(target, self.client.user.id, line)
            if message is not None:
                return message
        attachments = [picture for _message, pictures in sections for picture in pictures]
        nonce = hashlib.sha256(key.encode()).hexdigest()[:NONCE_CHARACTERS]
        nobody = discord.AllowedMentions.none()
        post = partial(send, self.client, target, payload, attachments, nobody, nonce, silent=True)
        message = await with_unarchived(self.client, channel, post)
        self.outbox.retry_refused_channel(channel)
        return message
