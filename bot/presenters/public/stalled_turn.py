"""The post about a stalled turn: what the players may decide, their votes, the result.

The same post asks for a pause that a player suggests when no turn is stalled.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from bot.presenters.public import seats
from bot.presenters.words.actions import CastVote, OpenPanel, VoteForPause
from bot.presenters.words.state import turn_lines
from bot.table import votes
from bot.table.ballots import VOTES, Ballot
from bot.table.table import Outcome, Table
from bot.text.i18n import (
    N_,
    _,
    datetime_timestamp,
    format_day,
    join_list,
    ngettext,
    relative_timestamp,
)
from bot.text.message import Button, ButtonStyle, Message
from bot.text.names import Names

PAUSE: Final = "pause"
"""The button that asks privately how long a pause shall be."""


def vote_post(table: Table, names: Names) -> Message:
    """Ask what to do about a stalled turn; ping the players who may vote.

    Before the players may decide, ask only about a pause that one of them suggests.
    """
    first = next((ballot for ballot in table.ballots.values() if ballot.word == PAUSE), None)
    if first is not None and not can_decide(table, names):
        return _pause_question(table, names, first)
    is_open = table.running_game.turn in table.open_seats
    who = names.bold_name(table.running_game.turn)
    began = relative_timestamp(table.since)
    lines = [_("⏳ {who}'s turn began {ago}. What now?", who=who, ago=began)]
    pause = Button(_("Pause"), PAUSE)
    if first is not None:
        pause = _pause_button(first, ButtonStyle.SECONDARY)
    buttons = (
        Button(_("Wait"), str(CastVote("wait"))),
        Button(_("Skip turn"), str(CastVote("skip"))),
        *(() if is_open else (Button(_("Replace"), str(CastVote("open"))),)),
        pause,
        Button(_("End and score"), str(CastVote("end")), ButtonStyle.DANGER),
    )
    return _question_post(table, names, lines, votes.deciding_users(table), buttons)


def _pause_question(table: Table, names: Names, wanted: Ballot) -> Message:
    """Ask about a pause that a player suggests."""
    user = next(user for user, ballot in table.ballots.items() if ballot is wanted)
    facts = {"who": names.user_name(user)}
    lines = [
        _("⏸️ {who} suggests a pause, until someone resumes the game.", **facts)
        if wanted.until is None
        else _(
            "⏸️ {who} suggests a pause until {when}.", when=datetime_timestamp(wanted.until), **facts
        ),
        _("Clocks and reminders stop meanwhile."),
    ]
    buttons = (
        _pause_button(wanted, ButtonStyle.SUCCESS),
        Button(_("Play on"), str(CastVote("wait"))),
    )
    return _question_post(table, names, lines, table.voters(), buttons)


def _question_post(
    table: Table,
    names: Names,
    lines: list[str],
    entitled: frozenset[int],
    buttons: Sequence[Button],
) -> Message:
    """Return the question, the players still to answer by mention, the votes, and the turn."""
    asked = [user for user in table.players if user is not None and user in entitled]
    missing = tuple(user for user in asked if user not in table.ballots)
    if missing:
        lines.append(_who_decides(table, asked, missing, names))
    lines += filter(None, (ballots_with_missing(table, names),))
    place = seats.open_seat_buttons(table, names)
    if table.to_move is not None:
        place = (Button(_("Place my tile"), str(OpenPanel())), *place)
    return Message(
        "\n".join([*lines, *turn_lines(table, names)]),
        buttons=(*buttons, None, *place),
        pings=missing,
    )


def _who_decides(table: Table, asked: Sequence[int], missing: Sequence[int], names: Names) -> str:
    """Return the line of the deciding players, those still to answer by mention."""
    players = [f"<@{user}>" if user in missing else names.user_name(user) for user in asked]
    if len(players) == 1:
        return _("{player} decides.", player=players[0])
    needed = votes.needed_votes(table, len(players))
    if len(players) == 2:
        return _("{players} decide together.", players=join_list(players))
    if needed == len(players):
        return _("{players} decide; all must agree.", players=join_list(players))
    return ngettext(
        "{players} decide; {number} vote is enough.",
        "{players} decide; {number} votes are enough.",
        needed,
        players=join_list(players),
    )


def _pause_button(wanted: Ballot, tone: ButtonStyle) -> Button:
    """Return the button that agrees to a pause as suggested."""
    if wanted.until is None:
        return Button(_("Pause"), str(CastVote(PAUSE)), tone)
    until = int(wanted.until)
    label = _("Pause until {day}", day=format_day(datetime.fromtimestamp(until, UTC)))
    return Button(label, str(VoteForPause(until)), tone)


def settled_post(outcome: Outcome, names: Names) -> Message:
    """The post once the players have decided, or the game has gone on."""
    assert outcome.before is not None
    result = votes.vote_result(outcome)
    if result is not None:
        return Message(decision_text(result.users, result.ballot, names))
    ballots = ballots_text(outcome.before, names)
    first = next(iter(outcome.before.ballots.items()), None)
    if first is not None and first[1].word == PAUSE:
        text = _("⏸️ {who} suggested a pause, but the game went on.", who=names.user_name(first[0]))
    else:
        who = names.bold_name(outcome.before.running_game.turn)
        text = _("⏳ {who}'s turn kept you waiting; the game went on.", who=who)
    return Message("\n".join(filter(None, (text, ballots and f"{ballots}."))))


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


def late_opponent(table: Table, names: Names) -> Message:
    """Tell a table why it waits for its opponent; nobody is pinged."""
    who = names.bold_name(table.running_game.turn)
    return Message(
        _(
            "⏳ My computer is very busy, so {who} takes longer than usual. If it stays busy, {who}"
            " plays a simpler move. You don't have to do anything.",
            who=who,
        )
    )
