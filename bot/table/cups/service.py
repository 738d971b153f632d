"""The service of cups: check what people ask for, decide matches, and go from round to round."""

import random
from dataclasses import dataclass
from typing import Final

from bot.table import sets
from bot.table.cups.cup import MAX_PLAYERS, MIN_PLAYERS, Cup, CupPhase
from bot.table.cups.entries import (
    CupEntry,
    Ended,
    Joined,
    Left,
    MatchOpened,
    MatchResult,
    Opened,
    RoundPaired,
    Started,
    Winner,
)
from bot.table.cups.pairings import Pair
from bot.table.cups.standings import next_round
from bot.table.cups.store import CupRequest, CupStore, LoadedCup
from bot.table.entries import New
from bot.table.refusals import Refusal
from bot.table.table import Phase, Table
from rules.record import END

MATCH_SEATS: Final = 2
"""The seats of the table of a match."""


@dataclass(eq=False, repr=False)
class CupService:
    """The actions on cups; each method writes its result or changes nothing."""

    store: CupStore
    chance: random.Random
    """Decide the order of the first pairing."""

    async def open(
        self, guild: int, channel: int, user: int, table: New, request: int | None = None
    ) -> LoadedCup:
        """Open a cup that its host has joined; its matches are played at tables like ``table``."""
        sets.check_new_game(table.game, MATCH_SEATS, table.options)
        return await self.store.open(guild, channel, user, [Opened(table), Joined()], request)

    async def join(self, request: CupRequest) -> LoadedCup:
        """Join a cup that has not started."""

        def decide(cup: Cup) -> list[CupEntry]:
            require_lobby(cup)
            if cup.player_of(_person(request)) is not None:
                raise Refusal("cup-joined")
            if len(cup.active) >= MAX_PLAYERS:
                raise Refusal("cup-full", most=MAX_PLAYERS)
            return [Joined()]

        return await self.store.write(request, decide)

    async def leave(self, request: CupRequest) -> LoadedCup:
        """Leave a cup; a match that has no result is lost."""

        def decide(cup: Cup) -> list[CupEntry]:
            return [Left(check_leave(cup, _person(request)))]

        return await self.store.write(request, decide)

    async def start(self, request: CupRequest, *, manager: bool) -> LoadedCup:
        """Start a cup, in a random order of its players."""

        def decide(cup: Cup) -> list[CupEntry]:
            require_lobby(cup)
            require_host(cup, _person(request), manager=manager)
            if len(cup.active) < MIN_PLAYERS:
                raise Refusal("cup-too-few", low=MIN_PLAYERS)
            order = list(cup.active)
            self.chance.shuffle(order)
            return [Started(tuple(order))]

        return await self.store.write(request, decide)

    async def end(self, request: CupRequest, *, manager: bool) -> LoadedCup:
        """End a cup before its last round is over."""

        def decide(cup: Cup) -> list[CupEntry]:
            require_host(cup, _person(request), manager=manager)
            return [Ended(is_early=True)]

        return await self.store.write(request, decide)

    # -- steps of the bot ---------------------------------------------------------------------

    async def go_on(self, cup: int) -> LoadedCup:
        """Pair the next round if the round before is over, or end the cup after the last one."""

        def decide(cup: Cup) -> list[CupEntry]:
            if cup.phase is not CupPhase.PLAYING or (
                cup.round is not None and not cup.round.is_over
            ):
                return []
            pairs = next_round(cup)
            return [Ended() if pairs is None else RoundPaired(pairs)]

        return await self.store.write(CupRequest(None, cup), decide)

    async def note(self, cup: int, entry: MatchOpened | MatchResult, number: int) -> LoadedCup:
        """Note the table or the result of a match of round ``number``, counted from 1, once."""

        def decide(cup: Cup) -> list[CupEntry]:
            if cup.phase is not CupPhase.PLAYING or len(cup.rounds) != number:
                return []
            match = cup.rounds[-1].matches[entry.match]
            is_noted = match.game is not None if isinstance(entry, MatchOpened) else False
            return [] if is_noted or match.result is not None else [entry]

        return await self.store.write(CupRequest(None, cup), decide)

    async def close_lobby(self, cup: int) -> LoadedCup:
        """Close a cup that has not started."""

        def decide(cup: Cup) -> list[CupEntry]:
            return [Ended(is_early=True)] if cup.phase is CupPhase.LOBBY else []

        return await self.store.write(CupRequest(None, cup), decide)


def require_lobby(cup: Cup) -> None:
    """Refuse a cup that has started or is over."""
    if cup.phase is not CupPhase.LOBBY:
        raise Refusal("cup-over" if cup.is_over else "cup-started")


def require_host(cup: Cup, user: int, *, manager: bool) -> None:
    """Refuse a cup that is over, and users who neither host it nor manage the server."""
    if cup.is_over:
        raise Refusal("cup-over")
    if user != cup.host and not manager:
        raise Refusal("cup-host", host=cup.host)


def check_leave(cup: Cup, user: int) -> int:
    """Check that a user plays in a cup that is not over. Return their number."""
    if cup.is_over:
        raise Refusal("cup-over")
    player = cup.player_of(user)
    if player is None:
        raise Refusal("cup-not-in")
    return player


def match_outcome(
    table: Table, users: tuple[int | None, int | None]
) -> tuple[Winner, Pair | None] | None:
    """Return the winner of a match between two users, and both scores if all tiles were played.

    None while the match is open. A user who has resigned, given up the seat or was erased has lost.
    If the game was ended before its last tile, the player to move has lost: the table decided so
    because that turn stalled. A game that was closed without scoring, or archived, has no winner.
    """
    here = [user is not None and table.seat_of(user) is not None for user in users]
    match here:
        case [False, False]:
            return Winner.NONE, None
        case [True, False]:
            return Winner.FIRST, None
        case [False, True]:
            return Winner.SECOND, None
    if table.phase in (Phase.LOBBY, Phase.PLAYING):
        return None
    if table.phase is not Phase.OVER:
        return Winner.NONE, None
    game = table.running_game
    seats = [table.players.index(user) for user in users]
    if table.lines[-1].text == END:
        return (Winner.SECOND if seats[0] == game.turn else Winner.FIRST), None
    first, second = (game.scores[seat] for seat in seats)
    if first == second:
        return Winner.DRAW, (first, second)
    return (Winner.FIRST if first > second else Winner.SECOND), (first, second)


def _person(request: CupRequest) -> int:
    assert request.user is not None
    return request.user
