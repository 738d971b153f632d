"""Load and write the logs of cups; their actions (join, start, end), rounds and match results."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.core import log_context
from bot.core.tasks import KeyedLocks
from bot.cups.policy import (
    CUP_ENTRIES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    BrokenCup,
    Cup,
    CupEntry,
    CupPhase,
    Ended,
    Joined,
    Left,
    MatchOpened,
    MatchResult,
    Opened,
    RoundPaired,
    Started,
    fold_cup,
    next_round,
)
from bot.table import checks
from bot.table.entries import New
from bot.table.refusals import Refusal, Unreadable
from storage import (
    ChannelBusy,
    Conflict,
    CupLog,
    Duplicate,
    EntryRow,
    GameFinished,
    GameRow,
    NewEntry,
    NoSuchGame,
)


@dataclass(frozen=True, slots=True)
class LoadedCup:
    row: GameRow
    cup: Cup


@dataclass(frozen=True, slots=True)
class CupRequest:
    """A request about a cup; ``user`` is None for the bot's own.

    ``id``: the interaction's, so that a second delivery has no effect.
    """

    user: int | None
    cup: int
    id: int | None = None


@dataclass(eq=False, repr=False)
class CupStore:
    """All cups of one database; each method writes its result or changes nothing."""

    cups: CupLog
    _writing: KeyedLocks[int] = field(init=False, default_factory=KeyedLocks)
    """By cup."""

    async def of(self, cup: int) -> LoadedCup | None:
        """Raise Refusal if the log cannot be read."""
        return await self._load(await self.cups.row_if_any(cup))

    async def latest(self, channel: int) -> LoadedCup | None:
        """The channel's running cup, else its last."""
        return await self._load(await self.cups.latest(channel))

    async def history(self, cup: int) -> tuple[Cup, ...]:
        """The cup after each entry. Raise Refusal if its log cannot be read."""
        states: list[Cup] = []
        try:
            for entry in await self.cups.read(cup):
                states.append(fold_cup([entry], states[-1] if states else None))
        except BrokenCup as error:
            raise Unreadable("cup-broken") from error
        return tuple(states)

    async def open(
        self, guild: int, channel: int, user: int, entries: Sequence[CupEntry], request: int | None
    ) -> LoadedCup:
        """Begin a cup in a channel where none is running."""
        lines = [NewEntry(user, CUP_ENTRIES.write(entry)) for entry in entries]
        cup = fold_cup(_unwritten(lines, -1, self.cups.clock()))
        try:
            row = await self.cups.begin(
                guild=guild, channel=channel, entries=lines, request=request
            )
        except ChannelBusy:
            raise Refusal("cup-busy") from None
        except Duplicate:
            raise Refusal("duplicate") from None
        log_context.mark_saved()
        return LoadedCup(row, cup)

    async def write(
        self, request: CupRequest, decide: Callable[[Cup], Sequence[CupEntry]]
    ) -> LoadedCup:
        """Write the entries that ``decide`` returns, all at once, if any."""
        async with self._writing[request.cup]:
            loaded = await self.of(request.cup)
            if loaded is None:
                raise Refusal("no-cup")
            row = loaded.row
            lines = [NewEntry(request.user, CUP_ENTRIES.write(e)) for e in decide(loaded.cup)]
            if not lines:
                return loaded
            after = fold_cup(_unwritten(lines, row.last, self.cups.clock()), loaded.cup)
            try:
                await self.cups.append(
                    row.id,
                    after=row.last,
                    entries=lines,
                    request=request.id,
                    finish=after.is_over,
                )
            except (Conflict, GameFinished, NoSuchGame):
                raise Refusal("cup-late") from None
            except Duplicate:
                raise Refusal("duplicate") from None
            log_context.mark_saved()
        written = await self.of(row.id)
        return written if written is not None else LoadedCup(row, after)

    async def _load(self, row: GameRow | None) -> LoadedCup | None:
        if row is None:
            return None
        try:
            return LoadedCup(row, fold_cup(await self.cups.read(row.id)))
        except BrokenCup as error:
            raise Unreadable("cup-broken") from error


def _unwritten(lines: Sequence[NewEntry], last: int, now: float) -> list[EntryRow]:
    return [
        EntryRow(number, line.user, line.text, now) for number, line in enumerate(lines, last + 1)
    ]


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
        """The host joins; matches are played at tables like ``table``."""
        checks.check_new_game(table.game, MATCH_SEATS, table.options)
        return await self.store.open(guild, channel, user, [Opened(table), Joined()], request)

    async def join(self, request: CupRequest) -> LoadedCup:
        def decide(cup: Cup) -> list[CupEntry]:
            require_lobby(cup)
            if cup.player_of(_person(request)) is not None:
                raise Refusal("cup-joined")
            if len(cup.active) >= MAX_PLAYERS:
                raise Refusal("cup-full", most=MAX_PLAYERS)
            return [Joined()]

        return await self.store.write(request, decide)

    async def leave(self, request: CupRequest) -> LoadedCup:
        def decide(cup: Cup) -> list[CupEntry]:
            return [Left(check_leave(cup, _person(request)))]

        return await self.store.write(request, decide)

    async def start(self, request: CupRequest, *, manager: bool) -> LoadedCup:
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
        """Pair the next round if the last is over, or end the cup."""

        def decide(cup: Cup) -> list[CupEntry]:
            if cup.phase is not CupPhase.PLAYING or (
                cup.round is not None and not cup.round.is_over
            ):
                return []
            pairs = next_round(cup)
            return [Ended() if pairs is None else RoundPaired(pairs)]

        return await self.store.write(CupRequest(None, cup), decide)

    async def note(self, cup: int, entry: MatchOpened | MatchResult, number: int) -> LoadedCup:
        """Note a match's table or result, once; ``number`` of the round is from 1."""

        def decide(cup: Cup) -> list[CupEntry]:
            if cup.phase is not CupPhase.PLAYING or len(cup.rounds) != number:
                return []
            match = cup.rounds[-1].matches[entry.match]
            is_noted = match.game is not None if isinstance(entry, MatchOpened) else False
            return [] if is_noted or match.result is not None else [entry]

        return await self.store.write(CupRequest(None, cup), decide)

    async def close_lobby(self, cup: int) -> LoadedCup:
        def decide(cup: Cup) -> list[CupEntry]:
            return [Ended(is_early=True)] if cup.phase is CupPhase.LOBBY else []

        return await self.store.write(CupRequest(None, cup), decide)


def require_lobby(cup: Cup) -> None:
    """Refuse a started or finished cup."""
    if cup.phase is not CupPhase.LOBBY:
        raise Refusal("cup-over" if cup.is_over else "cup-started")


def require_host(cup: Cup, user: int, *, manager: bool) -> None:
    """Refuse a finished cup, and users who neither host it nor manage the server."""
    if cup.is_over:
        raise Refusal("cup-over")
    if user != cup.host and not manager:
        raise Refusal("cup-host", host=cup.host)


def check_leave(cup: Cup, user: int) -> int:
    """The number of a user who plays in a cup that is not over."""
    if cup.is_over:
        raise Refusal("cup-over")
    player = cup.player_of(user)
    if player is None:
        raise Refusal("cup-not-in")
    return player


def _person(request: CupRequest) -> int:
    assert request.user is not None
    return request.user
