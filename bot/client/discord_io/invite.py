"""What the bot asks of a server, and the link that asks for it."""

from typing import Final

import discord

INVITED: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    pin_messages=True,
)
"""All that it can make use of."""
SPARED: Final = discord.Permissions(
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    pin_messages=True,
)
"""Those of them without which it plays all the same."""


def invite_link(application: int) -> str:
    """Where who manages a server takes the bot in, with its commands and all it makes use of."""
    return discord.utils.oauth_url(
        application, permissions=INVITED, scopes=("bot", "applications.commands")
    )
