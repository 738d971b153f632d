"""The bot's commands, built, translated and digested once for all tests with the same parts."""

from collections.abc import Callable, Coroutine
from operator import is_
from typing import Any, Final

from discord import app_commands

from bot import app, commands
from bot import serve as program
from bot.parts import PART_WORDS
from bot.parts.part import PartWords

Parts = tuple[PartWords, ...]
Translate = Callable[..., Coroutine[Any, Any, dict[str, Any]]]

_built: Final[list[tuple[Parts, tuple[Any, ...]]]] = []
_translated: Final[dict[tuple[object, ...], dict[str, Any]]] = {}
_digests: Final[dict[tuple[object, ...], str]] = {}


def install() -> None:
    """Let every start of a bot in this process take what an earlier one has built.

    Each builds 24 commands and translates them into 30 locales twice: half of its time.
    """
    vars(program)["all_commands"] = all_commands
    for kind in (app_commands.Command, app_commands.ContextMenu):
        kind.get_translated_payload = _once(kind.get_translated_payload)  # type: ignore[method-assign]
    digest = app.commands_digest

    async def commands_digest(tree: app_commands.CommandTree[Any], application: int | None) -> str:
        key = (application, *tree.get_commands(), *map(id, _parts()))
        if key not in _digests:
            _digests[key] = await digest(tree, application)
        return _digests[key]

    app.commands_digest = commands_digest


def all_commands() -> tuple[Any, ...]:
    """Return all slash commands, built once for the parts that there are."""
    parts = _parts()
    for known, built in _built:
        if len(known) == len(parts) and all(map(is_, known, parts)):
            return built
    _built.append((parts, commands.all_commands()))
    return _built[-1][1]


def _parts() -> Parts:
    return tuple(PART_WORDS.values())


def _once(translate: Translate) -> Translate:
    """Translate a command only once for a kind of translator and the parts that there are."""

    async def translated(self: Any, tree: Any, translator: Any) -> dict[str, Any]:
        key = (self, type(translator), *map(id, _parts()))
        if key not in _translated:
            all_commands()  # keeps the parts, and with them their ids
            _translated[key] = await translate(self, tree, translator)
        return dict(_translated[key])

    return translated
