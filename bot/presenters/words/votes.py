"""Votes about a stalled turn in words: each ballot, and the decision."""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.table import votes
from bot.table.ballots import VOTES, Ballot
from bot.table.table import Table
from bot.text.i18n import N_, _, datetime_timestamp, join_list, ngettext
from bot.text.names import Names

VOTE_LABELS: Final[Mapping[str, str]] = {
    "wait": N_("wait"),
    "skip": N_("skip turn"),
    "open": N_("replace"),
    "pause": N_("pause"),
    "end": N_("end and score"),
}
"""The label of a vote, by its word."""


def ballot_text(ballot: Ballot) -> str:
    """Return ``skip the turn``, or ``pause until`` a time."""
    if ballot.until is not None:
        return _("pause until {when}", when=datetime_timestamp(ballot.until))
    return _(VOTE_LABELS[ballot.word])


def can_decide(table: Table, names: Names) -> bool:
    """Return True if the other players may decide about the stalled turn now."""
    return names.now is not None and votes.can_be_decided(
        table, names.now, names.absence_periods, is_protected=names.is_protected
    )


def ballots_text(table: Table, names: Names) -> str:
    """``**Bo**: skip the turn · **Cleo**: wait``; "" where nobody has voted."""
    return " · ".join(
        _("{who}: {what}", who=names.user_name(user), what=ballot_text(ballot))
        for user, ballot in table.ballots.items()
    )


def ballots_with_missing(table: Table, names: Names) -> str:
    """Return the votes, and the votes still missing for the leading one."""
    if not table.ballots:
        return ""
    leading = _leading(table, names)
    if leading is None:
        return f"{ballots_text(table, names)}."
    missing = votes.missing_votes(table, leading.word, ripe=can_decide(table, names))
    if not missing:
        return f"{ballots_text(table, names)}."
    more = ngettext(
        "{number} more for *{what}*.",
        "{number} more for *{what}*.",
        missing,
        what=_(VOTE_LABELS[leading.word]),
    )
    return _("{ballots}; {more}", ballots=ballots_text(table, names), more=more)


def _leading(table: Table, names: Names) -> Ballot | None:
    """Return the ballot closest to a decision, except ``wait``. Return None if there is none."""
    words = [word for word in VOTES if word != "wait" and votes.voters_for(table, word)]
    if not words:
        return None
    first = min(
        words, key=lambda word: votes.missing_votes(table, word, ripe=can_decide(table, names))
    )
    return next(ballot for ballot in table.ballots.values() if ballot.word == first)


def decision_text(users: Iterable[int | None], ballot: Ballot, names: Names) -> str:
    """Return the line about a decision and the players who voted for it."""
    voters = list(map(names.user_name, users))
    return ngettext(
        "🗳️ {players} decided: {what}.",
        "🗳️ {players} decided: {what}.",
        len(voters),
        players=join_list(voters),
        what=ballot_text(ballot),
    )
