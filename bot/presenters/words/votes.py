"""Votes about a stalled turn in words: each ballot, and the decision."""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.table import votes
from bot.table.polls import VOTES, Ballot
from bot.table.table import Table
from bot.text.i18n import N_, _, listed, ngettext
from bot.text.names import Names
from bot.text.timestamps import at_time

WANTED: Final[Mapping[str, str]] = {
    "wait": N_("wait"),
    "skip": N_("skip the turn"),
    "open": N_("replace"),
    "pause": N_("pause"),
    "end": N_("end and score"),
}
"""The wish of a ballot, by its word."""


def wanted(ballot: Ballot) -> str:
    """``skip the turn``, or ``pause until`` a time."""
    if ballot.until is not None:
        return _("pause until {when}", when=at_time(ballot.until))
    return _(WANTED[ballot.word])


def ripe(table: Table, names: Names) -> bool:
    """Return True if the other players may decide about the stalled turn now."""
    return names.now is not None and votes.ripe(table, names.now, names.absent)


def said(table: Table, names: Names) -> str:
    """``**Bo**: skip the turn · **Cleo**: wait``; "" where nobody has voted."""
    return " · ".join(
        _("{who}: {what}", who=names.user(user), what=wanted(ballot))
        for user, ballot in table.poll.items()
    )


def ballots(table: Table, names: Names) -> str:
    """The votes with ``; 1 more for *skip the turn*``."""
    if not table.poll:
        return ""
    leading = _leading(table, names)
    if leading is None:
        return f"{said(table, names)}."
    missing = votes.missing(table, leading.word, ripe=ripe(table, names))
    if not missing:
        return f"{said(table, names)}."
    more = ngettext(
        "{number} more for *{what}*.",
        "{number} more for *{what}*.",
        missing,
        what=_(WANTED[leading.word]),
    )
    return _("{ballots}; {more}", ballots=said(table, names), more=more)


def _leading(table: Table, names: Names) -> Ballot | None:
    """The ballot closest to a decision, waiting apart. None if nobody wants anything else."""
    words = [word for word in VOTES if word != "wait" and votes.votes(table, word)]
    if not words:
        return None
    first = min(words, key=lambda word: votes.missing(table, word, ripe=ripe(table, names)))
    return next(ballot for ballot in table.poll.values() if ballot.word == first)


def decided(users: Iterable[int | None], ballot: Ballot, names: Names) -> str:
    """Say who decided what."""
    found = list(map(names.user, users))
    return ngettext(
        "🗳️ {players} has decided: {what}.",
        "🗳️ {players} have decided: {what}.",
        len(found),
        players=listed(found),
        what=wanted(ballot),
    )


def paused(table: Table, names: Names) -> list[str]:
    """Say that the game is paused, until when, and who can end it; empty without a pause."""
    pause = table.paused
    if pause is None:
        return []
    users = [user for user in names.players if user in pause.by]
    who = listed(map(names.user, users), "or") if users else _("somebody")
    if pause.until is None:
        return [_("⏸️ **Pause** until {who} presses *Resume*.", who=who)]
    when = at_time(pause.until)
    return [_("⏸️ **Pause** until {when}, or until {who} presses *Resume*.", when=when, who=who)]
