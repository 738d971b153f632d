"""The lobby: who sits at the table, and how to join, leave and start."""

from bot.games.about import header, title
from bot.table.table import Phase, Table
from bot.text import colours
from bot.text.i18n import _
from bot.text.message import Button, Message, Tone
from bot.text.moments import on_day
from bot.text.names import Names


def lobby(table: Table, names: Names) -> Message:
    """The post of a table that has not started: its players and its buttons."""
    if table.phase is Phase.STOPPED:
        game = f"**{title(table.name)}**"
        return Message(_("{game} was called off: everybody has left, or it was ended.", game=game))
    rows = [f"{seat + 1}. {_player(table, names, seat)}" for seat in range(len(table.players))]
    free = _("free")
    rows += [f"{n}. *{free}*" for n in range(len(rows) + 1, table.room + 1)]
    hint = (
        _("The table is full: any player can start.")
        if table.full
        else _("Take a seat; the host can start as soon as there are two.")
    )
    return Message(
        "\n".join([header(table.name, table.options, table.settings), "", hint, *rows]),
        buttons=(
            Button(_("Join"), "join", Tone.GOOD),
            Button(_("Leave"), "leave"),
            Button(_("Start"), "start", Tone.MAIN),
            Button(_("Colour"), "colour"),
        ),
    )


def unjoined(table: Table) -> Message:
    """The post of a table that was closed by nobody's wish."""
    game = f"**{title(table.name)}**"
    return Message(
        _("{game} was called off, as nobody joined. `/new` opens the next table.", game=game)
    )


def announced(game: str, who: str, thread: str = "") -> str:
    """The line of a channel for a table that has a thread of its own, under the line or linked."""
    line = _("🧵 {who} opens a table: **{game}**", who=who, game=title(game))
    return f"{line} → {thread}" if thread else line


def closed(table: Table, names: Names) -> Message:
    """The post of a lobby that a newer post has replaced: what was to be played, and by whom."""
    if table.phase is Phase.STOPPED:
        return lobby(table, names)
    rows = [f"{seat + 1}. {_player(table, names, seat)}" for seat in range(len(table.players))]
    return Message("\n".join([header(table.name, table.options, table.settings), "", *rows]))


def _player(table: Table, names: Names, seat: int) -> str:
    """``🔴 **Ana** (host)``, and until when who is away."""
    name = f"{colours.emblem(names.colour(seat))} {names.shown(seat)}"
    if seat == table.host_seat:
        name = _("{name} (host)", name=name)
    user = table.players[seat]
    if user is None or user not in names.away:
        return name
    return _("{name}, away until {day}", name=f"{name} 🌴", day=on_day(names.away[user]))
