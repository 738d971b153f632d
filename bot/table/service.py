"""Check and write commands: `TableService` (lobby, moves, undo), `SeatService` (votes, open seats).

The services know no Discord types: users and channels are numbers, and a forbidden action raises
`Refusal`.
"""

import random
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.core.durations import Clock
from bot.table import checks, votes
from bot.table.checks import UndoPreview, preview_undo, require_running
from bot.table.clock import ARCHIVED_DAYS, AbsencesByUser, restorable_until, waited_seconds
from bot.table.entries import (
    Agree,
    Archive,
    Channel,
    End,
    Entry,
    Host,
    Join,
    Leave,
    Moves,
    New,
    Open,
    Opponent,
    Refuse,
    Resign,
    Resume,
    Skip,
    Start,
    Take,
    Unarchive,
    Undo,
    Vote,
)
from bot.table.refusals import Refusal
from bot.table.settings import DEFAULT_SETTINGS, JOINED, RANDOM, YES, Settings
from bot.table.store import Request, Tables
from bot.table.table import Outcome, Phase, Table, TableVersion
from bot.text.names import THE_CHANNEL, is_impersonal
from rules import notation
from rules.analysis.drafts import commit_draft
from rules.moves import Move
from rules.random_play import deal

NONCE_BITS: Final = 128
"""Bits of the random number that seals a bag: too many to guess."""
NO_OPPONENTS: Final = 0, "novice"


@dataclass(eq=False, repr=False)
class TableService:
    """The actions of players; each method writes its result or changes nothing."""

    tables: Tables
    chance: random.Random
    clock: Clock = time.time

    # -- the lobby ----------------------------------------------------------------------------

    async def open(
        self,
        request: Request,
        name: str,
        seats: int,
        options: Mapping[str, str] | None = None,
        settings: Settings = DEFAULT_SETTINGS,
        colour: int = 0,
        opponents: tuple[int, str] = NO_OPPONENTS,
    ) -> Outcome:
        checks.check_new_game(name, seats, options or {})
        new = New(name, seats, options or {}, settings, colour)
        entries: list[Entry] = [
            new,
            *checks.opponent_entries(seats, colour, *opponents, self.chance),
        ]
        return await self.tables.open(request, [(request.user, entry) for entry in entries])

    async def open_again(self, request: Request, table: Table) -> Outcome:
        """Open a table like one that is over, with its players; the user is host.

        Seats keep their order, but the second player begins. With opponents only, the game starts
        at once, unless an erased user's seat is free.
        """
        checks.check_play_again(table, request.user)
        seats = [*range(1, len(table.players)), 0]
        known = [(user, table.colours[n]) for n in seats if (user := table.players[n]) is not None]
        # A person must open the table: begin with the first one, after any opponents.
        first = next(n for n, (user, _worn) in enumerate(known) if not is_impersonal(user))
        known = [*known[first:], *known[:first]]
        (first, colour), *others = known
        aids = table.settings.aids or YES
        settings = replace(table.settings, seat_order=JOINED, cup=0, aids=aids)
        new = New(table.name, len(seats), table.options, settings, colour)
        host = Host([user for user, _ in known].index(request.user))
        entries: list[tuple[int, Entry]] = [
            (first, new),
            *[_join_again(user, worn, request.user, table.channel_name) for user, worn in others],
            (request.user, host),
        ]
        people = [user for user, _worn in known if not is_impersonal(user)]
        if people == [request.user] and len(known) == len(seats):
            dealt = self._start_entry(table.name, len(seats), table.options, settings)
            entries.append((request.user, dealt))
        return await self.tables.open(request, entries)

    async def choose_set(self, request: Request, part: str, *, on: bool) -> Outcome:
        def decide(table: Table) -> list[Entry]:
            return [checks.check_set_choice(table, request.user, part, on=on)]

        return await self.tables.write(request, decide)

    async def change_setting(self, request: Request, key: str, value: str) -> Outcome:
        def decide(table: Table) -> list[Entry]:
            return [checks.check_setting(table, request.user, key, value)]

        return await self.tables.write(request, decide)

    async def join(self, request: Request, colour: int | None = None) -> Outcome:
        """Take a seat, or change the colour of one's own, or confirm it."""

        def decide(table: Table) -> list[Entry]:
            return [checks.check_join(table, request.user, colour)]

        return await self.tables.write(request, decide)

    async def leave(self, request: Request) -> Outcome:
        """The table closes when the last player leaves the lobby."""

        def decide(table: Table) -> list[Entry]:
            leaving = Leave(checks.check_leave(table, request.user))
            return [leaving, End()] if table.people == (request.user,) else [leaving]

        return await self.tables.write(request, decide)

    async def add_opponent(self, request: Request, level: str) -> Outcome:
        def decide(table: Table) -> list[Entry]:
            return [checks.check_add(table, request.user, level, self.chance)]

        return await self.tables.write(request, decide)

    async def add_channel(self, request: Request, name: str, *, rated: bool) -> Outcome:
        """Give a seat to the channel, whose people then vote for its moves."""

        def decide(table: Table) -> list[Entry]:
            return [checks.check_add_channel(table, request.user, name, rated=rated)]

        return await self.tables.write(request, decide)

    async def remove_player(
        self, request: Request, seat: int, *, version: TableVersion | None = None
    ) -> Outcome:
        """``version``: of the table that the host saw."""

        def decide(table: Table) -> list[Entry]:
            return [checks.check_remove(table, request.user, seat)]

        return await self.tables.write(request, decide, version=version)

    async def substitute(
        self, request: Request, seat: int, level: str, *, manager: bool
    ) -> Outcome:
        def decide(table: Table) -> list[Entry]:
            by = request.user
            return [checks.check_substitute(table, by, seat, level, self.chance, manager=manager)]

        return await self.tables.write(request, decide)

    async def start(self, request: Request) -> Outcome:
        """Shuffle seats (X-03), unless ordered as joined, and bags; log the start."""

        def decide(table: Table) -> list[Entry]:
            checks.check_start(table, request.user)
            return [
                self._start_entry(table.name, len(table.players), table.options, table.settings)
            ]

        return await self.tables.write(request, decide)

    async def open_match(
        self,
        request: Request,
        name: str,
        users: tuple[int, int],
        options: Mapping[str, str],
        settings: Settings,
    ) -> Outcome:
        """Open a table for two users and start it, in one write."""
        first, second = users
        entries: list[tuple[int, Entry]] = [
            (first, New(name, len(users), options, settings)),
            (second, Join(1)),
            (first, self._start_entry(name, len(users), options, settings)),
        ]
        return await self.tables.open(request, entries)

    def _start_entry(
        self, name: str, seats: int, options: Mapping[str, str], settings: Settings
    ) -> Start:
        """Shuffle the seats, and seal the bags."""
        order = list(range(seats))
        if settings.seat_order == RANDOM:
            self.chance.shuffle(order)
        nonce = f"{self.chance.getrandbits(NONCE_BITS):0{NONCE_BITS // 4}x}"
        return Start(tuple(order), deal(name, seats, self.chance, options, nonce).text())

    async def open_and_start(
        self,
        request: Request,
        name: str,
        users: Iterable[int],
        settings: Settings = DEFAULT_SETTINGS,
        opponents: tuple[int, str] = NO_OPPONENTS,
    ) -> Outcome:
        """Open a table for users and ``opponents``, and start it.

        All in one write, so the lobby is never posted.
        """
        others = [user for user in dict.fromkeys(users) if user != request.user]
        seats = 1 + len(others) + opponents[0]
        checks.check_new_game(name, seats, {})
        playing = list(checks.opponent_entries(seats, 0, *opponents, self.chance))
        joining = [(user, Join(len(playing) + n)) for n, user in enumerate(others, 1)]
        entries: list[tuple[int, Entry]] = [
            (request.user, New(name, seats, {}, settings)),
            *[(request.user, opponent) for opponent in playing],
            *joining,
            (request.user, self._start_entry(name, seats, {}, settings)),
        ]
        return await self.tables.open(request, entries)

    # -- the game -----------------------------------------------------------------------------

    async def play(
        self, request: Request, moves: Sequence[Move], *, version: TableVersion | None = None
    ) -> Outcome:
        """Play moves of one turn, all or none; ``version``: of the table the user saw."""

        def decide(table: Table) -> list[Entry]:
            game = checks.check_move(table, request.user)
            return [Moves(notation.write(move)) for move in commit_draft(game, moves)[1]]

        return await self.tables.write(request, decide, version=version)

    async def preview_undo(
        self, request: Request, version: TableVersion | None = None
    ) -> UndoPreview:
        """The consequences of undoing the user's last placement.

        ``version``: of the table when the undo was offered.
        """
        loaded = await self.tables.require_table(request)
        if version is not None and version.game != loaded.row.id:
            raise Refusal("late")
        lines = loaded.table.lines
        moved = await self.tables.written_at(loaded.row.id, lines[-1].number) if lines else 0.0
        return preview_undo(loaded.table, request.user, self.clock() - moved, version)

    async def undo(self, request: Request, preview: UndoPreview) -> Outcome:
        """Undo the user's last placement and later moves; the same tile comes back.

        If consent is needed, only ask the others. Refused as late after any new entry.
        """

        def decide(table: Table) -> list[Entry]:
            if table.last != preview.last:
                raise Refusal("late")
            return [preview.entry]

        return await self.tables.write(request, decide, reopen=True)

    async def answer_undo_vote(self, request: Request, entry: int, *, agrees: bool) -> Outcome:
        """The last consent carries the undo out."""

        def decide(table: Table) -> list[Entry]:
            if agrees:
                checks.check_agree(table, request.user, entry)
                return _consent_entries(table, request.user)
            checks.check_refuse(table, request.user, entry)
            return [Refuse()]

        return await self.tables.write(request, decide, reopen=True)

    async def resign(self, request: Request, *, version: TableVersion | None = None) -> Outcome:
        """The others play on.

        With only opponents left, the game is scored at once.
        """

        def decide(table: Table) -> list[Entry]:
            resigned = Resign(checks.check_resign(table, request.user))
            over = [End(scored=True)] if checks.leaves_only_opponents(table, request.user) else []
            return [resigned, *over]

        return await self.tables.write(request, decide, version=version)

    async def skip(
        self, request: Request, seat: int, *, version: TableVersion | None = None
    ) -> Outcome:
        """The caller has checked that the others agree.

        ``version``: of the table when they decided; any later change refuses the skip.
        """

        def decide(table: Table) -> list[Entry]:
            checks.check_skip(table, seat)
            return [Skip(seat)]

        return await self.tables.write(request, decide, version=version)

    async def end(
        self,
        request: Request,
        *,
        manager: bool,
        scored: bool = False,
        version: TableVersion | None = None,
    ) -> Outcome:
        """End the table for its host or a server manager."""

        def decide(table: Table) -> list[Entry]:
            checks.check_end(table, request.user, manager=manager, scored=scored)
            return [End(scored)]

        return await self.tables.write(request, decide, version=version)


def _join_again(user: int, colour: int, by: int, channel_name: str) -> tuple[int, Entry]:
    if user == THE_CHANNEL:
        return by, Channel(colour, channel_name)
    return (by, Opponent(user, colour)) if is_impersonal(user) else (user, Join(colour))


def _consent_entries(table: Table, user: int) -> list[Entry]:
    vote = table.undo_vote
    if vote is not None and table.voters() <= vote.agreed | {user}:
        return [Agree(), Undo(vote.number)]
    return [Agree()]


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
