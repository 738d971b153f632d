"""The names inside the bot that these tests use: edit only this file if they change."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.app import App
from bot.core.codec import TextError
from bot.cups.policy import CUP_ENTRIES
from bot.discord_io.buttons import ITEMS
from bot.runtime.scheduler import DUES, DuePayload
from bot.table.entries import ENTRIES
from bot.words import moves
from bot.words.actions import ACTIONS, MakeMoves
from rules import orders
from rules.errors import RulesError
from rules.game import start
from rules.variants import games_by_part
from storage import Due
from tests.support.random_games import shuffled_deal


def read_due(text: str) -> Any:
    """Read the payload of a due. Raise ValueError if there is none like it."""
    return DuePayload.read(Due(at=0.0, **json.loads(text)))


def write_due(payload: Any) -> str:
    due = payload.write(0.0)
    names = ("key", "kind", "game", "user", "guild", "text")
    return json.dumps({name: value for name in names if (value := getattr(due, name))})


def due_kinds(app: App) -> set[str]:
    """The kinds of dues that a running bot handles."""
    return set(app.services.scheduler.handlers)


def read_orders(text: str) -> Any:
    """Read the ways of a standing order in the first game that has such moves."""
    for name in games_by_part():
        header = shuffled_deal(name, 2, 0)
        try:
            return orders.read_ways(text, start(header.book, header.seats, header.bags))
        except orders.OrderTextError:
            continue
    raise ValueError(f"no game reads {text}")


READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "entries": ENTRIES.read,
    "cup_entries": CUP_ENTRIES.read,
    "dues": read_due,
    "orders": read_orders,
}
"""Read a text of a kind. Raise ValueError for any other text."""
WRITERS: Final[Mapping[str, Callable[[Any], str]]] = {
    "entries": ENTRIES.write,
    "cup_entries": CUP_ENTRIES.write,
    "dues": write_due,
    "orders": orders.write_ways,
}
"""Write what a reader has read."""
CLASSES: Final[Mapping[str, Callable[[], set[str]]]] = {
    "entries": lambda: {one.__name__ for one in ENTRIES.classes},
    "cup_entries": lambda: {one.__name__ for one in CUP_ENTRIES.classes},
    "dues": lambda: {one.__name__ for one in DUES.classes},
}
"""The names of all that can be written of a kind."""


def is_known_id(custom_id: str) -> bool:
    """Return True if a button or menu with a custom id is one of the bot's."""
    return any(item.__discord_ui_compiled_template__.fullmatch(custom_id) for item in ITEMS)


def route_words() -> set[str]:
    """The first words of actions that have a handler of their own."""
    return set(ACTIONS.syntax)


def has_route(action: str) -> bool:
    """Return True if an action has a handler, if only one that refuses it, or it is moves."""
    return action.split(" ")[0] in ACTIONS.syntax or is_read(action)


def is_read(action: str) -> bool:
    """Return True if an action follows a pattern, or it is moves."""
    try:
        read = ACTIONS.read(action)
        return not isinstance(read, MakeMoves) or bool(moves.read_moves(action))
    except (RulesError, TextError):
        return False
