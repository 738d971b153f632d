"""About a game: its full name, notes on its rules, its figures."""

from collections.abc import Mapping

from bot.games import nouns, parts, time_controls, undo_policies
from bot.table.table import JOINED, Settings
from bot.text.i18n import _, listed


def title(name: str) -> str:
    """The full name of a game."""
    first, *added = parts(name)
    if not added:
        return _(first.title)
    more = listed(_(part.title) for part in added)
    return _("{game} with {parts}", game=_(first.title), parts=more)


def note(name: str) -> str:
    """The notes on a game's rules, in a sentence or two."""
    return " ".join(_(note) for part in parts(name) for note in part.notes)


def figure_lines(name: str) -> str:
    """The points of each figure of a game, a line each."""
    return "\n".join(_(line) for part in parts(name) for line in part.figures)


def header(name: str, options: Mapping[str, str], settings: Settings) -> str:
    """The header of a game: name, notes, switches and settings."""
    return "\n".join([f"## {title(name)}", note(name), *chosen(options, settings)])


def chosen(options: Mapping[str, str], settings: Settings) -> list[str]:
    """The options of a table that are not the usual ones, a sentence each."""
    lines = []
    for switch, value in options.items():
        said = nouns.switch(switch), nouns.value(value)
        lines.append(_("Switch: {switch}: {value}", switch=said[0], value=said[1]))
    if settings.order == JOINED:
        lines.append(_("Seats in the order of joining"))
    lines += filter(None, (time_controls.told(settings.pace), undo_policies.told(settings.undo)))
    if settings.purist:
        lines.append(_("Purist: no list of tiles, no odds, no owner view, no projected points"))
    return lines
