"""Invitations to take over a seat: each person to one once, gone with any of those it names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from storage.database import Database, Execute
from storage.records import Row

FORGET: Final[tuple[str, ...]] = (
    "DELETE FROM invitation_consents WHERE user = ?",
    "DELETE FROM invitations WHERE ? IN (sitting, invited, asker)",
)
"""What forgets a user, each with one parameter."""
DELETE_GAME: Final[tuple[str, ...]] = ("DELETE FROM invitations WHERE game = ?",)
"""What is gone with a game, each with one parameter."""
EXPORT: Final[Mapping[str, str]] = {
    "invitations": "SELECT game, seat, granted, at FROM invitations"
    " WHERE ? IN (sitting, invited, asker) ORDER BY id",
    "invitation_consents": "SELECT game, seat FROM invitation_consents"
    " JOIN invitations ON id = invitation WHERE user = ? ORDER BY id",
}
"""What is kept about a user, by name; each with one parameter."""

_FOUND: Final = (
    "SELECT id, game, seat, sitting, invited, asker, granted FROM invitations WHERE id = ?"
)
_CONSENTS: Final = "SELECT user FROM invitation_consents WHERE invitation = ?"


@dataclass(frozen=True, slots=True)
class Invitation:
    """A seat of a game that a user may take who is ``invited``, once that is ``granted``.

    ``sitting`` is who has the seat, ``asker`` who invites; ``agreed`` are the players who consent.
    """

    id: int
    game: int
    seat: int
    sitting: int
    invited: int
    asker: int
    granted: bool
    agreed: frozenset[int] = frozenset()


class Invitations:
    """The invitations to the seats of all games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def invite(
        self, game: int, seat: int, *, sitting: int, invited: int, asker: int, granted: bool
    ) -> Invitation:
        """Ask somebody to a seat, anew if they were asked before; who asks consents to it."""
        keys = (game, seat, sitting, invited)

        async def work(execute: Execute) -> int:
            await execute(
                "DELETE FROM invitations"
                " WHERE game = ? AND seat = ? AND sitting = ? AND invited = ?",
                keys,
            )
            [[made]] = await execute(
                "INSERT INTO invitations (game, seat, sitting, invited, asker, granted, at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
                (*keys, asker, granted, self._database.clock()),
            )
            await execute("INSERT INTO invitation_consents VALUES (?, ?)", (made, asker))
            return int(made)

        made = await self._database.write(work, f"game {game}, an invitation to seat {seat}")
        return Invitation(made, game, seat, sitting, invited, asker, granted, frozenset({asker}))

    async def found(self, number: int) -> Invitation | None:
        """The invitation with this number, however large, if there still is one."""
        if number >= 2**63:
            return None
        rows = await self._database.read(_FOUND, (number,))
        consents = await self._database.read(_CONSENTS, (number,))
        return _invitation(rows[0], consents) if rows else None

    async def agree(self, number: int, user: int, *, granted: bool = False) -> Invitation | None:
        """Note a consent, and that the seat may be taken from now on; None if it is gone."""

        async def work(execute: Execute) -> Invitation | None:
            await execute(
                "UPDATE invitations SET granted = (granted OR ?) WHERE id = ?", (granted, number)
            )
            await execute(
                "INSERT INTO invitation_consents SELECT id, ? FROM invitations WHERE id = ?"
                " ON CONFLICT DO NOTHING",
                (user, number),
            )
            rows = await execute(_FOUND, (number,))
            return _invitation(rows[0], await execute(_CONSENTS, (number,))) if rows else None

        return await self._database.write(work, f"invitation {number}")

    async def drop(self, number: int) -> bool:
        """Take an invitation back; whether there was one."""

        async def work(execute: Execute) -> bool:
            return bool(
                await execute("DELETE FROM invitations WHERE id = ? RETURNING id", (number,))
            )

        return await self._database.write(work, f"invitation {number}")

    async def settle(self, game: int, seat: int) -> None:
        """Take back all invitations to a seat, which has changed hands."""

        async def work(execute: Execute) -> None:
            await execute("DELETE FROM invitations WHERE game = ? AND seat = ?", (game, seat))

        await self._database.write(work, f"game {game}, seat {seat}")


def _invitation(row: Row, consents: list[Row]) -> Invitation:
    number, game, seat, sitting, invited, asker, granted = row
    agreed = frozenset(user for [user] in consents)
    return Invitation(number, game, seat, sitting, invited, asker, bool(granted), agreed)
