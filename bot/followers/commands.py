"""The buttons to follow and unfollow a game."""

from bot.discord_io.links import channel_link
from bot.followers import words
from bot.followers.service import daily_limit
from bot.interactions.button_routes import (
    Pressed,
    TablePress,
    personal_route,
    table_answer_route,
)
from bot.interactions.call import Call
from bot.services import services_of
from bot.table.checks import require_running
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.text.i18n import language_of
from bot.words.actions import Follow


@table_answer_route(Follow)
async def follow(call: Call, request: Request, press: TablePress[Follow]) -> None:
    """Show the follow settings, after changing them if the button says so."""
    services = services_of(call)
    loaded = press.loaded
    require_running(loaded.table)
    followers, game = services.followers, loaded.row.id
    wanted = press.action.wanted
    if wanted in words.FOLLOW_CHOICES:
        server = await services.guilds.server(request.guild)
        if server is None:
            raise Refusal("out-of-reach")
        writable = await followers.follow(
            request.user,
            game,
            loaded.table,
            wanted,
            language=language_of(call.interaction.locale),
            place=channel_link(server, request.channel, None),
        )
        if not writable:
            await services.replies.show(call, words.closed_messages_notice(), game)
            return
    now = await followers.wanted(request.user, game)
    await services.replies.show(
        call, words.follow_settings(loaded.table, now, daily_limit(now)), game
    )


@personal_route(words.UNFOLLOW)
async def unfollow(call: Call, user: int, press: Pressed[str]) -> None:
    """Unfollow the button's game, wherever the button was pressed."""
    services = services_of(call)
    await services.followers.unfollow(user, press.game)
    await services.replies.show(call, words.unfollow_confirmation(), press.game)
