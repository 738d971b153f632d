"""What the buttons of the greeting do: they are about no game yet."""

from typing import Any

import discord

from bot.client.buttons import Press
from bot.client.context import context_of
from bot.presenters.private import rule_book
from bot.table.limits import Cost
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import JOINED, Outcome, Settings
from bot.text.i18n import language_of
from rules.variants import games


async def deal_table(
    interaction: discord.Interaction[Any], request: Request, press: Press
) -> Outcome:
    """Opens a table at which all sit whom the button names, and deals; who pressed begins."""
    name, *users = press.action.split()[1:] or [""]
    if name not in games() or not all(map(str.isdecimal, users)):
        raise Refusal("late")
    context = context_of(interaction)
    await context.servers.may_open(interaction)
    settings = Settings(language_of(interaction.locale), JOINED)
    with context.limits.taken(Cost.TABLE, request.user, request.channel):
        outcome = await context.service.deal(request, name, map(int, users), settings)
    await context.cards.begin(outcome.game)
    return outcome


async def show_rules(interaction: discord.Interaction[Any], user: int, press: Press) -> None:
    """Opens the rules, or turns to another of their pages."""
    name, key = (*press.action.split()[1:], None, None)[:2]
    message = rule_book.page(name if name in games() else games()[0], key)
    await context_of(interaction).replies.show(interaction, message)
