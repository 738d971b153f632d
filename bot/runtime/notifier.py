"""Send notifications about a table, and direct messages: reserve, send, confirm or release."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeAlias

import discord

from bot.cluster.peers import POLL_SECONDS
from bot.core.durations import DAY, Clock
from bot.discord_io.buttons import plain_payload
from bot.discord_io.sending import NOTICE_TIMEOUT_SECONDS, REQUEST_SECONDS, send
from bot.posting.outbox import Outbox
from bot.runtime.names import NameDirectory
from bot.table.store import LoadedTable
from bot.text.emoji import without_emoji
from bot.text.i18n import use_language
from bot.text.message import CONTENT_LIMIT, Message, truncate
from bot.text.names import Names
from storage import Notifications, Preferences, Reservation, StorageError
from storage.database import Work

log = logging.getLogger(__name__)

DAILY_LIMIT: Final = 8
"""The most pings and direct messages about a user's turns in 24 hours, at all tables.

As many other direct messages are sent at most.
"""

Compose: TypeAlias = Callable[[Names], Message]
"""Phrase a message, with the names of the players and in the language of the table."""


class Delivery(Enum):
    SENT = auto()
    """The message is out now."""
    UNSENT = auto()
    """The message could not be sent: try again later."""
    SENT_BEFORE = auto()
    """The message was sent before; or it may have been, and `resume` is not set."""
    DAILY_LIMIT = auto()
    """Not sent, as the user has reached the DAILY_LIMIT."""
    QUEUED = auto()
    """Saved for the process of the server, which has not sent it yet."""
    COOLDOWN = auto()
    """Not sent, as a message of the same kind was sent about the game a short time ago."""


_UNSENT_RESULTS: Final = {
    Reservation.SENT: Delivery.SENT_BEFORE,
    Reservation.IN_DOUBT: Delivery.SENT_BEFORE,
    Reservation.DAILY_LIMIT: Delivery.DAILY_LIMIT,
    Reservation.COOLDOWN: Delivery.COOLDOWN,
}


@dataclass(frozen=True, slots=True)
class Notification:
    """A message sent at most once for each ``key``.

    With a ``user`` it counts for their DAILY_LIMIT, unless it is a first notice, without
    ``daily_limit``. For ``cooldown_seconds`` none of the same ``kind`` follows about the game.
    """

    key: str
    kind: str
    game: int
    user: int | None = None
    cooldown_seconds: float = 0.0
    daily_limit: int | None = DAILY_LIMIT


@dataclass(frozen=True, slots=True)
class Draft:
    """A composed, unsent message about a table.

    ``after``: an earlier attempt was cut short, so the message may have arrived, with a later id.
    None if it certainly has not.
    """

    message: Message
    after: int | None


@dataclass(eq=False, repr=False)
class Notifier:
    """Send notifications, none twice, even if the process is killed in between."""

    notifications: Notifications
    names: NameDirectory
    outbox: Outbox

    async def once(
        self,
        notification: Notification,
        loaded: LoadedTable,
        compose: Compose,
        *,
        others: Collection[int] = (),
        resume: bool = True,
    ) -> Delivery:
        """Post a notification in the table's channel: reserve, compose, send and confirm it.

        The options are those of `draft`. If nothing was sent the reservation stays, so that the
        next attempt searches first. Raise one of TRANSPORT_ERRORS.
        """
        draft = await self.draft(notification, loaded, compose, others=others, resume=resume)
        if isinstance(draft, Delivery):
            return draft
        sent = await self.outbox.post_notice(loaded, draft.message, notification.key, draft.after)
        if sent is None:
            return Delivery.UNSENT
        await self.notifications.confirm(notification.key)
        return Delivery.SENT

    async def draft(
        self,
        notification: Notification,
        loaded: LoadedTable,
        compose: Compose,
        *,
        others: Collection[int] = (),
        resume: bool = True,
        after: int = 0,
    ) -> Draft | Delivery:
        """Reserve and compose a notification, which the caller sends and confirms.

        Return a `Delivery` if it is not to be sent. ``others``: users to name besides the players.
        With ``resume`` an attempt cut short is repeated, after a search for its message, with a
        later id than ``after``.
        """
        reservation = await self.reserve(notification)
        in_doubt = reservation is Reservation.IN_DOUBT
        if reservation is not Reservation.RESERVED and not (in_doubt and resume):
            return _UNSENT_RESULTS[reservation]
        table = loaded.table
        names = await self.names.of(table, loaded.row.guild, others)
        with use_language(table.settings.language):
            return Draft(compose(names), after if in_doubt else None)

    async def reserve(
        self, notification: Notification, also: Work[None] | None = None
    ) -> Reservation:
        """RESERVED: it may be sent now.

        ``also`` is then done in the same transaction.
        """
        return await self.notifications.reserve(
            notification.key,
            notification.kind,
            game=notification.game,
            user=notification.user,
            daily_limit=notification.daily_limit,
            cooldown_seconds=notification.cooldown_seconds,
            also=also,
        )

    async def request(
        self, notification: Notification, also: Work[None], wake: Callable[[], Awaitable[None]]
    ) -> Delivery:
        """Have another process send a notification; ``also`` saves the request.

        After ``wake`` wait up to NOTICE_TIMEOUT_SECONDS. QUEUED: it follows later; UNSENT: the
        other process gave it up.
        """
        reservation = await self.reserve(notification, also)
        if reservation is not Reservation.RESERVED:
            return _UNSENT_RESULTS[reservation]
        loop = asyncio.get_running_loop()
        until = loop.time() + NOTICE_TIMEOUT_SECONDS
        try:
            await wake()
            while (sent := await self.notifications.is_sent(notification.key)) is False:
                if loop.time() > until:
                    return Delivery.QUEUED
                await asyncio.sleep(POLL_SECONDS)
        except StorageError as error:
            # The other process looks for due jobs every minute.
            log.warning("notification %s is saved, to be sent later: %s", notification.key, error)
            return Delivery.QUEUED
        return Delivery.SENT if sent else Delivery.UNSENT


CLOSED: Final = "dm-closed"
"""The preference with the Unix time until which a user gets no direct messages."""
CLOSED_SECONDS: Final = 1.0 * DAY
"""Seconds without a new try after a user has refused a direct message."""
REFUSED_CODES: Final = (10013, 50007, 50278)
"""Discord's error codes: unknown user, direct messages closed, no server in common."""
NONCE_LENGTH: Final = 22


@dataclass(eq=False, repr=False)
class DirectMessages:
    client: discord.Client
    notifications: Notifications
    preferences: Preferences
    clock: Clock = time.time

    async def send(
        self,
        user: int,
        message: Message,
        *,
        game: int,
        version: int,
        nonce: str,
        daily_limit: int | None = DAILY_LIMIT,
    ) -> bool:
        """Send a message with buttons about a version of a game. Return True if sent.

        False if the user takes no messages, after which `is_closed` is True, or has had
        ``daily_limit`` in 24 hours; None neither limits nor counts. Discord takes one message per
        nonce, of any length. Raise one of TRANSPORT_ERRORS or StorageError.
        """
        if await self.is_closed(user):
            return False
        is_counted = daily_limit is not None
        if daily_limit is not None and not await self.notifications.reserve_direct_message(
            user, nonce, daily_limit
        ):
            return False
        # A phone's notification would show the bot's emoji as markup.
        text = truncate(without_emoji(message.text), CONTENT_LIMIT)
        payload = plain_payload(message, text, game, version)
        nobody = discord.AllowedMentions.none()
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                dm_channel = await self.client.create_dm(discord.Object(user))
            channel = self.client.get_partial_messageable(dm_channel.id)
            await send(self.client, channel, payload, (), nobody, _nonce(user, nonce))
        except discord.HTTPException as error:
            # After a 5xx the message may have arrived, so that its reservation stays.
            if error.status < 500 and is_counted:
                await self.notifications.release_direct_message(user, nonce)
            if error.code not in REFUSED_CODES:
                raise
            log.info("user %s takes no direct messages: %s", user, error)
            await self.preferences.save(CLOSED, str(self.clock() + CLOSED_SECONDS), user=user)
            return False
        return True

    async def is_closed(self, user: int) -> bool:
        until = (await self.preferences.of(user=user)).get(CLOSED)
        return until is not None and self.clock() < float(until) <= self.clock() + CLOSED_SECONDS

    async def reopen(self, user: int) -> None:
        """Forget that a user took no messages: they just asked for some."""
        if await self.is_closed(user):
            await self.preferences.save(CLOSED, "0", user=user)


def _nonce(user: int, nonce: str) -> str:
    """Short enough for Discord, and different for each user."""
    return hashlib.sha256(f"{user} {nonce}".encode()).hexdigest()[:NONCE_LENGTH]
