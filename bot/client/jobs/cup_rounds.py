"""Handle the due of a cup: note results, pair rounds, open matches, and post the news."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import Any, Final

import discord

from bot.client.discord_io.sending import refuses
from bot.client.dues import CupDue
from bot.client.interactions.replies import PERMISSIONS
from bot.client.jobs.threads import ThreadKeeper, open_thread
from bot.client.posting.cup_posts import CupPosts
from bot.client.posting.outbox import Outbox, Posted
from bot.client.posting.status_cards import StatusCards
from bot.durations import DAY, HOUR, MINUTE, Clock
from bot.table.cups.cup import CupPhase, Match
from bot.table.cups.entries import MatchOpened, MatchResult, Winner
from bot.table.cups.service import CupService, match_outcome
from bot.table.cups.store import CupStore, LoadedCup
from bot.table.refusals import Refusal
from bot.table.service import TableService
from bot.table.store import Request, Tables
from bot.table.undo_policy import FREE_SECONDS
from storage import Due, Log, Schedule, StorageError

log = logging.getLogger(__name__)

LOBBY_SECONDS: Final = 14 * DAY
"""Seconds without an entry after which a cup that has not started is closed."""
CHECK_SECONDS: Final = 15 * MINUTE
"""Pause before the next look at the tables of a round: their posts usually wake the cup earlier."""
WITHOUT_BOT_SECONDS: Final = 1 * HOUR
"""Pause before the next look at a cup whose server has removed the bot, and may add it again."""
BLOCKED_SECONDS: Final = 5 * MINUTE
"""Pause before the next look while the bot lacks a permission, or a match is refused."""
REFUSED_SECONDS: Final = 5.0
"""Pause before the next look at a cup that somebody has changed at the same moment."""
MATCHES_AT_ONCE: Final = 3
"""The matches that one look tries to open: a handler has a minute."""


@dataclass(eq=False, repr=False)
class CupRounds:
    """Handle the due of a cup: take all steps that are possible now."""

    client: discord.Client
    cups: Log
    store: CupStore
    service: CupService
    posts: CupPosts
    tables: Tables
    table_service: TableService
    outbox: Outbox
    status_cards: StatusCards
    threads: ThreadKeeper
    schedule: Schedule
    clock: Clock = time.time
    wake_scheduler: Callable[[], None] | None = field(init=False, default=None)
    _waking: set[asyncio.Task[None]] = field(init=False, default_factory=set)
    _failed_at: dict[tuple[int, int, int], float] = field(init=False, default_factory=dict)
    """The time of the last try of each match that could not be opened: cup, round, match."""

    async def begin(self) -> None:
        """Make every cup due that runs, or whose posts or card are behind its entries."""
        for row in await self.cups.unsettled():
            await self.schedule.wake(CupDue(row.id, row.guild).write(self.clock()))

    def wake(self) -> None:
        """Look for cups that are due: a command has just written an entry."""
        if self.wake_scheduler is not None:
            self.wake_scheduler()

    def after_post(self, posted: Posted) -> None:
        """Look at a cup after a post of one of its tables that may have decided a match."""
        table = posted.outcome.after
        if table.settings.cup and (table.closed or len(table.people) < len(table.players)):
            self._start(self._wake_cup(table.settings.cup))

    async def show_card(self, cup: int) -> None:
        """Post or edit the card of a cup. Raise one of TRANSPORT_ERRORS, or StorageError."""
        await self.posts.show_card(cup, PERMISSIONS)

    async def handle(self, due: Due) -> float | None:
        """Take the next steps of a cup. Return when to look again, in Unix seconds.

        Raise one of TRANSPORT_ERRORS if Discord fails, or StorageError.
        """
        try:
            loaded = await self.store.of(CupDue.read(due).cup)
        except Refusal:
            log.warning("%s: its log cannot be read", due.key)
            return None
        if loaded is None or (loaded.row.finished and not loaded.cup.is_over):
            return None  # The channel of the cup was deleted.
        try:
            return await self._handle(loaded)
        except Refusal as refusal:
            # Somebody, or another process, has written to the cup at the same moment.
            log.info("%s is looked at again: %s", due.key, refusal.reason)
            return self.clock() + REFUSED_SECONDS

    async def _handle(self, loaded: LoadedCup) -> float | None:
        if self.client.get_guild(loaded.row.guild) is None:
            return None if loaded.row.finished else self.clock() + WITHOUT_BOT_SECONDS
        following = await self._advance(loaded)
        failures: list[Exception] = []
        for work in (self.posts.tell, self._open_matches, self.show_card):
            try:
                again = await work(loaded.row.id)
            except Exception as error:
                failures.append(error)
            else:
                if again is not None:
                    following = min(again, following or again)
        if failures:
            raise failures[0]
        return following

    async def close(self) -> None:
        """Wait for the cups that are being woken."""
        await asyncio.gather(*self._waking, return_exceptions=True)

    # -- the log ------------------------------------------------------------------------------

    async def _advance(self, loaded: LoadedCup) -> float | None:
        """Write the results there are, and the rounds that follow. Return when to look again."""
        if loaded.cup.phase is CupPhase.LOBBY:
            closes_at = loaded.cup.since + LOBBY_SECONDS
            if self.clock() < closes_at:
                return closes_at
            await self.service.close_lobby(loaded.row.id)
            return None
        if loaded.cup.phase is not CupPhase.PLAYING:
            return None
        while loaded.cup.phase is CupPhase.PLAYING:
            following = await self._note_results(loaded)
            after = await self.service.go_on(loaded.row.id)
            if len(after.cup.rounds) == len(loaded.cup.rounds) and not after.cup.is_over:
                return following
            loaded = after
        return None

    async def _note_results(self, loaded: LoadedCup) -> float:
        """Note the results of matches that are decided. Return when to look again."""
        following = self.clock() + CHECK_SECONDS
        for index, match in enumerate(
            loaded.cup.round.matches if loaded.cup.round is not None else ()
        ):
            if match.result is not None:
                continue
            result = await self._result(loaded, index, match)
            if isinstance(result, MatchResult):
                await self.service.note(loaded.row.id, result, len(loaded.cup.rounds))
            elif result is not None:
                following = min(following, result)
        return following

    async def _result(
        self, loaded: LoadedCup, index: int, match: Match
    ) -> MatchResult | float | None:
        """Return the result of a match, or when it will be certain, or None while it is played."""
        first, second = (loaded.cup.players[player] for player in match.players)
        if not (first.plays_on and second.plays_on):
            await self._resign(loaded, match)
            return MatchResult(index, _walkover(first.plays_on, second.plays_on))
        if match.game is None:
            return None
        try:
            table = await self.tables.game(match.game)
        except Refusal:
            row = await self.tables.row(match.game)
            return MatchResult(index, Winner.NONE) if row is None or row.finished else None
        if table is None:
            return MatchResult(index, Winner.NONE)
        outcome = match_outcome(table.table, (first.user, second.user))
        if outcome is None:
            # Its thread was deleted, or its log was given up.
            return MatchResult(index, Winner.NONE) if table.row.finished else None
        until = table.table.since + FREE_SECONDS
        if outcome[1] is not None and self.clock() < until:
            return until
        return MatchResult(index, *outcome)

    async def _resign(self, loaded: LoadedCup, match: Match) -> None:
        """Resign the seats of players who left the cup in the table of their match."""
        if match.game is None or (row := await self.tables.row(match.game)) is None:
            return
        for player in match.players:
            user = loaded.cup.players[player].user
            if loaded.cup.players[player].has_left and user is not None and not row.finished:
                try:
                    table = await self.tables.game(row.id)
                    version = table.version if table is not None else None
                    request = Request(user, row.guild, row.channel)
                    outcome = await self.table_service.resign(request, version=version)
                except Refusal as refusal:
                    log.info("the seat in match %s is not resigned: %s", row.id, refusal.reason)
                    continue
                await self.outbox.post(row.channel, row.guild, outcome)

    # -- Discord ------------------------------------------------------------------------------

    async def _open_matches(self, cup: int) -> float | None:
        """Open tables of the present round that have none. Return when to go on, if at all.

        A match that fails keeps no other one shut: those not tried yet come first. Raise an error
        that is no refusal of Discord once all were tried.
        """
        loaded = await self.store.of(cup)
        if loaded is None or loaded.cup.phase is not CupPhase.PLAYING or loaded.cup.round is None:
            return None
        keys = {
            (cup, len(loaded.cup.rounds), index): index
            for index, match in enumerate(loaded.cup.round.matches)
            if match.game is None and match.result is None
        }
        self._failed_at = {
            key: at for key, at in self._failed_at.items() if key[0] != cup or key in keys
        }
        if keys and self.posts.missing(loaded.row):
            return self.clock() + BLOCKED_SECONDS
        waiting = sorted(keys, key=lambda key: self._failed_at.get(key, 0.0))
        failures: list[Exception] = []
        for key in waiting[:MATCHES_AT_ONCE]:
            try:
                await self._open_match(loaded, keys[key])
                self._failed_at.pop(key, None)
            except Exception as error:
                log.warning("match %s of cup %s is not opened: %r", keys[key] + 1, cup, error)
                self._failed_at[key] = self.clock()
                failures.append(error)
        if any(key not in self._failed_at for key in waiting[MATCHES_AT_ONCE:]):
            return self.clock()
        for failure in failures:
            if not refuses(failure):
                raise failure
        is_refused = any(key in self._failed_at for key in keys)
        return self.clock() + BLOCKED_SECONDS if is_refused else None

    async def _open_match(self, loaded: LoadedCup, index: int) -> None:
        """Open the table of a match in a thread; a step that was done before is not done again."""
        row, cup = loaded.row, loaded.cup
        assert cup.round is not None
        match = cup.round.matches[index]
        message, name = await self.posts.post_match(loaded, index)
        await self._open_thread(row.channel, row.guild, message, name)
        # A thread has the number of the message under which it hangs.
        known = await self.tables.latest(message)
        outcome = None
        if known is None or known.table.settings.cup != row.id:
            first, second = (cup.players[player].user for player in match.players)
            if first is None or second is None:
                return
            settings = replace(cup.settings, cup=row.id)
            request = Request(first, row.guild, message)
            try:
                outcome = await self.table_service.open_match(
                    request, cup.name, (first, second), cup.options, settings
                )
            except Refusal as refusal:
                log.warning("a match of cup %s is not opened: %s", row.id, refusal.reason)
                return
        game = outcome.game if outcome is not None else known.row.id if known is not None else 0
        await self.threads.watch(game)
        await self.service.note(row.id, MatchOpened(index, game), len(cup.rounds))
        if outcome is not None:
            await self.status_cards.begin(game)
            await self.outbox.post(message, row.guild, outcome)

    async def _open_thread(self, channel: int, guild: int, message: int, name: str) -> None:
        """Open the thread under a post of a match, unless it is open."""
        try:
            await self.client.fetch_channel(message)
        except discord.NotFound:
            post = self.client.get_partial_messageable(channel, guild_id=guild)
            await open_thread(post.get_partial_message(message), name)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="cup")
        self._waking.add(task)
        task.add_done_callback(self._waking.discard)

    async def _wake_cup(self, cup: int) -> None:
        try:
            row = await self.cups.row_if_any(cup)
            if row is not None and not row.finished:
                await self.schedule.wake(CupDue(row.id, row.guild).write(self.clock()))
                self.wake()
        except StorageError as error:
            log.info("cup %s is looked at later: %s", cup, error)


def _walkover(first: bool, second: bool) -> Winner:
    """Return the winner of a match of which a player has left the cup."""
    if first == second:
        return Winner.NONE
    return Winner.FIRST if first else Winner.SECOND
