"""The slash commands, and what the buttons do: thin, each one call of the service."""

from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.commands import decisions, help, history, inspect, playing, tables
from bot.commands.presses import press

if TYPE_CHECKING:
    from bot.client.app import App

__all__ = ["add_all", "press"]


def add_all(tree: "app_commands.CommandTree[App]") -> None:
    """Puts every command on the tree."""
    commands: tuple[app_commands.Command[Any, ..., Any], ...] = (
        tables.new_table(),
        *tables.COMMANDS,
        *playing.PLACING,
        *decisions.commands(),
        *playing.LEAVING,
        *inspect.COMMANDS,
        *history.COMMANDS,
        *help.COMMANDS,
    )
    for command in commands:
        tree.add_command(command)
