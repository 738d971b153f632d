"""Links to channels and posts, and the link that invites the bot."""

from typing import Final

import discord

from bot.text.i18n import _
from bot.text.message import truncate
from bot.text.names import clean_name, escape_markdown

JUMP: Final = "https://discord.com/channels"
MAX_NAME_CHARACTERS: Final = 24
"""The most characters of the name of a channel, and of a server."""


def channel_label(server: discord.Guild | None, channel: int, here: int | None) -> str:
    """``#meadow``, with its server's name for readers elsewhere."""
    if server is None:
        return _("another server")
    known = server.get_channel_or_thread(channel)
    name = (
        f"#{truncate(clean_name(known.name), MAX_NAME_CHARACTERS)}"
        if known is not None
        else _("a thread")
    )
    return (
        name
        if server.id == here
        else f"{name}, {truncate(clean_name(server.name), MAX_NAME_CHARACTERS)}"
    )


def jump_url(guild: int, channel: int, post: int | None = None) -> str:
    """URL of a post, or else of the channel's newest message."""
    return "/".join(map(str, filter(None, (JUMP, guild, channel, post))))


def channel_link(
    server: discord.Guild, channel: int, here: int | None, post: int | None = None
) -> str:
    """The channel's name as a link to it or a post."""
    label = escape_markdown(channel_label(server, channel, here))
    return f"[{label}]({jump_url(server.id, channel, post)})"


INVITE_PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    pin_messages=True,
)
"""The permissions that the bot can use."""
OPTIONAL_PERMISSIONS: Final = discord.Permissions(
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    pin_messages=True,
)
"""The permissions that the bot can play without."""


def invite_link(application: int) -> str:
    """Invites the bot with its commands and permissions."""
    return discord.utils.oauth_url(
        application, permissions=INVITE_PERMISSIONS, scopes=("bot", "applications.commands")
    )
