"""Run the rounds of cups: pair, open matches, note results; send, edit and pin cup posts."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import discord

from bot.core.durations import DAY, HOUR, MINUTE, Clock
from bot.core.tasks import KeyedLocks, Tasks
from bot.cups import words
from bot.cups.policy import Cup, CupPhase, Match, MatchOpened, MatchResult, Winner, match_outcome
from bot.cups.service import CupService, CupStore, LoadedCup
from bot.discord_io.buttons import NO_GAME, Payload, card_payload, plain_payload
from bot.discord_io.sending import edit, find_sent, refuses, send
from bot.interactions.replies import PERMISSIONS
from bot.posting.outbox import Outbox, Posted
from bot.posting.status_cards import StatusCards
from bot.runtime.names import NameDirectory
from bot.runtime.scheduler import DuePayload, Number, due_pattern
from bot.table.refusals import Refusal
from bot.table.service import TableService
from bot.table.settings import FREE_SECONDS
from bot.table.store import Request, Tables
from bot.text.i18n import _, use_language
from bot.text.message import Message
from bot.text.names import Names
from bot.threads.service import ThreadKeeper, open_thread
from storage import (
    CupCards,
    CupLog,
    Due,
    GameRow,
    Log,
    Schedule,
    StatusCardRow,
    StorageError,
)

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE: Final = 10008
MAX_REPLACEMENTS: Final = 1
"""The number of times that a deleted card is posted again."""
POST_REFUSED_SECONDS: Final = DAY
"""Seconds after the beginning of a round from which the card names matches without a table."""
MATCH_PERMISSIONS: Final = (
    *("view_channel", "send_messages", "embed_links"),
    *("create_public_threads", "send_messages_in_threads", "attach_files"),
)
"""The permissions that the bot needs in the channel of a cup to open the tables of matches."""


@due_pattern("cup {cup}")
@dataclass(frozen=True, slots=True)
class CupDue(DuePayload):
    """A look at a cup, by its server's process."""

    cup: Number
    guild: Number


@dataclass(frozen=True, slots=True)
class _Obstacles:
    """Missing permissions, and matches that Discord refuses to open."""

    missing: tuple[str, ...] = ()
    refused: tuple[int, ...] = ()


@dataclass(eq=False, repr=False)
class CupPosts:
    """Post and edit messages of cups, without pings.

    Before sending, the channel is searched: a process may have been killed between sending a
    message and storing that.
    """

    client: discord.Client
    cups: CupLog
    cards: CupCards
    store: CupStore
    game_log: Log
    names: NameDirectory
    outbox: Outbox
    _locks: KeyedLocks[int] = field(init=False, default_factory=KeyedLocks)
    """By cup."""
    _obstacles: dict[int, _Obstacles] = field(init=False, default_factory=dict)
    """The problems that the card of each cup names to the host."""

    def missing(self, row: GameRow) -> tuple[str, ...]:
        """Permissions that the bot lacks in the cup's channel."""
        guild = self.client.get_guild(row.guild)
        channel = guild.get_channel(row.channel) if guild is not None else None
        if guild is None or channel is None:
            return ()
        has = channel.permissions_for(guild.me)
        return tuple(name for name in MATCH_PERMISSIONS if not getattr(has, name))

    def can_pin(self, row: GameRow) -> bool:
        """True if the bot may pin in the cup's channel."""
        guild = self.client.get_guild(row.guild)
        channel = guild.get_channel(row.channel) if guild is not None else None
        return (
            guild is not None
            and channel is not None
            and channel.permissions_for(guild.me).pin_messages
        )

    async def names_of(self, row: GameRow, cup: Cup) -> Names:
        """The names of players by number, and of the host."""
        return await self.names.seated(cup.users, row.guild, [cup.host], absences=False)

    async def message(
        self, loaded: LoadedCup, missing: Sequence[str] = (), refused: Sequence[int] = ()
    ) -> Message:
        names = await self.names_of(loaded.row, loaded.cup)
        threads = await self._threads(loaded.cup)
        return words.card(loaded.row.id, loaded.cup, names, threads, missing, refused)

    async def show_card(self, cup: int, missing_words: Mapping[str, str]) -> None:
        """Post, edit and pin a card that lacks the newest entry.

        ``missing_words`` names permissions. Raise one of TRANSPORT_ERRORS, StorageError.
        """
        async with self._locks[cup]:
            loaded = await self.store.of(cup)
            if loaded is None:
                return
            row, refused = loaded.row, self._refused(loaded.cup)
            obstacles = _Obstacles(self.missing(row), refused)
            card = await self.cards.of(cup) or await self.cards.read_or_add(cup, 0)
            is_shown = card.message is not None and card.last_entry >= row.last
            if is_shown and self._obstacles.get(cup, _Obstacles()) == obstacles:
                return
            with use_language(loaded.cup.settings.language):
                missing = [_(missing_words[name]) for name in obstacles.missing]
                message = await self.message(loaded, missing, refused)
            payload = card_payload(message, message.text)
            if card.message is not None and not await self._edit(row, card.message, payload):
                await self.cards.mark_lost(cup)
                card = replace(card, message=None, times_lost=card.times_lost + 1, pinned=False)
            if card.message is None:
                if card.times_lost > MAX_REPLACEMENTS or loaded.cup.is_over:
                    return
                card = replace(card, message=await self._send_card(row, card.times_lost, payload))
            self._obstacles[cup] = obstacles
            await self.cards.mark_shown(cup, row.last)
            await self._update_pin(row, card, loaded.cup)

    def _refused(self, cup: Cup) -> tuple[int, ...]:
        """Matches of the round without a table after REFUSED_SECONDS."""
        if cup.round is None or self.cups.clock() < cup.round.began + POST_REFUSED_SECONDS:
            return ()
        return tuple(
            index
            for index, match in enumerate(cup.round.matches)
            if match.game is None and match.result is None
        )

    async def tell(self, cup: int) -> None:
        """Post results, departures and the end; each once, in order.

        Raise one of TRANSPORT_ERRORS, StorageError.
        """
        async with self._locks[cup]:
            loaded = await self.store.of(cup)
            if loaded is None or loaded.row.posted >= loaded.row.last:
                return
            row, states = loaded.row, await self.store.history(cup)
            names = await self.names_of(row, loaded.cup)
            with use_language(loaded.cup.settings.language):
                # Not of entry 0, which the card shows.
                for number in range(max(row.posted, 0) + 1, row.last + 1):
                    message = words.news(row.id, states[number - 1], states[number], names)
                    if message is not None:
                        await self._send_once(row, message, f"cup-{row.id}-{number}")
                        await self.cups.mark_posted(row.id, number)
            await self.cups.mark_posted(row.id, row.last)

    async def post_match(self, loaded: LoadedCup, index: int) -> tuple[int, str]:
        """Return the message, and a name for its thread."""
        row, cup = loaded.row, loaded.cup
        names = await self.names_of(row, cup)
        with use_language(cup.settings.language):
            message = words.match_post(row.id, cup, index, names)
            name = words.thread_name(cup, index, names)
        nonce = f"cup-{row.id}-{len(cup.rounds)}-{index}-m"
        return await self._send_once(row, message, nonce), name

    async def _send_card(self, row: GameRow, times_lost: int, payload: Payload) -> int:
        channel = self._channel(row)
        # All cards of unfinished cups have this button, and no others.
        leave = words.cup_button("-", row.id, words.LEAVE)
        known = card_payload(Message("-", buttons=(leave,)), "-")
        message = await self._find(channel, known) if times_lost == 0 else None
        if message is None:
            message = await self._send(row, payload, f"cup-{row.id}-card-{times_lost}")
        await self.cards.mark_sent(row.id, message)
        return message

    async def _send_once(self, row: GameRow, message: Message, nonce: str) -> int:
        channel = self._channel(row)
        payload = plain_payload(message, message.text, NO_GAME, 0)
        there = await self._find(channel, payload)
        if there is not None:
            return there
        return await self._send(row, payload, nonce)

    async def _send(self, row: GameRow, payload: Payload, nonce: str) -> int:
        nobody = discord.AllowedMentions.none()
        message = await send(
            self.client, self._channel(row), payload, (), nobody, nonce, silent=True
        )
        self.outbox.retry_refused_channel(row.channel)
        return message

    async def _find(self, channel: discord.PartialMessageable, payload: Payload) -> int | None:
        assert self.client.user is not None
        found = await find_sent(channel, self.client.user.id, payload, 0)
        return found.id if found is not None else None

    def _channel(self, row: GameRow) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(row.channel, guild_id=row.guild)

    async def _threads(self, cup: Cup) -> dict[int, int]:
        open_games = [
            match.game
            for match in (cup.round.matches if cup.round is not None else ())
            if match.game is not None and match.result is None
        ]
        rows = [await self.game_log.row_if_any(game) for game in open_games]
        return {row.id: row.channel for row in rows if row is not None}

    async def _edit(self, row: GameRow, message: int, payload: Payload) -> bool:
        post = self._channel(row).get_partial_message(message)
        try:
            await edit(self.client, row.channel, post, payload)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def _update_pin(self, row: GameRow, card: StatusCardRow, cup: Cup) -> None:
        """Pin a started cup's card once, if allowed; unpin it at the end."""
        assert card.message is not None
        post = self._channel(row).get_partial_message(card.message)
        try:
            # Recorded first: a refused pin is not retried with every result.
            if cup.is_over:
                if card.pinned and await self.cards.mark_unpinned(row.id):
                    await post.unpin()
            elif (
                cup.order
                and not card.pinned
                and self.can_pin(row)
                and await self.cards.mark_pinned(row.id)
            ):
                await post.pin()
        except discord.HTTPException as error:
            log.info("the card of cup %s keeps its pin as it is: %s", row.id, error)


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
    """Handle a cup's due: take all steps possible now."""

    client: discord.Client
    cups: CupLog
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
    _waking: Tasks = field(init=False, default_factory=Tasks)
    _failed_at: dict[tuple[int, int, int], float] = field(init=False, default_factory=dict)
    """The time of the last try of each match that could not be opened: cup, round, match."""

    async def begin(self) -> None:
        """Make cups due that run, or whose posts or card lag behind."""
        for row in await self.cups.unsettled():
            await self.schedule.wake(CupDue(row.id, row.guild).write(self.clock()))

    def wake(self) -> None:
        """Look for due cups after a command wrote an entry."""
        if self.wake_scheduler is not None:
            self.wake_scheduler()

    def after_post(self, posted: Posted) -> None:
        """Look at a cup if a table's post may have decided a match."""
        table = posted.outcome.after
        if table.settings.cup and (table.closed or len(table.people) < len(table.players)):
            self._waking.begin(self._wake_cup(table.settings.cup), "cup")

    async def show_card(self, cup: int) -> None:
        """Raise one of TRANSPORT_ERRORS, or StorageError."""
        await self.posts.show_card(cup, PERMISSIONS)

    async def handle(self, due: Due) -> float | None:
        """Take the next steps. Return when to look again, in Unix seconds.

        Raise one of TRANSPORT_ERRORS if Discord fails, or StorageError.
        """
        loaded = await self.store.of(CupDue.read(due).cup)
        if loaded is None or (loaded.row.finished and not loaded.cup.is_over):
            return None  # The channel of the cup was deleted.
        try:
            return await self._handle(loaded)
        except Refusal as refusal:
            # Somebody, or another process, wrote to the cup at the same moment.
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
        await asyncio.gather(*self._waking, return_exceptions=True)

    # -- the log ------------------------------------------------------------------------------

    async def _advance(self, loaded: LoadedCup) -> float | None:
        """Write results and the rounds that follow. Return when to look again."""
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
        """A result, or when it will be certain, or None while the match is played."""
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
        """Open missing tables of the round. Return when to go on, if at all.

        A failing match holds up no other: untried ones come first. An error that is no refusal of
        Discord is raised after all were tried.
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
        """Open a match's table in a thread; steps already done are skipped."""
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
        try:
            await self.client.fetch_channel(message)
        except discord.NotFound:
            post = self.client.get_partial_messageable(channel, guild_id=guild)
            await open_thread(post.get_partial_message(message), name)

    async def _wake_cup(self, cup: int) -> None:
        try:
            row = await self.cups.row_if_any(cup)
            if row is not None and not row.finished:
                await self.schedule.wake(CupDue(row.id, row.guild).write(self.clock()))
                self.wake()
        except StorageError as error:
            log.info("cup %s is looked at later: %s", cup, error)


def _walkover(first: bool, second: bool) -> Winner:
    if first == second:
        return Winner.NONE
    return Winner.FIRST if first else Winner.SECOND
