"""Notifications reserved before sending: none twice or too often; the first notices of a turn.

The sender reserves a key, sends, then confirms it (Discord accepted the message) or releases it
(nothing was sent). A reservation never settled, because the process was killed, is in doubt: the
message may have been sent.

Direct messages also share a daily limit, counted by user and nonce.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from math import inf
from typing import Final

from storage.database import Database, Execute, Work
from storage.durations import DAY
from storage.records import FirstNotice

FIRST, OWED = "first", "owed"
"""The kinds of the first notice of a turn, and of the record that its post was none.

No daily limit counts them.
"""
KEEP_SECONDS: Final = 90 * DAY
"""The time for which a key is kept, longer than any turn may last."""
ERASE_USER: Final = (
    "DELETE FROM notifications WHERE user = ?",
    "DELETE FROM direct_messages WHERE user = ?",
)
DELETE_GAME: Final = ("DELETE FROM notifications WHERE game = ?",)
EXPORT: Final[Mapping[str, str]] = {
    "messages": "SELECT kind, game, at FROM notifications WHERE user = ? ORDER BY at, key",
    "direct_messages": "SELECT at FROM direct_messages WHERE user = ? ORDER BY at",
}


class Reservation(Enum):
    """The answer to a request to send a notification."""

    RESERVED = auto()
    """Send the message now, then confirm or release its key."""
    IN_DOUBT = auto()
    """The key was reserved before, and whether Discord accepted the message is not known."""
    SENT = auto()
    """The message was sent before."""
    DAILY_LIMIT = auto()
    """The user has been sent enough messages today; nothing is reserved."""
    COOLDOWN = auto()
    """A message of this kind was sent about the game too recently; nothing is reserved."""


@dataclass(frozen=True, slots=True)
class TurnNotice:
    """A notification about a turn, reserved or sent at a Unix time; in doubt until sent."""

    key: str
    kind: str
    at: float
    sent: bool


class Notifications:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def reserve(
        self,
        key: str,
        kind: str,
        *,
        game: int | None = None,
        user: int | None = None,
        daily_limit: int | None = None,
        cooldown_seconds: float = 0.0,
        also: Work[None] | None = None,
    ) -> Reservation:
        """Reserve a message's key before sending.

        Args:
            key: Names the message, which is never sent twice.
            kind: The kind of message, for the cooldown.
            game: The game it is about.
            user: The recipient, if it is one user.
            daily_limit: Messages to `user` within 24 hours, None for any number.
            cooldown_seconds: How long after a message of this kind none is sent about `game`.
            also: Statements in the same transaction, run if the key is RESERVED.
        """

        async def work(execute: Execute) -> Reservation:
            now = self._database.clock()
            if user is not None:
                await self._database.lock(execute, f"notifications to user {user}")
            if cooldown_seconds:
                await self._database.lock(execute, f"notifications about game {game}")
            for [sent] in await execute("SELECT sent FROM notifications WHERE key = ?", (key,)):
                return Reservation.SENT if sent else Reservation.IN_DOUBT
            limit = inf if user is None or daily_limit is None else daily_limit
            if limit < inf and await _sent_today(execute, user, now) >= limit:
                return Reservation.DAILY_LIMIT
            recent = (
                "SELECT 1 FROM notifications WHERE game = ? AND kind = ? AND at > ? AND at <= ?"
            )
            since = now - cooldown_seconds
            if cooldown_seconds and await execute(recent, (game, kind, since, now)):
                return Reservation.COOLDOWN
            await execute("DELETE FROM notifications WHERE at < ?", (now - KEEP_SECONDS,))
            await execute(
                "INSERT INTO notifications (key, kind, game, user, at) VALUES (?, ?, ?, ?, ?)",
                (key, kind, game, user, now),
            )
            if also is not None:
                await also(execute)
            return Reservation.RESERVED

        return await self._database.write(work, key)

    async def reserve_first(self, notices: Sequence[FirstNotice]) -> frozenset[str]:
        """Reserve in one transaction the first notices that one message gives a user.

        Return the keys that were not reserved before.
        """

        async def work(execute: Execute) -> frozenset[str]:
            now = self._database.clock()
            new = set[str]()
            for notice in notices:
                new.update(key for [key] in await execute(_RESERVE, _first_row(notice, now)))
            return frozenset(new)

        return await self._database.write(work, "first notices of turns")

    async def mark_first_sent(self, notice: FirstNotice) -> None:
        """Record that another kind of message notified the user of a turn."""

        async def work(execute: Execute) -> None:
            await execute(_RESERVE, _first_row(notice, self._database.clock()))
            await execute("UPDATE notifications SET sent = TRUE WHERE key = ?", (notice.key,))

        await self._database.write(work, notice.key)

    async def of_turn(
        self, notice: FirstNotice | None, game: int, kinds: Collection[str]
    ) -> tuple[TurnNotice, ...]:
        """A turn's first notice, sent or owed, and messages of some other kinds."""
        columns = "SELECT key, kind, sent, at FROM notifications"
        marks, key = ", ".join("?" * len(kinds)), notice.key if notice is not None else ""
        # PostgreSQL has no empty list.
        kinds_listed = f"kind IN ({marks or 'NULL'})"
        sql = f"{columns} WHERE key IN (?, ?) OR (game = ? AND {kinds_listed}) ORDER BY key"
        rows = await self._database.read(sql, (key, f"{OWED} {key}", game, *kinds))
        return tuple(TurnNotice(key, kind, at, bool(sent)) for key, kind, sent, at in rows)

    async def confirm(self, *keys: str) -> None:
        """Record that Discord accepted the message; it counts for the daily limit from now."""

        async def work(execute: Execute) -> None:
            sql = "UPDATE notifications SET sent = TRUE, at = ? WHERE key = ?"
            for key in keys:
                await execute(sql, (self._database.clock(), key))

        await self._database.write(work, ", ".join(keys))

    async def is_sent(self, key: str) -> bool | None:
        """None if the key is no longer reserved."""
        rows = await self._database.read("SELECT sent FROM notifications WHERE key = ?", (key,))
        return bool(rows[0][0]) if rows else None

    async def release(self, *keys: str) -> None:
        """Release keys of a message that was not sent."""

        async def work(execute: Execute) -> None:
            for key in keys:
                await execute("DELETE FROM notifications WHERE key = ? AND NOT sent", (key,))

        await self._database.write(work, ", ".join(keys))

    async def last_at(self, game: int, kind: str) -> float | None:
        """Unix time of the newest message of a kind about a game."""
        sql = "SELECT max(at) FROM notifications WHERE game = ? AND kind = ? AND at <= ?"
        [[at]] = await self._database.read(sql, (game, kind, self._database.clock()))
        return None if at is None else float(at)

    async def reserve_direct_message(self, user: int, nonce: str, daily_limit: int) -> bool:
        """Count a direct message before sending. Return False above the daily limit.

        A nonce is counted once.
        """

        async def work(execute: Execute) -> bool:
            now = self._database.clock()
            await self._database.lock(execute, f"direct messages to user {user}")
            # Future rows, from before the clock was set back, would never expire.
            await execute(
                "DELETE FROM direct_messages WHERE user = ? AND (at <= ? OR at > ?)",
                (user, now - DAY, now),
            )
            rows = await execute("SELECT nonce FROM direct_messages WHERE user = ?", (user,))
            if (nonce,) in rows:
                return True
            if len(rows) >= daily_limit:
                return False
            await execute("INSERT INTO direct_messages VALUES (?, ?, ?)", (user, nonce, now))
            return True

        return await self._database.write(work, "a direct message")

    async def release_direct_message(self, user: int, nonce: str) -> None:
        """Stop counting a direct message that was not sent."""

        async def work(execute: Execute) -> None:
            sql = "DELETE FROM direct_messages WHERE user = ? AND nonce = ?"
            await execute(sql, (user, nonce))

        await self._database.write(work, "a direct message")


async def save_owed(execute: Execute, notice: FirstNotice, now: float) -> None:
    """Record that a turn's post was no first notice, within another write's transaction.

    Those of earlier turns of the game are deleted after a day.
    """
    await execute(
        "DELETE FROM notifications WHERE game = ? AND kind = ? AND at < ?",
        (notice.game, OWED, now - DAY),
    )
    await execute(_RESERVE, (f"{OWED} {notice.key}", OWED, notice.game, notice.user, now))


_RESERVE: Final = (
    "INSERT INTO notifications (key, kind, game, user, at) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (key) DO NOTHING RETURNING key"
)


def _first_row(notice: FirstNotice, now: float) -> tuple[str, str, int, int, float]:
    return notice.key, FIRST, notice.game, notice.user, now


async def _sent_today(execute: Execute, user: int | None, now: float) -> int:
    # Future rows are from before the clock was set back.
    counted = "user = ? AND at > ? AND at <= ? AND kind NOT IN (?, ?)"
    sql = f"SELECT count(*) FROM notifications WHERE {counted}"
    [[number]] = await execute(sql, (user, now - DAY, now, FIRST, OWED))
    return int(number)
