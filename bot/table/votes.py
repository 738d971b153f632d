"""Votes of the players about a stalled turn or a pause, and the decisions that follow from them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.core.durations import DAY
from bot.table.checks import require_running
from bot.table.clock import AbsencesByUser, seconds_left, waited_seconds
from bot.table.entries import End, Entry, Open, Pause, Skip, Vote
from bot.table.refusals import Refusal
from bot.table.settings import ALL
from bot.table.table import VOTES, Ballot, Outcome, Phase, Table
from bot.text.names import is_impersonal
from rules.record import END, SKIP

PROTECTION_SECONDS: Final = 1 * DAY
"""Seconds in which nobody loses a seat against their will, nor a turn without a clock."""
_ALWAYS_ALLOWED: Final = frozenset({"wait", "pause"})
"""The votes possible at any time."""


def deciding_users(table: Table) -> frozenset[int]:
    return table.voters() - {table.to_move}


def voters_for(table: Table, word: str) -> frozenset[int]:
    """The voters for a word; the player to move only counts for a pause."""
    entitled = table.voters() if word == "pause" else deciding_users(table)
    return frozenset(u for u, ballot in table.ballots.items() if ballot.word == word) & entitled


def missing_votes(table: Table, word: str, *, ripe: bool) -> int:
    """The number of votes that a word lacks; 0 if it is decided.

    All players vote for a pause, for anything else all but the player to move. Without that player
    a pause needs a ``ripe`` turn.
    """
    wanted = voters_for(table, word)
    others = deciding_users(table)
    short = max(0, needed_votes(table, len(others)) - len(wanted & others))
    if word != "pause":
        return short
    of_all = max(0, needed_votes(table, len(table.voters())) - len(wanted))
    return min(short, of_all) if ripe else of_all


def needed_votes(table: Table, voters: int) -> int:
    """The number of voters who must agree, by the table's settings."""
    return max(1, voters) if table.settings.votes == ALL else voters // 2 + 1


def decision(table: Table, *, ripe: bool) -> str | None:
    """The decision, as one of VOTES."""
    return next((word for word in VOTES if not missing_votes(table, word, ripe=ripe)), None)


def can_be_decided(
    table: Table, now: float, absent: AbsencesByUser, *, is_protected: bool = False
) -> bool:
    """True if the others may decide: after a day, or with the clock at zero.

    A clock replaces the day. An open seat's turn may be decided at once; not that of a player who
    ``is_protected``, having had no notice, nor a channel's, whose vote ends.
    """
    if table.running_game.turn in table.open_seats:
        return True
    if is_protected or table.is_channel_to_move:
        return False
    rest = seconds_left(table, table.running_game.turn, now, absent)
    return waited_seconds(table, now, absent) >= PROTECTION_SECONDS if rest is None else rest <= 0


def check_vote(
    table: Table,
    user: int,
    vote: Vote,
    *,
    now: float,
    absent: AbsencesByUser,
    is_protected: bool = False,
) -> None:
    """Refuse a user who may not vote; the player to move can only vote for a pause.

    For a day nobody loses their seat, even with the clock at zero; a player without notice of the
    turn is protected from everything.
    """
    if vote.word == "pause":
        check_pause(table, user, now)
    _require_player(table, user)
    if user == table.to_move and vote.word != "pause":
        raise Refusal("own-turn")
    if vote.word == "open" and table.running_game.turn in table.open_seats:
        raise Refusal("seat-open")
    is_ripe = can_be_decided(table, now, absent, is_protected=is_protected)
    if vote.word not in _ALWAYS_ALLOWED and table.running_game.turn not in table.open_seats:
        if table.is_channel_to_move:
            raise Refusal("channel-votes")
        if not is_ripe:
            raise Refusal("protected", user=table.to_move)
        if vote.word == "open" and waited_seconds(table, now, absent) < PROTECTION_SECONDS:
            raise Refusal("keeps-seat", user=table.to_move)
    # An earlier vote may be decisive by now, so it may be repeated.
    same = table.ballots.get(user) == Ballot(vote.word, vote.until)
    if same and missing_votes(table, vote.word, ripe=is_ripe):
        raise Refusal("voted-already")


def check_pause(table: Table, user: int, now: float) -> None:
    """Refuse a user not in the running game, or a second pause."""
    _require_player(table, user)
    if table.paused is not None and table.paused.is_active(now):
        raise Refusal("paused-already")


def _require_player(table: Table, user: int) -> None:
    require_running(table)
    if user not in table.voters():
        raise Refusal("resigned" if user in table.players else "not-seated")


def vote_entries(table: Table, vote: Vote, user: int, *, ripe: bool) -> Iterator[Entry]:
    """Entries that follow from a vote, after the table's earlier votes."""
    ballots = {**table.ballots, user: Ballot(vote.word, vote.until)}
    seat = table.running_game.turn
    match decision(table.replace(ballots=ballots), ripe=ripe):
        case "skip":
            yield Skip(seat)
        case "open":
            yield Open(seat)
        case "pause":
            yield Pause(_proposed_end(ballots))
        case "end":
            yield End(scored=True)


def check_resume(table: Table, user: int, now: float) -> None:
    """Only let a voter for the pause end it; without any left, any player."""
    require_running(table)
    if table.paused is None or not table.paused.is_active(now):
        raise Refusal("not-paused")
    _require_player(table, user)
    wanted = table.paused.by & table.voters()
    if wanted and user not in wanted:
        raise Refusal("others-paused", users=sorted(wanted, key=table.players.index))


def check_pause_end(table: Table, now: float) -> None:
    require_running(table)
    if table.paused is None or table.paused.is_active(now):
        raise Refusal("not-paused")


def _proposed_end(ballots: Mapping[int, Ballot]) -> int | None:
    ends = [int(ballot.until) for ballot in ballots.values() if ballot.until is not None]
    return ends[0] if ends else None


@dataclass(frozen=True, slots=True)
class VoteResult:
    """A decision, and the users whose votes made it, by seat."""

    ballot: Ballot
    users: tuple[int | None, ...]


def vote_result(outcome: Outcome) -> VoteResult | None:
    """The decision by votes that an outcome shows.

    From the table's votes before the outcome, and its author's.
    """
    before, after, user = outcome.before, outcome.after, outcome.user
    word = _carried_word(outcome)
    if before is None or word is None:
        return None
    if after.paused is not None and word == "pause":
        by = after.paused.by
        return _result(before, Ballot(word, after.paused.until), by) if by else None
    ballots = {**before.ballots, **({user: Ballot(word)} if user is not None else {})}
    asked = before.replace(ballots=ballots)
    # The time of the decision does not matter here: a pause has an entry of its own.
    if user not in voters_for(asked, word) or missing_votes(asked, word, ripe=True):
        return None
    return _result(before, Ballot(word), voters_for(asked, word))


def _carried_word(outcome: Outcome) -> str | None:
    before, after = outcome.before, outcome.after
    if before is None or before.phase is not Phase.PLAYING:
        return None
    if after.paused is not None and before.paused != after.paused:
        return "pause"
    # Moves that opponents played afterwards are part of no decision.
    known = set(before.lines)
    new_lines = (line for line in after.lines if line not in known)
    new = [line for line in new_lines if not is_impersonal(line.user)]
    if len(new) == 1 and new[0].text == SKIP:
        return "skip"
    if after.open_seats - before.open_seats == {before.running_game.turn}:
        return "open"
    # Without a vote to end, a player with the right to end the game has done so alone.
    asked = any(ballot.word == "end" for ballot in before.ballots.values())
    return "end" if new and new[-1].text == END and asked else None


def _result(before: Table, ballot: Ballot, users: frozenset[int]) -> VoteResult:
    return VoteResult(ballot, tuple(user for user in before.players if user in users))
