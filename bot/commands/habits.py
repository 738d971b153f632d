"""How a player likes to play and to be told: shown and changed privately."""

from typing import Any

import discord

from bot.client.buttons import Press
from bot.client.context import context_of
from bot.presenters.private import habits, quiet_hours
from bot.table import wishes


async def show_habits(interaction: discord.Interaction[Any], user: int, press: Press) -> None:
    """Shows a player's settings, changed first if the button or the menu says so."""
    context = context_of(interaction)
    about = press.action.partition(" ")[2]
    if about in habits.CHOICES:
        await context.habits.confirm(user, wanted=about == habits.ASK)
    elif (wish := habits.read(press.action)) is not None:
        await context.habits.wish(user, *wish)
    wished = await context.habits.wishes(user)
    if about.split(" ")[0] in (wishes.QUIET, wishes.ZONE):
        back = habits.opened()
        message = quiet_hours.settings(wished, context.clock(), habits.HABITS, back)
    else:
        confirming = await context.habits.confirming(user)
        message = habits.settings(wished, confirming=confirming)
    await context.replies.show(interaction, message)
