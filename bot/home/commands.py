"""The `/games` command: a user's tables in all servers, and the open tables to join."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.home import words
from bot.home.words import HomeTable
from bot.interactions.button_routes import Pressed, personal_route
from bot.interactions.call import Call
from bot.lobby.commands import can_open_table
from bot.orders.commands import played_orders_text
from bot.orders.policy import PlayedOrder
from bot.services import run_personal, services_of
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable
from bot.text.i18n import N_
from bot.words.actions import ShowHome


@app_commands.command(
    name="games", description=N_("See all your games: whose turn it is, and your next move")
)
@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
async def games(interaction: discord.Interaction[Any]) -> None:
    await run_personal(interaction, lambda call, user: show_home(call, user))


@personal_route(ShowHome)
async def press_home(call: Call, user: int, press: Pressed[ShowHome]) -> None:
    """Show the user's tables, beginning with the next waiting one."""
    await show_home(call, user, press.action.first)


async def show_home(call: Call, user: int, first_index: int = 0) -> None:
    """``first_index`` of the waiting tables comes first."""
    services = services_of(call)
    notes = await services.notes.notes(user)
    played = await services.orders.played_by_game(user)
    tables = [
        replace(
            mine, note=notes.get(mine.game, ""), played=await _played_text(call, mine, played, user)
        )
        for mine in await services.home.tables(user, call.guild_id)
    ]
    waiting = [table for table in tables if table.is_waiting]
    first = await _load_table(call, waiting[first_index % len(waiting)]) if waiting else None
    away = await services.absences.away_until(user)
    table, complete = first.table if first is not None else None, services.home.complete
    starts = await can_open_table(call)
    message = words.home_message(
        tables, first_index, table, complete=complete, away=away, starts=starts
    )
    if first is None:
        await services.replies.show(call, message)
    else:
        await services.sender.answer_privately(call, message, first)


async def _played_text(
    call: Call, mine: HomeTable, played: Mapping[int, Sequence[PlayedOrder]], user: int
) -> str:
    noted = played.get(mine.game, ())
    loaded = await _load_table(call, mine) if noted else None
    if loaded is None:
        return ""
    return played_orders_text(loaded.table, noted, user)


async def _load_table(call: Call, mine: HomeTable) -> LoadedTable | None:
    try:
        return await services_of(call).tables.game(mine.game)
    except Refusal:
        return None


@personal_route(words.OPEN_TABLES)
async def press_open_tables(call: Call, user: int, press: Pressed[str]) -> None:
    services = services_of(call)
    tables = await services.home.open_tables(user, call.guild_id)
    await services.replies.show(call, words.open_tables_message(tables))


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (games,)
