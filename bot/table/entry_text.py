"""Reading and writing log entries as text.

The first word of a text names its entry; a line with any other first word is moves in the notation
of the rules. ``read_entry(write_entry(entry)) == entry`` holds; any other text raises `EntryError`.
"""

import re
from collections.abc import Sequence

from bot.table import undo_policy
from bot.table.entries import (
    ENTRY_SYNTAX,
    SETTING_SEPARATOR,
    Agree,
    Archive,
    Ask,
    Choose,
    End,
    Entry,
    EntryError,
    Host,
    Join,
    Leave,
    Moves,
    New,
    Open,
    Opponent,
    Pause,
    Recolour,
    Refuse,
    Resign,
    Resume,
    Skip,
    Start,
    Substitute,
    Take,
    Unarchive,
    Undo,
    Vote,
)
from bot.table.table import COLOURS, RANDOM, Settings
from bot.table.time_control import NO_CLOCK
from bot.text.i18n import ENGLISH
from bot.text.opponents import (
    LEVELS,
    OPPONENT_NAMES,
    opponent_level,
    opponent_name,
    opponent_number,
)

_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
"""Seats, entries, colours, seconds: no table ever needs more digits."""


def read_entry(text: str) -> Entry:
    """Read an entry. Raise EntryError, which names the right syntax."""
    head, *lines = text.split("\n")
    word, *rest = head.split(" ")
    if word not in ENTRY_SYNTAX:
        return Moves(text)
    match word, rest, lines:
        case "new", [game, seat_count], _:
            return _read_new(game, _read_number(seat_count), lines)
        case "game", [game], []:
            return Choose(game)
        case "join", [], []:
            return Join(None)
        case "join", [colour], []:
            return Join(_read_colour(colour))
        case "host", [seat], []:
            return Host(_read_number(seat))
        case "colour", [colour, "seat", seat], []:
            return Recolour(_read_colour(colour), _read_number(seat))
        case "leave", [seat], []:
            return Leave(_read_number(seat))
        case "start", [], [order, *header] if order.startswith("order:"):
            seats = order.removeprefix("order:").split()
            return Start(tuple(map(_read_number, seats)), "\n".join(header))
        case "resign", [seat], []:
            return Resign(_read_number(seat))
        case "skip", [seat], []:
            return Skip(_read_number(seat))
        case "undo", [number], []:
            return Undo(_read_number(number))
        case "ask", [number], []:
            return Ask(_read_number(number))
        case "agree", [], []:
            return Agree()
        case "refuse", [], []:
            return Refuse()
        case "end", [], []:
            return End()
        case "end", ["score"], []:
            return End(scored=True)
        case "vote", [wanted], []:
            return Vote(wanted)
        case "vote", [wanted, until], []:
            return Vote(wanted, _read_number(until))
        case "pause", [], []:
            return Pause()
        case "pause", [until], []:
            return Pause(_read_number(until))
        case "resume", [], []:
            return Resume()
        case "open", [seat], []:
            return Open(_read_number(seat))
        case "take", [seat], []:
            return Take(_read_number(seat))
        case "opponent", [name, level, colour], []:
            return Opponent(_read_opponent(name, level), _read_colour(colour))
        case "substitute", [seat, name, level], []:
            return Substitute(_read_number(seat), _read_opponent(name, level))
        case "archive", [], []:
            return Archive()
        case "unarchive", [], []:
            return Unarchive()
    raise EntryError(f"this should be {ENTRY_SYNTAX[word]}")


def without_bag_order(text: str) -> str:
    """Return a log line without the secret order of the bags in a start."""
    head, *lines = text.split("\n")
    return "\n".join([head, *lines[:1]]) if head == "start" else text


def write_entry(entry: Entry) -> str:
    """Write an entry as text."""
    match entry:
        case New(game, seats, options, settings, colour):
            lines = [f"new {game} {seats}", *(f"{key}: {value}" for key, value in options.items())]
            lines += [f"language: {settings.language}"] * (settings.language != ENGLISH)
            lines += [f"order: {settings.seat_order}"] * (settings.seat_order != RANDOM)
            lines += ["purist: yes"] * settings.purist + [f"colour: {colour}"] * (colour != 0)
            lines += [f"pace: {settings.pace}"] * (settings.pace != NO_CLOCK)
            lines += [f"undo: {settings.undo}"] * (settings.undo != undo_policy.DEFAULT_POLICY)
            lines += ["orders: no"] * (not settings.standing_orders)
            lines += [f"cup: {settings.cup}"] * (settings.cup != 0)
            return "\n".join(lines)
        case Choose(game):
            return f"game {game}"
        case Join(colour):
            return "join" if colour is None else f"join {colour}"
        case Host(seat):
            return f"host {seat}"
        case Recolour(colour, seat):
            return f"colour {colour} seat {seat}"
        case Leave(seat):
            return f"leave {seat}"
        case Start(order, header):
            return f"start\norder: {' '.join(map(str, order))}\n{header}"
        case Moves(text):
            return text
        case Resign(seat):
            return f"resign {seat}"
        case Skip(seat):
            return f"skip {seat}"
        case Undo(number):
            return f"undo {number}"
        case Ask(number):
            return f"ask {number}"
        case End(scored=True):
            return "end score"
        case Vote(wanted, until):
            return f"vote {wanted}" if until is None else f"vote {wanted} {until}"
        case Pause(until):
            return "pause" if until is None else f"pause {until}"
        case Open(seat):
            return f"open {seat}"
        case Take(seat):
            return f"take {seat}"
        case Opponent(who, colour):
            return f"opponent {opponent_name(who)} {opponent_level(who)} {colour}"
        case Substitute(seat, who):
            return f"substitute {seat} {opponent_name(who)} {opponent_level(who)}"
        case Agree() | Refuse() | End() | Resume() | Archive() | Unarchive():
            return type(entry).__name__.lower()


def _read_new(game: str, seat_count: int, lines: Sequence[str]) -> New:
    values: dict[str, str] = {}
    for line in lines:
        key, between, value = line.partition(SETTING_SEPARATOR)
        if not between or key in values:
            raise EntryError(f"{line!r} should say `key: value`, each key once")
        values[key] = value
    language, order = values.pop("language", ENGLISH), values.pop("order", RANDOM)
    purist, orders = values.pop("purist", "no"), values.pop("orders", "yes")
    for key, value in (("purist", purist), ("orders", orders)):
        if value not in ("yes", "no"):
            raise EntryError(f"`{key}` is yes or no, not {value!r}")
    colour = _read_colour(values.pop("colour", "0"))
    pace, undo = values.pop("pace", NO_CLOCK), values.pop("undo", undo_policy.DEFAULT_POLICY)
    cup = _read_number(values.pop("cup", "0"))
    settings = Settings(language, order, purist == "yes", pace, undo, orders == "yes", cup)
    return New(game, seat_count, values, settings, colour)


def _read_number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise EntryError(f"{word[:20]!r} is no number")
    return int(word)


def _read_opponent(name: str, level: str) -> int:
    if name not in OPPONENT_NAMES or level not in LEVELS:
        raise EntryError(f"there is no opponent {name[:20]!r} of level {level[:20]!r}")
    return opponent_number(name, level)


def _read_colour(word: str) -> int:
    colour = _read_number(word)
    if colour >= COLOURS:
        raise EntryError(f"colours go from 0 to {COLOURS - 1}, not {colour}")
    return colour
