"""Reminders, nudges and direct messages about a waiting turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.table.table import Table
from bot.text.i18n import _, ngettext, relative_timestamp
from bot.text.message import Button, ButtonStyle, Message
from bot.text.names import Names
from bot.words import state
from bot.words.actions import OpenPanel, Snooze, settings_button

MAX_LISTED_TURNS: Final = 30
"""The most turns that a message lists; it has no room for more."""


def reminder(table: Table, names: Names, channel: int, name: str) -> Message:
    """Ping only the player to move; ``name`` distinguishes reminders.

    At a table with clocks it shows the time left.
    """
    text = _(
        "⏰ {who}, it's still your turn in {channel}. It began {when}.",
        who=f"<@{table.to_move}>",
        channel=f"<#{channel}>",
        when=relative_timestamp(table.since),
    )
    buttons = (
        Button(_("Place my tile"), str(OpenPanel()), ButtonStyle.SUCCESS),
        Button(_("Not now"), str(Snooze(name))),
        settings_button(),
    )
    lines = [text, *state.turn_clock_lines(table, names)]
    return Message("\n".join(lines), buttons=buttons, pings=_pings(table))


@dataclass(frozen=True, slots=True)
class WaitingTurn:
    """The channel, and the turn's beginning in Unix seconds."""

    channel: int
    since: float


def waiting_turns(turns: Sequence[WaitingTurn], home: Button) -> Message:
    """Direct message of the turns that wait; ``home`` shows the person's games."""
    head = ngettext(
        "⏰ It's your turn in {number} game. The longest wait comes first:",
        "⏰ It's your turn in {number} games. The longest wait comes first:",
        len(turns),
    )
    lines = [
        f"<#{turn.channel}> {relative_timestamp(turn.since)}" for turn in turns[:MAX_LISTED_TURNS]
    ]
    numbered = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
    if (left := len(turns) - len(lines)) > 0:
        more = ngettext("And in {number} more game.", "And in {number} more games.", left)
        numbered.append(more)
    return Message("\n".join([head, *numbered]), buttons=(home, settings_button()))


def nudge(table: Table, names: Names, channel: int, user: int, *, loud: bool) -> Message:
    """A nudge from another player; ``loud``: it pings."""
    text = _(
        "👉 {who}, {player} nudged you. Your turn in {channel} began {when}.",
        player=names.user_name(user),
        who=f"<@{table.to_move}>",
        channel=f"<#{channel}>",
        when=relative_timestamp(table.since),
    )
    buttons = (Button(_("Place my tile"), str(OpenPanel()), ButtonStyle.SUCCESS),)
    return Message(text, buttons=buttons, pings=_pings(table) if loud else ())


def next_turn_notice(table: Table, names: Names, channel: int) -> Message:
    text = _(
        "⏭️ You're next in {channel}. It's {player}'s turn now.",
        player=names.bold_name(table.running_game.turn),
        channel=f"<#{channel}>",
    )
    return Message(text, buttons=(settings_button(),))


def _pings(table: Table) -> tuple[int, ...]:
    return (table.to_move,) if table.to_move is not None else ()
