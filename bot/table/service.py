"""The service between Discord and the tables: what each command makes of a table, if it may.

It knows no Discord types: users and channels are numbers, what players may not do is a `Refusal`.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Final

from bot.table import checks
from bot.table.refusals import Refusal
from bot.table.store import Request, Tables
from bot.table.table import RANDOM, USUAL, Outcome, Settings, Table
from rules import notation
from rules.analysis.drafts import made
from rules.moves import Move
from rules.random_play import deal
from rules.variants import rulebook

NONCE_BITS: Final = 128
"""Of the random number that seals a bag: too many to try out."""


class Service:
    """What players can do. Every method either changes nothing or has written what it returns."""

    def __init__(self, tables: Tables, chance: random.Random) -> None:
        self._tables = tables
        self._chance = chance

    # -- the lobby ----------------------------------------------------------------------------

    async def open(
        self,
        request: Request,
        name: str,
        seats: int,
        options: Mapping[str, str] | None = None,
        settings: Settings = USUAL,
        colour: int = 0,
    ) -> Outcome:
        """Opens a table; who opens it hosts it and takes a seat."""
        allowed = rulebook(name, options).ruleset.seats
        if seats not in allowed:
            raise Refusal("seats", low=allowed.start, high=allowed.stop - 1)
        lines = [f"new {name} {seats}"]
        lines += [f"{key}: {value}" for key, value in (options or {}).items()]
        lines += settings.lines() + [f"livery: {colour}"] * (colour != 0)
        return await self._tables.open(request, "\n".join(lines))

    async def join(self, request: Request, colour: int | None = None) -> Outcome:
        """Takes a seat, or for who has one another colour."""

        def decide(table: Table) -> list[str]:
            return [checks.may_join(table, request.user, colour)]

        return await self._tables.act(request, decide)

    async def leave(self, request: Request) -> Outcome:
        """Gives a seat back; the table closes when the last one leaves."""

        def decide(table: Table) -> list[str]:
            leaving = f"leave {checks.may_leave(table, request.user)}"
            return [leaving, "end"] if len(table.players) == 1 else [leaving]

        return await self._tables.act(request, decide)

    async def start(self, request: Request) -> Outcome:
        """Deals: seats in random order (X-03) if not as joined, every bag shuffled, all logged."""

        def decide(table: Table) -> list[str]:
            checks.may_start(table, request.user)
            order = list(range(len(table.players)))
            if table.settings.order == RANDOM:
                self._chance.shuffle(order)
            nonce = f"{self._chance.getrandbits(NONCE_BITS):0{NONCE_BITS // 4}x}"
            header = deal(table.name, len(order), self._chance, table.options, nonce)
            return [f"start\norder: {' '.join(map(str, order))}\n{header.text()}"]

        return await self._tables.act(request, decide)

    # -- the game -----------------------------------------------------------------------------

    async def play(
        self, request: Request, moves: Sequence[Move], *, at: tuple[int, int] | None = None
    ) -> Outcome:
        """Plays moves of one turn, all or none; ``at`` is the (game, entry) they were meant for."""

        def decide(table: Table) -> list[str]:
            game = checks.may_move(table, request.user)
            return [notation.write(move) for move in made(game, moves)[1]]

        return await self._tables.act(request, decide, at=at)

    async def undo(self, request: Request, *, at: tuple[int, int] | None = None) -> Outcome:
        """Takes back the user's last placement and what followed; the same tile comes back.

        Once others have played on, it only asks them.
        """

        def decide(table: Table) -> list[str]:
            return _agreed(table, request.user, checks.may_undo(table, request.user))

        return await self._tables.act(request, decide, at=at, reopen=True)

    async def answer(self, request: Request, entry: int, *, agrees: bool) -> Outcome:
        """Agrees to an undo that was asked for, which the last to agree carries out, or refuses."""
        may = checks.may_agree if agrees else checks.may_refuse

        def decide(table: Table) -> list[str]:
            return _agreed(table, request.user, may(table, request.user, entry))

        return await self._tables.act(request, decide, reopen=True)

    async def resign(self, request: Request, *, at: tuple[int, int] | None = None) -> Outcome:
        """Leaves the running game; the others play on."""

        def decide(table: Table) -> list[str]:
            return [f"resign {checks.may_resign(table, request.user)}"]

        return await self._tables.act(request, decide, at=at)

    async def end(
        self, request: Request, *, manager: bool, at: tuple[int, int] | None = None
    ) -> Outcome:
        """Stops the table for good; for its host and for who may manage the server."""

        def decide(table: Table) -> list[str]:
            checks.may_end(table, request.user, manager=manager)
            return ["end"]

        return await self._tables.act(request, decide, at=at)


def _agreed(table: Table, user: int, entry: str) -> list[str]:
    """An entry, and the undo itself where it was the last consent that was missing."""
    asked = table.asked
    if entry == checks.AGREE and asked is not None and table.asking() <= asked.agreed | {user}:
        return [entry, f"undo {asked.number}"]
    return [entry]
