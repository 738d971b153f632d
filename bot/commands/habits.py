"""How a player likes to play: shown and changed privately, by buttons."""

from typing import Any

import discord

from bot.client.buttons import Press
from bot.client.context import context_of
from bot.presenters.private import habits


async def show_habits(interaction: discord.Interaction[Any], user: int, press: Press) -> None:
    """Shows a player's settings, changed first if the button says so."""
    context = context_of(interaction)
    wanted = press.action.partition(" ")[2]
    if wanted in habits.CHOICES:
        await context.habits.confirm(user, wanted=wanted == habits.ASK)
    confirming = await context.habits.confirming(user)
    await context.replies.show(interaction, habits.settings(confirming=confirming))
