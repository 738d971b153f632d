"""Messages about seats: invitations, leaving, open seats, new players, levels of opponents."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from bot.seats.policy import OpenInvitation
from bot.statistics.policy import is_too_short
from bot.table.settings import ALL
from bot.table.table import Outcome, Phase, Table
from bot.text import emoji as colours
from bot.text.i18n import N_, _
from bot.text.message import Button, ButtonStyle, Menu, MenuLine, Message
from bot.text.names import GRANDMASTER, LEVELS, Names
from bot.words.actions import (
    AcceptSeat,
    AddOpponent,
    ButtonAction,
    ConsentToReplace,
    DeclineSeat,
    RemovePlayer,
    Substitute,
    TakeSeat,
)
from rules.game import Game

SUBSTITUTE: Final = "substitute"
"""The button that asks which opponent shall play an open seat."""
_LEVEL_DESCRIPTIONS: Final = {
    "novice": N_("plays fast and not always well"),
    "villager": N_("weighs what each move could bring"),
    "master": N_("thinks ahead for a second or two"),
    GRANDMASTER: N_("thinks further ahead, about five seconds"),
}


def level_lines() -> tuple[str, ...]:
    return tuple(
        f"- **{_(word)}** {_(_LEVEL_DESCRIPTIONS[level])}" for level, word in LEVELS.items()
    )


def add_lines() -> tuple[MenuLine, ...]:
    return _levels(AddOpponent)


def removal_lines(seats: Iterable[int], names: Names) -> tuple[MenuLine, ...]:
    return tuple(
        MenuLine(_("Remove {who}", who=names.plain_name(seat)), str(RemovePlayer(seat)))
        for seat in seats
    )


def substitute_question(seats: Iterable[int], names: Names) -> Message:
    """Ask for the level, and which of the open seats."""
    several = len(open_seats := sorted(seats)) > 1
    lines: list[MenuLine] = []
    for seat in open_seats:
        which = (
            f"{colours.emblem(names.colour(seat))} {names.plain_name(seat)} · " if several else ""
        )
        lines += _levels(partial(Substitute, seat), which)
    text = _("The opponent keeps the same meeples and points. How strong should it be?")
    return Message(text, buttons=(Menu(_("Choose an opponent"), tuple(lines)),))


def _levels(action: Callable[[str], ButtonAction], which: str = "") -> tuple[MenuLine, ...]:
    return tuple(
        MenuLine(f"🤖 {which}{_(word)}", str(action(level)), _(_LEVEL_DESCRIPTIONS[level]))
        for level, word in LEVELS.items()
    )


def seat_change_lines(outcome: Outcome, names: Names) -> list[str]:
    """A line for each seat left open or taken in a running game."""
    assert outcome.before is not None
    players = zip(outcome.before.players, outcome.after.players, strict=True)
    return [
        _seat_change_line(outcome, names, seat)
        for seat, (old, new) in enumerate(players)
        if old != new
    ]


def _seat_change_line(outcome: Outcome, names: Names, seat: int) -> str:
    before, after = outcome.before, outcome.after
    assert before is not None
    old, who = names.user_name(before.players[seat]), names.bold_name(seat)
    if seat in after.open_seats:
        if outcome.user == before.players[seat]:
            return _("🪑 {who} left. Their seat is empty.", who=old)
        return _("🪑 {who}'s seat is now empty.", who=old)
    if seat in before.open_seats:
        return _("🪑 {who} took over the empty seat.", who=who)
    return _("🪑 {who} took over from {player}.", who=who, player=old)


def open_seat_buttons(table: Table, names: Names) -> tuple[Button, ...]:
    """A button for each open seat, and one to have an opponent play it."""
    if table.phase is not Phase.PLAYING:
        return ()
    seats = sorted(table.open_seats)
    # For which of them and how well it plays is asked privately.
    opponent = [Button(_("Let an opponent play"), SUBSTITUTE)] * bool(seats)
    if len(seats) == 1:
        return (
            Button(_("Take this seat"), str(TakeSeat(seats[0])), ButtonStyle.SUCCESS),
            *opponent,
        )
    take = tuple(
        Button(
            _("{colour} Take seat {number}", colour=_emblem(names, seat), number=seat + 1),
            str(TakeSeat(seat)),
            ButtonStyle.SUCCESS,
        )
        for seat in seats
    )
    return (*take, *opponent)


def _emblem(names: Names, seat: int) -> str:
    return colours.emblem(names.colour(seat))


def invitation_post(invitation: OpenInvitation, table: Table, names: Names) -> Message:
    """The invitation; it asks the seat's player for consent if needed."""
    holder, inviter = names.user_name(invitation.holder), names.user_name(invitation.inviter)
    facts = {"who": inviter, "player": holder, "invited": names.user_name(invitation.invited)}
    take = Button(_("Take this seat"), str(AcceptSeat(invitation.id)), ButtonStyle.SUCCESS)
    decline = Button(_("Decline"), str(DeclineSeat(invitation.id)))
    if invitation.granted:
        facts["invited"] = f"<@{invitation.invited}>"
        lines = [
            _("🪑 {invited}, {who} asks you to take over in this game.", **facts)
            if invitation.inviter == invitation.holder
            else _("🪑 {invited}, {who} asks you to take {player}'s seat in this game.", **facts),
            _("You'd keep the same meeples and points."),
        ]
        return Message("\n".join(lines), buttons=(take, decline), pings=(invitation.invited,))
    facts["player"] = f"<@{invitation.holder}>"
    consenting = [user for user in table.players if user in invitation.consents]
    lines = [
        _("🪑 {who} wants {invited} to take over from {player}.", **facts),
        _("{player} must agree. After a day, all the others together can decide.", **facts)
        if table.settings.votes == ALL
        else _(
            "{player} must agree. After a day, more than half of the others can decide.",
            **facts,
        ),
        _("In favour: {players}.", players=", ".join(map(names.user_name, consenting))),
    ]
    agree = Button(_("Agree"), str(ConsentToReplace(invitation.id)), ButtonStyle.SUCCESS)
    return Message("\n".join(lines), buttons=(agree, take, decline), pings=(invitation.holder,))


def consent_notice(invitation: OpenInvitation, names: Names) -> Message:
    """The post that asks the invited person, once the seat may be taken."""
    facts = {
        "who": names.user_name(invitation.invited),
        "player": names.user_name(invitation.holder),
    }
    return Message(_("🪑 Agreed: {who} may take over from {player}.", **facts))


def accepted_notice(invitation: OpenInvitation, names: Names) -> Message:
    facts = {
        "who": names.user_name(invitation.invited),
        "player": names.user_name(invitation.holder),
    }
    return Message(_("🪑 {who} took over from {player}.", **facts))


def declined_notice(invitation: OpenInvitation, names: Names) -> Message:
    facts = {
        "who": names.user_name(invitation.invited),
        "player": names.user_name(invitation.holder),
    }
    return Message(_("🪑 {who} isn't taking over from {player}.", **facts))


LEAVE_OPEN: Final = "open"
"""The button that leaves one's own seat open for others."""


def leave_question(resigned: Game, *, cup: bool) -> Message:
    """Resign, or leave the seat to another player? ``resigned`` is the game after the first."""
    lines = [
        _("Leave the game?"),
        _(
            "*Give up seat*: whoever takes it keeps your meeples and points. You can take it "
            "back while it's empty."
        ),
        _resign_line(resigned, cup=cup),
    ]
    buttons = (
        Button(_("Give up seat"), LEAVE_OPEN, ButtonStyle.PRIMARY),
        Button(_("Resign"), "resign", ButtonStyle.DANGER),
    )
    return Message("\n".join(lines), buttons=buttons)


def _resign_line(resigned: Game, *, cup: bool) -> str:
    if not resigned.over:
        return _(
            "*Resign*: you come last, your meeples stay on the board and your turns are skipped. "
            "You can't undo this."
        )
    if cup:
        return _("*Resign*: the game ends, and you lose this match. You can't undo this.")
    if is_too_short(resigned):
        return _(
            "*Resign*: the game ends. With less than three quarters of its tiles placed, it "
            "doesn't count for `/stats` and ratings. You can't undo this."
        )
    return _("*Resign*: the game ends and counts, with you last. You can't undo this.")
