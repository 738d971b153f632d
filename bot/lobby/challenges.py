"""The context menu of a user: challenge them to a game for two in this channel."""

import asyncio
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.discord_io.sending import NOTICE_TIMEOUT_SECONDS, TRANSPORT_ERRORS
from bot.interactions.button_routes import Pressed, answer_route
from bot.interactions.call import Call
from bot.interactions.replies import dismiss, unposted_text
from bot.lobby.game_questions import server_choices
from bot.lobby.tables import chosen_options
from bot.lobby.words import challenge_post, game_question
from bot.runtime.notifier import Delivery, Notification
from bot.services import run_answer, services_of
from bot.table.rate_limits import RequestKind
from bot.table.refusals import Refusal
from bot.table.settings import settings_by
from bot.table.store import LoadedTable, Request
from bot.text.i18n import N_, _, language_of
from bot.text.names import Names
from bot.words.actions import Challenge
from rules.variants import starting_parts

SEATS: Final = 2
CHALLENGE: Final = "challenge"
"""The kind of the notification."""
UNPINGED: Final = N_("The game is open, but I couldn't ping {who}. Tell them to press *Join*.")


async def ask_game(
    interaction: discord.Interaction[Any], user: discord.User | discord.Member
) -> None:
    async def work(call: Call, request: Request) -> None:
        if await server_choices(call, request) is None:
            return
        if user.bot:
            raise Refusal("challenged-bot", user=user.id)
        names = await _require_challengeable(call, request, user.id)
        await services_of(call).replies.show(call, game_question(user.id, names))

    await run_answer(interaction, work)


@answer_route(Challenge)
async def open_challenge(call: Call, request: Request, press: Pressed[Challenge]) -> None:
    """Post a challenge that pings the other user."""
    game, user = press.action.game, press.action.user
    if game not in starting_parts():
        raise Refusal("late")
    choices = await server_choices(call, request)
    if choices is None:
        return
    services = services_of(call)
    names = await _require_challengeable(call, request, user)
    settings = settings_by(choices, language_of(call.interaction.locale))
    options = chosen_options(game, {}, choices)
    async with services.limits.charged(RequestKind.TABLE, request.user, request.channel):
        opened = await services.table_service.open(request, game, SEATS, options, settings)
    await services.absences.end_by_action(request.user)
    if isinstance(call.place.channel, discord.Thread):
        await services.threads.watch(opened.game)
    replies = services.replies
    if not await services.outbox.post(request.channel, request.guild, opened):
        failure = services.outbox.failure(request.channel, opened.game)
        await replies.say(call, unposted_text(failure))
        return
    row = await services.tables.row(opened.game)
    assert row is not None
    loaded = LoadedTable(row, opened.after)
    if await _post_challenge(call, loaded, user):
        await dismiss(call)
    else:
        await replies.say(call, _(UNPINGED, who=names.user_name(user)))


async def _post_challenge(call: Call, loaded: LoadedTable, user: int) -> bool:
    host = call.user.id
    notification = Notification(f"{CHALLENGE} {loaded.row.id}", CHALLENGE, loaded.row.id)
    compose = partial(challenge_post, loaded.table, host, user)
    try:
        async with asyncio.timeout(NOTICE_TIMEOUT_SECONDS):
            sent = await services_of(call).notifier.once(
                notification, loaded, compose, others=(host, user), resume=False
            )
    except TRANSPORT_ERRORS:
        return False
    return sent is Delivery.SENT


async def _require_challengeable(call: Call, request: Request, user: int) -> Names:
    """Refuse oneself, and a user without this channel."""
    services = services_of(call)
    if user == request.user:
        raise Refusal("challenged-oneself")
    if not await services.channel_access.can_see(user, request.guild, request.channel):
        raise Refusal("challenged-absent", user=user)
    return await services.names.seated((), request.guild, [user], absences=False)


MENUS: Final[tuple[app_commands.ContextMenu, ...]] = (
    app_commands.ContextMenu(name=N_("Challenge"), callback=ask_game),
)
