"""The lobby: the players of a table, and how to join, leave and start."""

import re
from collections.abc import Iterator
from typing import Final

from bot.games.about import header, title
from bot.games.sets import set_title
from bot.presenters.words.opponents import to_add, to_send_away
from bot.table.table import Phase, Table
from bot.text import colours
from bot.text.i18n import _
from bot.text.message import Button, Menu, Message, Tone
from bot.text.names import Names
from bot.text.opponents import is_opponent
from bot.text.timestamps import on_day
from rules.variants import additions, parts_of

SET: Final = "set"
"""The button that adds or removes a set: its name follows, then which of the two."""
ON, OFF = "on", "off"
_CHOSEN: Final = re.compile(rf"{SET} ([a-z]+) ({ON}|{OFF})")


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
    above = header(table.name, table.options, table.settings)
    return Message(
        "\n".join([above, "", hint, *rows, *_of_sets(table)]),
        buttons=(
            Button(_("Join"), "join", Tone.GOOD),
            Button(_("Leave"), "leave"),
            Button(_("Start"), "start", Tone.MAIN),
            Button(_("Colour"), "colour"),
            None,
            *_sets(table),
            *_opponents(table, names),
        ),
    )


def _of_sets(table: Table) -> list[str]:
    """How the sets are chosen, where the game has any."""
    if not additions(table.name):
        return []
    return [_("-# The host puts sets on (✅) and off (⬜) with the buttons below.")]


def _sets(table: Table) -> Iterator[Button]:
    """A button for each set that can be added to the game or removed again."""
    there = [part.name for part in parts_of(table.name)]
    for part in additions(table.name):
        if part in there:
            yield Button(f"✅ {set_title(part)}", f"{SET} {part} {OFF}", Tone.GOOD)
        else:
            yield Button(f"⬜ {set_title(part)}", f"{SET} {part} {ON}")


def _opponents(table: Table, names: Names) -> Iterator[Menu]:
    """A menu of the opponents that can be added, while a seat is free, or removed."""
    here = [seat for seat, user in enumerate(table.players) if is_opponent(user)]
    add, away = () if table.full else to_add(), to_send_away(here, names)
    if add or away:
        yield Menu(_("Add an opponent") if add else _("Opponents"), (*add, *away))


def chosen_set(action: str) -> tuple[str, bool] | None:
    """Read the set of a button, and whether to add it. Return None if it is no such button."""
    found = _CHOSEN.fullmatch(action)
    return (found[1], found[2] == ON) if found is not None else None


def unjoined(table: Table) -> Message:
    """The post of a table that was closed because nobody joined."""
    game = f"**{title(table.name)}**"
    return Message(
        _("{game} was called off, as nobody joined. `/new` opens the next table.", game=game)
    )


def announced(game: str, who: str, thread: str = "") -> str:
    """The line in a channel about a table that has a thread of its own."""
    line = _("🧵 {who} opens a table: **{game}**", who=who, game=title(game))
    return f"{line} → {thread}" if thread else line


def closed(table: Table, names: Names) -> Message:
    """The post of a lobby that a newer post has replaced: the game and its players."""
    if table.phase is Phase.STOPPED:
        return lobby(table, names)
    rows = [f"{seat + 1}. {_player(table, names, seat)}" for seat in range(len(table.players))]
    return Message("\n".join([header(table.name, table.options, table.settings), "", *rows]))


def _player(table: Table, names: Names, seat: int) -> str:
    """``🔴 **Ana** (host)``, and the end of an absence."""
    name = f"{colours.emblem(names.colour(seat))} {names.shown(seat)}"
    if seat == table.host_seat:
        name = _("{name} (host)", name=name)
    user = table.players[seat]
    if user is None or user not in names.away:
        return name
    return _("{name}, away until {day}", name=f"{name} 🌴", day=on_day(names.away[user]))
