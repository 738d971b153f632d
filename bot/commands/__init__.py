"""The slash commands, and what the buttons do: thin, each one call of the service."""

from typing import Any, Final

from discord import app_commands

from bot.commands import help, history, inspect, playing, tables
from bot.commands.presses import press

__all__ = ["COMMANDS", "press"]

COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (
    *tables.COMMANDS,
    *playing.COMMANDS,
    *inspect.COMMANDS,
    *history.COMMANDS,
    *help.COMMANDS,
)
