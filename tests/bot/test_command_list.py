"""The list of commands and buttons: few names, and a route for each button."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from discord import app_commands

from bot.commands import all_commands, all_menus
from bot.interactions.button_routes import ROUTES
from bot.words.actions import ACTIONS
from tests.support.shown_messages import private
from tests.support.world import World
from tests.transcripts.scenes import in_a_message

ROOT: Final = Path(__file__).parents[2]
# They fit a phone's list and a player's head; what is rare is a button or a choice of a command.
MAX_COMMAND_NAMES: Final = 24
# Discord counts context menus apart: they are in no list of commands, but on what they are about.
MENUS_PER_KIND: Final = 5


def command_names(
    command: app_commands.Command[Any, ..., Any] | app_commands.Group,
) -> Iterator[str]:
    if isinstance(command, app_commands.Group):
        for inner in command.commands:
            yield from command_names(inner)
    else:
        yield command.qualified_name


def test_there_are_few_commands_in_all_subcommands_counted() -> None:
    names = [name for command in all_commands() for name in command_names(command)]
    assert len(names) <= MAX_COMMAND_NAMES, "make it a button or an option: see CONTRIBUTING.md"
    assert len(set(names)) == len(names)


def test_context_menus_are_few_and_none_of_the_commands() -> None:
    kinds = Counter(menu.type for menu in all_menus())
    assert kinds and max(kinds.values()) <= MENUS_PER_KIND
    assert not {menu.name for menu in all_menus()} & {command.name for command in all_commands()}


def test_every_action_of_a_button_has_a_route() -> None:
    """Actions without arguments stand in the code as the second argument of a `Button`."""
    assert {of for of in ACTIONS.classes if of is not str} <= set(ROUTES)
    words = {
        str(node.args[1].value)
        for path in sorted((ROOT / "bot").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Button"
        if isinstance(node.args[1], ast.Constant)
    }
    assert len(words) > 12 and words <= set(ROUTES)


async def test_command_outside_of_a_server_is_refused_kindly(world: World) -> None:
    user = await in_a_message(world)
    for name in ("board", "tiles", "undo"):
        reply = private(await user.slash(name, {}))
        assert "You can only play in a server's channels" in reply
