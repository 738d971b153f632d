"""Rules of a channel's votes: eligible users, tally, quorum, end; and each voter's record."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from bot.core.durations import MINUTE
from bot.table import checks
from bot.table.clock import waited_seconds
from bot.table.refusals import Refusal
from bot.table.table import Outcome, Table
from bot.text.names import THE_CHANNEL
from rules.game import Game

MIN_QUORUM: Final = 3
"""The fewest voters who end a vote before its window does."""
QUORUM_SECONDS: Final = 10 * MINUTE
"""Seconds for which a vote goes on after as many people have voted as in the last one."""

MAX_FAITHFUL: Final = 3
"""The most voters that the end of a game names."""


class CastVote(Protocol):
    """A standing vote: person, text of its moves, its time and that of the first."""

    @property
    def user(self) -> int: ...
    @property
    def moves(self) -> str: ...
    @property
    def at(self) -> float: ...
    @property
    def first_at(self) -> float: ...


V = TypeVar("V", bound=CastVote)


def may_vote(table: Table, user: int) -> bool:
    """True for a person who neither plays at the table nor has ever moved there."""
    return user not in table.players and all(line.user != user for line in table.lines)


def begins_vote(outcome: Outcome) -> bool:
    """True if the channel is to move, or its vote was extended."""
    before, after = outcome.before, outcome.after
    return after.is_channel_to_move and (
        before is None or (before.version, before.vote_until) != (after.version, after.vote_until)
    )


def is_invited(table: Table, user: int, turns: Iterable[Iterable[CastVote]]) -> bool:
    """True for a person who may vote; in an extended vote, who has voted in one of ``turns``."""
    voted = any(vote.user == user for turn in turns for vote in turn)
    return may_vote(table, user) and (table.vote_until is None or voted)


def acting_user(table: Table, user: int) -> int:
    """The channel for a user who may vote for its move, else the user.

    Refuse a user who has played at the table, and has left it.
    """
    if not table.is_channel_to_move or table.seat_of(user) is not None:
        return user
    if not may_vote(table, user):
        raise Refusal("voter-seated")
    return THE_CHANNEL


def check_move_or_vote(table: Table, user: int) -> Game:
    """Require the user's turn, or a right to vote for the channel."""
    return checks.check_move(table, acting_user(table, user))


def counted_votes(table: Table, votes: Iterable[V]) -> list[V]:
    """The votes that still count: a person may have taken a seat since."""
    return [vote for vote in votes if may_vote(table, vote.user)]


def tally(votes: Iterable[CastVote]) -> tuple[tuple[int, str], ...]:
    """Turns with their votes, the winner first.

    Of equal turns the one with the older oldest standing vote comes first.
    """
    times: dict[str, list[float]] = {}
    for vote in votes:
        times.setdefault(vote.moves, []).append(vote.at)
    order = sorted(times, key=lambda moves: (-len(times[moves]), min(times[moves]), moves))
    return tuple((len(times[moves]), moves) for moves in order)


@dataclass(frozen=True, slots=True)
class VoterRecord:
    """A person's votes: all, those for the turn played, those reviewed, and for the best turn."""

    votes: int
    with_majority: int
    reviewed: int
    best: int


def voter_record(
    turns: Iterable[tuple[Sequence[CastVote], Collection[str]]], user: int
) -> VoterRecord:
    """Count a person's votes in turns with all votes and the best moves, if reviewed."""
    voted = [
        (own.moves, tally(votes)[0][1], best)
        for votes, best in turns
        for own in votes
        if own.user == user
    ]
    return VoterRecord(
        len(voted),
        sum(moves == played for moves, played, _best in voted),
        sum(bool(best) for _moves, _played, best in voted),
        sum(moves in best for moves, _played, best in voted),
    )


def voted_lines(table: Table, versions: Iterable[int], undos: Collection[int]) -> dict[int, int]:
    """Return the record line that followed each vote's version, if the channel's turn stands.

    ``undos``: numbers of the log's entries that undid something.
    """
    lines: dict[int, int] = {}
    for version in versions:
        index = next((i for i, line in enumerate(table.lines) if line.number > version), None)
        if index is None or table.lines[index].user != THE_CHANNEL:
            continue
        if not any(version < undo < table.lines[index].number for undo in undos):
            lines[version] = index
    return lines


def faithful_voters(turns: Iterable[Iterable[CastVote]]) -> tuple[tuple[int, int], ...]:
    """Return the people who voted most often in a game, at most MAX_FAITHFUL, and how often."""
    return tuple(Counter(vote.user for votes in turns for vote in votes).most_common(MAX_FAITHFUL))


def quorum(table: Table) -> int:
    """The number of voters that ends a vote early: as last time, at least three."""
    return max(MIN_QUORUM, table.tally.count if table.tally is not None else 0)


def vote_end(table: Table, votes: Sequence[CastVote], now: float) -> float | None:
    """Unix time of the vote's end, past or future; None in a pause."""
    if table.paused is not None and table.paused.is_active(now):
        return None
    window = table.settings.window_seconds
    # A pause moves the end, so that people have the whole window.
    end = table.vote_until or now + window - waited_seconds(table, now, {})
    first_votes = sorted(vote.first_at for vote in counted_votes(table, votes))
    enough = quorum(table)
    if len(first_votes) >= enough:
        return min(end, first_votes[enough - 1] + QUORUM_SECONDS)
    return end
