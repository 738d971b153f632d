"""Decide whether a game of one channel may be shown in another channel of the server."""

import discord


def is_open_to(guild: discord.Guild, channel: int, readers: int) -> bool:
    """Return True if all members who can read the channel ``readers`` can see another channel.

    That is certain if it is the same channel or a public thread of it, if all members of the server
    can see it, or if it has the same permissions.
    """
    one, other = guild.get_channel_or_thread(channel), guild.get_channel_or_thread(readers)
    if channel == readers:
        return True
    if isinstance(one, discord.Thread):
        if one.is_private():
            return False
        one = one.parent
    if isinstance(other, discord.Thread):
        other = other.parent
    if one is None or other is None:
        return False
    if one.id == other.id or one.permissions_for(guild.default_role).view_channel:
        return True
    return one.overwrites == other.overwrites
