"""The post of a stalled turn with its votes; archived games, pauses, the answers to nudges."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from bot.core.durations import DAY, HOUR
from bot.seats import words as seats_words
from bot.table import votes
from bot.table.clock import IDLE_DAYS, restorable_until
from bot.table.settings import ALL
from bot.table.table import VOTES, Ballot, Outcome, Phase, Table
from bot.text.i18n import (
    N_,
    _,
    datetime_timestamp,
    format_day,
    join_list,
    ngettext,
    relative_timestamp,
)
from bot.text.message import Button, ButtonStyle, Illustration, Message
from bot.text.names import Names
from bot.words import scores
from bot.words.actions import CastVote, OpenPanel, ShowBoard, VoteForPause, record_buttons
from bot.words.nouns import game_title
from bot.words.state import alt_text, turn_lines
from renderer.requests import ClosedBoard

PAUSE: Final = "pause"
"""The button that asks privately how long a pause shall be."""


def vote_post(table: Table, names: Names) -> Message:
    """Ask about a stalled turn; ping the players who may vote.

    Before they may decide, ask only about a suggested pause.
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
    asked = [user for user in table.players if user is not None and user in entitled]
    missing = tuple(user for user in asked if user not in table.ballots)
    if missing:
        lines.append(_who_decides(table, asked, missing, names))
    lines += filter(None, (ballots_with_missing(table, names),))
    place = seats_words.open_seat_buttons(table, names)
    if table.to_move is not None:
        place = (Button(_("Place my tile"), str(OpenPanel())), *place)
    return Message(
        "\n".join([*lines, *turn_lines(table, names)]),
        buttons=(*buttons, None, *place),
        pings=missing,
    )


def _who_decides(table: Table, asked: Sequence[int], missing: Sequence[int], names: Names) -> str:
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
    """``skip the turn``, or ``pause until`` a time."""
    if ballot.until is not None:
        return _("pause until {when}", when=datetime_timestamp(ballot.until))
    return _(VOTE_LABELS[ballot.word])


def can_decide(table: Table, names: Names) -> bool:
    """True if the others may decide about the turn now."""
    return names.now is not None and votes.can_be_decided(
        table, names.now, names.absence_periods, is_protected=names.is_protected
    )


def ballots_text(table: Table, names: Names) -> str:
    """``**Bo**: skip the turn · **Cleo**: wait``; "" without votes."""
    return " · ".join(
        _("{who}: {what}", who=names.user_name(user), what=ballot_text(ballot))
        for user, ballot in table.ballots.items()
    )


def ballots_with_missing(table: Table, names: Names) -> str:
    """The votes, with those that the leading ballot lacks."""
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
    """The ballot closest to a decision, except ``wait``."""
    words = [word for word in VOTES if word != "wait" and votes.voters_for(table, word)]
    if not words:
        return None
    first = min(
        words, key=lambda word: votes.missing_votes(table, word, ripe=can_decide(table, names))
    )
    return next(ballot for ballot in table.ballots.values() if ballot.word == first)


def decision_text(users: Iterable[int | None], ballot: Ballot, names: Names) -> str:
    """The decision, with the players who voted for it."""
    voters = list(map(names.user_name, users))
    return ngettext(
        "🗳️ {players} decided: {what}.",
        "🗳️ {players} decided: {what}.",
        len(voters),
        players=join_list(voters),
        what=ballot_text(ballot),
    )


def late_opponent(table: Table, names: Names) -> Message:
    who = names.bold_name(table.running_game.turn)
    return Message(
        _(
            "⏳ My computer is very busy, so {who} takes longer than usual. If it stays busy, {who}"
            " plays a simpler move. You don't have to do anything.",
            who=who,
        )
    )


BRING_BACK: Final = "unarchive"
"""The button that brings an archived game back."""


def archive_post(table: Table, names: Names) -> Message:
    game = game_title(table.name)
    lines = [
        _("💤 {game} is archived: nobody has played for {days} days.", game=game, days=IDLE_DAYS),
        scores.standings(table.running_game, names),
        _(
            "Nothing is lost: *Resume* brings it back until <t:{until}:D>, as soon "
            "as no other game is running here.",
            until=int(restorable_until(table)),
        ),
    ]
    return Message(
        "\n".join(lines),
        (Illustration(ClosedBoard(), alt_text(table, names, lines[:1])),),
        (
            unarchive_button(),
            Button(_("Scores"), "score"),
            Button(_("Board"), str(ShowBoard())),
            *record_buttons(),
        ),
    )


def unarchive_button() -> Button:
    return Button(_("Resume"), BRING_BACK, ButtonStyle.SUCCESS)


def unarchive_line(outcome: Outcome, names: Names) -> str:
    return _("▶️ {who} resumed the game.", who=names.user_name(outcome.user))


NUDGE: Final = "nudge"
"""The button that nudges the player to move."""
ASK_TABLE: Final = "ask-table"
"""The button that asks the table about a stalled turn."""


def can_nudge(table: Table, user: int) -> bool:
    """True for a player who waits for another."""
    playing = table.phase is Phase.PLAYING and user in table.voters()
    return playing and table.to_move not in (None, user)


def nudge_button(table: Table, names: Names) -> Button:
    return Button(_("Nudge {player}", player=names.plain_name(table.running_game.turn)), NUDGE)


def nudge_confirmation(table: Table, names: Names, *, loud: bool, can_ask: bool) -> Message:
    """``loud``: it pings."""
    who = names.bold_name(table.running_game.turn)
    text = _("👉 You nudged {who}.", who=who)
    if not loud:
        text = _("👉 You nudged {who}, who has quiet hours now and gets no ping.", who=who)
    return _answer(text, can_ask)


def too_soon_notice(last: float, pause: float, *, can_ask: bool) -> Message:
    """Refuse a nudge so soon after another."""
    text = _(
        "Someone already nudged {when}. You can nudge again {then}.",
        when=relative_timestamp(last),
        then=relative_timestamp(last + pause),
    )
    return _answer(text, can_ask)


def daily_limit_notice(table: Table, names: Names, *, can_ask: bool) -> Message:
    """Refuse a nudge: the player was called often enough today."""
    who = names.bold_name(table.running_game.turn)
    text = _("{who} has had enough nudges today. Try again tomorrow.", who=who)
    return _answer(text, can_ask)


def not_sent_notice(table: Table, names: Names) -> Message:
    """The nudge was not posted, and may be tried again."""
    text = _("I couldn't post that. Try again in a moment.")
    return Message(text, buttons=(nudge_button(table, names),))


def queued_confirmation() -> Message:
    """Confirm what is saved, to be posted once the table's server can be reached."""
    return Message(_("That's saved. I'll post it in the channel as soon as I can."))


def asked_confirmation() -> Message:
    return Message(_("I've asked everyone what to do."))


def snooze_confirmation(until: float) -> Message:
    return Message(_("OK! I'll remind you again {when}.", when=relative_timestamp(until)))


def _answer(text: str, can_ask: bool) -> Message:
    if not can_ask:
        return Message(text)
    lines = (text, _("You can ask everyone what to do."))
    return Message("\n".join(lines), buttons=(Button(_("Ask everyone"), ASK_TABLE),))


PAUSE_LENGTHS: Final = {3 * DAY: N_("3 days"), 7 * DAY: N_("A week"), 14 * DAY: N_("Two weeks")}
"""The lengths of a pause that ends by itself, in seconds."""


def pause_question(table: Table, now: float, post: int | None) -> Message:
    """``post``, if any, is edited with the answer."""
    # A pause ends at a whole hour.
    ends = {(int(now) + length) // HOUR * HOUR: label for length, label in PAUSE_LENGTHS.items()}
    if table.settings.votes == ALL:
        text = _(
            "Pause this game for everyone? Clocks and reminders stop. All players must agree, and "
            "any of them can end the pause. Until when?"
        )
    else:
        text = _(
            "Pause this game for everyone? Clocks and reminders stop. More than half of the "
            "players must agree, and any of them can end the pause. Until when?"
        )
    return Message(
        text,
        buttons=(
            *(Button(_(label), str(VoteForPause(end, post))) for end, label in ends.items()),
            Button(_("No end"), str(VoteForPause(0, post))),
        ),
    )
