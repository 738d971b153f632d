"""A game that was put away, brought back."""

from bot.client.context import context_of
from bot.client.discord_io.buttons import Press
from bot.client.discord_io.call import Call
from bot.table.store import Request
from bot.table.table import Outcome


async def bring_back(call: Call, request: Request, press: Press) -> Outcome:
    """Has a game played on by who played it, or who may manage the server."""
    council = context_of(call).council
    manager = call.place.permissions.manage_guild
    return await council.unarchive(request, press.game, manager=manager)
