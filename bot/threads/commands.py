"""For commands that open a table in a thread: permissions, opening it, the link in the channel."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Final

import discord

from bot.discord_io.sending import EDIT_SECONDS, NOTICE_TIMEOUT_SECONDS, TRANSPORT_ERRORS
from bot.interactions.call import Call
from bot.interactions.replies import PERMISSIONS
from bot.lobby.words import thread_announcement
from bot.services import services_of
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Outcome
from bot.text.i18n import _, use_language
from bot.text.message import truncate
from bot.text.names import Names, clean_name
from bot.threads.service import NAME_LIMIT, open_thread
from bot.words.nouns import game_title
from rules.variants import starting_part

THREAD_PERMISSIONS: Final = ("create_public_threads", "send_messages_in_threads")


def require_thread(call: Call) -> None:
    """Refuse a channel in which the bot can open no thread."""
    if not isinstance(call.place.channel, discord.TextChannel):
        raise Refusal("no-threads")
    has = call.place.app_permissions
    missing = [_(PERMISSIONS[name]) for name in THREAD_PERMISSIONS if not getattr(has, name)]
    if missing:
        raise Refusal("permissions", missing=", ".join(missing))


async def open_table_thread(call: Call, request: Request, game: str, language: str) -> Request:
    """Open a thread. Return the request as if made there."""
    channel = call.place.channel
    assert isinstance(channel, discord.TextChannel)
    host = Names((), {request.user: clean_name(call.user.display_name)})
    nobody = discord.AllowedMentions.none()
    with use_language(language):
        # Its sets may still change in the lobby, and a thread keeps its name.
        begun = game_title(starting_part(game))
        name = truncate(f"{begun} · {host.known[request.user]}", NAME_LIMIT)
        line = thread_announcement(game, host.user_name(request.user))
    try:
        async with asyncio.timeout(NOTICE_TIMEOUT_SECONDS):
            post = await channel.send(line, allowed_mentions=nobody, nonce=f"t-{request.id}")
    except TRANSPORT_ERRORS as error:
        raise Refusal("no-thread") from error
    try:
        async with asyncio.timeout(NOTICE_TIMEOUT_SECONDS):
            thread = await open_thread(post, name)
    except TRANSPORT_ERRORS as error:
        with suppress(*TRANSPORT_ERRORS):
            async with asyncio.timeout(EDIT_SECONDS):
                await post.delete()
        raise Refusal("no-thread") from error
    return replace(request, channel=thread.id)


async def announce_thread(call: Call, thread_request: Request, outcome: Outcome) -> None:
    """Link the thread in the channel and to the user."""
    services = services_of(call)
    assert call.channel_id is not None
    mention = f"<#{thread_request.channel}>"
    await services.threads.watch(outcome.game)
    await services.outbox.post(thread_request.channel, thread_request.guild, outcome)
    table = outcome.after
    names = await services.names.of(table, thread_request.guild, [thread_request.user])
    with use_language(table.settings.language):
        line = thread_announcement(table.name, names.user_name(thread_request.user), mention)
    within = call.client.get_partial_messageable(call.channel_id)
    # A thread has the number of the message under which it hangs.
    with suppress(*TRANSPORT_ERRORS):
        post = within.get_partial_message(thread_request.channel)
        async with asyncio.timeout(EDIT_SECONDS):
            await post.edit(content=line, allowed_mentions=discord.AllowedMentions.none())
    await services.replies.say(call, _("Your game is open in {thread}.", thread=mention))
