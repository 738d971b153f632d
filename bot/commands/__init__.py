"""The commands, the context menus and the handlers of buttons, each a thin call of a service."""

from typing import Any, Final

from discord import app_commands

from bot.commands import (
    absences,
    boards,
    challenges,
    help,
    hints,
    history,
    home,
    lessons,
    lobby,
    notes,
    panels,
    playing,
    preferences,
    privacy,
    puzzles,
    seats,
    statistics,
    tables,
    undo,
    votes,
    what_if,
)
from bot.commands.button_routes import run_press
from bot.commands.cups import cup_command
from bot.commands.server_settings import setup_command

__all__ = ["all_commands", "all_menus", "run_press"]


BUTTONS_ONLY: Final = (lessons, lobby, votes, what_if)
"""The modules without a command, imported as they add routes of buttons."""


def all_commands() -> tuple[app_commands.Command[Any, ..., Any], ...]:
    """Return all slash commands; those of the games' parts are built anew by each call."""
    return (
        *home.COMMANDS,
        tables.new_command(),
        *tables.COMMANDS,
        cup_command(),
        *panels.COMMANDS,
        *playing.PLACE_COMMANDS,
        *hints.COMMANDS,
        *playing.decision_commands(),
        *undo.COMMANDS,
        *seats.COMMANDS,
        *boards.COMMANDS,
        *absences.COMMANDS,
        *notes.COMMANDS,
        *statistics.COMMANDS,
        *help.COMMANDS,
        *puzzles.COMMANDS,
        *preferences.COMMANDS,
        *privacy.COMMANDS,
        setup_command(),
    )


def all_menus() -> tuple[app_commands.ContextMenu, ...]:
    """Return all commands in the context menus of users and messages."""
    return (*challenges.MENUS, *history.MENUS)
