"""Private answers to a nudge, and to a snoozed reminder."""

from typing import Final

from bot.table.table import Phase, Table
from bot.text.i18n import _, relative_timestamp
from bot.text.message import Button, Message
from bot.text.names import Names

NUDGE: Final = "nudge"
"""The button that nudges the player to move."""
ASK_TABLE: Final = "ask-table"
"""The button that asks the table about a stalled turn."""


def can_nudge(table: Table, user: int) -> bool:
    """Return True if a person plays at a table and waits for another player."""
    playing = table.phase is Phase.PLAYING and user in table.voters()
    return playing and table.to_move not in (None, user)


def nudge_button(table: Table, names: Names) -> Button:
    """The button that nudges the player to move."""
    return Button(_("Nudge {player}", player=names.plain_name(table.running_game.turn)), NUDGE)


def nudge_confirmation(table: Table, names: Names, *, loud: bool, can_ask: bool) -> Message:
    """Confirm a nudge; ``loud`` says whether it pings."""
    who = names.bold_name(table.running_game.turn)
    text = _("👉 You nudged {who}.", who=who)
    if not loud:
        text = _("👉 You nudged {who}, who has quiet hours now and gets no ping.", who=who)
    return _answer(text, can_ask)


def too_soon_notice(last: float, pause: float, *, can_ask: bool) -> Message:
    """Refuse a nudge soon after another one."""
    text = _(
        "Someone already nudged {when}. You can nudge again {then}.",
        when=relative_timestamp(last),
        then=relative_timestamp(last + pause),
    )
    return _answer(text, can_ask)


def daily_limit_notice(table: Table, names: Names, *, can_ask: bool) -> Message:
    """Refuse a nudge because the player was called often enough today."""
    who = names.bold_name(table.running_game.turn)
    text = _("{who} has had enough nudges today. Try again tomorrow.", who=who)
    return _answer(text, can_ask)


def not_sent_notice(table: Table, names: Names) -> Message:
    """Say that a nudge could not be posted and may be tried again."""
    text = _("I couldn't post that. Try again in a moment.")
    return Message(text, buttons=(nudge_button(table, names),))


def queued_confirmation() -> Message:
    """Confirm what is saved and posted as soon as the table's server can be reached."""
    return Message(_("That's saved. I'll post it in the channel as soon as I can."))


def asked_confirmation() -> Message:
    """Confirm that the table was asked."""
    return Message(_("I've asked everyone what to do."))


def snooze_confirmation(until: float) -> Message:
    """Confirm that a reminder is snoozed."""
    return Message(_("OK! I'll remind you again {when}.", when=relative_timestamp(until)))


def _answer(text: str, can_ask: bool) -> Message:
    if not can_ask:
        return Message(text)
    lines = (text, _("You can ask everyone what to do."))
    return Message("\n".join(lines), buttons=(Button(_("Ask everyone"), ASK_TABLE),))
