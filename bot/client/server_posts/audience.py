"""The channels of a server whose games may be told of in another channel."""

import discord


def is_open_to(guild: discord.Guild, channel: int, readers: int) -> bool:
    """Return True if whoever reads the channel ``readers`` can also see another channel.

    That is sure of the same channel with its public threads, of one that everybody in the server
    sees, and of one with the same permissions.
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
