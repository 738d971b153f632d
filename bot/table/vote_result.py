"""The result of votes, derived from an outcome."""

from dataclasses import dataclass, replace

from bot.table import votes
from bot.table.ballots import Ballot
from bot.table.table import Outcome, Phase, Table
from bot.text.opponents import is_opponent
from rules.record import END, SKIP


@dataclass(frozen=True, slots=True)
class VoteResult:
    """A decision of the players, and the users whose votes made it, by seat."""

    ballot: Ballot
    users: tuple[int | None, ...]


def vote_result(outcome: Outcome) -> VoteResult | None:
    """Return the decision by votes that an outcome shows, if any.

    The votes are those of the table before the outcome, and that of its author.
    """
    before, after, user = outcome.before, outcome.after, outcome.user
    word = _carried_word(outcome)
    if before is None or word is None:
        return None
    if after.paused is not None and word == "pause":
        by = after.paused.by
        return _result(before, Ballot(word, after.paused.until), by) if by else None
    ballots = {**before.ballots, **({user: Ballot(word)} if user is not None else {})}
    asked = replace(before, ballots=ballots)
    # The time of the decision does not matter here: a pause has an entry of its own.
    if user not in votes.voters_for(asked, word) or votes.missing_votes(asked, word, ripe=True):
        return None
    return _result(before, Ballot(word), votes.voters_for(asked, word))


def _carried_word(outcome: Outcome) -> str | None:
    """Return the vote, one of VOTES, that has been carried."""
    before, after = outcome.before, outcome.after
    if before is None or before.phase is not Phase.PLAYING:
        return None
    if after.paused is not None and before.paused != after.paused:
        return "pause"
    # Moves that opponents played afterwards are part of no decision.
    known = set(before.lines)
    new_lines = (line for line in after.lines if line not in known)
    new = [line for line in new_lines if not is_opponent(line.user)]
    if len(new) == 1 and new[0].text == SKIP:
        return "skip"
    if after.open_seats - before.open_seats == {before.running_game.turn}:
        return "open"
    # One who may end a game alone has done so, unless others had asked for it.
    asked = any(ballot.word == "end" for ballot in before.ballots.values())
    return "end" if new and new[-1].text == END and asked else None


def _result(before: Table, ballot: Ballot, users: frozenset[int]) -> VoteResult:
    return VoteResult(ballot, tuple(user for user in before.players if user in users))
