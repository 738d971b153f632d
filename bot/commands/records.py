"""A game to take away or to look over: its record, the seal of its bag, its film."""

import io

import discord

from bot.client.context import context_of
from bot.client.discord_io.call import Call
from bot.client.interactions.replies import dismiss
from bot.presenters.private import records
from bot.table.store import Request
from bot.text.i18n import _


async def show_record(call: Call, request: Request) -> None:
    """Gives the record as a file, privately."""
    context = context_of(call)
    seen = await context.tables.begun(request.channel)
    data = io.BytesIO(records.export_text(seen.table).encode())
    name = f"{seen.table.name}-{seen.row.id}.record"
    text = _("The record of this game: `python -m rules score` reads it once the game is over.")
    await context.replies.give(call, text, discord.File(data, filename=name))


async def show_seal(call: Call, request: Request) -> None:
    """Explains the seal of the bag, and after the end opens it, privately."""
    context = context_of(call)
    seen = await context.tables.begun(request.channel)
    await context.replies.say(call, records.verify_text(seen.table))


async def post_film(call: Call, request: Request) -> None:
    """Draws the game so far as an animation, telling how far it is, and posts it for everybody."""
    context = context_of(call)
    context.replies.may_post(call)
    seen = await context.tables.begun(request.channel)
    if await context.films.post(call, request, seen):
        await dismiss(call)
