"""What players want to be done while a turn waits, in words: each ballot, who is for what."""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.table import voting
from bot.table.table import Ballot, Table
from bot.text.i18n import N_, _, listed, ngettext
from bot.text.names import Names

WANTED: Final[Mapping[str, str]] = {
    "wait": N_("wait"),
    "skip": N_("skip the turn"),
    "open": N_("replace"),
    "pause": N_("pause"),
    "end": N_("end and score"),
}
"""What a ballot wants, by its word."""


def wanted(ballot: Ballot) -> str:
    """``skip the turn``, ``pause until 3 December 2026``."""
    if ballot.until is not None:
        return _("pause until {when}", when=day(ballot.until))
    return _(WANTED[ballot.word])


def day(at: float) -> str:
    """A moment as a date, in the time zone of who reads it."""
    return f"<t:{int(at)}:D>"


def ballots(table: Table, names: Names) -> str:
    """``**Bo**: skip the turn · **Cleo**: wait; 1 more for *skip the turn*.``; "" without any."""
    if not table.poll:
        return ""
    said = " · ".join(
        _("{who}: {what}", who=names.user(user), what=wanted(ballot))
        for user, ballot in table.poll.items()
    )
    missing = voting.missing(table)
    if missing is None:
        return f"{said}."
    number, ballot = missing
    more = ngettext(
        "{number} more for *{what}*.", "{number} more for *{what}*.", number, what=wanted(ballot)
    )
    return _("{ballots}; {more}", ballots=said, more=more)


def decided(users: Iterable[int | None], ballot: Ballot, names: Names) -> str:
    """Who decided what, once enough players wanted it."""
    found = list(map(names.user, users))
    return ngettext(
        "🗳️ {players} has decided: {what}.",
        "🗳️ {players} have decided: {what}.",
        len(found),
        players=listed(found),
        what=wanted(ballot),
    )
