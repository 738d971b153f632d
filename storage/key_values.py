"""Keys and values of servers, users and tables: settings, preferences, notes, standing orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from storage.database import Database, Execute

OwnerColumn = Literal["guild", "user", "game"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of values: its database name, and the owner's columns."""

    name: str
    owner: tuple[OwnerColumn, ...]


GUILD_SETTINGS: Final = Kind("server setting", ("guild",))
"""The settings of a server, kept until the server removes the bot."""
PREFERENCES: Final = Kind("preference", ("user",))
"""The settings of a user for all tables."""
PLAYER_NOTES: Final = Kind("note", ("user", "game"))
"""Private notes and settings of a user at one table; nobody else is ever shown them."""
STANDING_ORDERS: Final = Kind("order", ("user", "game"))
"""The moves that a user wants for a kind of tile, which is the key; nobody else is shown them."""
REMINDER_POSTS: Final = Kind("reminder", ("game",))
"""The message of the reminder in a table's channel, under the key `MESSAGE`."""
BEST_TURNS: Final = Kind("best turn", ("game",))
"""The texts of the turns that the review calls best, under the version of the table before them."""
MESSAGE: Final = "message"

ERASE_USER: Final = ("DELETE FROM key_values WHERE user = ?",)
DELETE_GAME: Final = ("DELETE FROM key_values WHERE game = ?",)
DELETE_GUILD: Final = ("DELETE FROM key_values WHERE guild = ?",)
EXPORT: Final[Mapping[str, str]] = {
    "settings": "SELECT key, value FROM key_values WHERE user = ?"
    f" AND kind = '{PREFERENCES.name}' ORDER BY key",
    "player_notes": "SELECT game, key, value FROM key_values WHERE user = ?"
    f" AND kind = '{PLAYER_NOTES.name}' ORDER BY game, key",
    "standing_orders": "SELECT game, key AS tile, value AS ways FROM key_values WHERE user = ?"
    f" AND kind = '{STANDING_ORDERS.name}' ORDER BY game, key",
}


class KeyValues:
    """The values of one kind; keywords such as `user` name their owner."""

    def __init__(self, database: Database, kind: Kind) -> None:
        self._database = database
        self._kind = kind

    async def of(self, **owner: int) -> dict[str, str]:
        where, parameters = self._where(owner)
        sql = f"SELECT key, value FROM key_values WHERE {where} ORDER BY key"
        return dict(await self._database.read(sql, parameters))

    async def value(self, key: str, **owner: int) -> str | None:
        where, parameters = self._where(owner, key)
        rows = await self._database.read(f"SELECT value FROM key_values WHERE {where}", parameters)
        return str(rows[0][0]) if rows else None

    async def by(self, column: OwnerColumn, key: str, **owner: int) -> dict[int, str]:
        """Values under a key for all owners, by a column of the owner."""
        where, parameters = self._where(owner, key)
        sql = f"SELECT {column}, value FROM key_values WHERE {where} ORDER BY {column}"
        return dict(await self._database.read(sql, parameters))

    async def save(self, key: str, value: str | None, **owner: int) -> None:
        """Replace the value; None deletes it.

        Do nothing if the owner is a deleted game.
        """
        if value is None:
            return await self.delete(key, **owner)
        await self._database.write(
            lambda execute: self.save_within(execute, key, value, **owner),
            self._subject(owner),
        )

    async def save_within(self, execute: Execute, key: str, value: str, **owner: int) -> None:
        """`save` within another write's transaction."""
        columns = ", ".join(self._kind.owner)
        marks = ", ".join("?" * len(self._kind.owner))
        new = f"VALUES (?, {marks}, ?, ?)"
        parameters: tuple[object, ...] = (
            self._kind.name,
            *(owner[column] for column in self._kind.owner),
            *(key, value),
        )
        if "game" in self._kind.owner:
            new = f"SELECT ?, {marks}, ?, ? FROM games WHERE id = ?"
            parameters = (*parameters, owner["game"])
        await execute(
            f"INSERT INTO key_values (kind, {columns}, key, value) {new} ON CONFLICT"
            " (kind, coalesce(guild, 0), coalesce(user, 0), coalesce(game, 0), key)"
            " DO UPDATE SET value = excluded.value",
            parameters,
        )

    async def delete(self, key: str | None = None, **owner: int) -> None:
        """Delete the value of a key, or all values without `key`.

        An owner named by only some columns stands for every owner that has these.
        """
        where, parameters = self._where(owner, key)

        async def work(execute: Execute) -> None:
            await execute(f"DELETE FROM key_values WHERE {where}", parameters)

        await self._database.write(work, self._subject(owner))

    def _where(self, owner: Mapping[str, int], key: str | None = None) -> tuple[str, list[object]]:
        wanted: dict[str, object] = {"kind": self._kind.name, **owner}
        if key is not None:
            wanted["key"] = key
        return " AND ".join(f"{column} = ?" for column in wanted), list(wanted.values())

    def _subject(self, owner: Mapping[str, int]) -> str:
        """The values in words for an operator, without user and key."""
        at = f" at game {owner['game']}" if "game" in owner else ""
        return f"the {self._kind.name}s{at}"


GuildSettings: TypeAlias = Annotated[KeyValues, GUILD_SETTINGS]
Preferences: TypeAlias = Annotated[KeyValues, PREFERENCES]
PlayerNotes: TypeAlias = Annotated[KeyValues, PLAYER_NOTES]
StandingOrders: TypeAlias = Annotated[KeyValues, STANDING_ORDERS]
ReminderPosts: TypeAlias = Annotated[KeyValues, REMINDER_POSTS]
