"""Following a game by direct messages, and no more: always a private answer."""

from bot.client.context import context_of
from bot.client.discord_io.buttons import Press
from bot.client.discord_io.call import Call
from bot.client.discord_io.links import linked
from bot.client.notifications.followers import SCORINGS_DAILY_LIMIT
from bot.presenters.private import following
from bot.table.checks import running
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.text.i18n import language_of


async def follow(call: Call, request: Request, press: Press) -> None:
    """Shows whether somebody follows a game, chosen first if the button says so."""
    context = context_of(call)
    seen = await context.tables.here(request.channel, press.game)
    running(seen.table)
    followers, game = context.followers, seen.row.id
    wanted = press.action.partition(" ")[2]
    if wanted in following.WANTED:
        server = await context.reach.server(request.guild)
        if server is None:
            raise Refusal("out-of-reach")
        writable = await followers.follow(
            request.user,
            game,
            seen.table,
            wanted,
            language=language_of(call.interaction.locale),
            place=linked(server, request.channel, None),
        )
        if not writable:
            await context.replies.show(call, following.closed(), game)
            return
    now = await followers.wanted(request.user, game)
    await context.replies.show(call, following.offered(now, SCORINGS_DAILY_LIMIT), game)


async def unfollow(call: Call, user: int, press: Press) -> None:
    """Ends it, wherever the button was pressed."""
    context = context_of(call)
    await context.followers.unfollow(user, press.game)
    await context.replies.show(call, following.left(), press.game)
