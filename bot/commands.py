"""All commands, context menus and button handlers, gathered from the folders that define them."""

from typing import Any, Final

from discord import app_commands

from bot.absences import commands as absences_commands
from bot.boards import commands as boards_commands
from bot.cups.commands import cup_command
from bot.followers import commands as followers_commands
from bot.help import commands as help_commands
from bot.hints import commands as hints_commands
from bot.history import commands as history_commands
from bot.home import commands as home_commands
from bot.interactions.button_routes import run_press
from bot.lobby import commands as lobby_commands
from bot.notes import commands as notes_commands
from bot.playing import commands as playing_commands
from bot.privacy import commands as privacy_commands
from bot.puzzles import commands as puzzles_commands
from bot.seats import commands as seats_commands
from bot.settings import commands as settings_commands
from bot.settings.commands import setup_command
from bot.statistics import commands as statistics_commands
from bot.undo import commands as undo_commands
from bot.votes import commands as votes_commands

__all__ = ["all_commands", "all_menus", "run_press"]


BUTTONS_ONLY: Final = (
    followers_commands,
    votes_commands,
    history_commands,
)
"""The modules without a command, imported as they add routes of buttons."""


def all_commands() -> tuple[app_commands.Command[Any, ..., Any], ...]:
    return (
        *home_commands.COMMANDS,
        lobby_commands.new_command(),
        *lobby_commands.COMMANDS,
        cup_command(),
        *playing_commands.COMMANDS,
        *hints_commands.COMMANDS,
        *playing_commands.decision_commands(),
        *undo_commands.COMMANDS,
        *seats_commands.COMMANDS,
        *boards_commands.COMMANDS,
        *absences_commands.COMMANDS,
        *notes_commands.COMMANDS,
        *statistics_commands.COMMANDS,
        *help_commands.COMMANDS,
        *puzzles_commands.COMMANDS,
        *settings_commands.COMMANDS,
        *privacy_commands.COMMANDS,
        setup_command(),
    )


def all_menus() -> tuple[app_commands.ContextMenu, ...]:
    return (*lobby_commands.MENUS, *history_commands.MENUS)
