"""Messages of `/privacy`: a user's stored data in words and numbers, and its erasure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.text.i18n import N_, _, ngettext
from bot.text.message import Button, ButtonStyle, Message
from bot.words.actions import ShowData

EXPORT, DELETE, FORGET = "export", "delete", "forget"
"""Words after PRIVACY: export as a file, ask before erasing, erase."""
LEAVE_STATISTICS, JOIN_STATISTICS = "leave-statistics", "join-statistics"
"""Words after PRIVACY: be in no statistics and ratings, or in them again."""

STORED_ROW_LABELS: Final[Mapping[str, str]] = {
    "settings": N_("settings: {number}"),
    "dues": N_("reminders to come: {number}"),
    "messages": N_("recent times I wrote to you: {number}"),
    "absences": N_("times away: {number}"),
    "channel_votes": N_("votes for a channel's moves: {number}"),
    "direct_messages": N_("recent DMs: {number}"),
    "rate_limits": N_("request counters: {number}"),
    "invitations": N_("invitations to a seat: {number}"),
    "invitation_consents": N_("votes on an invitation: {number}"),
    "player_notes": N_("notes, plans and games you follow: {number}"),
    "puzzles": N_("tries at moves of the day: {number}"),
    "standing_orders": N_("standing orders: {number}"),
    "cup_entries": N_("what you did in cups: {number}"),
    "results": N_("results of finished games: {number}"),
    "tables": N_("seats you have or had: {number}"),
}
"""The labels of stored rows other than games, by their name in `EXPORT` of `storage.erasure`."""


@dataclass(frozen=True, slots=True)
class StoredData:
    """Entries and games counted, rows by kind.

    ``first`` and ``last``: Unix times of entries; ``seats`` in lobbies and running games;
    ``in_statistics``: False if the person left these.
    """

    lines: int = 0
    tables: int = 0
    servers: int = 0
    first: float = 0.0
    last: float = 0.0
    seats: int = 0
    rows: Mapping[str, int] | None = None
    in_statistics: bool = True

    @property
    def nothing(self) -> bool:
        return not self.lines and not self.rows


def stored_data_message(data: StoredData, operator: str = "") -> Message:
    """The stored data, with buttons to export or erase it."""
    lines = [_("🔒 **What I store about you**")]
    if data.lines:
        lines.append(_games_line(data))
    if data.rows:
        beside = [_(STORED_ROW_LABELS[name], number=number) for name, number in data.rows.items()]
        lines.append("- " + " · ".join(beside))
    if data.nothing:
        lines.append(_("Nothing. I don't read messages or know who is in a server."))
    else:
        lines.append(
            _(
                "- I don't store your name, your messages or anything else. I ask Discord for "
                "your name when I need it, and forget it when I restart."
            )
        )
        lines.append(
            _("- Your finished games are counted in `/stats` and `/leaderboard`.")
            if data.in_statistics
            else _("- You left the statistics: neither `/stats` nor `/leaderboard` counts you.")
        )
    lines.append(_contact_line(operator))
    if data.nothing:
        return Message("\n".join(lines))
    return Message(
        "\n".join(lines),
        buttons=(
            Button(_("Export"), str(ShowData(EXPORT)), ButtonStyle.PRIMARY),
            Button(_("Leave statistics"), str(ShowData(LEAVE_STATISTICS)))
            if data.in_statistics
            else Button(_("Rejoin statistics"), str(ShowData(JOIN_STATISTICS))),
            Button(_("Delete"), str(ShowData(DELETE)), ButtonStyle.DANGER),
        ),
    )


def erasure_question(data: StoredData) -> Message:
    """Ask for confirmation, and say what it means."""
    lines = [
        _("**Forget who you are?** You can't undo this."),
        _("- Your games stay for the others to see; in them you become “a former player”."),
        *_open_seat_lines(data),
        _("- Your settings, and everything else I store about you, are deleted."),
        _(
            "- My posts stay in their channels until someone deletes them there. Backups "
            "keep you for 30 days at most."
        ),
    ]
    return Message(
        "\n".join(lines),
        buttons=(
            Button(_("Forget me"), str(ShowData(FORGET)), ButtonStyle.DANGER),
            Button(_("Cancel"), "close"),
        ),
    )


def erasure_confirmation(seats: int) -> str:
    done = _("Done: I no longer know who you are. Come back any time!")
    if not seats:
        return done
    more = _("Your seats that are now empty: {number}.", number=seats)
    return f"{done} {more}"


def _games_line(data: StoredData) -> str:
    entries = ngettext("{number} line", "{number} lines", data.lines)
    tables = ngettext("{number} game", "{number} games", data.tables)
    servers = ngettext("{number} server", "{number} servers", data.servers)
    return _(
        "- In games, your Discord account number next to your moves: {entries} in "
        "{tables} on {servers}, from <t:{first}:d> to <t:{last}:d>.",
        entries=entries,
        tables=tables,
        servers=servers,
        first=int(data.first),
        last=int(data.last),
    )


def _open_seat_lines(data: StoredData) -> list[str]:
    if not data.seats:
        return []
    return [
        _(
            "- Your seats in unfinished games become empty: {number}.",
            number=data.seats,
        )
    ]


def _contact_line(operator: str) -> str:
    text = _(
        "-# PRIVACY.md, next to my source code, says why and for how long, and what "
        "happens when I leave a server."
    )
    if not operator:
        return text
    return f"{text} " + _("This bot is run by {operator}.", operator=operator)
