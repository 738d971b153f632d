"""Take votes for the moves of a channel's seat, show their number, and play the winning turn.

A vote is a row; its end is read from the rows and the log whenever the turn is due. So a killed
process loses nothing and plays nothing twice.
"""

import asyncio
import logging
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.channel_seat import policy, words
from bot.core.durations import MINUTE, Clock
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.followers.service import Followers
from bot.interactions.call import Call
from bot.opponents import tasks
from bot.opponents.player import TURN_SECONDS
from bot.opponents.pool import QueueFull, TaskFailed, WorkerPool
from bot.posting.outbox import Outbox, Posted
from bot.posting.post_sender import PostSender
from bot.runtime.names import NameDirectory
from bot.runtime.scheduler import DuePayload, Number, TurnDue, due_pattern
from bot.table import checks
from bot.table.entries import ENTRIES, Entry, Extend, Moves, Tally, Undo
from bot.table.rate_limits import RateLimits
from bot.table.refusals import Refusal
from bot.table.service import TableService
from bot.table.store import LoadedTable, Request, Tables
from bot.table.table import Outcome, Table, TableVersion
from bot.text.names import THE_CHANNEL
from bot.words.moves import read_moves
from rules import notation
from rules.analysis.drafts import commit_draft, is_turn_complete, play_draft, turn_text
from rules.moves import Move
from rules.opponents.review import Review
from storage import ChannelVote, ChannelVotes, Due, Schedule

log = logging.getLogger(__name__)

SUBSTITUTE: Final = "villager"
"""The level of the opponent that plays if nobody has voted."""
RETRY_SECONDS: Final = 1.0
"""Seconds before the next try after a vote was cast while its end was counted."""
BUSY_SECONDS: Final = 20.0
"""Seconds before the next try if no worker has found a move."""
COUNT_UPDATE_SECONDS: Final = 1 * MINUTE
FIRST_COUNT_SECONDS: Final = 2.0
"""Seconds after which the post shows a new number of votes, and the first vote."""
CAST_TRIES: Final = 5
"""Tries to save a vote while other entries, such as a question, are saved."""


@due_pattern("ballots {game}")
@dataclass(frozen=True, slots=True)
class CountDue(DuePayload):
    """The time to show the number of votes in a game's post."""

    game: Number


@dataclass(eq=False, repr=False)
class ChannelSeat:
    tables: Tables
    service: TableService
    votes: ChannelVotes
    pool: WorkerPool
    outbox: Outbox
    sender: PostSender
    names: NameDirectory
    followers: Followers
    schedule: Schedule
    limits: RateLimits
    clock: Clock
    wake_scheduler: Callable[[], None] | None = field(init=False, default=None)

    def after_post(self, posted: Posted) -> None:
        """Allow the channel more requests while its people vote."""
        if posted.outcome.after.is_channel_to_move:
            self.limits.voting.add(posted.channel)
        else:
            self.limits.voting.discard(posted.channel)

    # -- voting -------------------------------------------------------------------------------

    async def play_or_vote(
        self,
        call: Call,
        request: Request,
        moves: Sequence[Move],
        *,
        version: TableVersion | None = None,
    ) -> Outcome | None:
        """Play moves of one turn; for the channel's turn, they are the user's vote.

        A vote is answered privately, and has no outcome. ``version``: of the table the user saw.
        """
        loaded = await self.tables.require_table(request)
        if not loaded.table.is_channel_to_move or loaded.table.seat_of(request.user) is not None:
            return await self.service.play(request, moves, version=version)
        if version is not None and version != loaded.version:
            raise Refusal("late")
        game = policy.check_move_or_vote(loaded.table, request.user)
        allowed = call.place.permissions
        in_thread = isinstance(call.place.channel, discord.Thread)
        if not (allowed.send_messages_in_threads if in_thread else allowed.send_messages):
            raise Refusal("voter-silent")
        draft = await asyncio.to_thread(play_draft, game, moves)
        if not is_turn_complete(draft):
            message = words.more_decisions(draft, moves)
            await self.sender.answer_privately(call, message, loaded, draft=moves)
            return None
        text = turn_text(game, moves)
        votes = await self._cast(request, loaded, text)
        ends = policy.vote_end(loaded.table, votes, self.clock())
        message = words.saved_message(
            game,
            read_moves(text),
            len(votes),
            ends,
            follows=await self.followers.wanted(request.user, loaded.row.id) == words.FOLLOW_VOTES,
        )
        await self.sender.answer_privately(call, message, loaded)
        return None

    async def own_vote(self, request: Request, loaded: LoadedTable) -> Sequence[Move]:
        """The moves that a person voted for; empty without a vote."""
        self.limits.voting.add(loaded.row.channel)  # Also after a start, before any post.
        votes = await self.votes.of(loaded.row.id, loaded.table.version)
        return next((read_moves(vote.moves) for vote in votes if vote.user == request.user), ())

    async def panel_line(self, request: Request, loaded: LoadedTable) -> str:
        """The line above a voter's panel: that its meeple is a vote, and until when."""
        votes = await self.votes.of(loaded.row.id, loaded.table.version)
        has_voted = any(vote.user == request.user for vote in votes)
        ends = policy.vote_end(loaded.table, votes, self.clock())
        names = await self.names.of(loaded.table, request.guild)
        return words.intro_line(names, ends, has_voted=has_voted)

    async def voter_record(self, user: int, guild: int | None) -> policy.VoterRecord:
        """Count a user's votes in ended games, of all servers without a ``guild``."""
        return policy.voter_record(await self.votes.ended_with(user, guild), user)

    async def save_best_turns(self, game: int, table: Table, review: Review) -> None:
        """Keep what the review of an ended game calls the best turns, to count votes for them."""
        if THE_CHANNEL not in table.players:
            return
        undos = [
            line.number
            for line in await self.tables.game_log.read(game)
            if isinstance(ENTRIES.read(line.text), Undo)
        ]
        voted = policy.voted_lines(table, await self.votes.of_game(game), undos)
        best = {
            version: review.best[line] for version, line in voted.items() if line in review.best
        }
        await self.votes.save_best_turns(game, best)

    async def _cast(
        self, request: Request, loaded: LoadedTable, text: str
    ) -> Sequence[ChannelVote]:
        game, version = loaded.row.id, loaded.table.version
        last = loaded.row.last
        for _try in range(CAST_TRIES):
            if await self.votes.cast(game, version, request.user, text, last=last):
                break
            now = await self.tables.unfinished_game(game)
            if now is None or now.table.version != version:
                raise Refusal("late")
            last = now.row.last
        else:
            raise Refusal("late")
        votes = await self.votes.of(game, version)
        counted = policy.counted_votes(loaded.table, votes)
        if len(counted) == policy.quorum(loaded.table):
            end = policy.vote_end(loaded.table, votes, self.clock())
            if end is not None:
                await self.schedule.put(TurnDue(game).write(end))
        await self._show_count(game, first=len(counted) == 1)
        return counted

    async def _show_count(self, game: int, *, first: bool) -> None:
        """Show the number of votes in the post: soon for the first, then once a minute."""
        due = CountDue(game)
        if await self.schedule.of(due.key) is None:
            pause = FIRST_COUNT_SECONDS if first else COUNT_UPDATE_SECONDS
            await self.schedule.put(due.write(self.clock() + pause))
        if self.wake_scheduler is not None:
            self.wake_scheduler()

    async def show_count(self, due: Due) -> float | None:
        """Return when to show the number again, if it has changed."""
        loaded = await self.tables.unfinished_game(CountDue.read(due).game)
        if loaded is None or not loaded.table.is_channel_to_move:
            return None
        shown = await self.votes.of(loaded.row.id, loaded.table.version)
        try:
            await self.outbox.refresh(loaded.row)
        except TRANSPORT_ERRORS as error:
            log.info("the votes of game %s are not shown: %r", loaded.row.id, error)
        now = await self.votes.of(loaded.row.id, loaded.table.version)
        return self.clock() + COUNT_UPDATE_SECONDS if len(now) != len(shown) else None

    # -- the end of a vote --------------------------------------------------------------------

    async def end_if_due(self, loaded: LoadedTable) -> float | None:
        """End a vote whose time has come, and post the turn.

        Return when to look again, in Unix seconds.
        """
        row, table = loaded.row, loaded.table
        votes = await self.votes.of(row.id, table.version)
        end = policy.vote_end(table, votes, self.clock())
        if end is None:
            return table.paused.until if table.paused is not None else None
        if self.clock() < end:
            return end
        try:
            outcome = await self._end(loaded, votes)
        except Refusal as refusal:
            if refusal.reason != "late":
                raise
            return self.clock() + RETRY_SECONDS
        except (QueueFull, TaskFailed) as error:
            log.warning("game %s: no move for the channel: %s", row.id, error)
            return self.clock() + BUSY_SECONDS
        await self.outbox.post(row.channel, row.guild, outcome)
        return None

    async def _end(self, loaded: LoadedTable, votes: Sequence[ChannelVote]) -> Outcome:
        """Play what most voters want, or extend the vote once; one transaction."""
        row, table = loaded.row, loaded.table
        choices = policy.tally(policy.counted_votes(table, votes))
        moves: Sequence[Move] = ()
        if choices:
            moves = read_moves(choices[0][1])
        elif table.vote_until is not None:
            moves = await self._substitute_moves(loaded)

        def decide(table: Table) -> list[Entry]:
            game = checks.check_move(table, THE_CHANNEL)
            if not moves:
                return [Extend(int(self.clock() + table.settings.window_seconds))]
            played = commit_draft(game, moves)[1]
            return [Tally(choices), *(Moves(notation.write(move)) for move in played)]

        return await self.tables.write(
            Request(THE_CHANNEL, row.guild, row.channel),
            decide,
            version=loaded.version,
            game=row.id,
            only_if=self.votes.require_unchanged(row.id, table.version, votes),
        )

    async def _substitute_moves(self, loaded: LoadedTable) -> Sequence[Move]:
        """A villager's moves. Raise QueueFull or TaskFailed."""
        seed = zlib.crc32(f"{loaded.row.id} {loaded.table.version}".encode())
        record = loaded.table.record()
        return await self.pool.run(
            tasks.choose_moves, record, SUBSTITUTE, seed, TURN_SECONDS, kind=SUBSTITUTE
        )
