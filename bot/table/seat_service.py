"""The decisions of a table's players beside their moves: votes, pauses, seats."""

import time
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeAlias

from bot.table import checks, votes
from bot.table.archiving import ARCHIVED_DAYS, brought_back_until
from bot.table.checks import running
from bot.table.clock import Absent, waiting
from bot.table.entries import Archive, Entry, Open, Resume, Take, Unarchive, Vote
from bot.table.refusals import Refusal
from bot.table.store import Request, Tables
from bot.table.table import Outcome, Phase, Table, TableVersion


def may_open(table: Table, user: int, seat: int | None, *, manager: bool) -> int:
    """Check that the user plays the seat (None: one's own) or manages the server. Return it."""
    running(table)
    own = table.seat_of(user)
    if seat is None:
        if own is None:
            raise Refusal("resigned" if user in table.players else "not-seated")
        seat = own
    _in_play(table, seat)
    if seat in table.open_seats:
        raise Refusal("seat-open")
    if seat != own and not manager:
        raise Refusal("not-your-seat")
    return seat


def may_take(table: Table, user: int, seat: int, *, invited: bool) -> int:
    """Check that the user has no seat, and the seat is open or they were ``invited`` to it."""
    running(table)
    if user in table.players:
        raise Refusal("joined-already" if table.seat_of(user) is not None else "resigned")
    _in_play(table, seat)
    if seat not in table.open_seats and not invited:
        raise Refusal("seat-taken", user=table.players[seat])
    return seat


def may_unarchive(table: Table, user: int, *, now: float, manager: bool) -> None:
    """Check that the user played at an archived table, or manages the server, in time."""
    if table.phase is not Phase.ARCHIVED:
        raise Refusal("late")
    if user not in table.voters() and not manager:
        raise Refusal("archived-by-others")
    if now >= brought_back_until(table):
        raise Refusal("archived-for-good", days=ARCHIVED_DAYS)


def _in_play(table: Table, seat: int) -> None:
    if seat >= len(table.players) or seat in table.running_game.out:
        raise Refusal("late")


Absences: TypeAlias = Callable[[Iterable[int]], Awaitable[Absent]]
"""Tells of users when no clock of theirs runs."""


async def nobody_absent(users: Iterable[int]) -> Absent:
    """Everybody is there."""
    return {}


class SeatService:
    """Every method either changes nothing or has written what it returns."""

    def __init__(
        self,
        tables: Tables,
        clock: Callable[[], float] = time.time,
        absences: Absences = nobody_absent,
    ) -> None:
        """``clock`` gives the present in Unix seconds, as it gives that of the log."""
        self._tables = tables
        self._clock = clock
        self._absences = absences

    async def vote(
        self,
        request: Request,
        word: str,
        until: int | None = None,
        *,
        at: TableVersion | None = None,
    ) -> Outcome:
        """Say what shall become of the turn that waits, one of VOTES; what that decides is done.

        ``until`` is the end of a pause, in Unix seconds.
        """
        seen = await self._tables.running(request)
        absent = await self._absent(seen.table)

        def decide(table: Table) -> list[Entry]:
            now, vote = self._clock(), Vote(word, until)
            votes.may_vote(table, request.user, vote, now=now, absent=absent)
            ripe = votes.ripe(table, now, absent)
            return [vote, *votes.consequence(table, vote, request.user, ripe=ripe)]

        return await self._tables.act(request, decide, at=at)

    async def waited(self, table: Table) -> float:
        """For how many seconds the present turn has waited, pauses and absences not counted."""
        return waiting(table, self._clock(), await self._absent(table))

    async def _absent(self, table: Table) -> Absent:
        return await self._absences(table.people)

    async def resume(self, request: Request) -> Outcome:
        """End a pause."""

        def decide(table: Table) -> list[Entry]:
            votes.may_resume(table, request.user, self._clock())
            return [Resume()]

        return await self._tables.act(request, decide)

    async def pause_over(self, request: Request) -> Outcome:
        """Note that a pause has come to the end it had; ``request.user`` is who wanted that."""

        def decide(table: Table) -> list[Entry]:
            votes.may_be_over(table, self._clock())
            return [Resume()]

        return await self._tables.act(request, decide)

    async def open_seat(
        self,
        request: Request,
        seat: int | None = None,
        *,
        manager: bool = False,
        at: TableVersion | None = None,
    ) -> Outcome:
        """Give a seat of the running game to whoever takes it; None is one's own."""

        def decide(table: Table) -> list[Entry]:
            return [Open(may_open(table, request.user, seat, manager=manager))]

        return await self._tables.act(request, decide, at=at)

    async def take_seat(
        self,
        request: Request,
        seat: int,
        *,
        invited: bool = False,
        at: TableVersion | None = None,
    ) -> Outcome:
        """Play an open seat from now on, or one to which the user is ``invited``."""

        def decide(table: Table) -> list[Entry]:
            return [Take(may_take(table, request.user, seat, invited=invited))]

        return await self._tables.act(request, decide, at=at)

    async def archive(self, request: Request, game: int) -> Outcome:
        """Put a running game away as it stands; ``request.user`` is who does so, the bot."""
        await self._tables.here(request.channel, game)

        def decide(table: Table) -> list[Entry]:
            checks.running(table)
            return [Archive()]

        return await self._tables.act(request, decide)

    async def unarchive(self, request: Request, game: int, *, manager: bool) -> Outcome:
        """Play on a game that was put away, where its channel is free."""
        seen = await self._tables.game(game)
        if seen is None or seen.row.channel != request.channel:
            raise Refusal("elsewhere")

        def decide(table: Table) -> list[Entry]:
            may_unarchive(table, request.user, now=self._clock(), manager=manager)
            return [Unarchive()]

        try:
            return await self._tables.act(request, decide, game=game, reopen=True)
        except Refusal as refusal:
            if refusal.reason != "busy":
                raise
            until = int(brought_back_until(seen.table))
            raise Refusal("archived-behind", until=until) from refusal
