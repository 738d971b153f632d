"""Invitations to take over a seat of a running game, deleted when one of their users is erased."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from storage.database import Database, Execute
from storage.records import Row

ERASE_USER: Final[tuple[str, ...]] = (
    "DELETE FROM invitation_consents WHERE user = ?",
    "DELETE FROM invitations WHERE ? IN (sitting, invited, asker)",
)
DELETE_GAME: Final[tuple[str, ...]] = ("DELETE FROM invitations WHERE game = ?",)
EXPORT: Final[Mapping[str, str]] = {
    "invitations": "SELECT game, seat, granted, at FROM invitations"
    " WHERE ? IN (sitting, invited, asker) ORDER BY id",
    "invitation_consents": "SELECT game, seat FROM invitation_consents"
    " JOIN invitations ON id = invitation WHERE user = ? ORDER BY id",
}

_BY_ID: Final = (
    "SELECT id, game, seat, sitting, invited, asker, granted FROM invitations WHERE id = ?"
)
_CONSENTS: Final = "SELECT user FROM invitation_consents WHERE invitation = ?"


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation of ``invited`` to a seat, free for them once ``granted``.

    ``holder`` has the seat, ``inviter`` invites, ``consents`` holds who consented.
    """

    id: int
    game: int
    seat: int
    holder: int
    invited: int
    inviter: int
    granted: bool
    consents: frozenset[int] = frozenset()


class Invitations:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def invite(
        self, game: int, seat: int, *, holder: int, invited: int, inviter: int, granted: bool
    ) -> Invitation:
        """Replace any earlier invitation to the seat; the inviter consents."""
        keys = (game, seat, holder, invited)

        async def work(execute: Execute) -> int:
            await execute(
                "DELETE FROM invitations"
                " WHERE game = ? AND seat = ? AND sitting = ? AND invited = ?",
                keys,
            )
            [[invitation_id]] = await execute(
                "INSERT INTO invitations (game, seat, sitting, invited, asker, granted, at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
                (*keys, inviter, granted, self._database.clock()),
            )
            await execute("INSERT INTO invitation_consents VALUES (?, ?)", (invitation_id, inviter))
            return int(invitation_id)

        invitation_id = await self._database.write(
            work, f"game {game}, an invitation to seat {seat}"
        )
        consents = frozenset({inviter})
        return Invitation(invitation_id, game, seat, holder, invited, inviter, granted, consents)

    async def get(self, number: int) -> Invitation | None:
        """None for an unknown or out-of-range number."""
        if number >= 2**63:
            return None
        rows = await self._database.read(_BY_ID, (number,))
        consents = await self._database.read(_CONSENTS, (number,))
        return _invitation(rows[0], consents) if rows else None

    async def add_consent(
        self, number: int, user: int, *, granted: bool = False
    ) -> Invitation | None:
        """Return the invitation, or None if it is deleted.

        `granted` frees the seat for the invited user.
        """

        async def work(execute: Execute) -> Invitation | None:
            await execute(
                "UPDATE invitations SET granted = (granted OR ?) WHERE id = ?", (granted, number)
            )
            await execute(
                "INSERT INTO invitation_consents SELECT id, ? FROM invitations WHERE id = ?"
                " ON CONFLICT DO NOTHING",
                (user, number),
            )
            rows = await execute(_BY_ID, (number,))
            return _invitation(rows[0], await execute(_CONSENTS, (number,))) if rows else None

        return await self._database.write(work, f"invitation {number}")

    async def delete(self, number: int) -> bool:
        """Return True if there was one."""

        async def work(execute: Execute) -> bool:
            return bool(
                await execute("DELETE FROM invitations WHERE id = ? RETURNING id", (number,))
            )

        return await self._database.write(work, f"invitation {number}")

    async def delete_for_seat(self, game: int, seat: int) -> None:
        """Delete all invitations to a seat that changed hands."""

        async def work(execute: Execute) -> None:
            await execute("DELETE FROM invitations WHERE game = ? AND seat = ?", (game, seat))

        await self._database.write(work, f"game {game}, seat {seat}")


def _invitation(row: Row, consents: list[Row]) -> Invitation:
    number, game, seat, holder, invited, inviter, granted = row
    consenting = frozenset(user for [user] in consents)
    return Invitation(number, game, seat, holder, invited, inviter, bool(granted), consenting)
