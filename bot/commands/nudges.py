"""Turns that wait: nudged by others, asked about, put off by who is to move."""

from typing import Any

import discord

from bot.client.context import context_of
from bot.client.discord_io.buttons import Press
from bot.client.notifications.nudges import NudgeResult
from bot.presenters.private import nudges
from bot.table.nudges import PAUSE
from bot.table.store import Request


async def nudge(interaction: discord.Interaction[Any], request: Request, press: Press) -> None:
    """Calls the player to move, for all to see; who waits long can then ask the table."""
    context = context_of(interaction)
    seen = await context.tables.here(request.channel, press.game)
    context.replies.may_post(interaction)
    nudged = await context.nudges.nudge(seen, request.user)
    names, table = await context.names.of(seen.table, request.guild), seen.table
    match nudged.result:
        case NudgeResult.OUT | NudgeResult.QUIETLY:
            loud = nudged.result is NudgeResult.OUT
            message = nudges.done(table, names, loud=loud, may_ask=nudged.may_ask)
        case NudgeResult.LATELY:
            last = nudged.last if nudged.last is not None else context.clock()
            message = nudges.too_soon(last, PAUSE, may_ask=nudged.may_ask)
        case NudgeResult.ENOUGH:
            message = nudges.enough(table, names, may_ask=nudged.may_ask)
        case NudgeResult.NOT_OUT:
            message = nudges.not_out(table, names)
    await context.sender.answer(interaction, message, seen.row.id, table)


async def ask_table(interaction: discord.Interaction[Any], request: Request, press: Press) -> None:
    """Asks all players what shall be done about a turn that has waited for a day."""
    context = context_of(interaction)
    seen = await context.tables.here(request.channel, press.game)
    context.replies.may_post(interaction)
    await context.nudges.ask(seen, request.user)
    await context.replies.show(interaction, nudges.asked())


async def put_off(interaction: discord.Interaction[Any], request: Request, press: Press) -> None:
    """Has a reminder come again in some hours."""
    context = context_of(interaction)
    seen = await context.tables.here(request.channel, press.game)
    until = await context.reminders.snooze(seen, request.user)
    await context.replies.show(interaction, nudges.put_off(until))
