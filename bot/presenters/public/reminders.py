"""Messages that call players to a waiting turn, and the notice of an absence."""

from typing import Final

from bot.games.about import title
from bot.presenters.private import preferences
from bot.presenters.words import clocks
from bot.table.table import Table
from bot.text.i18n import _
from bot.text.message import Button, Message, Tone
from bot.text.names import Names
from bot.text.phrases import since
from bot.text.timestamps import on_day

SNOOZE: Final = "snooze"
"""What a button does that puts a reminder off; its name follows, so that no two are the same."""


def reminder(table: Table, names: Names, channel: int, name: str) -> Message:
    """To who is to move, who alone is pinged; ``name`` tells it from the other reminders.

    Where there is a clock it says what is left.
    """
    text = _(
        "⏰ {who}, it is your turn in {game}, at {channel}. It began {when}.",
        who=f"<@{table.to_move}>",
        **_place(table, channel),
        when=since(table.since),
    )
    buttons = (
        Button(_("Place my tile"), "panel", Tone.GOOD),
        Button(_("Not now"), f"{SNOOZE} {name}"),
        preferences.opened(),
    )
    lines = [text, *clocks.clock(table, names)]
    return Message("\n".join(lines), buttons=buttons, pings=_pinged(table))


def nudge(table: Table, names: Names, channel: int, user: int, *, loud: bool) -> Message:
    """To who is to move, from another player; ``loud`` whether it pings."""
    text = _(
        "👉 {player} nudges {who}: it is your turn in {game}. It began {when}.",
        player=names.user(user),
        who=f"<@{table.to_move}>",
        **_place(table, channel),
        when=since(table.since),
    )
    buttons = (Button(_("Place my tile"), "panel", Tone.GOOD),)
    return Message(text, buttons=buttons, pings=_pinged(table) if loud else ())


def next_up(table: Table, names: Names, channel: int) -> Message:
    """To the player behind the one to move."""
    text = _(
        "⏭️ You are next in {game}, at {channel}: it is the turn of {player} now.",
        player=names.shown(table.running_game.turn),
        **_place(table, channel),
    )
    return Message(text, buttons=(preferences.opened(),))


def _place(table: Table, channel: int) -> dict[str, object]:
    return {"game": f"**{title(table.name)}**", "channel": f"<#{channel}>"}


def _pinged(table: Table) -> tuple[int, ...]:
    return (table.to_move,) if table.to_move is not None else ()


def gone(user: int, until: float, names: Names) -> Message:
    """Who is away, and until when; nobody is pinged."""
    return Message(
        _(
            "🌴 {who} is away until {day}, or until their next move.",
            who=names.user(user),
            day=on_day(until),
        )
    )
