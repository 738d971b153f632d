"""Decisions of a table's players besides moves: votes, pauses, seats."""

import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from bot.core.durations import Clock
from bot.table import checks, votes
from bot.table.checks import require_running
from bot.table.clock import ARCHIVED_DAYS, AbsencesByUser, restorable_until, waited_seconds
from bot.table.entries import Archive, Entry, Open, Resume, Take, Unarchive, Vote
from bot.table.refusals import Refusal
from bot.table.store import Request, Tables
from bot.table.table import Outcome, Phase, Table, TableVersion


def check_open_seat(table: Table, user: int, seat: int | None, *, manager: bool) -> int:
    """The seat, if it is the user's (None: one's own) or the user manages the server."""
    require_running(table)
    own = table.seat_of(user)
    if seat is None:
        if own is None:
            raise Refusal("resigned" if user in table.players else "not-seated")
        seat = own
    _require_seat_in_play(table, seat)
    if seat in table.open_seats:
        raise Refusal("seat-open")
    if seat != own and not manager:
        raise Refusal("not-your-seat")
    return seat


def check_take_seat(table: Table, user: int, seat: int, *, invited: bool) -> int:
    """Require a user without a seat, and a seat open or ``invited`` to."""
    require_running(table)
    if user in table.players:
        raise Refusal("joined-already" if table.seat_of(user) is not None else "resigned")
    _require_seat_in_play(table, seat)
    if seat not in table.open_seats and not invited:
        raise Refusal("seat-taken", user=table.players[seat])
    return seat


def check_unarchive(table: Table, user: int, *, now: float, manager: bool) -> None:
    """Require a player of the archived table or a server manager, in time."""
    if table.phase is not Phase.ARCHIVED:
        raise Refusal("late")
    if user not in table.voters() and not manager:
        raise Refusal("archived-by-others")
    if now >= restorable_until(table):
        raise Refusal("archived-for-good", days=ARCHIVED_DAYS)


def _require_seat_in_play(table: Table, seat: int) -> None:
    if seat >= len(table.players) or seat in table.running_game.out:
        raise Refusal("late")


AbsenceReader: TypeAlias = Callable[[Iterable[int]], Awaitable[AbsencesByUser]]
"""Return the times in which no clock of the given users runs."""


async def nobody_absent(users: Iterable[int]) -> AbsencesByUser:
    return {}


ProtectionReader: TypeAlias = Callable[[int, Table], Awaitable[bool]]
"""Return True while no vote about the waiting turn of a game may begin."""


async def nobody_protected(game: int, table: Table) -> bool:
    return False


@dataclass(eq=False, repr=False)
class SeatService:
    """Actions on seats and pauses; each method writes its result or changes nothing."""

    tables: Tables
    clock: Clock = time.time
    absences: AbsenceReader = nobody_absent
    is_protected: ProtectionReader = nobody_protected

    async def vote(
        self,
        request: Request,
        word: str,
        until: int | None = None,
        *,
        version: TableVersion | None = None,
    ) -> Outcome:
        """Record a vote, one of VOTES, about the waiting turn and carry out a decision.

        ``until``: end of a pause, in Unix seconds.
        """
        loaded = await self.tables.require_table(request)
        absent = await self._absent(loaded.table)
        is_protected = await self.is_protected(loaded.row.id, loaded.table)

        def decide(table: Table) -> list[Entry]:
            now, vote = self.clock(), Vote(word, until)
            votes.check_vote(
                table, request.user, vote, now=now, absent=absent, is_protected=is_protected
            )
            ripe = votes.can_be_decided(table, now, absent, is_protected=is_protected)
            return [vote, *votes.vote_entries(table, vote, request.user, ripe=ripe)]

        return await self.tables.write(request, decide, version=version)

    async def waited_seconds(self, table: Table) -> float:
        return waited_seconds(table, self.clock(), await self._absent(table))

    async def _absent(self, table: Table) -> AbsencesByUser:
        return await self.absences(table.people)

    async def resume(self, request: Request) -> Outcome:
        def decide(table: Table) -> list[Entry]:
            votes.check_resume(table, request.user, self.clock())
            return [Resume()]

        return await self.tables.write(request, decide)

    async def end_expired_pause(self, request: Request) -> Outcome:
        """``request.user`` is a user who wanted the pause."""

        def decide(table: Table) -> list[Entry]:
            votes.check_pause_end(table, self.clock())
            return [Resume()]

        return await self.tables.write(request, decide)

    async def open_seat(
        self,
        request: Request,
        seat: int | None = None,
        *,
        manager: bool = False,
        version: TableVersion | None = None,
    ) -> Outcome:
        """Free a seat for any user; None is the user's own."""

        def decide(table: Table) -> list[Entry]:
            return [Open(check_open_seat(table, request.user, seat, manager=manager))]

        return await self.tables.write(request, decide, version=version)

    async def take_seat(
        self,
        request: Request,
        seat: int,
        *,
        invited: bool = False,
        version: TableVersion | None = None,
    ) -> Outcome:
        """An open seat, or one to which the user is ``invited``."""

        def decide(table: Table) -> list[Entry]:
            return [Take(check_take_seat(table, request.user, seat, invited=invited))]

        return await self.tables.write(request, decide, version=version)

    async def archive(self, request: Request, game: int) -> Outcome:
        """``request.user`` is the bot."""
        await self.tables.require_game(request.channel, game)

        def decide(table: Table) -> list[Entry]:
            checks.require_running(table)
            return [Archive()]

        return await self.tables.write(request, decide)

    async def unarchive(self, request: Request, game: int, *, manager: bool) -> Outcome:
        """Restore an archived game if the channel is free."""
        loaded = await self.tables.game(game)
        if loaded is None or loaded.row.channel != request.channel:
            raise Refusal("elsewhere")

        def decide(table: Table) -> list[Entry]:
            check_unarchive(table, request.user, now=self.clock(), manager=manager)
            return [Unarchive()]

        try:
            return await self.tables.write(request, decide, game=game, reopen=True)
        except Refusal as refusal:
            if refusal.reason != "busy":
                raise
            until = int(restorable_until(loaded.table))
            raise Refusal("archived-behind", until=until) from refusal
